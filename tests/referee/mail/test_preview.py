"""Orders that are only tried, by mail: what would follow from those below the line “preview”. Nothing is
played or recorded, and the answer is the same whatever the others hide."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.referee.mail.test_desk_secrets import Dealt, ideal
from tests.referee.mail.test_desk_world import PEOPLE, World, body, mail


def told(world: World, raw: bytes) -> str:
    """What is answered, where nothing has become of the mail in the game."""
    before = world.record.load("winter")
    world.desk.handle(raw)
    after = world.record.load("winter")
    assert (after.game.position, after.head) == (before.game.position, before.head)
    return " ".join(body(world.only()).partition("-----BEGIN")[0].split())


def test_what_would_follow_is_told_and_nothing_is_played(world: World) -> None:
    order = world.legal()[0]
    said = told(world, world.orders("preview", order))
    assert "1 question answered." in said
    assert f"Nothing is played or recorded. {order} {world.seat} places a card" in said
    assert "Then the game waits for you." in said
    assert "Played" not in said
    assert order in world.legal()


def test_below_it_everything_is_only_tried(world: World) -> None:
    """Press, consent, a cell and a resignation as well: none of them is done."""
    order = world.legal()[0]
    for nth, line in enumerate(
        ("press to all: I attack", "agree to abandon", "resign seat", "wait", "cell 1 abc")
    ):
        said = told(world, world.orders("preview", order, line, order, id=f"<{nth}@example.org>"))
        assert "Then the game waits for you." in said
        assert "Not tried: what comes before it cannot be told to its end." in said
    assert world.game.register.agreed == {}


def test_what_stands_above_it_is_played(world: World) -> None:
    order = world.legal()[0]
    world.desk.handle(world.orders(order, "preview", "pass"))
    said = body(world.only())
    assert f"Played: {order}" in said
    assert "Answer:" in said
    assert "Played: pass" not in said


@pytest.mark.parametrize(
    "text", ["preview {}", "Preview: {}", "preview\n{}\n\nThanks,\nAnna", "> x\npreview\n{}"]
)
def test_without_a_block_it_is_answered_as_a_question_is(world: World, text: str) -> None:
    order, seat = world.legal()[0], world.seat
    raw = mail(text.format(order), PEOPLE[seat], Subject=f"Re: Your turn [winter T1 {seat}] Shinobi")
    said = told(world, raw)
    assert f"{order} {seat} places a card" in said
    assert "Thanks" not in said.partition("Then the game")[2].partition("Write between")[0]


def test_a_seat_that_is_not_asked_may_try_and_is_refused_as_in_play(world: World) -> None:
    order = world.legal()[0]
    other = next(seat for seat in world.game.seats if seat != world.seat)
    said = told(world, mail(world.block(other, "preview", order), PEOPLE[other]))
    assert f"It is not the turn of {other}." in said


def test_one_mail_asks_ten_times_at_most_and_each_time_for_twelve_lines(world: World) -> None:
    order = world.legal()[0]
    said = told(world, world.orders("preview", *["pass"] * 12))
    assert "The lines below these" not in said
    said = told(world, world.orders("preview", *[order] * 13, id="<2@example.org>"))
    assert "The lines below these are not tried: 12 at once are." in said
    said = told(world, world.orders(*["what"] * 9, "preview", order, id="<3@example.org>"))
    assert "places a card" in said
    said = told(world, world.orders(*["what"] * 10, "preview", order, id="<4@example.org>"))
    assert "places a card" not in said


def test_no_line_at_all_is_told_what_belongs_there(world: World) -> None:
    assert "No order stands below it." in told(world, world.orders("preview"))


def test_a_stranger_is_told_nothing(world: World) -> None:
    raw = mail(world.block(world.seat, "preview", world.legal()[0]), "dora@example.org")
    before = world.game.position
    world.desk.handle(raw)
    assert all("places a card" not in body(one) for one in world.out())
    assert world.game.position == before


ORDERS = [("place go-hojo in ise",), ("place mori in iga", "pass"), ("attack go-hojo in kii with oda",)]


def answers(path: Path, swapped: bool, seat: str) -> list[bytes]:
    """All that a seat is answered which tries every kind of order, in one of two worlds that differ in what
    iga has in its hand."""
    path.mkdir()
    world = World(path, Dealt(swapped), ideal)
    world.desk.announce("winter")
    world.out()
    for nth, lines in enumerate(ORDERS):
        raw = mail(world.block(seat, "preview", *lines), PEOPLE[seat], id=f"<{nth}@example.org>")
        world.desk.handle(raw)
    sent = [one.as_bytes() for one in world.out()]
    world.record.close()
    return sent


def test_the_answer_is_the_same_whatever_the_others_hide(tmp_path: Path) -> None:
    for seat in ("ise", "kii"):
        one = answers(tmp_path / f"{seat}-a", False, seat)
        assert len(one) == len(ORDERS)
        assert one == answers(tmp_path / f"{seat}-b", True, seat)
    own = [answers(tmp_path / f"iga-{nth}", bool(nth), "iga") for nth in (0, 1)]
    assert own[0] != own[1]
