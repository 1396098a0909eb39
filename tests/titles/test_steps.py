"""Orders put together step by step: what can be ordered is reached, and what is reached can be ordered."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from domain.kit.notation import Notation
from domain.kit.rules import Rules
from domain.titles import TITLES
from tests.titles.play import data_of, few, finished
from tests.titles.short import GAMES, Short, short
from tests.titles.stepping import every_order_is_reached, every_walk_leads_on, positions

STOPS = 25
"""Positions of a random game that are looked at."""


@cache
def words_of(title: str, seats: tuple[str, ...]) -> Notation:
    return TITLES[title].notation(data_of(TITLES[title]), seats)


@pytest.fixture(params=range(GAMES))
def game(rules: Rules, request: pytest.FixtureRequest) -> Short:
    return short(rules.title, request.param)


def test_every_legal_order_is_reached_by_what_may_be_picked(rules: Rules, game: Short) -> None:
    for nth, at in enumerate(game.games(every=2)):
        for position in positions(rules, (at.state,)):
            every_order_is_reached(rules, words_of(rules.title, at.seats), position, Random(nth))


def test_whatever_is_picked_leads_to_an_order_that_is_taken(rules: Rules, game: Short) -> None:
    for nth, at in enumerate(game.games(every=2)):
        for position in positions(rules, (at.state,)):
            every_walk_leads_on(rules, words_of(rules.title, at.seats), position, Random(nth))


@pytest.mark.parametrize("seed", few(0, 20))
def test_so_it_is_in_random_games(rules: Rules, seed: int) -> None:
    played, luck = finished(rules.title, seed), Random(seed)
    words = words_of(rules.title, played.game.seats)
    states = [state for state in played.stops.values() if rules.awaited(state)]
    for position in positions(rules, luck.sample(states, min(STOPS, len(states)))):
        every_order_is_reached(rules, words, position, luck)
        every_walk_leads_on(rules, words, position, luck)
