"""Programs against each other: games without a record, seats in turn, on all cores.

In each game one program has one seat and the other program all the rest; in the next game it has the next
seat, and the same luck. A seat that nobody can win with is played by rules of thumb: what it
may enter for a table that could be, any of it where they say nothing.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from random import Random
from typing import Any

from msgspec import Struct

from domain.kit.facts import State, fold
from domain.kit.rules import Rules, options_of
from domain.kit.simulation import LuckyChance, after, settled
from domain.titles import TITLES
from referee.games.datasets import read_files
from referee.players.choosing import KEEN, RANDOM, STEADY, Program, at_random, players_of, steadily
from referee.players.search import place_share, search

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
    """How a game of an arena went. `share` is that of the others whom `first` has left behind, 1 for all.

    `places` rank the seats: more is better. `decisions` are the orders of both, without those at random.
    """

    number: int
    seat: str
    places: dict[str, float]
    winners: tuple[str, ...]
    share: float
    orders: int


def choose(rules: Rules, program: Program, state: _State, seat: str, luck: Random) -> Struct:
    """The order of a program, which gets of a state what its seat knows."""
    players = players_of(rules)
    known = players.known(state, seat)
    if program.strength == KEEN:
        return search(rules, known, seat, luck, program.simulations)[0].order
    imagined = players.imagine(known, seat, luck)
    if program.strength == RANDOM:
        return at_random(rules, imagined, seat, luck)
    return steadily(players, imagined, seat, luck)


def begun(rules: Rules, seats: Sequence[str], preset: str, luck: Random) -> _State:
    """A game without a record, where the first seat is awaited."""
    options = options_of(rules, rules.scenarios[0].name, preset)
    state: _State = State(rules.begin(options, _data(rules.title), tuple(seats)))
    for fact in rules.setup(state.board):
        state = fold(rules.evolve, state, fact)
    return settled(rules, state, LuckyChance(luck))


@cache
def _data(title: str) -> Any:
    return TITLES[title].read_data(read_files(title))


def play(pairing: Pairing) -> Played:
    """Plays a game of an arena to its end."""
    rules = TITLES[pairing.title]
    players = players_of(rules)
    fewest, most = rules.scenarios[0].seats
    seats = rules.seats[: fewest + pairing.number // most % (most - fewest + 1)]
    group = pairing.number // most
    luck = Random(f"{pairing.seed} {group}")
    state = begun(rules, seats, pairing.preset, luck)
    rated = tuple(players.places(state.board))
    mine, orders = rated[pairing.number % len(rated)], 0
    while awaited := rules.awaited(state):
        seat = awaited[0]
        program = pairing.first if seat == mine else pairing.second
        if seat not in rated:
            program = Program(STEADY)
        order = choose(rules, program, state, seat, luck)
        state = after(rules, state, seat, order, LuckyChance(luck))
        orders += 1
    board = state.board
    share = place_share(players, board, mine)
    return Played(pairing.number, mine, dict(players.places(board)), rules.winners(board), share, orders)


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


if __name__ == "__main__":  # a first tool for whoever writes rules of thumb; the command takes its place
    import sys
    import time

    title, first, second, games, simulations = sys.argv[1:6]
    begin = time.monotonic()
    played = list(play_all(
        title, Program(first, int(simulations)), Program(second, int(simulations)), int(games),
        sys.argv[6] if len(sys.argv) > 6 else "a",
    ))
    share = sum(one.share for one in played) / len(played)
    by_seat: dict[str, list[float]] = {}
    for one in played:
        by_seat.setdefault(one.seat, []).append(one.share)
    print(title, first, second, f"share {share:.3f}", {k: round(sum(v) / len(v), 2) for k, v in by_seat.items()},
          f"orders {sum(o.orders for o in played) / len(played):.0f}", f"{time.monotonic() - begin:.0f} s")
