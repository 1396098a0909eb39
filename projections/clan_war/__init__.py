"""How Clan War is shown."""

from __future__ import annotations

from projections.clan_war.asks import asks, awaits
from projections.clan_war.board import board
from projections.clan_war.drawing import drawing, narrow, tracks
from projections.clan_war.losses import LOSSES
from projections.clan_war.mails import BOOKKEEPING, brief, concerns, group
from projections.clan_war.marks import marked, marked_narrow
from projections.clan_war.names import called, names, things
from projections.clan_war.readings import reading
from projections.clan_war.sentences import sentence, sums
from projections.clan_war.tables import TABLES, rows

__all__ = [
    "BOOKKEEPING",
    "LOSSES",
    "TABLES",
    "asks",
    "awaits",
    "board",
    "brief",
    "called",
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
