"""Prepared entries are recorded: encoded, chained and stored, durable at each commit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count, islice
from pathlib import Path

from msgspec.structs import replace

from benchmarks import raw
from benchmarks.measure import Case, interleaved, seconds
from benchmarks.streams import ACT, GAME, moves, opened
from domain.game.entries.entries import Entry
from referee.record.record import Kept, Record

OURS, RAW = "Record.append", "raw sqlite3, the same bytes"


def appending(directory: Path, size: int, commits: int, repeats: int) -> dict[str, float]:
    """Seconds for so many commits of `size` events each, ours and by hand."""
    fresh: Callable[[], Path] = (directory / f"append-{size}-{n}" for n in count()).__next__
    sample = fresh()
    _append(sample, size, commits)
    rows = raw.stored(sample, GAME)[-size * commits :]
    groups = [rows[at : at + size] for at in range(0, len(rows), size)]
    cases: dict[str, Case] = {
        OURS: lambda: _append(fresh(), size, commits),
        RAW: lambda: _insert(fresh(), groups),
    }
    return interleaved(cases, repeats)


def _append(path: Path, size: int, commits: int) -> float:
    record = Record(path)
    kept = opened(record)
    stream = moves(kept.game)
    groups = [tuple(islice(stream, size)) for _ in range(commits)]
    taken = seconds(lambda: _record(record, kept, groups))
    record.close()
    return taken


def _record(record: Record, kept: Kept, groups: Sequence[Sequence[Entry]]) -> None:
    for entries in groups:
        game = replace(kept.game, position=kept.game.position + len(entries))
        kept = record.append(kept, game, entries, ACT)


def _insert(path: Path, groups: Sequence[Sequence[raw.Stored]]) -> float:
    connection = raw.empty(path)
    taken = seconds(lambda: raw.insert(connection, groups))
    connection.close()
    return taken
