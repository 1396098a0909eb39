"""The diary of a seat, by mail: its writer reads it and nobody else, until he opens it after the end; who
takes the seat reads what was left to him. It is no part of the record."""

from __future__ import annotations

import pytest

from domain.game.entries.people import SeatTaken
from referee.bundle.writing import members
from referee.games import people
from referee.record.envelope import COMMAND_LINE, Act
from referee.seats.diary import LONGEST, MOST
from tests.referee.mail.test_desk_world import PEOPLE, World, body, mail

REFEREE = Act(COMMAND_LINE, person="referee")
SECRET = "Boris strikes me from Omi in autumn"


class Writer:
    """Whoever writes for a seat; each mail has a number of its own."""

    sent = 0

    def __init__(self, world: World, seat: str, sender: str = "") -> None:
        self.world, self.seat, self.sender = world, seat, sender or PEOPLE[seat]

    def writes(self, *lines: str) -> str:
        Writer.sent += 1
        raw = mail(self.world.block(self.seat, *lines), self.sender, id=f"<{Writer.sent}@example.org>")
        self.world.desk.handle(raw)
        said = [body(one) for one in self.world.out() if one["To"] == self.sender]
        return " ".join(said[0].partition("-----BEGIN")[0].split()) if said else ""


def asked(world: World, sender: str) -> str:
    """What the question for notes is answered to an address, without any token."""
    world.desk.handle(mail("notes\n", sender, Subject="Re: News [winter T1 iga]", id=f"<{sender}>"))
    return " ".join(" ".join(body(one) for one in world.out() if one["To"] == sender).split())


def test_a_note_is_kept_and_read_again(world: World) -> None:
    iga = Writer(world, "iga")
    assert "Kept as note 1:" in iga.writes(f"note: {SECRET}", "and does not know that I know", "pass")
    assert "Kept as note 2:" in iga.writes("Note: the second")
    said = iga.writes("notes")
    assert f"{SECRET} and does not know that I know pass 2, " in said
    assert said.index(SECRET) < said.index("the second")


def test_it_is_no_part_of_the_record_and_nobody_else_is_told(world: World) -> None:
    before = world.record.load("winter")
    raw = mail(world.block("iga", f"note: {SECRET}"), PEOPLE["iga"])
    world.desk.handle(raw)
    (answer,) = world.out()
    assert answer["To"] == PEOPLE["iga"]
    after = world.record.load("winter")
    assert (after.head, after.game.position) == (before.head, before.game.position)
    assert all(SECRET.encode() not in held for held in members(world.record, "winter", "referee").values())


def test_no_other_seat_and_no_stranger_reads_it(world: World) -> None:
    Writer(world, "iga").writes(f"note: {SECRET}")
    ise = Writer(world, "ise")
    assert "You have no note." in ise.writes("notes")
    assert "Notes are opened after the end of the game" in ise.writes("notes iga")
    assert SECRET not in Writer(world, "iga", "dora@example.org").writes("notes")
    assert "You have no note 1." in ise.writes("forget note 1")
    Writer(world, "iga").writes("share notes")
    assert SECRET not in ise.writes("notes iga")


def test_a_question_without_a_token_is_answered_to_the_seat_alone(world: World) -> None:
    Writer(world, "iga").writes(f"note: {SECRET}")
    assert SECRET in asked(world, PEOPLE["iga"])
    assert SECRET not in asked(world, PEOPLE["ise"])


def test_whoever_only_acts_for_a_seat_neither_reads_nor_writes_it(world: World) -> None:
    Writer(world, "iga").writes(f"note: {SECRET}")
    until, act = world.now + 10**9, Act(COMMAND_LINE, "", "iga", "Anna")
    people.delegate(world.referee, "winter", "iga", "Dora", "all", until, act, "dora@example.org")
    world.out()
    dora = Writer(world, "iga", "dora@example.org")
    assert "Only whoever holds the seat has its notes." in dora.writes("notes")
    assert SECRET not in asked(world, "dora@example.org")


def test_who_takes_the_seat_reads_what_was_left_to_him(world: World) -> None:
    iga = Writer(world, "iga")
    iga.writes(f"note: {SECRET}")
    iga.writes("note to my successor: keep the ninja for winter")
    world.referee.put("winter", lambda _g, _at: SeatTaken("iga", "Dora", "Anna is ill."), REFEREE)
    world.record.register("winter", "iga", "dora@example.org")
    world.out()
    said = asked(world, "dora@example.org")
    assert "Anna: keep the ninja for winter" in said
    assert SECRET not in said


def test_after_the_end_it_is_open_if_its_writer_agrees_and_as_long_as_he_does(world: World) -> None:
    iga, ise = Writer(world, "iga"), Writer(world, "ise")
    iga.writes(f"note: {SECRET}")
    people.abandon(world.referee, "winter", "It is late.", REFEREE)
    world.out()
    assert "No note of iga is open." in ise.writes("notes iga")
    assert "1 note of yours is open to all after the end." in iga.writes("share notes")
    assert SECRET in ise.writes("notes iga")
    assert "None of your notes will be open to others." in iga.writes("hide notes")
    assert SECRET not in ise.writes("notes iga")


def test_a_note_that_is_forgotten_stands_only_in_its_mail(world: World) -> None:
    iga = Writer(world, "iga")
    iga.writes(f"note: {SECRET}")
    assert "The note is forgotten." in iga.writes("forget note 1")
    assert "You have no note." in iga.writes("notes")
    kept = world.record.recorder.rows("SELECT name, value FROM settings", ())
    assert all(SECRET.encode() not in bytes(value) for _name, value in kept)


def test_a_note_must_come_alone(world: World) -> None:
    """Below it all belongs to it, so that no order there is played; above it, it is refused."""
    order = world.legal()[0]
    writer = Writer(world, world.seat)
    assert "A note must come alone" in writer.writes(order, "note: he lies")
    assert "You have no note." in writer.writes("notes")


def test_a_note_of_4000_signs_is_kept_and_none_that_is_longer_and_200_of_a_seat(world: World) -> None:
    iga = Writer(world, "iga")
    half = "x" * (LONGEST // 2 - 10)
    rest = "y" * (LONGEST - 2 * len(half) - 2)
    assert "Kept as note 1" in iga.writes(f"note: {half}", half, rest)
    assert "A note has 4000 signs at most; this one has 4001." in iga.writes(
        f"note: {half}", half, f"{rest}z"
    )
    for number in range(2, MOST):
        world.record.set(f"diary/winter/iga/{number + 1000}", world.record.setting("diary/winter/iga/1"))
    assert "Kept as note 2" in iga.writes("note: the last")
    assert "A seat has 200 notes at most." in iga.writes("note: one more")


@pytest.mark.parametrize("line", ["note:", "note to my successor:"])
def test_a_note_without_a_text_is_none(world: World, line: str) -> None:
    assert "This note has no text." in Writer(world, "iga").writes(line)
