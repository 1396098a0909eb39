"""What is offered is legal for whoever asks: for the seats that are awaited, and for those that only may."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from domain.kit.chance import Chance
from domain.kit.errors import OrderError
from domain.kit.facts import State
from domain.kit.rules import Rules
from tests.titles.play import Luck, few, finished

STOPS, ORDERS = 25, 5
"""So many stops of a game are looked at, and of a list so many orders."""


WELCOMING = {"kawanakajima", "rising_sun", "clan_war"}
"""Titles where a seat that has spoken may speak again before the others have."""


@pytest.mark.parametrize("seed", few(4, 20))
def test_every_order_that_is_offered_is_accepted(rules: Rules, seed: int) -> None:
    """Of awaited seats at any stop, and of welcome ones at stops that have some."""
    stops = [state for state in finished(rules.title, seed).stops.values() if rules.awaited(state)]
    welcoming = [state for state in stops if rules.welcome(state)]
    assert stops
    for state in (*_some(stops, seed), *_some(welcoming, seed)):
        for seat in (*rules.awaited(state), *rules.welcome(state)):
            for order in _some(rules.examples(state, seat), seed, ORDERS):
                assert why_refused(rules, state, seat, order) == ""


def _some(known: Sequence[Any], seed: int, most: int = STOPS) -> list[Any]:
    return Random(seed).sample(known, min(most, len(known)))


def why_refused(rules: Rules, state: State[Any, Any], seat: str, order: Any) -> str:
    try:
        rules.decide(state, seat, order, Chance(Luck("offers")))
    except OrderError as refusal:
        return f"{seat} is offered {order}, and then: {refusal}"
    return ""


def test_seats_that_only_may_speak_are_among_those_that_were_asked(rules: Rules) -> None:
    """Else the test above would say nothing of them."""
    asked = [
        order
        for state in finished(rules.title, 0).stops.values()
        for seat in rules.welcome(state)
        for order in rules.examples(state, seat)
    ]
    assert bool(asked) == (rules.title in WELCOMING)
