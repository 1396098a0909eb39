"""How Kawanakajima is shown."""

from __future__ import annotations

from projections.kawanakajima.asks import asks, awaits
from projections.kawanakajima.board import board
from projections.kawanakajima.briefs import short
from projections.kawanakajima.drawing import drawing, tracks
from projections.kawanakajima.fights import front, marked
from projections.kawanakajima.fortress_drawing import PAINTS
from projections.kawanakajima.losses import LOSSES
from projections.kawanakajima.mails import BOOKKEEPING, brief, group, rank
from projections.kawanakajima.names import names, things
from projections.kawanakajima.readings import reading
from projections.kawanakajima.sentences import sentence, sums
from projections.kawanakajima.step_words import STEPS
from projections.kawanakajima.tables import TABLES, rows
from projections.kawanakajima.whereabouts import where
from projections.pictures import Pictures

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
    things=things,
    marked=marked,
    unworded=True,
    ground="plain",
    paint=lambda view, seat: PAINTS.get(seat, ""),
    where=where,
    front=front,
    steps=STEPS,
)
