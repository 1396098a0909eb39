"""The key that a browser keeps for a person: one for all games, none for anybody else who plays from it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.seats.links import play_secret, seat_path
from referee.seats.own_games import games_path
from tests.referee.mail.test_desk_lines import ANNA, BELA, CARA
from tests.web.club import SEAT, Club
from tests.web.playing import BROWSER

KEY = "browser"
SEND = """
(key) => ask("send", {play: secret, browser, key, head: seat.head, lines: ["press to all: hello"]})
  .then((told) => told.state)
"""


def sends(playing: Club, page: Any) -> str:
    """What becomes of something that the page sends."""
    key = page.evaluate("random()")
    assert page.evaluate(SEND, key) == "kept"
    playing.works()
    return str(page.evaluate(SEND, key))


def way(page: Any) -> str:
    return str(page.evaluate("ask('games', {play: secret, browser}).then((told) => told.path)"))


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[Club]:
    made = Club(tmp_path)
    made.out()
    yield made
    made.record.close()


@pytest.fixture
def opens(chromium: Any, pages: str, playing: Club) -> Iterator[Any]:
    """Opens the page of a seat in one and the same browser."""
    context = chromium.new_context()

    def open_(game: str, seat: str) -> Any:
        page, whose = context.new_page(), playing.at(game, seat)
        page.goto(f"{pages}{seat_path(*whose)}#play={play_secret(*whose)}")
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


def test_after_one_yes_the_pages_of_all_her_games_play(playing: Club, opens: Any) -> None:
    page, other = opens("winter", "kii"), opens("summer", SEAT[CARA])
    assert sends(playing, page) == "confirm"
    assert way(other) == ""
    playing.answers_question(CARA)
    assert sends(playing, page) == sends(playing, other) == "answered"
    assert way(other) == games_path(playing.record, CARA)


def test_the_page_of_another_in_the_same_browser_asks_his_mailbox(playing: Club, opens: Any) -> None:
    playing.known("kii")
    page = opens("winter", "kii")
    page.evaluate(f"localStorage.setItem(`bugyo:browser of:${{seat.person}}`, '{BROWSER}')")
    assert sends(playing, opens("summer", SEAT[CARA])) == "answered"
    assert sends(playing, opens("summer", SEAT[ANNA])) == "confirm"
