"""Seats that programs hold in a game that goes on: people take them and give them back, consent without them,
fall silent and are stood in for. All of it is audited, and verified by the page that was written anew."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.game.deciding.bars_people import bars
from domain.game.entries.entries import PROGRAM, SEAT, Ordered, Rewound
from domain.game.entries.people import (
    Abandoned,
    AddressChanged,
    DeadlinesSet,
    Delegated,
    KeyRegistered,
    Lapsed,
    Paused,
)
from domain.game.entries.policy import Policy
from domain.kit.bars import first_reason
from domain.kit.errors import IllegalMove
from domain.kit.likeness import called
from domain.kit.sealed import REFEREE
from referee.audit.audit import audit_game
from referee.bundle.verify import verify
from referee.bundle.writing import members, zipped
from referee.games import people, rulings
from referee.identity.renewing import new_link
from referee.programs.seats import awaits
from referee.record.envelope import MAIL, Act
from referee.record.envelope import PROGRAM as BY_PROGRAM
from referee.seats.folded_games import replay
from referee.web.desk_games import Overseen, waitings
from referee.web.desk_wants import stuck
from tests.referee.programs.table import ACT, GAME, OWN, Table

HOUR = 3_600_000
STEADY = called("steady")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    one = Table(tmp_path, {"ise": "steady"}, policy=Policy(press="private"))
    one.join()
    yield one
    holds(one)


def holds(table: Table) -> None:
    assert table.said == []
    assert audit_game(table.record, GAME).finding is None
    report = verify(zipped(members(table.record, GAME, REFEREE)))
    assert report.ok, report.lines


def rounds(table: Table, seed: int, lines: int) -> None:
    """People send so many lines, or to the end."""
    played = table.play(Random(seed))
    for _line, _nth in zip(played, range(lines), strict=False):
        pass
    table.think()


def found(table: Table, kind: type) -> list[Any]:
    return [entry for entry in table.entries() if isinstance(entry, kind)]


def test_a_person_takes_the_seat_of_a_program_and_it_takes_it_back(table: Table) -> None:
    rounds(table, 1, 6)
    people.take_seat(table.referee, GAME, "ise", "Dora", "She wants to play", ACT, "dora@example.org")
    assert table.game.register.program("ise") == ""
    assert table.record.addresses(GAME)["ise"] == "dora@example.org"
    before = len(table.entries())
    while table.game.awaited() != ("ise",):
        seat = table.game.awaited()[0]
        table.send(seat, table.line(seat, Random(2)))
    assert table.think() == 0
    order = table.game.examples("ise")[0]
    with pytest.raises(IllegalMove, match="does not sit at ise; Dora does"):
        table.referee.take(GAME, "ise", order, Act(BY_PROGRAM, seat="ise", person=STEADY))
    table.referee.take(GAME, "ise", order, Act(MAIL, seat="ise", person="Dora"))
    people.take_seat(table.referee, GAME, "ise", STEADY, "Dora has left", ACT)
    assert "ise" not in table.record.addresses(GAME)
    rounds(table, 4, 6)
    new = zip(table.entries()[before:], table.acts()[before:], strict=True)
    causes = [act[0] for entry, act in new if isinstance(entry, Ordered) and entry.seat == "ise"]
    assert causes[:2] == [MAIL, BY_PROGRAM]
    assert set(causes[1:]) == {BY_PROGRAM}


def test_people_stand_by_before_programs_and_a_program_may_have_several_seats(tmp_path: Path) -> None:
    table = Table(tmp_path, {"ise": "steady"}, policy=Policy(nmr="standby"))
    table.join()
    people.list_standby(table.referee, GAME, STEADY, True, ACT)
    people.list_standby(table.referee, GAME, "Dora", True, ACT, "dora@example.org")
    people.leave_seat(table.referee, GAME, "iga", "", OWN)
    assert table.game.register.holders["iga"] == "Dora"
    people.leave_seat(table.referee, GAME, "kii", "", OWN)
    assert table.game.register.holders["kii"] == STEADY
    assert [*table.game.register.standbys] == [STEADY]
    people.list_standby(table.referee, GAME, STEADY, False, ACT)
    assert table.game.register.standbys == ()
    with pytest.raises(IllegalMove, match="never was"):
        people.list_standby(table.referee, GAME, STEADY, False, ACT)
    holds(table)


@pytest.mark.parametrize("on", ["pause", "abandon"])
def test_programs_are_for_what_all_people_want(table: Table, on: str) -> None:
    people.agree(table.referee, GAME, "iga", on, True, OWN)
    assert not table.game.register.paused
    assert not table.game.register.abandoned
    people.agree(table.referee, GAME, "kii", on, True, OWN)
    kinds = {"pause": Paused, "abandon": Abandoned}
    (decided,) = found(table, kinds[on])
    assert decided.by == "consent"


def test_where_only_programs_sit_nothing_is_agreed(tmp_path: Path) -> None:
    table = Table(tmp_path, dict.fromkeys(("iga", "ise", "kii"), "random"))
    assert not table.game.register.consents("abandon")
    assert table.game.register.sitting() == []
    table.think()
    assert table.game.is_over()
    holds(table)


def test_no_program_orders_in_a_pause(table: Table) -> None:
    while awaits(table.game) is None:
        seat = table.game.awaited()[0]
        table.referee.take(GAME, seat, table.game.examples(seat)[0], OWN)
    people.pause(table.referee, GAME, "holidays", 0, ACT)
    assert awaits(table.game) is None
    assert table.think() == 0
    people.resume(table.referee, GAME, "over", ACT)
    assert table.think() >= 1


def test_a_take_back_asks_the_people_alone(table: Table) -> None:
    while table.game.awaited()[0] not in table.people:
        table.think()
    seat = table.game.awaited()[0]
    (other,) = (one for one in table.people if one != seat)
    before = table.game.position
    table.referee.take(GAME, seat, table.game.examples(seat)[-1], OWN)
    rulings.ask_back(table.referee, GAME, seat, 0, "a slip", OWN)
    assert table.game.register.docket.proposal is not None
    with pytest.raises(IllegalMove, match="is not asked"):
        rulings.answer_back(table.referee, GAME, "ise", True, OWN)
    rulings.answer_back(table.referee, GAME, other, True, OWN)
    (back,) = found(table, Rewound)
    assert (back.by, back.to) == ("consent", before)


@pytest.mark.parametrize(
    "entry",
    [
        Delegated("iga", STEADY, "all", 1 << 50),
        AddressChanged("ise", STEADY, "referee", "why"),
        KeyRegistered("ise", STEADY, "ssh-ed25519 AAAA"),
    ],
)
def test_a_program_does_nothing_beside_its_orders(table: Table, entry: object) -> None:
    assert "is a program" in first_reason(bars(table.game.register, entry, 1))  # type: ignore[arg-type]


def test_where_orders_are_signed_a_program_signs_none(tmp_path: Path) -> None:
    table = Table(tmp_path, dict.fromkeys(("iga", "ise", "kii"), "steady"), policy=Policy(authority=3))
    table.think()
    assert table.game.is_over()
    holds(table)


# ---- clocks


def test_a_program_has_no_deadline(tmp_path: Path) -> None:
    table = Table(tmp_path, {"ise": "steady"}, policy=Policy(hours=24, nmr="default orders"))
    table.join()
    rounds(table, 1, 8)
    set_for = {one.seat for entry in found(table, DeadlinesSet) for one in entry.deadlines}
    assert set_for == {"iga", "kii"}
    holds(table)


@pytest.fixture
def silent(tmp_path: Path) -> Iterator[Table]:
    """A game of people in which whoever is awaited has fallen silent."""
    one = Table(tmp_path, {}, policy=Policy(hours=24, nmr="bot"))
    one.join()
    lapse(one)
    yield one
    holds(one)


def lapse(table: Table) -> str:
    seat = table.game.awaited()[0]
    table.now += 24 * HOUR + 1
    table.desk.sweep(table.now)
    table.collect()
    assert found(table, Lapsed)[-1].seat == seat
    return seat


def test_a_program_orders_for_who_is_silent_to_the_end_of_the_turn(silent: Table) -> None:
    seat, turn = silent.game.awaited()[0], silent.game.turn
    assert silent.think() >= 1
    given = [entry for entry in silent.entries() if isinstance(entry, Ordered)]
    assert {(entry.seat, entry.by) for entry in given} == {(seat, PROGRAM)}
    assert silent.game.turn != turn
    assert silent.game.register.holders[seat] == seat.title()
    assert silent.game.register.has_programs
    (act,) = {a for e, a in zip(silent.entries(), silent.acts(), strict=True) if isinstance(e, Ordered)}
    assert act == ("program", "", seat, STEADY, seat.title())
    assert silent.think() == 0


def test_whoever_answers_before_the_program_plays_himself(silent: Table) -> None:
    seat = silent.game.awaited()[0]
    assert silent.send(seat, silent.line(seat, Random(1))) == "1 order played"
    assert seat not in silent.game.register.silent
    assert {entry.by for entry in silent.entries() if isinstance(entry, Ordered)} == {SEAT}


def test_a_program_stands_in_for_a_seat_only_where_the_policy_says_so(tmp_path: Path) -> None:
    table = Table(tmp_path, {}, policy=Policy(hours=24, nmr="wait"))
    table.join()
    seat = lapse(table)
    given = Ordered(seat, table.game.examples(seat)[0], PROGRAM)
    assert "no program stands in for it" in first_reason(bars(table.game.register, given, 1))
    assert table.think() == 0


def test_a_program_has_no_link(table: Table) -> None:
    with pytest.raises(IllegalMove, match="A program holds ise, and has no link"):
        new_link(table.referee, GAME, "ise", "why", ACT)


def test_the_page_of_the_referee_says_what_helps_a_seat(tmp_path: Path) -> None:
    """A program may follow who is silent; one that does not order has no mail to be asked by."""
    table = Table(tmp_path, {"ise": "steady"}, policy=Policy(hours=24))
    table.join()
    while table.game.awaited()[0] not in table.people:
        table.think()
    seat = lapse(table)
    table.now += 40 * 24 * HOUR
    commands = wanted(table)
    assert f'bugyo roster take {GAME} {seat} --bot steady --reason "WHY"' in commands
    people.take_seat(table.referee, GAME, seat, STEADY, "He has left", ACT)
    table.now += 40 * 24 * HOUR
    commands = wanted(table)
    assert f'bugyo roster take {GAME} {seat} "NAME <ADDRESS>" --reason "WHY"' in commands
    assert not [one for one in commands if "press" in one]


def wanted(table: Table) -> list[str]:
    stood = (table.record.load(GAME),)
    desk = Overseen(table.record, table.now, stood, (), lambda game: replay(table.record, game))
    return [command for one in stuck(desk, waitings(desk)) for command in one.commands]
