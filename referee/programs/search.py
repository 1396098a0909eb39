"""A tree search in imagined states: each simulation imagines what is hidden, and throws anew.

The tree holds the orders of the seat that thinks, one below the other, whatever was imagined in between. The
other seats play by the rules of thumb, and so does everybody below the tree. After so many decisions the
title says what the board is worth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import ceil, exp, log2, sqrt
from random import Random
from typing import Any

from msgspec import Struct

from domain.kit.facts import State
from domain.kit.players import Luck, Players
from domain.kit.rules import Rules
from domain.kit.simulation import LuckyChance, after
from referee.programs.choosing import players_of, scored, steadily

_State = State[Any, Any]
Scored = list[tuple[Struct, float]]

CURIOSITY = 0.6
"""How much an order that was seldom tried is preferred, by what the rules of thumb say of it."""

WARMTH = 1.0
"""Points of advice by which one order is e times as likely as another to be tried first."""

WIDEST = 12
"""Orders of a prompt that are searched: those that the rules of thumb like best."""


class Node:
    """An order in the tree: how often it was tried, and what came of it in all."""

    __slots__ = ("below", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.total = 0.0
        self.below: dict[Struct, Node] = {}

    def mean(self, unknown: float) -> float:
        return self.total / self.visits if self.visits else unknown


Tried = tuple[Struct, Node]
"""An order of the seat that thinks, and what was found of it."""

Spread = Callable[[Callable[[Tried], Tried], Sequence[Tried]], Iterable[Tried]]
"""How orders are tried that do not hang on each other: as `map` does, or on several cores."""


class Thought(Struct, frozen=True):
    """An order that was searched: how often it was tried, and what a seat may expect of it, 0 to 1."""

    order: Struct
    visits: int
    expects: float


def search(
    rules: Rules,
    known: _State,
    seat: str,
    luck: Luck,
    simulations: int,
    finalists: int = 1,
    spread: Spread = map,
) -> list[Thought]:
    """The orders that a seat may give, what was tried most first; one alone is not tried.

    All that are left are tried in the same imagined states with the same throws, and the worse half of them
    is left after each part of the simulations, but so many as are to be compared to the end.
    """
    players = players_of(rules)
    left = [(order, Node()) for order, _ in _best(scored(players, players.imagine(known, seat, luck), seat))]
    found, parts = dict(left), max(1, ceil(log2(len(left))))
    for _ in range(parts if len(left) > 1 else 0):
        times = max(1, simulations // parts // len(left))
        worlds = [(players.imagine(known, seat, luck), luck.random()) for _ in range(times)]
        left = list(spread(partial(_tried, rules, players, worlds, seat), left))
        found.update(left)
        left.sort(key=lambda one: -one[1].mean(0.0))
        left = left[: max(finalists, (len(left) + 1) // 2)]
    thoughts = [Thought(order, node.visits, node.mean(0.0)) for order, node in found.items()]
    return sorted(thoughts, key=lambda one: (-one.visits, -one.expects))


def _best(known: Scored) -> Scored:
    return sorted(known, key=lambda one: -one[1])[:WIDEST]


def _tried(
    rules: Rules, players: Players, worlds: Sequence[tuple[_State, float]], seat: str, one: Tried
) -> Tried:
    for imagined, seed in worlds:
        _simulate(rules, players, imagined, seat, Random(seed), *one)
    return one


def _simulate(
    rules: Rules, players: Players, state: _State, seat: str, luck: Luck, order: Struct, node: Node
) -> None:
    """Plays a state on after an order, down the tree and one order beyond it, and writes into the tree what
    came of it."""
    chance, way, in_tree = LuckyChance(luck), [node], node.visits > 0
    state = after(rules, state, seat, order, chance)
    left = players.ahead
    while awaited := rules.awaited(state):
        if left <= 0 and players.rests(state):
            break
        left -= 1
        mover = seat if seat in awaited else awaited[0]
        if mover == seat and in_tree:
            order = _select(node, _best(scored(players, state, seat)))
            node = node.below.setdefault(order, Node())
            way.append(node)
            in_tree = node.visits > 0
        else:
            order = steadily(players, state, mover, luck)
        state = after(rules, state, mover, order, chance)
    value = value_of(rules, players, state, seat)
    for passed in way:
        passed.visits += 1
        passed.total += value


def _select(node: Node, known: Scored) -> Struct:
    """The order to try next: what has done well, and what was seldom tried though the advice likes it."""
    most = max(score for _, score in known)
    likely = [exp((score - most) / WARMTH) for _, score in known]
    whole, unknown = sum(likely), node.mean(0.5)
    best, found = -1.0, known[0][0]
    for (order, _), prior in zip(known, likely, strict=True):
        below = node.below.get(order)
        visits = below.visits if below else 0
        hoped = below.mean(unknown) if below else unknown
        urge = hoped + CURIOSITY * prior / whole * sqrt(node.visits + 1) / (1 + visits)
        if urge > best:
            best, found = urge, order
    return found


def value_of(rules: Rules, players: Players, state: _State, seat: str) -> float:
    """What a seat has of a board, 0 to 1: its place once the game is over, else what the title says."""
    if not rules.winners(state.board):
        return players.worth(state.board, seat)
    return place_share(players, state.board, seat)


def place_share(players: Players, board: Any, seat: str) -> float:
    """The share of the others that a seat has left behind; who is level with it counts for a half."""
    places = dict(players.places(board))
    own = places.pop(seat)
    beaten = sum(1.0 if own > other else 0.5 if own == other else 0.0 for other in places.values())
    return beaten / len(places)
