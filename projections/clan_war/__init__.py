"""How Clan War is shown.

board.py             the text picture of a view: honor track, unit sheets, hostages
drawing.py           the drawn picture, wide and narrow, and the tracks of honor and victory points
arena.py             the table in inches with its units; places.py says where they stand and look
ledger.py            the armies beside it; sheets.py has the units whose place is unknown
badges.py            devices and letters of armies; conditions.py has the words of units
marks.py             what has just happened, over either
sentences.py         what has happened to armies and honor, in a sentence; the sums that events carry
field_sentences.py   what has happened in the air, in combat and with hostages
asks.py              each prompt in words
mails.py             the short board of mails, what concerns a seat, orders as taps
names.py             the printed names of things
readings.py          the readings of the rules that a game may choose
losses.py            what counts as a loss
tables.py            the rows of the read model
"""

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
