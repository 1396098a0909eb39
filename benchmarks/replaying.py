"""Recorded games decided again, audited and simulated: what an event, and an order, costs in each title.

The games are those of random players, from the same seed in every run. An order stands with all that follows
from it: throws, losses, retreats, the moves of the sequence of play. What is decided again is compared with
the record entry by entry; what is simulated keeps no record, and other throws follow where chance is asked.
The processor's time is what counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from msgspec import Struct

from benchmarks.measure import cpu_seconds, interleaved
from benchmarks.report import Figure
from domain.game.checking.readjudicate import readjudicate
from domain.game.entries.entries import SEAT, Entry, Ordered
from domain.game.state.game_state import begun, fold_on, unopened
from domain.kit.facts import State
from domain.kit.rules import Rules
from domain.kit.simulation import LuckyChance, after
from domain.titles import TITLES
from referee.audit.audit import audit_game
from referee.games.selfplay import self_play
from referee.record.record import Record
from referee.record.store import Pool

GAMES = 3
"""Games of each title, with different numbers of players where the title knows them."""


class Given(Struct, frozen=True):
    """An order that was given, and where."""

    state: State[Any, Any]
    seat: str
    order: Struct


class Recorded(Struct, frozen=True):
    """A game on record, with what is needed to decide it again."""

    name: str
    rules: Rules
    data: object
    entries: list[Entry]
    times: list[int]

    def given(self) -> Iterator[Given]:
        """The orders of the seats, each with the state in which it was given."""
        now, first = unopened(self.name, self.rules), True
        for entry in self.entries:
            if isinstance(entry, Ordered) and entry.by == SEAT:
                yield Given(now.state, entry.seat, entry.plain())
            now = fold_on(now, (entry,))
            now, first = begun(now, self.data) if first else now, False


def replays(
    directory: Path, repeats: int, games: int = GAMES, titles: Iterable[str] = TITLES
) -> list[Figure]:
    """For each title the microseconds of an event decided again and audited, and of an order simulated."""
    record = Record(directory / "replays.bugyo")
    figures = [each for title in titles for each in _title(record, title, games, repeats)]
    record.close()
    return figures


def _title(record: Record, title: str, games: int, repeats: int) -> list[Figure]:
    found = played(record, title, games)
    orders = [one for game in found for one in game.given()]
    events = sum(len(game.entries) for game in found)
    ways: dict[str, tuple[int, Callable[[], object]]] = {
        "an event decided again": (events, partial(decide_again, found)),
        "an event audited": (events, lambda: [audit_game(record, game.name, ()) for game in found]),
        "an order simulated, with what follows": (len(orders), partial(_simulate, TITLES[title], orders)),
    }
    cases = {way: partial(cpu_seconds, work) for way, (_, work) in ways.items()}
    each = {way: 1e6 * took / ways[way][0] for way, took in interleaved(cases, repeats).items()}
    return [Figure(f"{title}, {way}, µs", f"{took:.1f} µs", "–", took) for way, took in each.items()]


def played(record: Record, title: str, games: int) -> list[Recorded]:
    """So many games of random players, played to their ends."""
    with patch.object(Pool, "synchronous", "OFF"):
        names = list(self_play(record, title, games, f"{title.replace('_', '-')}-again"))
    return [_recorded(record, title, name) for name in names]


def _recorded(record: Record, title: str, name: str) -> Recorded:
    envelopes = record.envelopes(name)
    data = record.data(title, envelopes[0].entry.data)
    entries, times = [each.entry for each in envelopes], [each.at for each in envelopes]
    return Recorded(name, TITLES[title], data, entries, times)


def decide_again(games: list[Recorded]) -> None:
    for game in games:
        found = readjudicate(game.rules, game.data, game.entries, game.name, game.times)
        assert found is None, found


def _simulate(rules: Rules, given: list[Given]) -> None:
    chance = LuckyChance(Random(1))
    for one in given:
        after(rules, one.state, one.seat, one.order, chance)
