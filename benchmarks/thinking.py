"""How fast programs think: orders simulated without a record, beside the same orders decided again, which are
compared with the record entry by entry; and Nim at random beside the Nim of OpenSpiel, which is C++.

The same orders of self-played games are given in both; other throws follow where chance is asked. The
processor's time is what counts. `pip install open-spiel` brings the other Nim.

What is left of an order decided again, once its entries are not made and not compared, is the rules: four
tenths of it in Shinobi, half in others, all in Kawanakajima. So three times as many cannot be had by leaving
away more, and rules that were faster would be so on both sides. Nor would a program think much faster: it
simulates for a fifth of its time, and asks the rules of thumb about every order for most of the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from math import nan
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from msgspec import Struct

from benchmarks.measure import Case, cpu_seconds, interleaved
from benchmarks.replaying import Recorded, decide_again, played
from benchmarks.report import Figure
from domain.game.entries.entries import SEAT, Ordered
from domain.game.state.game_state import begun, fold_on, unopened
from domain.kit import simulation
from domain.kit.facts import State
from domain.kit.rules import Rules
from domain.kit.simulation import LuckyChance, after
from domain.titles import TITLES
from referee.record.record import Record
from referee.record.store import Pool
from tests.nim.rules import NIM, Board, Options

GAMES = 3
AT_LEAST = 3.0
"""Orders simulated while one is decided again."""

HEAPS, NIM_GAMES = (3, 4, 5), 500
OURS, THEIRS = "ours", "OpenSpiel"


class Given(Struct, frozen=True):
    """An order that was given, and where."""

    state: State[Any, Any]
    seat: str
    order: Struct


def thinking(
    directory: Path, repeats: int, games: int = GAMES, titles: Iterable[str] = TITLES
) -> list[Figure]:
    """For each title how many orders are simulated while one is decided again; and Nim."""
    with patch.object(Pool, "synchronous", "OFF"):
        record = Record(directory / "thinking.bugyo")
        recorded = {title: played(record, title, games) for title in titles}
        record.close()
    measured = [_title(TITLES[title], found, repeats) for title, found in recorded.items()]
    return [*measured, _nim(repeats)]


def _given(game: Recorded) -> Iterator[Given]:
    """The orders of the seats, each with the state in which it was given."""
    now, first = unopened(game.name, game.rules), True
    for entry in game.entries:
        if isinstance(entry, Ordered) and entry.by == SEAT:
            yield Given(now.state, entry.seat, entry.plain())
        now = fold_on(now, (entry,))
        now, first = begun(now, game.data) if first else now, False


def _title(rules: Rules, recorded: list[Recorded], repeats: int) -> Figure:
    given = [one for game in recorded for one in _given(game)]
    cases: dict[str, Case] = {
        "simulated": lambda: cpu_seconds(lambda: _simulate(rules, given)),
        "again": lambda: cpu_seconds(lambda: decide_again(recorded)),
    }
    times = interleaved(cases, repeats)
    ours, theirs = (len(given) / times[name] for name in cases)
    what = f"{rules.title}, orders simulated / decided again"
    return Figure(what, f"{ours:,.0f}/s", f"{theirs:,.0f}/s", ours / theirs, at_least=AT_LEAST)


def _simulate(rules: Rules, given: list[Given]) -> None:
    chance = LuckyChance(Random(1))
    for one in given:
        after(rules, one.state, one.seat, one.order, chance)


# ---- Nim


def _nim(repeats: int) -> Figure:
    """Random games of three heaps, each order chosen among all that are legal."""
    orders = {OURS: 0, THEIRS: 0}

    def counted(name: str, play: Callable[[Random], int]) -> float:
        random = Random(1)

        def games() -> None:
            orders[name] = sum(play(random) for _ in range(NIM_GAMES))

        return cpu_seconds(games)

    cases: dict[str, Case] = {OURS: lambda: counted(OURS, _our_nim)}
    theirs = _their_nim()
    if theirs is not None:
        cases[THEIRS] = lambda: counted(THEIRS, theirs)
    times = interleaved(cases, repeats)
    speed = {name: orders[name] / time for name, time in times.items()}
    ratio = speed[OURS] / speed[THEIRS] if THEIRS in speed else nan
    shown = f"{speed[THEIRS]:,.0f}/s" if THEIRS in speed else "not installed"
    return Figure("Nim at random, orders: ours / OpenSpiel", f"{speed[OURS]:,.0f}/s", shown, ratio)


def _our_nim(random: Random) -> int:
    """Plays a game; how many orders it had."""
    chance, orders = LuckyChance(random), 0
    state = simulation.begun(NIM, Board(Options(), NIM.seats, {str(size): size for size in HEAPS}), chance)
    while awaited := NIM.awaited(state):
        offers = NIM.offers(state, awaited[0]) or ()
        state, orders = after(NIM, state, awaited[0], random.choice(offers), chance), orders + 1
    return orders


def _their_nim() -> Callable[[Random], int] | None:
    """The same with OpenSpiel; None where it is not installed."""
    try:
        pyspiel = import_module("pyspiel")
    except ImportError:
        return None
    game = pyspiel.load_game(f"nim(pile_sizes={';'.join(map(str, HEAPS))},is_misere=false)")

    def play(random: Random) -> int:
        state, orders = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            orders += 1
        return orders

    return play
