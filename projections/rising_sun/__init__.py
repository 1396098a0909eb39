"""How Rising Sun is shown."""

from __future__ import annotations

from projections.pictures import Pictures
from projections.rising_sun.armies import paint
from projections.rising_sun.asks import asks, awaits
from projections.rising_sun.board import board
from projections.rising_sun.briefs import short
from projections.rising_sun.drawing import drawing, narrow, tracks
from projections.rising_sun.losses import LOSSES
from projections.rising_sun.mails import BOOKKEEPING, brief, group, rank
from projections.rising_sun.marks import marked, marked_narrow
from projections.rising_sun.names import names
from projections.rising_sun.readings import reading
from projections.rising_sun.sentences import sentence, sums
from projections.rising_sun.step_words import STEPS
from projections.rising_sun.tables import TABLES, rows
from projections.rising_sun.whereabouts import where

PICTURES = Pictures(
    board=board,
    sentence=sentence,
    sums=sums,
    tables=TABLES,
    drawing=drawing,
    tracks=tracks,
    rows=rows,
    losses=LOSSES,
    names=names,
    asks=asks,
    awaits=awaits,
    brief=brief,
    rank=rank,
    short=short,
    bookkeeping=BOOKKEEPING,
    group=group,
    reading=reading,
    marked=marked,
    narrow=narrow,
    marked_narrow=marked_narrow,
    unworded=True,
    ground="sea",
    paint=lambda view, seat: paint(view, seat) if any(seat == one.name for one in view.clans) else "",
    where=where,
    steps=STEPS,
)
