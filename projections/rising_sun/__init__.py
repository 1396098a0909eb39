"""How Rising Sun is shown."""

from __future__ import annotations

from projections.rising_sun.asks import asks, awaits
from projections.rising_sun.board import board
from projections.rising_sun.drawing import drawing, narrow, tracks
from projections.rising_sun.losses import LOSSES
from projections.rising_sun.mails import BOOKKEEPING, brief, concerns, group
from projections.rising_sun.marks import marked, marked_narrow
from projections.rising_sun.names import names
from projections.rising_sun.readings import reading
from projections.rising_sun.sentences import sentence, sums
from projections.rising_sun.tables import TABLES, rows

__all__ = [
    "BOOKKEEPING",
    "LOSSES",
    "TABLES",
    "asks",
    "awaits",
    "board",
    "brief",
    "concerns",
    "drawing",
    "group",
    "marked",
    "marked_narrow",
    "names",
    "narrow",
    "reading",
    "rows",
    "sentence",
    "sums",
    "tracks",
]
