"""One table of a game as CSV: UTF-8, RFC 4180, the names of the columns first.

A text that a spreadsheet would take for a formula has an apostrophe before it, and so has one that begins
with an apostrophe: taking one away gives back every text as it was.
"""

from __future__ import annotations

import csv
from io import StringIO
from typing import Any

from projections.exports.tables import rows
from projections.pictures import Table
from projections.replay import Replay

FORMULA = ("=", "+", "-", "@", "'", "＝", "＋", "－", "＠")
"""How formulas begin in a spreadsheet, and our own sign; the wide forms count in some languages."""


def csv_of(replay: Replay, viewer: str, table: Table) -> bytes:
    """A table as a viewer may know it. What a viewer may not know is an empty cell."""
    written = StringIO(newline="")
    writer = csv.writer(written)
    writer.writerow(table.columns)
    for row in rows(replay, viewer, table):
        writer.writerow([harmless(value) for value in row.values()])
    return written.getvalue().encode()


def harmless(value: Any) -> Any:
    """A cell that a spreadsheet shows and does not work out."""
    if isinstance(value, str) and value.lstrip().startswith(FORMULA):
        return f"'{value}"
    return value
