"""How often somebody presses until his orders are sent, where he knows what he wants."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from random import Random
from typing import Any, NamedTuple

from benchmarks.goals import Row
from benchmarks.table.browsing import DESK, opened
from benchmarks.table.positions import Steps, scene_at, table_at, whole
from referee.seats.seat_view import Scene
from tests.browser.at_table import still

GAMES, POSITIONS, TRIES = 8, 20, 3
"""Random games that are looked through, positions of each, and random ways from each."""

READY = "#send[aria-disabled=false]"

PRESS = """(v) => {
  const rings = [...document.querySelectorAll(".rings > .ring")].filter((one) => one.value.v === v);
  const found = document.querySelector(`#turn [data-v="${CSS.escape(v)}"]`) || rings[0];
  found?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  return Boolean(found);
}"""


class Case(NamedTuple):
    """What is ordered in a position where `item` is asked: `picks` says for one pick after the other what it
    is like, by itself or by what it costs, and `lines` how all of it reads. `spent` is a counter that is used
    up then, and `all` how much it was."""

    what: str
    title: str
    item: str
    picks: tuple[str, ...]
    lines: str
    most: int
    spent: str = ""
    all: int = 0

    def is_met(self, step: dict[str, Any]) -> bool:
        left = [(one["of"], one["left"], one["all"]) for one in step["left"]]
        is_spent = not self.spent or (self.spent, 0, self.all) in left
        return bool(step["complete"] and is_spent and re.fullmatch(self.lines, "\n".join(step["lines"])))


UNIT, HEX, ANY = r"[A-Z]\d", r"\d{4}", r".*"

CASES = (
    Case(
        "eight chits (Kawanakajima)",
        "kawanakajima",
        "SelectChits",
        ("[A-Z]",) * 8,
        r"command( [A-Z]){8}",
        9,
    ),
    Case(
        "eight entries (Kawanakajima)",
        "kawanakajima",
        "WriteEntries",
        (r"[A-D]\d",) * 8,
        r"(entry .*\n){7}entry .*",
        9,
    ),
    Case(
        "influence for 3 AP (Twilight)",
        "twilight_shogun",
        "Play",
        ("3 AP", "play-influence", "1 AP", "1 AP", "1 AP"),
        "play .* influence .*",
        6,
        "AP",
        3,
    ),
    Case(
        "two moves and a fight (Kawanakajima)",
        "kawanakajima",
        "Manoeuvre",
        (UNIT, HEX, UNIT, HEX, UNIT, f"on {UNIT}"),
        r"(move .*\n){2}fight .+",
        9,
    ),
    Case(
        "a bid of three coins (Rising Sun)",
        "rising_sun",
        "Bids",
        ("seppuku", "hostage", "ronin"),
        r"bid (\d ?)+",
        4,
    ),
    Case(
        "a turn of two cards (Shinobi)",
        "shinobi",
        "Deploy",
        ("place .*", ANY, "place .*"),
        r"place .*\nplace .*",
        4,
    ),
    Case(
        "a turn of a card and a march (Shinobi)",
        "shinobi",
        "Deploy",
        ("place .*", ANY, "move .*", ANY),
        r"place .*\nmove .*",
        5,
    ),
)


class Way(NamedTuple):
    """The picks that say it, in a position."""

    scene: Scene
    picks: tuple[str, ...]
    lines: list[str]


def way_of(case: Case) -> Way | None:
    """The first that is found."""
    return next(
        (way for scene in _asked(case) for nth in range(TRIES) if (way := _way(case, scene, Random(nth)))),
        None,
    )


def _asked(case: Case) -> Iterator[Scene]:
    for seed in range(GAMES):
        replay, stops = whole(case.title, seed)
        there = [at for at in stops if type(replay.at(at).state.agenda[0]).__name__ == case.item]
        for at in Random(seed).sample(there, min(POSITIONS, len(there))):
            yield scene_at(replay, at)


def _way(case: Case, scene: Scene, luck: Random) -> Way | None:
    steps, picks = Steps(scene), tuple[str, ...]()
    for like in case.picks:
        values = [one for one in steps(*picks)["values"] if one["may"]]
        fit = [one["v"] for one in values if re.fullmatch(like, one["v"]) or like == one.get("note")]
        if not fit:
            return None
        picks = (*picks, luck.choice(fit))
    step = steps(*picks)
    return Way(scene, picks, step["lines"]) if case.is_met(step) else None


def pressed(browser: Any, way: Way) -> int:
    """Presses until all of it is sent; what a tap on the board has said already is not said again."""
    with table_at(way.scene) as (address, table), opened(browser, address, DESK) as page:
        presses, picks = 0, 0
        while picks < len(way.picks):
            assert page.evaluate(PRESS, way.picks[picks]), (way, page.inner_text("#panel"))
            still(page)
            presses, picks = presses + 1, page.evaluate("picks.length")
        page.click(READY)
        still(page, "!busy")
        assert table.sent[0]["lines"] == way.lines
        return presses + 1


def presses(browser: Any, titles: Collection[str]) -> Iterator[Row]:
    for case in (one for one in CASES if one.title in titles):
        way = way_of(case)
        if way is None:
            yield Row(f"presses to Send: {case.what}", f"≤ {case.most}", "not found", False)
            continue
        found = pressed(browser, way)
        said = f"{found}: {'; '.join(way.lines)}"
        yield Row(f"presses to Send: {case.what}", f"≤ {case.most}", said, found <= case.most)
