"""How Shinobi is shown."""

from __future__ import annotations

from projections.shinobi.asks import asks, awaits
from projections.shinobi.board import board
from projections.shinobi.drawing import drawing, marked, marked_narrow, narrow, tracks
from projections.shinobi.losses import LOSSES
from projections.shinobi.mails import BOOKKEEPING, brief, concerns, group
from projections.shinobi.names import names
from projections.shinobi.readings import reading
from projections.shinobi.sentences import sentence, sums
from projections.shinobi.tables import TABLES, rows

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
