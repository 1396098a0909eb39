"""Real dice at every level of proof: however a throw ends, play goes on, and every verifier passes it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from domain.game.entries.dice import DiceLeft
from domain.game.entries.entries import Asked, Contributed
from domain.game.entries.policy import Policy
from domain.kit.chance import Thrown
from domain.kit.sealed import REFEREE
from referee.games import people
from referee.games.dice import answer_dice, claim_dice
from referee.record.envelope import COMMAND_LINE, Act
from tests.referee.mail.test_real_dice import HOUR, Table, entries, holds

OF_REFEREE = Act(COMMAND_LINE, person=REFEREE)
TITLES = ("shinobi", "kawanakajima", "twilight_shogun", "clan_war")
"""Rising Sun throws nothing in the open."""


def claims(table: Table) -> None:
    dice = table.game.ledger.dice
    assert dice.question
    faces = [1] * dice.question.count
    claim_dice(table.referee, "winter", dice.thrower, faces, Act(COMMAND_LINE, seat=dice.thrower))


def answers(table: Table, *, yes: bool) -> None:
    claims(table)
    other = table.game.register.others(table.game.ledger.dice.thrower)[0]
    answer_dice(table.referee, "winter", other, yes, Act(COMMAND_LINE, seat=other))


def confirmed(table: Table) -> None:
    answers(table, yes=True)


def denied(table: Table) -> None:
    for _ in range(2):
        answers(table, yes=False)


def lapsed(table: Table) -> None:
    table.now += 49 * HOUR
    table.sweep()


def told_and_lapsed(table: Table) -> None:
    claims(table)
    table.desk.tell("winter")
    lapsed(table)


def leaves(table: Table, *seats: str) -> None:
    for seat in seats:
        act = Act(COMMAND_LINE, seat=seat, person=table.game.register.holders[seat])
        people.leave_seat(table.referee, "winter", seat, "Ill.", act)


def left(table: Table) -> None:
    leaves(table, table.game.ledger.dice.thrower)


def taken_by_a_program(table: Table) -> None:
    seat = table.game.ledger.dice.thrower
    people.take_seat(table.referee, "winter", seat, "steady (program)", "He is ill.", OF_REFEREE)


def left_by_who_confirms(table: Table) -> None:
    claims(table)
    leaves(table, *table.game.register.others(table.game.ledger.dice.thrower))


ENDS: dict[str, Callable[[Table], None]] = {
    "": confirmed,
    "denied": denied,
    "clock": lapsed,
    "clock, told": told_and_lapsed,
    "alone": left,
    "alone, a program": taken_by_a_program,
    "alone, told": left_by_who_confirms,
}


HASTY = Policy(dice="real", hours=48, nmr="default orders")
"""Nobody can throw for another, whatever else the policy gives to whoever is silent."""


def awaiting(title: str, level: int, tmp_path: Path) -> Iterator[Table]:
    """The first throw waits for its dice."""
    made, players = Table(tmp_path, HASTY, level=level, title=title), Random(7)
    while not made.game.ledger.dice.thrower:
        made.desk.tell("winter")  # a witness is asked for what was drawn
        made._gather()
        game = made.game
        for seat in game.wanted()[:1] if not game.asked else ():
            orders = game.rules.offers(game.state, seat) or game.examples(seat)
            made.referee.take("winter", seat, players.choice(orders), Act(COMMAND_LINE, seat=seat))
    made.desk.tell("winter")
    made._gather()
    yield made
    made.record.close()


table = pytest.fixture(awaiting)

CASES = [
    pytest.param(title, level, why, marks=() if (title, level) == ("shinobi", 3) else pytest.mark.soak)
    for title in TITLES
    for level in (1, 2, 3)
    for why in ENDS
    if level == 1 or "program" not in why  # which plays at no other
]


@pytest.mark.parametrize(("title", "level", "why"), CASES)
def test_however_a_throw_ends_play_goes_on_and_the_record_holds(table: Table, level: int, why: str) -> None:
    asked = table.game.asked
    assert asked
    ENDS[why](table)
    table.desk.tell("winter")
    table._gather()
    assert table.game.asked != asked
    (throw,) = [one for one in entries(table, Thrown) if one.question == asked]
    assert throw.real == (not why)
    assert [one.question for one in entries(table, Asked)].count(asked) == 1
    assert [one.why for one in entries(table, DiceLeft)] == [why.partition(",")[0]] * bool(why)
    contributed = [(one.lane, one.index) for one in entries(table, Contributed)]
    assert ((asked.lane, asked.index) in contributed) == (level == 3 and bool(why))
    holds(table)


def test_a_question_that_nobody_throws_for_is_left_to_the_witness_whoever_comes(tmp_path: Path) -> None:
    table, players = Table(tmp_path, level=3, title="kawanakajima"), Random(7)
    leaves(table, "takeda")
    while not table.game.asked:
        (seat, *_), game = table.game.wanted(), table.game
        orders = game.rules.offers(game.state, seat) or game.examples(seat)
        table.referee.take("winter", seat, players.choice(orders), Act(COMMAND_LINE, seat=seat))
    asked = table.game.asked
    assert (asked.draw, asked.secret, table.game.ledger.dice.thrower) == (False, False, "")
    people.take_seat(table.referee, "winter", "takeda", "Zoe", "Anna has left.", OF_REFEREE, "z@example.org")
    table.desk.tell("winter")
    table._gather()
    assert [(one.question, one.real) for one in entries(table, Thrown)][-1] == (asked, False)
    holds(table)
    table.record.close()
