"""The table of a seat for who cannot see, has no mouse or a telephone: in each state, of each title."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from tests.browser.at_table import still
from tests.browser.seated_tables import SEATS, Scripted, Seat, Table
from tests.browser.test_access import complaints

SIZES = {"desk": {"width": 1280, "height": 800}, "telephone": {"width": 390, "height": 844}}
TITLES = {one[0]: one for one in SEATS}

Visit = Callable[..., Any]


@cache
def seat_of(title: str) -> Seat:
    return Seat.asked(*TITLES[title])


@pytest.fixture
def visit(visit: Visit) -> Visit:
    def open_(table: Table, size: str, scheme: str, **settings: Any) -> Any:
        return visit(table, viewport=SIZES[size], color_scheme=scheme, **settings)

    return open_


def states(page: Any) -> Iterator[str]:
    """The page in one state after the other."""
    yield "begun"
    page.keyboard.press("1")
    still(page)
    yield "picked"
    page.dispatch_event("#send", "click")
    yield "refused"
    page.click("#grip", force=True) if page.is_visible("#grip") else None
    for tab in ("talk", "standing", "more"):
        if page.is_visible(f"#tab-{tab}"):
            page.click(f"#tab-{tab}")
            yield tab
    page.evaluate("writes(['later ']), undefined")
    yield "typing"
    page.keyboard.press("Escape")
    page.evaluate("look(data.log.at(-1).n), undefined")
    still(page, "pastFrames !== null")
    yield "past"
    page.evaluate("look(null), openReference(), undefined")
    yield "reference"


@pytest.mark.parametrize(
    ("title", "size", "scheme"),
    [
        pytest.param(title, size, scheme, marks=[] if nth % 4 == at % 4 else pytest.mark.soak)
        for at, title in enumerate(TITLES)
        for nth, (size, scheme) in enumerate((s, c) for s in SIZES for c in ("light", "dark"))
    ],
)
@pytest.mark.budget(900, "axe looks at eight states of a page")
def test_axe_finds_nothing_in_any_state(visit: Visit, title: str, size: str, scheme: str) -> None:
    page = visit(Table(seat_of(title)), size, scheme, reduced_motion="reduce")
    for state in states(page):
        page.wait_for_timeout(30)
        assert (state, complaints(page)) == (state, [])
        assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size]["width"]


FACE = {"says": "Whose heir?", "text": "The player chooses.", "ap": "3", "side": "anti", "kind": "a card"}
PLACES = [{"v": v, "says": v, "at": [f"province {v}"], "may": "legal"} for v in ("iga", "ise", "kii")]
STEPS: dict[str, dict[str, Any]] = {
    "card": {"widget": "card", "values": [{"v": "a", "says": "A", "card": FACE, "may": "legal"}]},
    "some": {
        "widget": "some",
        "ordered": True,
        "left": [{"of": "AP", "left": 1, "all": 3}],
        "values": [
            {**PLACES[0], "on": 1},
            {**PLACES[1], "note": "2 AP"},
            {**PLACES[2], "may": "", "why": "No."},
        ],
    },
    "allot": {"widget": "allot", "values": [{**PLACES[0], "on": 2}, *PLACES[1:]], "complete": True},
    "pair": {
        "widget": "pair",
        "values": [{**PLACES[0], "on": 1, "group": "Attackers"}, {**PLACES[1], "group": "On"}],
        "odds": ["59 %  they suffer", "36 %  you suffer", "and so on"],
        "thrown": {
            "says": "Two dice:",
            "shares": [{"hundredths": 59, "says": "they suffer", "worth": "good"}],
            "faces": [{"says": "+1", "worth": "good"}] * 3 + [{"says": "–", "worth": ""}] * 3,
        },
        "then": [["The level rises."]],
        "why": "Then chance is asked.",
        "stop": "throw",
        "complete": True,
    },
    "text": {"widget": "text"},
    "number": {"widget": "number", "limits": {"least": 0, "most": 8, "step": 0.5}},
    "unknown": {"widget": "loom", "values": PLACES},
}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", STEPS)
def test_axe_finds_nothing_in_any_widget(visit: Visit, name: str, size: str) -> None:
    queue = [{"line": "move B1 to 3012", "upto": 0}]
    page = visit(Scripted(seat_of("shinobi"), {"": {**STEPS[name], "queue": queue}}), size, "light")
    assert complaints(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size]["width"]


def picked(page: Any) -> Any:
    still(page)
    return page.evaluate("picks")


def test_several_are_switched_on_and_off(visit: Visit) -> None:
    page = visit(Scripted(seat_of("shinobi"), {"": STEPS["some"], "ise": {**STEPS["some"]}}), "desk", "light")
    assert page.locator("#turn [aria-pressed=true]").count() == 1
    page.click("#turn [data-v=ise]")
    assert picked(page) == ["ise"]
    page.evaluate("step.values.find((value) => value.v === 'ise').on = true; show()")
    page.click("#turn [data-v=ise]")
    assert picked(page) == []
    page.dispatch_event("#turn [data-v=kii]", "click")
    assert page.inner_text("#turn .why") == "No."


def test_numbers_are_put_by_steps_and_on_the_board(visit: Visit) -> None:
    steps = dict.fromkeys(("", "ise", "ise ise", "ise ise kii", "ise kii"), STEPS["allot"])
    page = visit(Scripted(seat_of("shinobi"), steps), "telephone", "light", has_touch=True)
    page.click("#turn .row [data-v=ise]")
    assert picked(page) == ["ise"]
    page.click("#turn .row [data-v=ise]")
    still(page)
    page.locator(".rings > .ring").last.dispatch_event("click")
    found = picked(page)
    assert found[:2] == ["ise", "ise"]
    assert len(found) == 3


def test_a_text_and_a_number_are_taken_by_enter(visit: Visit) -> None:
    page = visit(Scripted(seat_of("shinobi"), {"": STEPS["text"]}), "desk", "light")
    page.fill("#own-text", "A storm  over the lake")
    page.click("#turn form button")
    assert picked(page) == ["A storm over the lake"]
    page = visit(Scripted(seat_of("shinobi"), {"": STEPS["number"]}), "desk", "light")
    page.click("#turn .step button >> nth=1")
    page.focus("#own-number")
    page.keyboard.press("Enter")
    assert picked(page) == ["0.5"]


def test_a_widget_that_nobody_knows_is_one_of_some(visit: Visit) -> None:
    page = visit(Scripted(seat_of("shinobi"), {"": STEPS["unknown"]}), "desk", "light")
    page.keyboard.press("2")
    assert picked(page) == ["ise"]
