"""A tree search in imagined states: each simulation imagines what is hidden, and throws anew.

The tree holds the orders of the seat that thinks, one below the other, whatever was imagined in between. The
other seats play by the rules of thumb, and so does everybody below the tree. After so many decisions the
title says what the board is worth.
"""

from __future__ import annotations

from math import ceil, exp, log2, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any

from msgspec import Struct

from domain.kit.facts import State
from domain.kit.players import Luck, Players
from domain.kit.rules import Rules
from domain.kit.simulation import LuckyChance, after
from referee.players.choosing import players_of, scored, steadily

_State = State[Any, Any]
Scored = list[tuple[Struct, float]]

CURIOSITY = 0.6
"""How much an order that was seldom tried is preferred, by what the rules of thumb say of it."""

WARMTH = 1.0
"""Points of advice by which one order is e times as likely as another to be tried first."""

WIDEST = 12
"""Orders of a prompt that are searched: those that the rules of thumb like best."""

SURE = 1.0
"""Standard errors by which an order has to bring more than what the rules of thumb like best."""

GROWN = 8
"""Tries of an order from which on the tree goes on below it."""


class Node:
    """An order in the tree: how often it was tried, and what came of it in all."""

    __slots__ = ("below", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.total = 0.0
        self.below: dict[Struct, Node] = {}

    def mean(self, unknown: float) -> float:
        return self.total / self.visits if self.visits else unknown


class Root:
    """An order that is thought about: what came of it, try by try, and the tree below it."""

    __slots__ = ("node", "order", "values")

    def __init__(self, order: Struct) -> None:
        self.order = order
        self.values: list[float] = []
        self.node = Node()

    def mean(self) -> float:
        return fmean(self.values) if self.values else 0.0


class Thought(Struct, frozen=True):
    """An order that was searched: how often it was tried, and what a seat may expect of it, 0 to 1."""

    order: Struct
    visits: int
    expects: float


def search(rules: Rules, known: _State, seat: str, luck: Luck, simulations: int) -> list[Thought]:
    """The orders that a seat may give, the one to give first; one alone is not tried.

    All that are left are tried in the same imagined state with the same throws, and the worse half of them is
    left out after each part of the simulations, but never what the rules of thumb like best: another order is
    only given where what it brings more is more than chance.
    """
    players = players_of(rules)
    every = [Root(order) for order, _ in _best(scored(players, players.imagine(known, seat, luck), seat))]
    left, parts = every, max(1, ceil(log2(len(every))))
    for _ in range(parts if len(every) > 1 else 0):
        for _ in range(max(1, simulations // parts // len(left))):
            imagined, seed = players.imagine(known, seat, luck), luck.random()
            for root in left:
                root.values.append(_simulate(rules, players, imagined, seat, Random(seed), root))
        left = _hopeful(left)
        if len(left) == 1:
            break
    return _ranked(every)


def _hopeful(left: list[Root]) -> list[Root]:
    """The first, and the better half of all, unless it is plain already that they bring less."""
    better = sorted(left[1:], key=lambda root: -root.mean())[: max(1, (len(left) - 1) // 2)]
    first = left[0].values
    return [left[0], *(root for root in better if _surely_more(first, root.values) <= 0)]


def _ranked(every: list[Root]) -> list[Thought]:
    """What surely brings more than the first of them, or that first one; then what was tried most."""
    first = max(every, key=lambda root: _surely_more(root.values, every[0].values))
    found = sorted(every, key=lambda root: (root is not first, -len(root.values), -root.mean()))
    return [Thought(root.order, len(root.values), root.mean()) for root in found]


def _surely_more(values: list[float], others: list[float]) -> float:
    """How much more an order brings at least than another that was tried in the same states."""
    more = [one - other for one, other in zip(values, others, strict=False)]
    if len(more) < 2:
        return 0.0
    return fmean(more) - SURE * stdev(more) / sqrt(len(more))


def _best(known: Scored) -> Scored:
    return sorted(known, key=lambda one: -one[1])[:WIDEST]


def _simulate(rules: Rules, players: Players, state: _State, seat: str, luck: Luck, root: Root) -> float:
    """What comes of an order: plays a state on after it, down the tree and one order beyond it, and writes
    that into the tree."""
    chance, node, order = LuckyChance(luck), root.node, root.order
    way, in_tree = [node], node.visits >= GROWN
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
            in_tree = node.visits >= GROWN
        else:
            order = steadily(players, state, mover, luck)
        state = after(rules, state, mover, order, chance)
    value = value_of(rules, players, state, seat)
    for passed in way:
        passed.visits += 1
        passed.total += value
    return value


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
