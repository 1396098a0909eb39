"""Events of Rising Sun in a few words, for whoever wants to see at a glance what has happened."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.rising_sun.board import events as e
from projections.language.filled import SentenceOf
from projections.language.messages import _


def short(event: Any, viewer: str) -> str:
    said = _SHORT.get(type(event))
    return said(event) if said else ""


def _killed(event: e.FiguresKilled) -> str:
    clans, count = {one.clan for one in event.dead}, sum(one.count for one in event.dead)
    if len(clans) == 1:
        return _("{clan} loses figures: {count}").format(clan=event.dead[0].clan, count=count)
    return _("Figures killed: {count}").format(count=count)


sentence_of = SentenceOf(points="points.total")

_SHORT: Mapping[type, Callable[[Any], str]] = {
    e.FiguresKilled: _killed,
    e.Scored: sentence_of("{seat}: +{points} points"),
    e.AdvantageWon: sentence_of("{seat} wins {advantage}"),
    e.HostageTaken: sentence_of("{seat} takes a hostage of {clan}"),
    e.FigureMoved: sentence_of("{figure} of {clan} to {target}"),
    e.FigureBorrowed: sentence_of("{figure} of {clan} for {seat}"),
    e.ReparationsPaid: sentence_of("War Reparations are paid"),
    e.BattleBegan: sentence_of("The battle for {province} begins"),
    e.BidsRevealed: sentence_of("The bids are revealed"),
    e.ForcesCompared: sentence_of("Force is compared in {province}"),
    e.TokenTaken: sentence_of("{seat} takes the token of {province}"),
}
