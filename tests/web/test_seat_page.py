"""What the page of a seat is made of, and the dry check: only what the seat itself may know, and nothing is
changed by it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from domain.kit.sealed import Sealed
from domain.titles import TITLES
from referee.games.opening import Opening
from referee.record.envelope import COMMAND_LINE, Act
from referee.seats.links import seat_path
from referee.seats.tokens import holder, server_key
from referee.service.own_address import ADDRESS
from referee.web.application import application
from tests.referee.mail.test_desk_world import PEOPLE
from tests.web.playing import DESK, PAGES, Playing


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[Playing]:
    made = Playing(tmp_path)
    yield made
    made.record.close()


def data(playing: Playing, seat: str, language: str = "en") -> dict[str, Any]:
    told = playing.web.get(f"{playing.link(seat)}api/table?language={language}")
    assert told.status_code == 200
    found: dict[str, Any] = told.json()
    return found


def checked(playing: Playing, *lines: str, seat: str = "", head: str = "") -> Any:
    told = playing.post(f"{playing.link(seat or playing.seat)}check", {"lines": lines, "head": head})
    assert told.status_code == 200, told.text
    return told.json()


def test_whoever_is_asked_is_told_what_by_when_and_what_he_may_order(playing: Playing) -> None:
    seat, kept = playing.seat, playing.record.load("winter")
    found = data(playing, seat)
    assert found["is_asked"]
    assert found["asked"].startswith("Cara, it is your turn in winter")
    assert found["until"].startswith("Answer by ")
    assert found["due"] > playing.now
    assert found["head"] == f"{kept.game.position} {kept.head.hex()}"
    assert found["orders"] == playing.legal()
    assert {one["order"] for one in found["choices"]} <= set(found["orders"])
    assert (found["mail"], found["play"], found["tag"]) == (DESK, "yes", f"[winter T1 {seat}]")


def test_whoever_is_not_asked_has_nothing_to_order(playing: Playing) -> None:
    other = next(one for one in PEOPLE if one != playing.seat)
    found = data(playing, other)
    assert (found["is_asked"], found["orders"], found["choices"]) == (False, [], [])
    assert found["waits"] == ["kii (Cara)"]


def test_it_is_said_in_the_language_that_is_asked_for(playing: Playing) -> None:
    assert data(playing, playing.seat, "fr")["language"] == "fr"
    assert data(playing, playing.seat)["asked"] != data(playing, playing.seat, "fr")["asked"]


def test_press_is_shown_to_whom_it_was_written(playing: Playing) -> None:
    playing.say("press to ise: between <b>us</b>", seat="kii")
    for seat, texts in (("kii", [True]), ("ise", [False]), ("iga", [])):
        found = data(playing, seat)["press"]
        assert [one["mine"] for one in found] == texts
        assert all(one["text"] == "between <b>us</b>" and one["who"] == "kii (Cara)" for one in found)


STATES = [
    ("attack nobody", "unread"),
    ("press to all: hello", "talk"),
    ("press to ise\nhello there\n\n  place 86 koi\nend press", "talk"),
    ("press to ise: hello\nthere", "talk"),
    ("dispute 12\nthat was mine\nend dispute", "talk"),
    ("press to ise\nend press", "unread"),
    ("card ninja", "talk"),
    ("; a comment", "talk"),
    ("press to all:", "unread"),
    ("", "talk"),
    ("anything at all", "unread"),
]


@pytest.mark.parametrize(("line", "state"), STATES)
def test_each_line_is_read_as_its_mail_would_be(playing: Playing, line: str, state: str) -> None:
    (found,) = checked(playing, line)["lines"]
    assert (found["text"], found["state"]) == (line, state)
    assert bool(found["says"]) == (state == "unread")


def test_orders_are_legal_possible_or_not(playing: Playing) -> None:
    """Behind an order its rehearsal says what is; behind one that is none, nothing can be told."""
    legal, stood = playing.legal()[0], playing.played()
    found = checked(playing, f"  {legal.upper()} ", legal)
    assert [one["state"] for one in found["lines"]] == ["legal", "illegal"]
    assert found["lines"][0]["canonical"] == legal
    assert (found["asked"], bool(found["orders"])) == ("", True)
    assert legal not in found["orders"]
    other = next(one for one in PEOPLE if one != playing.seat)
    (refused,) = checked(playing, legal, seat=other)["lines"]
    assert (refused["state"], refused["says"]) == ("illegal", "That is no order that you may give now.")
    assert playing.played() == stood


def test_nothing_on_the_sheet_yet_offers_what_the_page_does(playing: Playing) -> None:
    found = checked(playing)
    assert found["orders"] == data(playing, playing.seat)["orders"]


def test_a_sheet_for_a_question_that_is_closed_says_so(playing: Playing) -> None:
    seat, order = playing.seat, playing.legal()[0]
    head = data(playing, seat)["head"]
    assert checked(playing, order, head=head)["lines"][0]["state"] == "legal"
    playing.say(order, seat=seat)
    (found,) = checked(playing, playing.legal(seat)[0], seat=seat, head=head)["lines"]
    assert found["state"] == "illegal"
    assert found["says"].startswith("The question that it answers is closed. ")


def test_questions_are_answered_and_nothing_else_is(playing: Playing) -> None:
    stood, path = playing.played(), f"{playing.link(playing.seat)}ask"
    lines = playing.post(path, {"line": "card ninja"}).json()["lines"]
    assert "ninja: 3 cards in the game." in "\n".join(lines)
    assert "here" in "\n".join(playing.post(path, {"line": "card dragon"}).json()["lines"])
    for line in ("press to all: hello", playing.legal()[0], "vacation 2026-12-01", ""):
        told = playing.post(path, {"line": line})
        assert told.status_code == 400
        assert told.json()["error"].startswith("This is no question.")
    assert playing.played() == stood


def test_nothing_of_it_knows_more_than_the_seat(playing: Playing) -> None:
    """No clan that was dealt to another seat alone is named."""
    seat = playing.seat
    others = {
        value.value
        for envelope in playing.record.envelopes("winter")
        for value in [getattr(getattr(envelope.entry, "event", None), "clan", None)]
        if isinstance(value, Sealed) and seat not in value.to
    }
    own = {
        value.value
        for envelope in playing.record.envelopes("winter")
        for value in [getattr(getattr(envelope.entry, "event", None), "clan", None)]
        if isinstance(value, Sealed) and seat in value.to
    }
    found = data(playing, seat)
    said = json.dumps({**found, "orders": [], "choices": [], "forms": []})
    assert others - own
    assert not [clan for clan in others - own if clan in said]


@pytest.mark.parametrize("title", list(TITLES))
def test_every_title_tells_its_page_and_checks_a_sheet(playing: Playing, title: str) -> None:
    """Names as they are printed on things, too."""
    rules, record = TITLES[title], playing.record
    seats = rules.seats[: max(2, rules.scenarios[0].seats[0])]
    game = playing.referee.open(
        Opening("spring", title, ("Anna", "Bela", "Cara", "Dora")[: len(seats)], seats=seats, level=0),
        Act(COMMAND_LINE),
    ).game
    seat = game.awaited()[0]
    path = seat_path(server_key(record), game, seat, *holder(record, game, seat).marks)
    told = playing.web.get(f"{path}api/table").json()
    assert told["choices"]
    checked = playing.web.post(f"{path}check", json={"lines": []}, headers={"Origin": PAGES}).json()
    assert checked["choices"] == told["choices"]


@pytest.mark.parametrize("address", ["referee@localhost", ADDRESS])
def test_a_page_names_no_address_that_nobody_can_write_to(playing: Playing, address: str) -> None:
    """As “bugyo solo” has one: the page plays, and says of no mail."""
    made = application(playing.record, clock=lambda: playing.now, address=address, spool=playing.spool)
    seat = playing.seat
    with TestClient(made) as web:
        told = web.get(f"{playing.link(seat)}api/table").json()
        page = web.get(playing.link(seat)).text
    assert (told["mail"], told["play"]) == ("", "yes")
    assert address.partition("@")[2] not in page
