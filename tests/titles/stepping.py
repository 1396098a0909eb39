"""Orders put together step by step in positions of games: what has to hold of each step of any title."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from domain.kit.chance import Chance
from domain.kit.errors import OrderError
from domain.kit.facts import State
from domain.kit.narrowed import Narrow, Picks
from domain.kit.notation import Notation
from domain.kit.picked import picks_of
from domain.kit.rules import Rules
from domain.kit.steps import LEGAL, SURE, Looking, Step, narrowing, read
from tests.titles.play import Luck

Position = tuple[State[Any, Any], str]
"""A state, and a seat that may answer in it."""

DEEP, ORDERS, SHUT = 12, 5, 8
"""Picks of one walk, orders of a position that are looked for, values of a step that are tried if shut."""


def step_of(rules: Rules, words: Notation, state: State[Any, Any], seat: str, picks: Picks) -> Step:
    """What a seat may pick after some picks. Raises `NoSuchPick`."""
    return read(narrowing(rules, words, state, seat), picks, rules.grave)


def positions(rules: Rules, states: Iterable[State[Any, Any]]) -> Iterator[Position]:
    for state in states:
        for seat in dict.fromkeys((*rules.awaited(state), *rules.welcome(state))):
            yield state, seat


def every_order_is_reached(rules: Rules, words: Notation, position: Position, luck: Random) -> None:
    """By values that may be picked, and only by these."""
    state, seat = position
    orders = rules.examples(state, seat)
    narrow = narrowing(rules, words, state, seat)
    for order in luck.sample(orders, min(ORDERS, len(orders))):
        picks = picks_of(narrow, words, order)
        assert picks is not None, f"{seat} cannot pick {words.write(order)!r}"
        assert read(narrow, picks).order is not None


def every_walk_leads_on(rules: Rules, words: Notation, position: Position, luck: Random) -> None:
    """From each list of legal picks an order is reached; what is whole is taken, what is shut is not."""
    state, seat = position
    narrow = narrowing(rules, words, state, seat)
    picks: Picks = ()
    for _ in range(DEEP):
        step = read(narrow, picks, rules.grave)
        legal = [one.value.pick for one in step.choices if one.may == LEGAL and one.value.pick != SURE]
        assert legal or step.is_whole or step.asks_sure or not picks, f"{seat} is stuck after {picks}"
        _is_judged(rules, state, seat, narrow, picks, step)
        if not legal or (step.is_whole and luck.random() < 0.3):
            return
        picks = (*picks, luck.choice(legal))


def _is_judged(
    rules: Rules, state: State[Any, Any], seat: str, narrow: Narrow, picks: Picks, step: Step
) -> None:
    if step.is_whole or step.asks_sure:
        assert not why_refused(rules, state, seat, step.order), f"{seat} picks {picks}"
    for one in step.choices[:SHUT]:
        order = Looking(narrow).at((*picks, one.value.pick)).order if not one.may else None
        if order is not None:
            assert why_refused(rules, state, seat, order), f"{seat} may pick {picks} and {one.value.pick}"


def why_refused(rules: Rules, state: State[Any, Any], seat: str, order: Any) -> str:
    try:
        rules.decide(state, seat, order, Chance(Luck("steps")))
    except OrderError as refusal:
        return str(refusal)
    return ""
