"""How Shinobi is shown."""

from __future__ import annotations

from projections.pictures import Pictures
from projections.shinobi.board import board
from projections.shinobi.briefs import short
from projections.shinobi.drawing import drawing, marked, marked_narrow, narrow, tracks
from projections.shinobi.losses import LOSSES
from projections.shinobi.mails import BOOKKEEPING, asks, awaits, brief, group, rank
from projections.shinobi.names import names
from projections.shinobi.readings import reading
from projections.shinobi.sentences import sentence, sums
from projections.shinobi.step_words import STEPS
from projections.shinobi.tables import TABLES, rows
from projections.shinobi.whereabouts import where

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
    ground="table",
    where=where,
    steps=STEPS,
)
