"""Sentences of a game of Kawanakajima, as a viewer may know it; the sums that events carry."""

from __future__ import annotations

from typing import Any

from domain.kawanakajima.board import events as e
from domain.kawanakajima.board import field_events as f
from domain.kit.sums import Sum
from projections.kawanakajima.command_sentences import COMMAND_SENTENCES
from projections.kawanakajima.corrected_sentences import CORRECTED_SENTENCES
from projections.kawanakajima.field_sentences import FIELD_SENTENCES
from projections.kawanakajima.names import all_named, chit, general, named, side
from projections.kawanakajima.siege_sentences import SIEGE_SENTENCES, siege_sums
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
    if isinstance(event, f.PostureTried | f.FlightTested | f.RallyTried):
        return ((_tried(event), event.tried),)
    return _of_command(event)


def _tried(event: f.PostureTried | f.FlightTested | f.RallyTried) -> str:
    if isinstance(event, f.RallyTried):
        return _("rally of {unit}").format(unit=named(event.unit))
    said = _("flight of {clan}") if isinstance(event, f.FlightTested) else _("change of posture, {clan}")
    return said.format(clan=named(event.clan))


def _of_command(event: Any) -> tuple[tuple[str, Sum], ...]:
    if isinstance(event, e.CommandThrown):
        return ((_("command die of {general}").format(general=general(event.general)), event.die),)
    if isinstance(event, e.ChitPlaced):
        return ((_("distance for {chit}").format(chit=chit(event.chit)), event.distance),)
    if isinstance(event, e.CombinedTested):
        return ((_("combined manoeuvres, {clan}").format(clan=named(event.clan)), event.die),)
    if isinstance(event, e.PointsScored):
        return ((_("victory points of the {side}").format(side=side(event.side)), event.points),)
    if isinstance(event, e.KansukeCalled):
        return ((_("the price of Kansuke"), event.cost),)
    if isinstance(event, e.GameEnded):
        return ((_("the marker at the end"), event.margin),)
    return siege_sums(event)
