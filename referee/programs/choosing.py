"""The orders that programs choose, at random, by rules of thumb, or by a search.

A program gets the state as far as its seat knows it, and luck of its own; it returns a legal order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from domain.kit.errors import Fault
from domain.kit.facts import State
from domain.kit.players import Luck, Players
from domain.kit.rules import Rules

RANDOM, STEADY, KEEN = "random", "steady", "keen"
STRENGTHS = (RANDOM, STEADY, KEEN)

_State = State[Any, Any]


class Program(Struct, frozen=True):
    """How a program plays. `simulations` is what a search may spend on an order: so many games played on."""

    strength: str
    simulations: int = 0


def players_of(rules: Rules) -> Players:
    """What programs need to play a title. Raises `Fault` where none can."""
    if rules.players is None:
        raise Fault(f"No program plays {rules.name}.")
    return rules.players


def at_random(rules: Rules, state: _State, seat: str, luck: Luck) -> Struct:
    """Any of the orders that are proposed."""
    return luck.choice(rules.examples(state, seat))


def scored(players: Players, state: _State, seat: str) -> list[tuple[Struct, float]]:
    """The orders that are considered, each with what the rules of thumb say of it: of one alone, nothing."""
    orders = players.considered(state, seat)
    if len(orders) == 1:
        return [(orders[0], 0.0)]
    advice = [one.score for one in players.advice(state, seat)]
    return [(order, sum([score(state, seat, order) for score in advice])) for order in orders]


def steadily(players: Players, state: _State, seat: str, luck: Luck) -> Struct:
    """What the rules of thumb like best; of several, any."""
    return liked_best(scored(players, state, seat), luck)


def liked_best(known: Sequence[tuple[Struct, float]], luck: Luck) -> Struct:
    most = max(score for _, score in known)
    return luck.choice([order for order, score in known if score == most])
