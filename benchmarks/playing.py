"""Orders of self-played games, adjudicated and recorded one by one."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from random import Random

from benchmarks import raw
from benchmarks.measure import Case, interleaved, seconds
from benchmarks.streams import ACT, GAME, opened
from domain.game.entries.entries import SEAT, Ordered
from domain.shinobi import SHINOBI
from referee.games.referee import Referee
from referee.record.envelope import decoder
from referee.record.record import Record

OURS, RAW = "Referee.take", "raw sqlite3, the same rows in the same commits"


def playing(directory: Path, orders: int, repeats: int) -> dict[str, float]:
    """Seconds for so many orders (load, decide, record) and for committing the same rows by hand."""
    names = iter(range(10**9))
    sample = directory / "play-sample"
    _play(sample, orders)
    groups = _by_order(raw.stored(sample, GAME))
    cases: dict[str, Case] = {
        OURS: lambda: _play(directory / f"play-{next(names)}", orders),
        RAW: lambda: _commit(directory / f"play-{next(names)}", groups),
    }
    return interleaved(cases, repeats)


def _play(path: Path, orders: int) -> float:
    """The orders are chosen beforehand each time; only what `take` needs is counted."""
    record, random = Record(path), Random(1)
    game = opened(record).game
    referee = Referee(record, seed="play")
    taken = 0.0
    for _ in range(orders):
        seat = game.awaited()[0]
        order = random.choice(SHINOBI.offers(game.state, seat) or ())
        taken += seconds(lambda seat=seat, order=order: referee.take(GAME, seat, order, ACT))  # type: ignore[misc]
        game = record.load(GAME).game
    record.close()
    return taken


def _by_order(rows: list[raw.Stored]) -> list[list[raw.Stored]]:
    """The rows that one order brought about, order by order."""
    decode, number, numbers = decoder("shinobi").decode, 0, []
    for row in rows:
        entry = decode(row[3]).entry
        number += isinstance(entry, Ordered) and entry.by == SEAT
        numbers.append(number)
    pairs = zip(numbers, rows, strict=True)
    return [[row for _, row in group] for number, group in groupby(pairs, key=lambda pair: pair[0]) if number]


def _commit(path: Path, groups: list[list[raw.Stored]]) -> float:
    connection = raw.empty(path)
    taken = seconds(lambda: raw.insert(connection, groups))
    connection.close()
    return taken
