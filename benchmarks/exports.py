"""The cost of an event of whole games in each format of exports.

The games are the longest recorded ones of each title, from the store on: nothing is folded beforehand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

from benchmarks.measure import LEAST, Case, cpu_seconds, interleaved
from benchmarks.report import Figure
from domain.titles import TITLES
from projections.exports.report import report
from projections.exports.sqlite import sqlite_of
from projections.page.making import page
from projections.replay import Replay
from referee.audit.game_lines import export_lines, read_export
from referee.bundle.checking import read_bundle
from referee.copies.importing import import_game
from referee.record.record import Record

GAMES = Path(__file__).resolve().parents[1] / "fixtures" / "games"

LINES, PAGE = "jsonl", "html"

AT_MOST = 150
"""Microseconds that an event of a page may cost."""

FORMATS: Mapping[str, Callable[[Replay], object]] = {
    "sqlite": lambda game: sqlite_of(game, "public"),
    "markdown": lambda game: report(game, "public", str),
    PAGE: lambda game: page(game, "public"),
}


def exports(directory: Path, repeats: int = LEAST) -> list[Figure]:
    """For each format the microseconds of an event, of the longest recorded game of each title."""
    times, events = Counter[str](), 0
    for title in TITLES:
        path = max((GAMES / title).glob("*.zip"), key=lambda path: path.stat().st_size)
        record = Record(directory / f"{title}.db")
        lines = read_bundle(path).members["game.jsonl"].splitlines(keepends=True)
        game = import_game(record, read_export(lines))
        times.update(interleaved(_cases(record, game), repeats))
        events += len(lines) - 1
        record.close()
    return [_figure(name, 1e6 * time / events) for name, time in times.items()]


def _cases(record: Record, game: str) -> dict[str, Case]:
    cases: dict[str, Case] = {LINES: lambda: cpu_seconds(lambda: list(export_lines(record, game, "public")))}
    for name, written in FORMATS.items():
        cases[name] = lambda written=written: cpu_seconds(lambda: written(_replay(record, game)))  # type: ignore[misc]
    return cases


def _replay(record: Record, game: str) -> Replay:
    title, envelopes = record.title(game), record.envelopes(game)
    return Replay(game, TITLES[title], record.data(title, envelopes[0].entry.data), envelopes)


def _figure(name: str, each: float) -> Figure:
    bound = AT_MOST if name == PAGE else None
    return Figure(f"export, {name}, an event, µs", f"{each:,.0f} µs", "–", each, at_most=bound)
