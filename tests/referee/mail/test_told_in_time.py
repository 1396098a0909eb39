"""What people are told at once: that the game has begun, and that their deadline is another."""

from __future__ import annotations

from pathlib import Path

from referee.games import people
from referee.seats.readers import set_reader
from referee.service.reports import Trouble
from tests.referee.mail.players import Table
from tests.referee.mail.test_desk_lines import Talking
from tests.referee.mail.test_desk_world import PEOPLE, body
from tests.referee.mail.test_naming import REFEREE, said, told

HOUR = 3_600_000


def test_the_referee_moves_a_deadline_and_its_seat_is_told_both_times(talking: Talking) -> None:
    seat = talking.seat
    set_reader(talking.record, PEOPLE[seat], mails="only my turn")
    deadline = talking.game.register.deadlines.get(seat)
    assert deadline is not None
    people.move_deadline(talking.referee, "winter", seat, deadline.at + 5 * HOUR, "The server fell.", REFEREE)
    talking.desk.tell("winter")
    (mail,) = told(talking)[PEOPLE[seat]]
    assert str(mail["Subject"]).startswith("Your deadline is now ")
    assert "Your deadline in winter has moved: it was " in said(mail)
    assert "The server fell." in said(mail)
    assert "BEGIN ORDERS" not in body(mail)
    talking.desk.tell("winter")
    assert talking.out() == []


def test_everybody_is_told_at_once_that_the_game_has_begun(tmp_path: Path) -> None:
    table = Table(tmp_path, 1)
    for address in table.people.values():
        set_reader(table.record, address, digest="18:00", mails="only my turn")
    table.desk.announce("spring")
    *first, last = table.people
    for seat in first:
        mails = table.send(seat, f"join words of {seat}")
        assert not any("has begun" in said(one) for one in mails.values())
    mails = table.send(last, f"join words of {last}")
    assert set(mails) == set(table.people.values())
    for one in mails.values():
        assert "The game spring has begun: iga (Anna), ise (Bela) and kii (Cara)." in said(one)
    subjects = [str(one["Subject"]) for one in mails.values()]
    assert sum(subject.startswith("Your turn") for subject in subjects) == 1
    assert sum(subject.startswith("The game has begun") for subject in subjects) >= 1
    table.record.close()


def test_the_referee_is_told_once_of_whoever_is_not_heard_in_half_of_his_time(talking: Talking) -> None:
    seat, deadline = talking.seat, talking.game.register.deadlines.get(talking.seat)
    assert deadline is not None
    half = (deadline.since + deadline.at) // 2
    before = talking.desk.sweep(half - 1)
    now = talking.desk.sweep(half)
    assert not any("Half of the time" in line for line in before)
    (trouble,) = [line for line in now if "Half of the time" in line]
    assert isinstance(trouble, Trouble)
    assert f"Half of the time of {seat} in winter (T1) is over" in trouble
    assert not any("Half of the time" in line for line in talking.desk.sweep(half + 1))
    assert not any("Half of the time" in line for line in talking.desk.sweep(deadline.at))


def test_nothing_is_said_of_whoever_has_written(talking: Talking) -> None:
    seat, deadline = talking.seat, talking.game.register.deadlines.get(talking.seat)
    assert deadline is not None
    talking.say("odds and ends", seat=seat)
    found = talking.desk.sweep((deadline.since + deadline.at) // 2)
    assert not any("Half of the time" in line for line in found)
