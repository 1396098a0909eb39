"""How Rising Sun is shown.

board.py       the text picture of a view: tracks, provinces, the battle mat
drawing.py     the drawn picture of a view, wide and narrow, and what rises and falls
map.py         the provinces and the cards of armies; japan.py has the ground, armies.py the rows of a card
battle_mat.py  the battle that goes on; honor_track.py has the clans, tokens.py the signs
narrow.py      the same for a narrow screen
marks.py       what has just happened, over either
asks.py        each prompt in words
mails.py       the short board of mails, what concerns a seat, orders as taps
names.py       the printed names of things
readings.py    the readings of the rules that a game may choose
sentences.py   what has happened, in a sentence; the sums that it carries
losses.py      what counts as a loss
tables.py      the rows of the read model
"""

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
