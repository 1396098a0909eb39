"""Sentences of a game of Kawanakajima, as a viewer may know it; the sums that events carry."""

from __future__ import annotations

from typing import Any

from domain.kawanakajima.board import events as e
from domain.kawanakajima.board import field_events as f
from domain.kawanakajima.board import siege_events as s
from domain.kit.sums import Sum
from projections.kawanakajima.command_sentences import COMMAND_SENTENCES
from projections.kawanakajima.corrected_sentences import CORRECTED_SENTENCES
from projections.kawanakajima.field_sentences import FIELD_SENTENCES
from projections.kawanakajima.names import all_named, sentence_of
from projections.kawanakajima.siege_sentences import SIEGE_SENTENCES, SIEGE_SUMS, strengths
from projections.language.filled import Sums, sums_of
from projections.language.messages import _

SENTENCES = {**COMMAND_SENTENCES, **FIELD_SENTENCES, **SIEGE_SENTENCES, **CORRECTED_SENTENCES}


def sentence(event: Any, viewer: str) -> str:
    """One event in a sentence."""
    return SENTENCES[type(event)](event, viewer)


def sums(event: Any, viewer: str) -> tuple[tuple[str, Sum], ...]:
    """The sums of an event. Nothing in them is hidden from anybody."""
    if isinstance(event, f.Fought):
        fight = (all_named(event.attackers), all_named(event.defenders))
        return (
            (_("column, {} against {}").format(*fight), event.column),
            (_("row, {} against {}").format(*fight), event.row),
        )
    if isinstance(event, s.SiegeBegan):
        return strengths(event)
    return sums_of(_SUMS, event)


_SUMS: Sums = {
    f.PostureTried: [(sentence_of("change of posture, {clan}"), "tried")],
    f.FlightTested: [(sentence_of("flight of {clan}"), "tried")],
    f.RallyTried: [(sentence_of("rally of {unit}"), "tried")],
    e.CommandThrown: [(sentence_of("command die of {general}"), "die")],
    e.ChitPlaced: [(sentence_of("distance for {chit}"), "distance")],
    e.CombinedTested: [(sentence_of("combined manoeuvres, {clan}"), "die")],
    e.PointsScored: [(sentence_of("victory points of the {side}"), "points")],
    e.KansukeCalled: [(sentence_of("the price of Kansuke"), "cost")],
    e.GameEnded: [(sentence_of("the marker at the end"), "margin")],
    **SIEGE_SUMS,
}
