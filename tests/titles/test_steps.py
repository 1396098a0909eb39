"""Orders put together step by step: what can be ordered is reached, and what is reached can be ordered."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from itertools import product
from random import Random

import msgspec
import pytest

from domain.kit.errors import Fault
from domain.kit.notation import Notation
from domain.kit.rules import Rules
from domain.titles import TITLES
from referee.programs.choosing import players_of
from tests.pace import rounds
from tests.titles.play import data_of, few, finished
from tests.titles.secrets import worlds
from tests.titles.short import GAMES, Short, short
from tests.titles.stepping import (
    Position,
    every_order_is_reached,
    every_walk_leads_on,
    positions,
    step_of,
)

STOPS, EVERY = 25, 4
"""Positions of a random game that are looked at, and every so manieth of a short one."""


@cache
def words_of(title: str, seats: tuple[str, ...]) -> Notation:
    return TITLES[title].notation(data_of(TITLES[title]), seats)


@pytest.fixture(params=range(GAMES))
def game(rules: Rules, request: pytest.FixtureRequest) -> Short:
    return short(rules.title, request.param)


def test_every_legal_order_is_reached_by_what_may_be_picked(rules: Rules, game: Short) -> None:
    for nth, at in enumerate(game.games(every=EVERY)):
        for position in positions(rules, (at.state,)):
            every_order_is_reached(rules, words_of(rules.title, at.seats), position, Random(nth))


def test_whatever_is_picked_leads_to_an_order_that_is_taken(rules: Rules, game: Short) -> None:
    for nth, at in enumerate(game.games(every=EVERY)):
        for position in positions(rules, (at.state,)):
            every_walk_leads_on(rules, words_of(rules.title, at.seats), position, Random(nth))


def test_what_others_hide_changes_no_step(rules: Rules, game: Short) -> None:
    """Worked out of what a seat may know, as the door of the pages does it, they are the same to the byte."""
    for at in game.games(every=EVERY):
        words = words_of(rules.title, at.seats)
        for (_whose, other), (state, seat) in product(worlds(at), positions(rules, (at.state,))):
            if rules.view(state, seat) == rules.view(other.state, seat):
                with suppress(Fault):  # not all that can be swapped can be imagined
                    there = walked(rules, words, (other.state, seat))
                    assert there == walked(rules, words, (state, seat))


def walked(rules: Rules, words: Notation, position: Position) -> bytes:
    """The steps of one way through them, of what a seat may know."""
    state, seat = position
    players, luck, picks = players_of(rules), Random(seat), tuple[str, ...]()
    imagined = players.imagine(players.known(state, seat), seat, Random(seat))
    found = []
    for _ in range(4):
        step = step_of(rules, words, imagined, seat, picks)
        found.append(step)
        legal = [one.value.pick for one in step.choices if one.may]
        if not legal:
            break
        picks = (*picks, luck.choice(legal))
    return msgspec.json.encode(found)


COST = 12
"""Rounds of `tests.pace` that a step may take: twice the 60 ms of CPU that it shall."""


def test_a_step_costs_little(rules: Rules, game: Short) -> None:
    words = words_of(rules.title, game.game().seats)
    states = [at.state for at in game.games(every=2 * EVERY)]
    assert rounds(dearest_of(rules, words, positions(rules, states))) < COST


def dearest_of(rules: Rules, words: Notation, found: Iterable[Position]) -> float:
    """Seconds of CPU of the dearest of some steps, without what it takes to clean up after others."""
    gc.disable()
    try:
        return max(_seconds(rules, words, position, Random(nth)) for nth, position in enumerate(found))
    finally:
        gc.enable()


def _seconds(rules: Rules, words: Notation, position: Position, luck: Random) -> float:
    state, seat = position
    picks, dearest = tuple[str, ...](), 0.0
    for _ in range(6):
        start = time.process_time()
        step = step_of(rules, words, state, seat, picks)
        dearest = max(dearest, time.process_time() - start)
        legal = [one.value.pick for one in step.choices if one.may]
        if not legal:
            break
        picks = (*picks, luck.choice(legal))
    return dearest


@pytest.mark.budget(100, "a random game to its end")
@pytest.mark.parametrize("seed", few(0, 20))
def test_so_it_is_in_random_games(rules: Rules, seed: int) -> None:
    played, luck = finished(rules.title, seed), Random(seed)
    words = words_of(rules.title, played.game.seats)
    states = [state for state in played.stops.values() if rules.awaited(state)]
    found = tuple(positions(rules, luck.sample(states, min(STOPS, len(states)))))
    for position in found:
        every_order_is_reached(rules, words, position, luck)
        every_walk_leads_on(rules, words, position, luck)
    assert rounds(dearest_of(rules, words, found)) < COST
