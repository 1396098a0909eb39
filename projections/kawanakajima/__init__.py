"""How Kawanakajima is shown.

board.py               the text picture of a view
drawing.py             the drawn picture of a view, and what rises and falls
battlefield.py         where its hexes lie, and the names beside its places
relief.py              the ground in it
counters.py            the units in it
devices.py             their mon, their marks and the bodies they lie on
fights.py              marks on it of what has just happened: fights, retreats, marches
books.py               the books of the armies below it
legend.py              what its marks mean
fortress_drawing.py    the fortress of Kaizu in it
ground.py              the two maps in it: the whole battlefield, and the area where most happens
fortress.py            the fortress of Kaizu in it
sentences.py           what has happened, in a sentence; the sums that it carries
command_sentences.py   those of set-up, command and chits
field_sentences.py     those of the field
siege_sentences.py     those of the siege and of the hypothetical scenario
mails.py               the short board of mails, what concerns a seat, orders as taps
names.py               how units, clans and chits are called
readings.py            the readings of the rules that a game may choose
asks.py                each prompt in words; siege_asks.py has those of the siege
losses.py              what counts as a loss
tables.py              the rows of the read model
"""

from __future__ import annotations

from projections.kawanakajima.asks import asks, awaits
from projections.kawanakajima.board import board
from projections.kawanakajima.drawing import drawing, tracks
from projections.kawanakajima.fights import marked
from projections.kawanakajima.losses import LOSSES
from projections.kawanakajima.mails import BOOKKEEPING, brief, concerns, group
from projections.kawanakajima.names import names, things
from projections.kawanakajima.readings import reading
from projections.kawanakajima.sentences import sentence, sums
from projections.kawanakajima.tables import TABLES, rows

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
    "names",
    "reading",
    "rows",
    "sentence",
    "sums",
    "things",
    "tracks",
]
