"""How Twilight of Shogun is shown."""

from __future__ import annotations

from projections.pictures import Pictures
from projections.twilight_shogun.asks import asks, awaits
from projections.twilight_shogun.board import board
from projections.twilight_shogun.briefs import short
from projections.twilight_shogun.drawing import drawing, marked, marked_narrow, narrow, tracks
from projections.twilight_shogun.faces import faces
from projections.twilight_shogun.mails import BOOKKEEPING, brief, group, rank
from projections.twilight_shogun.names import names, things
from projections.twilight_shogun.readings import reading
from projections.twilight_shogun.sentences import sentence, sums
from projections.twilight_shogun.spaces import PAINT
from projections.twilight_shogun.step_words import STEPS
from projections.twilight_shogun.tables import TABLES, rows
from projections.twilight_shogun.whereabouts import where

PICTURES = Pictures(
    board=board,
    sentence=sentence,
    sums=sums,
    tables=TABLES,
    drawing=drawing,
    tracks=tracks,
    rows=rows,
    losses={},  # influence comes and goes, and the tracks tell who gains by it
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
    narrow=narrow,
    marked_narrow=marked_narrow,
    unworded=True,
    faces=faces,
    ground="sea",
    paint=lambda view, seat: PAINT.get(seat, ""),
    where=where,
    steps=STEPS,
)
