"""Programs against each other: games without a record, seats in turn, on all cores.

In each game one program has one seat and the other program all the rest; in the next game it has the next
seat, and the same luck. Where both are the same program that would be the same game again, and each has a
luck of its own. A seat that nobody can win with is played by rules of thumb: what it may enter for a
table that could be, any of it where they say nothing.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from random import Random
from typing import Any

from msgspec import Struct

from domain.kit import simulation
from domain.kit.facts import State
from domain.kit.rules import Rules, Scenario, options_of
from domain.kit.simulation import LuckyChance, after
from domain.titles import TITLES
from referee.games.datasets import read_files
from referee.programs.choosing import STEADY, Program, players_of
from referee.programs.deciding import choose
from referee.programs.search import place_share

_State = State[Any, Any]


class Pairing(Struct, frozen=True):
    """One game of an arena: `first` has the seat of its number, `second` the others."""

    title: str
    first: Program
    second: Program
    seed: str
    number: int
    preset: str = "default"


class Played(Struct, frozen=True):
    """How a game of an arena went, where `first` had `seat`. `share` is that of the others whom it has left
    behind, 1 for all. `places` rank the seats: more is better. `orders` are those of all seats.
    """

    number: int
    seat: str
    places: dict[str, float]
    winners: tuple[str, ...]
    share: float
    orders: int


def begun(rules: Rules, seats: Sequence[str], preset: str, luck: Random) -> _State:
    """A game without a record, where the first seat is awaited."""
    options = options_of(rules, rules.scenarios[0].name, preset)
    board = rules.begin(options, _data(rules.title), tuple(seats))
    return simulation.begun(rules, board, LuckyChance(luck))


@cache
def _data(title: str) -> Any:
    return TITLES[title].read_data(read_files(title))


def play(pairing: Pairing) -> Played:
    """Plays a game of an arena to its end."""
    rules = TITLES[pairing.title]
    players = players_of(rules)
    group, taken, own = place_of(rules.scenarios[0], pairing.number)
    deal = pairing.number if pairing.first == pairing.second else group
    luck = Random(f"{pairing.seed} {deal}")
    state = begun(rules, rules.seats[:taken], pairing.preset, luck)
    rated = tuple(players.places(state.board))
    mine, orders = rated[own], 0
    while awaited := rules.awaited(state):
        seat = awaited[0]
        program = pairing.first if seat == mine else pairing.second if seat in rated else Program(STEADY)
        order = choose(rules, program, state, seat, luck)
        state = after(rules, state, seat, order, LuckyChance(luck))
        orders += 1
    board = state.board
    share = place_share(players, board, mine)
    return Played(pairing.number, mine, dict(players.places(board)), rules.winners(board), share, orders)


def place_of(scenario: Scenario, number: int) -> tuple[int, int, int]:
    """The group of a game, how many seats are taken in it, and which of those that can win is the first
    program's. A group has a game for each of them; the numbers of seats take turns."""
    (fewest, most), needed = scenario.seats, len(scenario.needs)
    group, left = 0, number
    while left >= (taken := fewest + group % (most - fewest + 1)) - needed:
        group, left = group + 1, left - taken + needed
    return group, taken, left


def play_all(
    title: str, first: Program, second: Program, games: int, seed: str, preset: str = "default"
) -> Iterator[Played]:
    """Plays so many games, in the order of their numbers, on all cores."""
    pairings = [Pairing(title, first, second, seed, number, preset) for number in range(games)]
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if min(cores, games) == 1:
        yield from map(play, pairings)
        return
    pool = ProcessPoolExecutor(cores, multiprocessing.get_context("spawn"))
    try:
        yield from pool.map(play, pairings)
    finally:
        pool.shutdown(cancel_futures=True)
