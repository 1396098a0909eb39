"""How Clan War is shown."""

from __future__ import annotations

from projections.clan_war.asks import asks, awaits
from projections.clan_war.badges import paint
from projections.clan_war.board import board
from projections.clan_war.briefs import short
from projections.clan_war.drawing import drawing, narrow, tracks
from projections.clan_war.losses import LOSSES
from projections.clan_war.mails import BOOKKEEPING, brief, group, rank
from projections.clan_war.marks import marked, marked_narrow
from projections.clan_war.names import called, names, things
from projections.clan_war.readings import reading
from projections.clan_war.sentences import sentence, sums
from projections.clan_war.step_words import STEPS
from projections.clan_war.tables import TABLES, rows
from projections.clan_war.whereabouts import where
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
    called=called,
    marked=marked,
    narrow=narrow,
    marked_narrow=marked_narrow,
    unworded=True,
    ground="table",
    paint=lambda view, seat: paint(view.seats, seat) if seat in view.seats else "",
    where=where,
    steps=STEPS,
)
