"""How Twilight of Shogun is shown."""

from __future__ import annotations

from projections.pictures import Losses
from projections.twilight_shogun.asks import asks, awaits
from projections.twilight_shogun.board import board
from projections.twilight_shogun.drawing import drawing, marked, marked_narrow, narrow, tracks
from projections.twilight_shogun.mails import BOOKKEEPING, brief, concerns, group
from projections.twilight_shogun.names import names, things
from projections.twilight_shogun.readings import reading
from projections.twilight_shogun.sentences import sentence, sums
from projections.twilight_shogun.tables import TABLES, rows

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
    "things",
    "tracks",
]

LOSSES: Losses = {}
"""Influence comes and goes, and the tracks tell who gains by it."""
