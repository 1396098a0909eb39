"""How long whole games take to be exported in each format, against JSON lines.

The games are the longest recorded ones of each title, from the store on: nothing is folded beforehand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

from benchmarks.measure import Case, interleaved, seconds
from benchmarks.report import Figure
from domain.titles import TITLES
from projections.exports.csv import csv_of
from projections.exports.notation import orders_of
from projections.exports.report import report
from projections.exports.sqlite import sqlite_of
from projections.exports.tables import EVENTS
from projections.page.making import page
from projections.replay import Replay
from referee.audit.game_lines import export_lines, read_export
from referee.bundle.checking import read_bundle
from referee.copies.importing import import_game
from referee.record.record import Record

GAMES = Path(__file__).resolve().parents[1] / "fixtures" / "games"

LINES = "jsonl"
"""What the others are compared with."""

REPEATS = 3

FORMATS: Mapping[str, Callable[[Replay], object]] = {
    "csv, the events": lambda game: csv_of(game, "public", EVENTS),
    "sqlite": lambda game: sqlite_of(game, "public"),
    "markdown": lambda game: report(game, "public", str),
    "orders": lambda game: list(orders_of(game, "public")),
    "html": lambda game: page(game, "public"),
}


def exports(directory: Path, repeats: int = REPEATS) -> list[Figure]:
    """For each format the seconds of all the games, and how many times as long they take as JSON lines."""
    times, events = Counter[str](), 0
    for title in TITLES:
        path = max((GAMES / title).glob("*.zip"), key=lambda path: path.stat().st_size)
        record = Record(directory / f"{title}.db")
        lines = read_bundle(path).members["game.jsonl"].splitlines(keepends=True)
        game = import_game(record, read_export(lines))
        times.update(interleaved(_cases(record, game), repeats))
        events += len(lines) - 1
        record.close()
    return _figures(f"export, {len(TITLES)} games of {events:,} events", times)


def _cases(record: Record, game: str) -> dict[str, Case]:
    cases: dict[str, Case] = {LINES: lambda: seconds(lambda: list(export_lines(record, game, "public")))}
    for name, written in FORMATS.items():
        cases[name] = lambda written=written: seconds(lambda: written(_replay(record, game)))  # type: ignore[misc]
    return cases


def _replay(record: Record, game: str) -> Replay:
    title, envelopes = record.title(game), record.envelopes(game)
    return Replay(game, TITLES[title], record.data(title, envelopes[0].entry.data), envelopes)


def _figures(what: str, times: Mapping[str, float]) -> list[Figure]:
    lines = times[LINES]
    return [
        Figure(f"{what}: {name} / {LINES}", f"{time:.2f} s", f"{lines:.2f} s", time / lines)
        for name, time in times.items()
        if name != LINES
    ]
