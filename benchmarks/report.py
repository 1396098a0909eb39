"""The table: what was measured, each figure beside what it is a ratio of."""

from __future__ import annotations

import os
import platform
import sqlite3
from datetime import UTC, datetime
from math import isnan
from pathlib import Path

from msgspec import Struct

from benchmarks import appending, loading, playing
from benchmarks.appending import appending as append
from benchmarks.loading import EVENTS
from benchmarks.retired import retired

APPENDS = ((1, 60, 0.90), (10, 60, 0.88), (100, 20, 0.80))
"""Events of a commit, commits in one repeat, and the least ratio."""

OFTENER = 5
"""Repeats of an append for each of the others: a disk takes now longer and now less, for seconds."""

ORDERS = 60
"""In one repeat."""


class Figure(Struct, frozen=True):
    """`ratio` is asked to be `at_least` or `at_most` the bound; neither where nothing is promised."""

    what: str
    ours: str
    compared: str
    ratio: float
    at_least: float | None = None
    at_most: float | None = None

    @property
    def target(self) -> str:
        if self.at_least is not None:
            return f"at least {shown(self.at_least)}"
        return f"at most {shown(self.at_most)}" if self.at_most is not None else "none"

    @property
    def holds(self) -> bool:
        low, high = self.at_least, self.at_most
        return (low is None or self.ratio >= low) and (high is None or self.ratio <= high)


def shown(figure: float) -> str:
    if isnan(figure):
        return "–"
    return f"{figure:,.0f}" if figure >= 1000 else f"{figure:.2f}"


def measured(directory: Path, repeats: int) -> list[Figure]:
    """How quickly events are appended and loaded, and orders taken."""
    return [*_appends(directory, repeats), *_loads(directory, repeats), *_plays(directory, repeats)]


def _appends(folder: Path, repeats: int) -> list[Figure]:
    figures = []
    for size, commits, bound in APPENDS:
        times = append(folder, size, commits, OFTENER * repeats)
        ours, raw = (size * commits / times[name] for name in (appending.OURS, appending.RAW))
        what = f"append, {size} a commit: {appending.OURS} / {appending.RAW}"
        figures.append(Figure(what, f"{ours:,.0f}/s", f"{raw:,.0f}/s", ours / raw, at_least=bound))
    return figures


def _loads(folder: Path, repeats: int) -> list[Figure]:
    times = loading.loading(folder, repeats)
    ours, hand, stock = (times[name] for name in (loading.OURS, loading.HAND, loading.STOCK))
    times_shown = [f"{1000 * time:,.1f} ms" for time in (ours, hand, stock)]
    what = f"load {EVENTS:,} events"
    return [
        Figure(
            f"{what}: {loading.OURS} / {loading.HAND}",
            times_shown[0],
            times_shown[1],
            ours / hand,
            at_most=1.2,
        ),
        Figure(
            f"{what}: {loading.STOCK} / {loading.OURS}",
            times_shown[0],
            times_shown[2],
            stock / ours,
            at_least=10,
        ),
    ]


def _plays(folder: Path, repeats: int) -> list[Figure]:
    times = playing.playing(folder, ORDERS, repeats)
    ours, raw = (ORDERS / times[name] for name in (playing.OURS, playing.RAW))
    what = f"orders: {playing.OURS} (load, decide, record) / {playing.RAW}"
    return [Figure(what, f"{ours:,.0f}/s", f"{raw:,.0f}/s", ours / raw)]


def table(figures: list[Figure]) -> str:
    """The figures as a Markdown table."""
    lines = ["| measured | ours | compared with | ratio | target | |", "|---|---|---|---|---|---|"]
    for figure in figures:
        missed = "retired" if retired(figure.what) else "missed"
        verdict = "" if figure.target == "none" else "holds" if figure.holds else missed
        lines.append(
            f"| {figure.what} | {figure.ours} | {figure.compared} | {shown(figure.ratio)} "
            f"| {figure.target} | {verdict} |"
        )
    return "\n".join(lines)


def circumstances(repeats: int) -> str:
    """The machine, without its name, and how it was measured."""
    return (
        f"{datetime.now(UTC):%Y-%m-%d}; {os.cpu_count()} cores, {platform.system()} {platform.machine()}, "
        f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}; "
        f"the least of {repeats} interleaved repeats ({OFTENER * repeats} of an append); of mails and lag "
        "medians of many. Journal TRUNCATE, synchronous EXTRA, on both sides."
    )
