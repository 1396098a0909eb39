"""The key that a browser keeps for a person: one for all games, none for anybody else who plays from it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.seats.links import play_secret, seat_path
from tests.browser.at_table import READY, composes, until
from tests.referee.mail.test_desk_lines import ANNA, BELA, CARA
from tests.web.club import SEAT, Club

KEY = "typeof browser === 'string' && browser"


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[Club]:
    made = Club(tmp_path)
    made.out()
    yield made
    made.record.close()


@pytest.fixture
def opens(chromium: Any, pages: str, playing: Club) -> Iterator[Any]:
    """Opens the table of a seat in one and the same browser."""
    context = chromium.new_context()

    def open_(game: str, seat: str) -> Any:
        page, whose = context.new_page(), playing.at(game, seat)
        page.goto(f"{pages}{seat_path(*whose)}table#play={play_secret(*whose)}")
        return page

    yield open_
    context.close()


def test_a_person_has_one_key_and_another_person_another(playing: Club, opens: Any) -> None:
    hers = opens("winter", "kii").evaluate(KEY)
    assert len(hers) == 43
    assert opens("summer", SEAT[CARA]).evaluate(KEY) == hers
    theirs = {opens("summer", SEAT[one]).evaluate(KEY) for one in (ANNA, BELA)}
    assert len(theirs - {hers}) == 2


def test_a_seat_that_was_given_a_key_of_its_own_before_keeps_it(playing: Club, opens: Any) -> None:
    page = opens("winter", "kii")
    hers = page.evaluate(KEY)
    page.evaluate("localStorage.setItem('bugyo:browser:winter/kii', 'o'.repeat(43))")
    assert opens("winter", "kii").evaluate(KEY) == "o" * 43
    assert opens("summer", SEAT[CARA]).evaluate(KEY) == hers


def test_after_one_yes_the_pages_of_all_her_games_send(playing: Club, opens: Any) -> None:
    seat = playing.seat
    address = playing.record.addresses("winter")[seat]
    page = opens("winter", seat)
    composes(page)
    page.click(READY)
    until(playing, page, "#answer.waits:has-text('mailbox')")
    playing.answers_question(address)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    until(playing, page, "#answer:not(.waits)")
    other = opens("summer", SEAT[address])
    found = other.evaluate("ask('games', {play: secret, browser}).then((told) => told.path)")
    assert found.startswith("/m/")
    assert not playing.asks("summer", SEAT[address], browser=other.evaluate(KEY))
