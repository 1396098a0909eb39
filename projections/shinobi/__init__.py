"""How Shinobi is shown.

board.py       the text picture of a view
drawing.py     the drawn picture of a view, and what rises and falls; mons.py has the crests
asks.py        what a prompt asks
names.py       the printed names of things
sentences.py   what has happened, in a sentence; the sums that it carries
losses.py      what counts as a loss
tables.py      the rows of the read model
"""

from __future__ import annotations

from projections.shinobi.asks import asks, awaits
from projections.shinobi.board import board
from projections.shinobi.drawing import drawing, tracks
from projections.shinobi.losses import LOSSES
from projections.shinobi.names import names
from projections.shinobi.sentences import sentence, sums
from projections.shinobi.tables import TABLES, rows

__all__ = [
    "LOSSES",
    "TABLES",
    "asks",
    "awaits",
    "board",
    "drawing",
    "names",
    "rows",
    "sentence",
    "sums",
    "tracks",
]
