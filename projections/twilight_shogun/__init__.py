"""How Twilight of Shogun is shown.

board.py       the text picture of a view
drawing.py     the drawn map of a view, wide and narrow, and what rises and falls: of places.py (where things
               stand, sea, land, lines), spaces.py (a box each), deeds.py (what the
               last play has done) and panels.py (what stands beside the map)
asks.py        each prompt in words
mails.py       the short board of mails, what concerns a seat, orders as taps
names.py       the printed names of things
readings.py    the readings of the rules that a game may choose
sentences.py   what has happened, in a sentence; the sums that it carries
tables.py      the rows of the read model
"""

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
