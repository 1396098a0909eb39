"""The panel of a table to the eye: dice for odds, hints under the mouse, words that keep to their room in
each language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from projections.language.catalogues import Reader, written_for
from tests.browser.at_table import still
from tests.browser.seated_tables import PLACING, SEATS, Scripted, Seat, Table

SIZES = {"desk": {"width": 1280, "height": 800}, "telephone": {"width": 390, "height": 844}}

Visit = Callable[..., Any]

SPILLS = """() => [...document.querySelectorAll("#panel button, #tabs, .bar nav")].filter((one) => (
  one.offsetParent && one.scrollWidth > one.clientWidth + 1)).map((one) => one.textContent)"""


class Reading(Table):
    """A table that is told in a language."""

    def __init__(self, seat: Seat, language: str) -> None:
        self.reader = Reader(language)
        with written_for(self.reader):
            super().__init__(seat)

    def got(self, path: str, query: dict[str, str]) -> tuple[str, bytes]:
        with written_for(self.reader):
            return super().got(path, query)

    def step(self, body: dict[str, Any]) -> dict[str, Any]:
        with written_for(self.reader):
            return super().step(body)


@pytest.fixture
def visit(visit: Visit) -> Visit:
    def open_(table: Table, size: str = "desk", **settings: Any) -> Any:
        return visit(table, viewport=SIZES[size], reduced_motion="reduce", **settings)

    return open_


FACES = [{"says": says, "worth": worth} for says, worth in (("–", ""), ("-1", "good"), ("✕", "bad")) * 2]
SHARES = [{"hundredths": 42, "says": "they suffer", "worth": "good"}, {"hundredths": 58, "says": "nothing"}]


def test_the_chances_of_one_die_are_six_dice_and_others_are_bars(visit: Visit) -> None:
    steps: dict[str, dict[str, Any]] = {
        "": {"thrown": {"says": "A die:", "faces": FACES}, "odds": ["as a mail has it"], "values": [ONE]},
        "ise": {"thrown": {"says": "Two dice:", "shares": SHARES}, "odds": ["1/2 (50%)"]},
    }
    page = visit(Scripted(Seat.asked(*PLACING), steps))
    dice = page.locator(".dice > li")
    assert [one.get_attribute("aria-label") for one in dice.all()][:3] == ["1: –", "2: -1", "3: ✕"]
    assert [one.locator("i").count() for one in dice.all()] == [1, 2, 3, 4, 5, 6]
    assert page.locator(".dice > .good").count() == 2
    page.keyboard.press("1")
    still(page)
    assert page.locator(".dice").count() == 0
    assert page.locator(".bars > div").all_inner_texts() == ["42 %\nthey suffer", "58 %\nnothing"]


ONE = {"v": "ise", "says": "ise", "note": "2 AP", "may": "legal"}
SHUT = {"v": "kii", "says": "kii", "why": "It is too far."}


def test_a_hint_stands_by_the_board_for_a_mouse_and_for_keys_and_not_for_a_finger(visit: Visit) -> None:
    table = Scripted(Seat.asked(*PLACING), {"": {"values": [ONE, SHUT]}})
    page = visit(table)
    page.hover("#turn [data-v=ise]")
    assert page.inner_text("#points") == "ise, 2 AP"
    page.hover("#turn [data-v=kii]")
    assert page.inner_text("#points") == "It is too far."
    page.hover("h1")
    assert page.text_content("#points") == ""
    page.keyboard.press("Tab")
    page.focus("#turn [data-v=ise]")
    assert page.inner_text("#points") == "ise, 2 AP"
    page.dispatch_event("#turn [data-v=kii]", "pointerenter", {"pointerType": "touch"})
    assert page.inner_text("#points") == "ise, 2 AP"


def test_what_cannot_be_picked_comes_last(visit: Visit) -> None:
    kinds = [
        {"v": "event", "says": "event", "why": "Not now."},
        {"v": "court", "says": "court", "may": "legal"},
    ]
    page = visit(Scripted(Seat.asked(*PLACING), {"": {"values": kinds}}))
    assert page.locator("#turn .tap .word").all_text_contents() == ["court", "event"]


@pytest.mark.soak
@pytest.mark.parametrize("language", ["fr", "ru"])
@pytest.mark.parametrize("size", list(SIZES))
@pytest.mark.parametrize("one", SEATS, ids=lambda one: one[0])
def test_no_word_of_the_panel_spills(visit: Visit, one: Any, size: str, language: str) -> None:
    page = visit(Reading(Seat.asked(*one), language), size)
    assert page.evaluate(SPILLS) == []
    if page.is_visible("#grip"):
        page.click("#grip")
    for tab in ("talk", "standing", "more"):
        if page.is_visible(f"#tab-{tab}"):
            page.click(f"#tab-{tab}")
            assert (tab, page.evaluate(SPILLS)) == (tab, [])
