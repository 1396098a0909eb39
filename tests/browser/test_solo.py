"""The page of a person who plays against programs: one command, one link, orders by taps, and the programs'
moves by themselves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.record.record import Record
from tests.browser.at_table import READY, composes, opens, still
from tests.browser.tapping import solo

ORDERS = 6
"""Two turns of three actions."""

LISTENS = "!going && !busy && !settling && !playing && isAsked()"


@pytest.fixture
def link(tmp_path: Path) -> Iterator[str]:
    with solo("shinobi", tmp_path) as found:
        yield found


@pytest.fixture
def page(chromium: Any, link: str) -> Iterator[Any]:
    found = chromium.new_page(viewport={"width": 1280, "height": 900})
    found.goto(link)
    still(found, LISTENS)
    found.evaluate("window.same = true")
    yield found
    assert found.evaluate("window.same"), "It is not loaded anew."
    found.close()


@pytest.mark.soak
def test_a_game_is_played_by_taps_and_programs_answer(page: Any, tmp_path: Path) -> None:
    """Nothing else is pressed: what came of it, and of what the programs did, shows by itself."""
    page.set_viewport_size({"width": 390, "height": 844})
    for _order in range(ORDERS):
        composes(page)
        before = page.evaluate("data.events")
        page.click(READY)
        still(page, f"data.events > {before} && {LISTENS}")
        assert not page.is_visible("#news")
    record = Record(tmp_path / "games.db")
    game = record.load("shinobi-1").game
    addresses = record.addresses("shinobi-1")
    record.close()
    assert game.awaited() == ("iga",)
    assert game.state.board.turn > 3
    assert set(addresses) == {"iga"}, "The person has an address for as long as the page is served."


@pytest.mark.soak
def test_what_is_being_written_is_not_taken_away(page: Any) -> None:
    """What programs play meanwhile shows; what is typed, the tab and the reference stay."""
    opens(page, "talk")
    page.fill("#own-words", "Good morning")
    page.keyboard.press("Escape")
    page.click("#pencil")
    page.fill("#typed", "place")
    page.click("#open-reference")
    page.fill("#question", "card ninja")
    page.evaluate("data.events -= 1, heard(there), undefined")
    still(page, f"data.events >= there && {LISTENS}")
    assert page.is_visible("#reference")
    fields = ("#question", "#typed", "#own-words")
    assert [page.input_value(one) for one in fields] == ["card ninja", "place", "Good morning"]


@pytest.mark.soak
def test_advice_stays_though_it_is_on_record(page: Any) -> None:
    """That it was asked for is an event, and the only one: it leaves the page as it is."""
    opens(page, "more")
    page.click("#more button:text-is('Advise me')")
    page.locator("#answer .liked button").first.wait_for()
    page.wait_for_timeout(3 * page.evaluate("QUIET"))
    still(page, LISTENS)
    assert page.evaluate("data.alone")
    assert page.locator("#answer .liked button").first.is_visible()


@pytest.mark.soak
def test_the_address_of_nobody_goes_with_the_page(link: str, tmp_path: Path) -> None:
    assert link
    assert Record(tmp_path / "games.db").addresses("shinobi-1") == {"iga": "player@solo.invalid"}
