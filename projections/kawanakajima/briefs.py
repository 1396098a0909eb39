"""Events of Kawanakajima in a few words, for whoever wants to see at a glance what has happened."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.kawanakajima.board import events as e
from domain.kawanakajima.board import field_events as f
from projections.kawanakajima.names import all_named, chit, named, side
from projections.language.filled import Depending, Row, SentenceOf


def short(event: Any, viewer: str) -> str:
    said = _SHORT.get(type(event))
    return said(event) if said else ""


def _last(path: tuple[str, ...]) -> str:
    return path[-1]


sentence_of = SentenceOf(
    unit=named, prey=named, clan=named, side=side, chit=chit, units=all_named, hex=("path", _last)
)

_SHORT: Mapping[type, Row] = {
    f.Fought: sentence_of("The {side} attack {units}", units=("defenders", all_named)),
    f.UnitEliminated: sentence_of("{unit} is eliminated"),
    f.UnitMoved: sentence_of("{unit} goes to {hex}"),
    f.UnitRetreated: sentence_of("{unit} retreats to {hex}"),
    f.UnitFellBack: sentence_of("{unit} retreats to {hex}"),
    f.UnitPursued: sentence_of("{unit} pursues {prey}"),
    f.RetreatBlocked: sentence_of("{unit} cannot retreat"),
    f.LeaderTested: Depending(
        "killed",
        {True: sentence_of("The leader of {unit} falls"), False: sentence_of("The leader of {unit} lives")},
    ),
    f.LeaderKilled: sentence_of("The leader of {unit} is dead"),
    f.FlightTested: sentence_of("{clan}: a test of flight"),
    f.BundoriMarked: sentence_of("Bundori of the {side}: +{value}"),
    e.PointsScored: sentence_of("VP of the {side}: +{points}", points="points.total"),
    e.ChitRefused: sentence_of("Refused: {chit}"),
    e.ChitVoid: sentence_of("No effect: {chit}"),
}
