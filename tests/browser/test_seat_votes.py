"""Votes by the buttons of the page of a seat: each sends its line once it is pressed again, and what ends a
game or a seat is asked once more by mail."""

from __future__ import annotations

from typing import Any

import pytest

from domain.game.entries.people import Agreed, Conceded
from tests.browser.at_table import ANSWERED, READY, known, opens, says_yes, until
from tests.web.playing import Playing


def entries(playing: Playing, kind: type[Any]) -> list[Any]:
    return [one.entry for one in playing.record.envelopes("winter") if isinstance(one.entry, kind)]


def presses(playing: Playing, page: Any, button: str, more: str = "") -> None:
    """Presses a button, and again since it is asked whether it is meant; or goes on with its line by the
    pencil, and sends that. The mailbox is asked."""
    opens(page, "more")
    found = page.locator(f"#more .tap:text-is('{button}')")
    found.click()
    if more:
        page.type("#typed", more)
        page.click("#typing-read")
        page.click(READY)
    else:
        assert not page.locator("#answer").count()
        found.click()
    until(playing, page, "#answer.waits:has-text('mailbox')")


def agreed(playing: Playing) -> list[tuple[str, str]]:
    return [(one.seat, one.on) for one in entries(playing, Agreed)]


@pytest.mark.soak
def test_a_draw_is_offered_and_agreed_to_by_buttons(playing: Playing, sit: Any) -> None:
    page = sit("iga")
    known(playing, page, "iga")
    presses(playing, page, "Offer a draw")
    assert agreed(playing) == []
    says_yes(playing, page, "iga")
    until(playing, page, ANSWERED)
    assert agreed(playing) == [("iga", "draw")]
    page.wait_for_selector("#more:has-text('would call the game a draw')")
    assert page.locator("button:text-is('Offer a draw')").count() == 0
    other = sit("ise")
    known(playing, other, "ise")
    asked = other.locator("#turn .matter.asks")
    assert "would call the game a draw" in asked.inner_text()
    for _time in range(2):
        asked.locator("button:text-is('Agree')").click()
    until(playing, other, "#answer.waits:has-text('mailbox')")
    says_yes(playing, other, "ise")
    until(playing, other, ANSWERED)
    assert [seat for seat, _on in agreed(playing)] == ["iga", "ise"]


@pytest.mark.soak
def test_who_wins_is_named_and_a_seat_concedes_by_buttons(playing: Playing, sit: Any) -> None:
    page = sit("kii", viewport={"width": 390, "height": 844})
    known(playing, page, "kii")
    presses(playing, page, "Who wins…", "iga wins")
    says_yes(playing, page, "kii")
    until(playing, page, ANSWERED)
    assert agreed(playing) == [("kii", "iga wins")]
    page.reload()
    presses(playing, page, "Concede")
    assert entries(playing, Conceded) == []
    says_yes(playing, page, "kii")
    until(playing, page, ANSWERED)
    assert [one.seat for one in entries(playing, Conceded)] == ["kii"]
    page.wait_for_selector("#more:has-text('has conceded')", state="attached")
    assert page.locator("button:text-is('Concede')").count() == 0
