"""Positions of random games, and all that must hold of a state which a program imagines there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from msgspec import Struct

from domain.kit import simulation
from domain.kit.facts import State
from domain.kit.rules import Rules, options_of
from domain.kit.simulation import LuckyChance, after
from referee.programs.choosing import players_of, steadily
from referee.programs.search import search

Position = tuple[State[Any, Any], str]
"""A state, and a seat that is awaited in it."""

LONG = 4_000
"""Orders after which a game that is played on has not ended, and will not."""


def begun(rules: Rules, data: Any, scenario: str, preset: str, seats: Sequence[str]) -> State[Any, Any]:
    """A game without a record, where the first seat is awaited."""
    board = rules.begin(options_of(rules, scenario, preset), data, tuple(seats))
    return simulation.begun(rules, board, LuckyChance(Random(0)))


def positions(rules: Rules, start: State[Any, Any], luck: Random, steady: float = 0.5) -> Iterator[Position]:
    """Each position of a game that is played half by rules of thumb and half at random."""
    players, state = players_of(rules), start
    while awaited := rules.awaited(state):
        yield from ((state, seat) for seat in awaited)
        seat = luck.choice(awaited)
        if luck.random() < steady:
            order = steadily(players, state, seat, luck)
        else:
            order = luck.choice(rules.examples(state, seat))
        state = after(rules, state, seat, order, LuckyChance(luck))


def fits(rules: Rules, state: State[Any, Any], seat: str, luck: Random) -> State[Any, Any]:
    """An imagined state, which the seat cannot tell from the real one; and what is considered is legal."""
    players = players_of(rules)
    known = players.known(state, seat)
    imagined = players.imagine(known, seat, luck)
    assert rules.view(imagined, seat) == rules.view(state, seat) == rules.view(known, seat)
    assert players.known(imagined, seat) == known == players.known(known, seat)
    assert rules.awaited(imagined) == rules.awaited(state)
    assert rules.expected(imagined) == rules.expected(state)
    assert rules.examples(imagined, seat) == rules.examples(state, seat)
    assert rules.offers(imagined, seat) == rules.offers(state, seat)
    assert not rules.conserved(imagined.board)
    considered = players.considered(imagined, seat)
    assert considered
    assert considered == players.considered(state, seat)
    assert _scores(rules, imagined, seat, considered) == _scores(rules, state, seat, considered)
    for order in considered:
        after(rules, state, seat, order, LuckyChance(luck))
        after(rules, imagined, seat, order, LuckyChance(luck))
    return imagined


def _scores(rules: Rules, state: State[Any, Any], seat: str, orders: Sequence[Struct]) -> list[list[float]]:
    advice = players_of(rules).advice(state, seat)
    assert all(one.text.endswith(".") and one.text[0].isupper() for one in advice)
    return [[one.score(state, seat, order) for one in advice] for order in orders]


def ends(rules: Rules, state: State[Any, Any], luck: Random) -> State[Any, Any]:
    """The end of a game that is played on by rules of thumb."""
    players = players_of(rules)
    for _ in range(LONG):
        awaited = rules.awaited(state)
        if not awaited:
            return state
        order = steadily(players, state, awaited[0], luck)
        state = after(rules, state, awaited[0], order, LuckyChance(luck))
    raise AssertionError("The game does not end.")


def choices(rules: Rules, state: State[Any, Any], seat: str, simulations: int) -> tuple[Struct, Struct]:
    """What the rules of thumb choose with a seed, and what a search does: of what the seat knows."""
    players = players_of(rules)
    known = players.known(state, seat)
    steady = steadily(players, players.imagine(known, seat, Random(1)), seat, Random(2))
    return steady, search(rules, known, seat, Random(3), simulations)[0].order
