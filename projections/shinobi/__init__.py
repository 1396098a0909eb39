"""How Shinobi is shown.

board.py       the text picture of a view
drawing.py     the drawn picture of a view, wide and narrow, and what rises and falls: of provinces.py
               (panels, armies, hands) and deeds.py (what the last action has done); mons.py has the crests
asks.py        each prompt in words
mails.py       the short board of mails, what concerns a seat, orders as taps
names.py       the printed names of things
sentences.py   what has happened, in a sentence; the sums that it carries
losses.py      what counts as a loss
tables.py      the rows of the read model
"""

from __future__ import annotations

from projections.shinobi.asks import asks, awaits
from projections.shinobi.board import board
from projections.shinobi.drawing import drawing, marked, marked_narrow, narrow, tracks
from projections.shinobi.losses import LOSSES
from projections.shinobi.mails import BOOKKEEPING, brief, concerns, group
from projections.shinobi.names import names
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
    "rows",
    "sentence",
    "sums",
    "tracks",
]
