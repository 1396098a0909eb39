"""Goals, each beside what was measured: a table."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct


class Row(Struct, frozen=True):
    """A goal and what was measured; `holds` is None where it is held elsewhere."""

    what: str
    goal: str
    measured: str
    holds: bool | None


def table(rows: Sequence[Row]) -> str:
    verdicts = {True: "holds", False: "**missed**", None: ""}
    lines = (f"| {row.what} | {row.goal} | {row.measured} | {verdicts[row.holds]} |" for row in rows)
    return "\n".join(("| what | goal | measured | |", "|---|---|---|---|", *lines))
