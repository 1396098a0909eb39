"""Questions that games ask seldom, each answered by taps, at a desk and on a telephone: what a siege asks,
who retreats where, what is fortified, what begins a turn, who is to die."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from benchmarks.table.positions import Sat, scene_at, whole
from projections.replay import Replay
from referee.web.trying import ILLEGAL, UNREAD, Tried, judged
from tests.browser.at_table import READY, still
from tests.browser.seated_tables import PHONE, Table
from tests.browser.tapping import Sitter
from tests.browser.test_table_access import SIZES
from tests.exports.games import recorded

ORDERS = 3
"""That are put together at each question, one after the other."""

STORIES = "kawanakajima/stories/siege-"
RANDOM = {"kawanakajima": 4, "clan_war": 1}

# what is asked, in which recorded game or random one of a title, after which event, and whom
ASKED = [
    ("build-positions", "kawanakajima", 11, "uesugi"),
    ("write-entries", "kawanakajima/draw", 29, "takeda"),
    ("select-chits", "kawanakajima/draw", 56, "takeda"),
    ("posture-phase", "kawanakajima/draw", 85, "uesugi"),
    ("forced-advance", "kawanakajima/draw", 178, "uesugi"),
    ("answer-leader", "kawanakajima/draw", 185, "takeda"),
    ("fall-back", "kawanakajima/draw", 195, "uesugi"),
    ("initiative", "kawanakajima/draw", 227, "takeda"),
    ("retreat-clan", "kawanakajima/draw", 382, "takeda"),
    ("choose-sufferer", "kawanakajima/kenshin-killed", 973, "uesugi"),
    ("pursuit", "kawanakajima/points", 1460, "takeda"),
    ("displace-units", "kawanakajima/points", 2466, "takeda"),
    ("save-points", f"{STORIES}abandoned", 69, "uesugi"),
    ("enter-surplus", f"{STORIES}abandoned", 218, "takeda"),
    ("place-markers", f"{STORIES}abandoned", 1851, "takeda"),
    ("siege-turn", f"{STORIES}abandoned", 2396, "takeda"),
    ("lose-troops", f"{STORIES}abandoned", 2400, "uesugi"),
    ("withdraw-clan", f"{STORIES}abandoned", 2651, "uesugi"),
    ("keep-survivors", f"{STORIES}abandoned", 2655, "takeda"),
    ("bid-sacrifice", f"{STORIES}lost", 1364, "uesugi"),
    ("seize-zone", f"{STORIES}lost", 1417, "takeda"),
    ("last-sacrifice", f"{STORIES}reinforced", 1906, "takeda"),
    ("answer-sacrifice", f"{STORIES}reinforced", 3106, "takeda"),
    ("reports", "clan_war/draw", 85, "crab"),
    ("recovery-choice", "clan_war/draw", 222, "lion"),
    ("rescuer-choice", "clan_war", 176, "crane"),
    ("commit-seppuku", "rising_sun/honor", 76, "fox"),
    ("drive-out", "rising_sun/honor", 63, "turtle"),
    ("cross-sea", "rising_sun/victory", 244, "koi"),
    ("choose-hostage", "rising_sun/victory", 260, "turtle"),
    ("spare-them", "rising_sun/victory", 291, "turtle"),
    ("choose-way", "twilight_shogun/intervention", 228, "anti"),
    ("drop-cards", "twilight_shogun/final", 500, "pro"),
]


def table_of(game: str, at: int, seat: str) -> Table:
    replay: Replay = recorded(game) if "/" in game else whole(game, RANDOM[game])[0]
    return Table(Sat(scene_at(replay, at).replay, seat))  # type: ignore[arg-type]


@pytest.mark.soak
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("game", "at", "seat"), [pytest.param(*one[1:], id=one[0]) for one in ASKED])
def test_what_is_seldom_asked_is_answered_by_taps(
    visit: Callable[..., Any], game: str, at: int, seat: str, size: str
) -> None:
    table = table_of(game, at, seat)
    page = visit(table, viewport=SIZES[size], reduced_motion="reduce")
    sitter = Sitter(page, f"{game} {at}")
    for _order in range(ORDERS):
        assert sitter.composes()
        said = judged(table.scene, Tried(tuple(sitter.lines())))
        assert not [one for one in said if one["state"] in (ILLEGAL, UNREAD)]
        assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size]["width"]
        page.evaluate("() => { go([], 'keep'); }")
    sat = sitter.sat
    assert (sat.not_ringed, sat.ringed_wrongly, sat.nowhere, sat.led_nowhere) == ([], [], [], [])
    assert (sat.jumps, sat.errors) == (0, [])


@pytest.mark.parametrize("at", [69, 2396])
def test_where_nothing_is_ringed_a_telephone_shows_what_is_asked_about(
    visit: Callable[..., Any], at: int
) -> None:
    """Points for the plan of Kaizu, and its siege. It is shown once: the board stays where it is put."""
    seat = {69: "uesugi", 2396: "takeda"}[at]
    page = visit(table_of(f"{STORIES}abandoned", at, seat), viewport=PHONE, reduced_motion="reduce")
    middle = """() => {
      const of = (one) => document.querySelector(one).getBoundingClientRect();
      const [plan, frame] = [of("[data-part=fortress]"), of("#frame")];
      const across = plan.x + plan.width / 2 - frame.x - frame.width / 2;
      return Math.abs(across) + Math.abs(plan.y + plan.height / 2 - frame.y - frame.height / 2);
    }"""
    assert page.locator(".rings > .ring").count() == 0
    assert page.evaluate(middle) < 10
    page.evaluate("() => { $('frame').scrollTo(0, 0); show('keep'); }")
    assert page.evaluate("$('frame').scrollTop") == 0


@pytest.mark.parametrize("size", SIZES)
def test_who_is_to_be_slain_is_asked_once_more(visit: Callable[..., Any], size: str) -> None:
    page = visit(table_of("clan_war/draw", 85, "crab"), viewport=SIZES[size], reduced_motion="reduce")
    for v in ("*", "slain"):
        page.click(f"#turn [data-v='{v}']")
        still(page)
    page.locator("#turn .tap:not([aria-disabled])").first.click()
    still(page)
    assert page.inner_text("#ask").endswith("Is that what you want?")
    assert page.locator(READY).count() == 0
    page.click("#turn [data-v=yes]")
    still(page)
    assert page.locator(READY).count() == 1
    (line,) = page.evaluate("linesNow()")
    assert line.startswith("slain crab-")
