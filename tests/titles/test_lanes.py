"""Throws in lanes, in games of every title: the order in which two mails are worked changes none, and a
rewind on the spot re-rolls none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from msgspec import Struct

from domain.game.deciding.decide import post
from domain.game.deciding.effects import rewind
from domain.game.deciding.run import Run
from domain.game.entries.entries import Entry, Rewound
from domain.game.state.game_state import GameState
from domain.kit.chance import Question, Thrown, ThrownAgain
from domain.kit.errors import OrderError
from domain.kit.facts import Fact
from domain.titles import TITLES
from referee.games.opening import Opening
from referee.games.referee import Referee
from referee.games.selfplay import random_order
from referee.record.envelope import BOTS, Act
from referee.record.record import Record

Given = tuple[str, Struct]

NO_DICE = "rising_sun"
"""Nothing is thrown in its games once they are set up."""


class Table(NamedTuple):
    """A game with all its seats; `run` has played it on from what is stored."""

    referee: Referee
    run: Run
    stored: tuple[Entry, ...]

    def entries(self) -> list[Entry]:
        return [*self.stored, *self.run.made]

    def again(self) -> Run:
        """Another way to go on from here."""
        return Run(self.run.game, self.referee.cells.chance)


def opened(record: Record, title: str, seed: str) -> Table:
    """A game that all have joined."""
    rules, referee = TITLES[title], Referee(record, seed=seed)
    people = tuple(f"bot {n}" for n in range(rules.scenarios[0].seats[1]))
    kept = referee.open(Opening(seed, title, people), Act(BOTS))
    stored = tuple(envelope.entry for envelope in record.envelopes(seed))
    table = Table(referee, Run(kept.game, referee.cells.chance), stored)
    random = Random(seed)
    while table.run.game.ledger.absent:
        random_order(table.run, random)
    return table


def states(folder: Path, title: str, seed: str) -> Iterator[tuple[Table, Random]]:
    """Random games one after the other, before each order."""
    random, number = Random(seed), 0
    while True:
        number += 1
        record = Record(folder / f"{number}.db")
        table = opened(record, title, f"{seed}-{number}")
        while not table.run.game.is_over():
            yield table, random
            random_order(table.run, random)
        record.close()


def some(game: GameState, seat: str, random: Random) -> Given:
    return seat, random.choice(game.examples(seat))


class Rolled(NamedTuple):
    question: Question
    faces: tuple[int, ...]


def rolled(entries: Sequence[Entry], made: Sequence[Entry]) -> list[Rolled]:
    """The throws of some entries, which stand after others, also those that answer once more."""
    whole, found = [*entries, *made], []
    for entry in made:
        if isinstance(entry, ThrownAgain):
            first = whole[entry.of - 1]
            assert isinstance(first, Thrown)
            found.append(Rolled(first.question, first.answer()))
        elif isinstance(entry, Thrown):
            found.append(Rolled(entry.question, entry.answer()))
    return found


# ---- the order of two mails


def worked(table: Table, orders: Sequence[Given]) -> list[Rolled] | None:
    """The throws when these orders are worked one after the other; None where one is refused then."""
    run = table.again()
    try:
        for seat, order in orders:
            post(run, seat, order)
    except OrderError:
        return None
    return sorted(rolled((), run.made), key=lambda one: (one.question.lane, one.question.index))


ALONE = ("shinobi", "twilight_shogun")
"""Titles in which one seat speaks at a time."""

PAIRS = {"kawanakajima": 200, "clan_war": 400, "rising_sun": 100}
"""Pairs for every run; for the long proofs five times as many."""


def compared(folder: Path, title: str, pairs: int, seed: str) -> tuple[int, int, list[str]]:
    """How many pairs were worked both ways, how many of them have thrown, and those that differ."""
    seen, thrown, differ = 0, 0, list[str]()
    for table, random in states(folder, title, seed):
        if seen >= pairs:
            break
        game, awaited = table.run.game, table.run.game.awaited()
        if len(awaited) < 2:
            continue
        first, second = (some(game, seat, random) for seat in random.sample(awaited, 2))
        one, other = worked(table, (first, second)), worked(table, (second, first))
        if one is None or other is None:
            continue
        seen, thrown = seen + 1, thrown + bool(one)
        if one != other:
            differ.append(f"{game.prompt()} at {game.position}: {first}, {second}: {one} and {other}")
    return seen, thrown, differ


@pytest.mark.soak
@pytest.mark.parametrize(
    ("title", "pairs"),
    [
        pytest.param(title, pairs * times, marks=[pytest.mark.soak] if times > 1 else [])
        for title, pairs in PAIRS.items()
        for times in (1, 5)
    ],
)
def test_the_order_in_which_two_mails_are_worked_changes_no_throw(
    tmp_path: Path, title: str, pairs: int
) -> None:
    seen, thrown, differ = compared(tmp_path, title, pairs, f"mails-{pairs}")
    assert differ == []
    assert seen == pairs
    assert thrown > 0 or title == NO_DICE


@pytest.mark.parametrize("title", ALONE)
def test_where_one_seat_speaks_at_a_time_no_two_mails_can_be_worked(tmp_path: Path, title: str) -> None:
    for step, (table, _random) in enumerate(states(tmp_path, title, "alone")):
        assert len(table.run.game.awaited()) == 1
        if step == 120:
            break


def test_every_title_is_looked_at() -> None:
    assert {*ALONE, *PAIRS} == set(TITLES)


# ---- rewinds on the spot


def back(run: Run, entries: Sequence[Entry], *ends: int) -> None:
    """Play goes back to the ends of these units, one after the other."""
    begun = len(run.made)
    for to in ends:
        rewind(run, Rewound(to, "On the spot."), [*entries, *run.made[begun:]])


def on_the_spot(table: Table, random: Random) -> tuple[list[Rolled], list[Rolled], list[Rolled]] | None:
    """The throws of the second of two orders: as they come; after one rewind between them, behind the first
    one, which is given again; and after two, there and back. None where a unit does not end before and
    after the first."""
    run, entries = table.again(), table.entries()
    before = run.game.position
    first = some(run.game, random.choice(run.game.awaited()), random)
    post(run, *first)
    between, made = run.game, [*entries, *run.made]
    if between.is_over() or not (_is_end(entries) and _is_end(made)):
        return None
    second = some(between, random.choice(between.awaited()), random)
    plainly = Run(between, table.referee.cells.chance)
    post(plainly, *second)
    twice = Run(between, table.referee.cells.chance)
    back(twice, made, before, between.position)
    assert twice.game.state == between.state
    left = len(twice.made)
    post(twice, *second)
    once = Run(between, table.referee.cells.chance)
    back(once, made, before)
    post(once, *first)
    assert once.game.state == between.state
    assert rolled(made, once.made) == rolled(entries, made[len(entries) :])
    again = len(once.made)
    post(once, *second)
    return (
        rolled(made, plainly.made),
        rolled([*made, *once.made[:again]], once.made[again:]),
        rolled([*made, *twice.made[:left]], twice.made[left:]),
    )


def _is_end(entries: Sequence[Entry]) -> bool:
    return isinstance(entries[-1], Fact) and not entries[-1].more


SPOTS, MORE_SPOTS = {"clan_war": 120}, 5
"""Rewinds of a title for every run, where they are more than 24: its games begin without throws. How many
times as many the long proofs have."""


@pytest.mark.parametrize("times", [1, pytest.param(MORE_SPOTS, marks=pytest.mark.soak)])
@pytest.mark.parametrize("title", TITLES)
def test_rewinds_on_the_spot_re_roll_nothing(tmp_path: Path, title: str, times: int) -> None:
    """In protocol 1 two of them re-rolled 64 of 72 throws."""
    seen, thrown, spots = 0, 0, times * SPOTS.get(title, 24)
    for step, (table, random) in enumerate(states(tmp_path, title, f"spot-{spots}")):
        if seen >= spots:
            break
        found = on_the_spot(table, random) if step % 3 == 0 else None
        if found is None:
            continue
        plainly, once, twice = found
        assert once == plainly
        assert twice == plainly
        seen, thrown = seen + 1, thrown + bool(plainly)
    assert thrown > times or title == NO_DICE
