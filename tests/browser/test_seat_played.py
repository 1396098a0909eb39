"""A seat that is played by two browsers against a desk: what they send is judged, recorded and mailed as any
mail is."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.mail.seat_view.links import play_secret
from referee.record.record import Record
from tests.referee.mail.test_desk_world import PEOPLE
from tests.web.playing import DESK, Playing
from tests.web.served import serving

SOON = 15_000
"""Milliseconds."""


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[Playing]:
    made = Playing(tmp_path)
    yield made
    made.record.close()


@pytest.fixture
def pages(playing: Playing) -> Iterator[str]:
    """Where the pages of the desk stand; they only read its store."""
    record = Record(playing.record.place, only_read=True)
    with serving(record, address=DESK, spool=str(playing.path / "pages")) as address:
        yield address.rstrip("/")
    record.close()


@pytest.fixture
def sit(chromium: Any, playing: Playing, pages: str) -> Iterator[Any]:
    """Sits somebody down before the page of a seat, in a browser of his own; it may complain of nothing."""
    contexts, said = [], list[str]()

    def open_(seat: str, **settings: Any) -> Any:
        context = chromium.new_context(**settings)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: said.append(str(error)))
        page.goto(f"{pages}{playing.link(seat)}#play={play_secret(*playing.whose(seat))}")
        return page

    yield open_
    for context in contexts:
        context.close()
    assert said == []


def until(playing: Playing, page: Any, selector: str) -> None:
    """The desk works until the page shows something."""
    end = time.monotonic() + SOON / 1000
    while not page.locator(selector).count():
        assert time.monotonic() < end, page.inner_text("#side")
        playing.works()
        page.wait_for_timeout(50)


def introduced(playing: Playing, page: Any, seat: str) -> None:
    """The word by mail that a new browser needs once."""
    page.fill("#words-of-press", "Good morning")
    page.click("#write button")
    until(playing, page, "#said-of-press:has-text('mailbox')")
    playing.works()
    playing.answers_question(PEOPLE[seat])
    until(playing, page, "#said-of-press:not(:has-text('mailbox'))")  # what waits is taken up again by a reload


def test_two_browsers_and_a_mailer_play_a_game(playing: Playing, sit: Any) -> None:
    """One of the browsers is a telephone; whoever plays by mail is told of the orders of both."""
    sides = {
        "iga": {"viewport": {"width": 1280, "height": 900}},
        "ise": {"viewport": {"width": 360, "height": 740}},
    }
    seats = {seat: sit(seat, **settings) for seat, settings in sides.items()}
    for seat, page in seats.items():
        introduced(playing, page, seat)
    for _order in range(12):
        seat = playing.seat
        if seat not in seats:
            playing.say(playing.legal()[0], seat=seat)
            continue
        page = seats[seat]
        page.reload()
        stood = len(playing.record.envelopes("winter"))
        page.click("#choices button >> nth=0")
        page.click("#send:enabled")
        until(playing, page, "#receipt:not(:empty)")
        acts = [one.act for one in playing.record.envelopes("winter")[stood:]]
        assert acts[0][5].split()[-1] == "page"
