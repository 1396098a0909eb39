"""Goals, each beside what was measured: a table."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from benchmarks.retired import retired


class Row(Struct, frozen=True):
    """A goal and what was measured; `holds` is None where it is held elsewhere."""

    what: str
    goal: str
    measured: str
    holds: bool | None


def table(rows: Sequence[Row]) -> str:
    lines = (f"| {row.what} | {row.goal} | {row.measured} | {_verdict(row)} |" for row in rows)
    return "\n".join(("| what | goal | measured | |", "|---|---|---|---|", *lines))


def _verdict(row: Row) -> str:
    missed = "retired" if retired(row.what) else "**missed**"
    return {True: "holds", False: missed, None: ""}[row.holds]
