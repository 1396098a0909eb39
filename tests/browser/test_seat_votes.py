"""Votes by the buttons of the page of a seat: each writes a line, Send sends it, and what ends a game or a
seat is asked once more by mail."""

from __future__ import annotations

from typing import Any

import pytest

from domain.game.entries.people import Agreed, Conceded
from tests.browser.seated import known, says_yes, until
from tests.web.playing import Playing


def entries(playing: Playing, kind: type[Any]) -> list[Any]:
    return [one.entry for one in playing.record.envelopes("winter") if isinstance(one.entry, kind)]


def presses(playing: Playing, page: Any, button: str, more: str = "") -> None:
    """Presses a button and then Send; the mailbox says “yes”."""
    page.click(f"button[data-line]:text-is('{button}')")
    page.type("#sheet", more)
    page.click("#send:enabled")
    until(playing, page, "#outcome:has-text('mailbox')")


@pytest.mark.soak
def test_a_draw_is_offered_and_agreed_to_by_buttons(playing: Playing, sit: Any) -> None:
    page = sit("iga")
    known(playing, page, "iga")
    presses(playing, page, "Offer a draw")
    assert entries(playing, Agreed) == []
    says_yes(playing, page, "iga")
    until(playing, page, "#outcome:not(:has-text('mailbox'))")
    assert [(one.seat, one.on) for one in entries(playing, Agreed)] == [("iga", "draw")]
    page.click("#fresh")
    page.wait_for_selector("#rest:has-text('would call the game a draw')")
    assert page.locator("button:text-is('Offer a draw')").count() == 0
    other = sit("ise")
    known(playing, other, "ise")
    assert "would call the game a draw" in other.inner_text(".ask")
    presses(playing, other, "Agree")
    says_yes(playing, other, "ise")
    until(playing, other, "#outcome:not(:has-text('mailbox'))")
    assert [one.seat for one in entries(playing, Agreed)] == ["iga", "ise"]


@pytest.mark.soak
def test_who_wins_is_named_and_a_seat_concedes_by_buttons(playing: Playing, sit: Any) -> None:
    page = sit("kii", viewport={"width": 390, "height": 844})
    known(playing, page, "kii")
    presses(playing, page, "Who wins…", "iga wins")
    says_yes(playing, page, "kii")
    until(playing, page, "#outcome:not(:has-text('mailbox'))")
    assert [(one.seat, one.on) for one in entries(playing, Agreed)] == [("kii", "iga wins")]
    page.click("#fresh")
    page.wait_for_selector("#rest:has-text('iga')")
    presses(playing, page, "Concede")
    assert entries(playing, Conceded) == []
    says_yes(playing, page, "kii")
    until(playing, page, "#outcome:not(:has-text('mailbox'))")
    assert [one.seat for one in entries(playing, Conceded)] == ["kii"]
    page.click("#fresh")
    page.wait_for_selector("#rest:has-text('has conceded')")
    assert page.locator("button:text-is('Concede')").count() == 0
