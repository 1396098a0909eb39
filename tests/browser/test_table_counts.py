"""The table of who plays Clan War on a real one, on a telephone: units and armies with a stepper for each
number, what is pressed most, and all else behind one button."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from domain.clan_war.words import reports
from domain.game.entries.entries import Ordered
from domain.game.entries.people import CONDITION, OrderHeld
from referee.record.record import Record
from tests.browser.at_table import READY, still
from tests.browser.seated_tables import SECRET, Seat, Table, served
from tests.browser.tapping import solo
from tests.browser.test_access import complaints
from tests.browser.test_table_access import SIZES

FINGER = 44
"""Pixels of what is pressed with one."""


@cache
def seat() -> Seat:
    return Seat.asked("clan_war", 5, 6, 140)


@pytest.fixture(params=SIZES)
def visit(chromium: Any, request: pytest.FixtureRequest) -> Iterator[tuple[Any, Table]]:
    with ExitStack() as stack:
        table = Table(seat())
        context = chromium.new_context(viewport=SIZES[request.param], reduced_motion="reduce")
        stack.callback(context.close)
        page = context.new_page()
        page.goto(f"{stack.enter_context(served(table))}#play={SECRET}")
        yield page, table


def lines(page: Any) -> list[str]:
    still(page)
    found: list[str] = page.evaluate("linesNow()")
    return found


def press(page: Any, said: str, times: int = 1) -> None:
    for _ in range(times):
        page.locator("#turn").get_by_label(said, exact=True).click()


def test_a_finger_that_goes_down_on_a_stepper_asks_and_finds_it_where_it_was(
    visit: tuple[Any, Table],
) -> None:
    page, table = visit
    more = page.locator("#turn").get_by_label("One more: Crab Scouts, Wounds")
    more.evaluate("(one) => { one.isSame = true; }")
    more.dispatch_event("pointerdown")
    still(page, "steps.size === 1")
    more.click()
    assert lines(page) == ["wounds crab-scouts 1"]
    assert (len(table.asked), more.evaluate("(one) => one.isSame")) == (1, True)
    more.click()
    assert lines(page) == ["wounds crab-scouts 2"]


@pytest.mark.budget(600, "a dozen taps, and a step after each")
def test_steppers_make_orders_and_take_them_away(visit: tuple[Any, Table]) -> None:
    page, table = visit
    press(page, "One less: Crab 2, models", 3)
    press(page, "One more: Crab Scouts, Wounds", 2)
    assert lines(page) == ["casualties crab-2 3", "wounds crab-scouts 2"]
    press(page, "One more: Crab 2, models", 2)
    press(page, "One less: Crab Scouts, Wounds", 2)
    assert lines(page) == ["casualties crab-2 1"]
    assert page.locator("#turn").get_by_label("One more: Crab 1, models").get_attribute("aria-disabled")
    press(page, "One less: Crane, VP", 2)
    page.get_by_label("Why: Crane, VP").fill("lost  the hill")
    page.keyboard.press("Tab")
    assert lines(page) == ["casualties crab-2 1", "vp crane -2 lost the hill"]
    page.click("#undo")
    assert lines(page) == ["casualties crab-2 1"]
    page.click(READY)
    still(page, "phase === 'composing'")
    assert table.sent[-1]["lines"] == ["casualties crab-2 1"]
    assert table.sent[-1]["asked"] == ["reports crab cavalry"]


def test_a_reason_stays_while_it_is_written_whatever_is_answered(visit: tuple[Any, Table]) -> None:
    page, _table = visit
    press(page, "One less: Crane, VP")
    still(page)
    why = page.get_by_label("Why: Crane, VP")
    page.evaluate("() => { window.asked_ = ask; ask = (...of) => window.held_.then(() => asked_(...of)); }")
    page.evaluate("() => { window.held_ = new Promise((done) => { window.let_ = done; }); }")
    press(page, "One less: Crane, VP")
    why.fill("the hill")
    page.evaluate("() => { ask = asked_; let_(); }")
    still(page)
    assert why.evaluate("(one) => one === document.activeElement")
    page.keyboard.press("Tab")
    assert lines(page) == ["vp crane -2 the hill"]


def test_what_is_counted_is_shown_as_it_would_stand_at_once(visit: tuple[Any, Table]) -> None:
    page, _table = visit
    less = page.locator("#turn").get_by_label("One less: Crab 2, models", exact=True)
    shown = page.evaluate(
        "(one) => { one.click(); one.click(); return one.parentElement.innerText; }",
        less.element_handle(),
    )
    assert "10" in shown  # before the server has answered
    still(page)
    row = page.locator(".count", has=page.get_by_label("One less: Crab 2, models", exact=True))
    assert row.locator("output").inner_text() == "10"
    assert "−2" in row.inner_text()


def test_the_rest_stands_behind_one_button_in_whole_sentences(visit: tuple[Any, Table]) -> None:
    page, _table = visit
    pressed = page.locator(".most .tap:not([data-v='*']) span").all_inner_texts()
    assert "Phase done" in pressed
    page.click("[data-v='*']")
    assert page.locator(".most .tap span").all_inner_texts() == pressed
    said = page.locator("#turn .groups .tap")
    assert said.count() > 15
    assert page.locator("#turn [data-v=engage]").inner_text().startswith("A unit engages an enemy")
    assert complaints(page) == []
    page.click("#undo")
    assert page.locator(".counts").count() == 1
    page.click("[data-v='*']")
    page.click("[data-v=morale]")
    still(page)
    assert page.inner_text("#ask") == "Which unit?"


@pytest.mark.budget(700, "each target is measured, and axe looks once")
def test_a_finger_finds_each_stepper_and_nobody_is_shut_out(visit: tuple[Any, Table]) -> None:
    page, _table = visit
    press(page, "One more: Crab, VP")
    still(page)
    assert complaints(page) == []
    boxes = [one.bounding_box() for one in page.locator("#turn button, #turn input, #acts button").all()]
    assert (
        min(min(box["width"], box["height"]) for box in boxes if box) >= FINGER - 8
    )  # the pencil, the queue
    steppers = [one.bounding_box() for one in page.locator("#turn .count button, #turn .tap").all()]
    assert min(min(box["width"], box["height"]) for box in steppers if box) >= FINGER
    width = page.evaluate("innerWidth")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert max(box["x"] + box["width"] for box in steppers if box) <= width


KNOWN = "!going && !isWaiting()"
"""What was tapped is answered; a server that was busy is asked again meanwhile."""


@pytest.mark.budget(1_200, "a turn against a program, by a command of its own")
def test_a_turn_is_played_by_taps_alone_and_is_on_record(chromium: Any, tmp_path: Path) -> None:
    with solo("clan_war", tmp_path) as address:
        page = chromium.new_page(viewport=SIZES["telephone"], reduced_motion="reduce")
        page.goto(address)
        quiet = "!busy && !settling && !playing && phase === 'composing' && isAsked() && !going"
        still(page, quiet)
        page.get_by_text("Take the whole sample army").click()
        still(page, KNOWN)
        page.get_by_text("The army is complete").click()
        still(page, KNOWN)
        page.click(READY)
        still(page, f"{quiet} && step.rows.some((row) => row.cells.length)")
        page.locator("[aria-label^='One less'][aria-label$='models']").first.click()
        page.locator("[aria-label^='One more'][aria-label$='Wounds']").first.click()
        page.locator("[aria-label^='One more'][aria-label$='VP']").first.click()
        still(page, KNOWN)
        page.get_by_text("Done for the turn").click()
        still(page, KNOWN)
        assert page.evaluate("linesNow().length") == 5, page.inner_text("#panel")
        page.click(READY)
        still(page, f"{quiet} && data.turn === 'T2'")
        assert page.evaluate("scrollY") == 0
        page.close()
    record = Record(tmp_path / "games.db")
    entries = [one.entry for one in record.envelopes("clan-war-1")]
    record.close()
    orders = [one.order for one in entries if isinstance(one, Ordered) and one.seat == "crab"]
    assert orders[2:5] == [
        reports.Casualties("crab-bushi", 1),
        reports.Wounds("crab-bushi", 1),
        reports.Points("crab", 1, "counted at the table"),
    ]
    assert orders[5:] == [reports.Done()] * 5
    assert [one.when for one in entries if isinstance(one, OrderHeld)] == [CONDITION]
