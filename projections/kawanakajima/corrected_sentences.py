"""Sentences of what a ruling has set right in a game of Kawanakajima."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.kawanakajima.board import events as e
from domain.kawanakajima.board.state import Troops
from domain.kawanakajima.data.tables import STATES
from domain.kit.editions import Amended
from projections.amended import amended
from projections.kawanakajima.names import chit, named, place, side
from projections.language.messages import _, listed


def _unit(event: e.UnitCorrected, viewer: str) -> str:
    if not event.before:
        return _("Corrected: {unit} stands on {after}.").format(unit=named(event.unit), after=event.after)
    said = _("Corrected: {unit} stands on {after}, not on {before}.")
    return said.format(unit=named(event.unit), after=event.after, before=event.before)


def _state(event: e.StateCorrected, viewer: str) -> str:
    said = _("Corrected: {unit} is {after}, not {before}.")
    return said.format(unit=named(event.unit), after=STATES[event.after], before=STATES[event.before])


def _leader(event: e.LeaderCorrected, viewer: str) -> str:
    if event.killed:
        return _("Corrected: the leader of {unit} is dead.").format(unit=named(event.unit))
    return _("Corrected: the leader of {unit} is alive.").format(unit=named(event.unit))


def _track(event: e.TrackCorrected, viewer: str) -> str:
    said = {
        "points": _("Corrected: the victory points of the {side} are {after}, not {before}."),
        "bundori": _("Corrected: the Bundori of the {side} is {after}, not {before}."),
    }[event.track]
    return said.format(side=side(event.side), after=event.after, before=event.before)


def _chit(event: e.ChitCorrected, viewer: str) -> str:
    said = _("Corrected: {chit} is in {after}, not in {before}.")
    if event.before == "away":
        said = _("Corrected: {chit} is in {after}.")
    return said.format(chit=chit(event.chit), after=place(event.after), before=place(event.before))


def _samurai(event: e.SamuraiCorrected, viewer: str) -> str:
    if not event.after:
        return _("Corrected: the samurai of the {side} is out of the game.").format(side=side(event.side))
    said = _("Corrected: the samurai of the {side} is with {unit}.")
    return said.format(side=side(event.side), unit=named(event.after))


def _position(event: e.PositionCorrected, viewer: str) -> str:
    if event.built:
        said = _("Corrected: {unit} stands in a defensive position in {hex}.")
    else:
        said = _("Corrected: {unit} has no defensive position in {hex}.")
    return said.format(unit=named(event.unit), hex=event.hex)


def _troops(event: e.TroopsCorrected, viewer: str) -> str:
    said = _("Corrected: the {side} have {after} in Kaizu, not {before}.")
    return said.format(
        side=side(event.side),
        after=_strengths(event.after, event.zones_after),
        before=_strengths(event.before, event.zones_before),
    )


def _strengths(troops: Troops, zones: Sequence[str]) -> str:
    said = _("{effectives} effective, {disabled} disabled, {lost} lost, markers in {zones}")
    if not zones:
        said = _("{effectives} effective, {disabled} disabled, {lost} lost, no marker")
    return said.format(
        effectives=troops.effectives, disabled=troops.disabled, lost=troops.lost, zones=listed(zones)
    )


CORRECTED_SENTENCES: Mapping[type, Callable[[Any, str], str]] = {
    Amended: amended,
    e.UnitCorrected: _unit,
    e.StateCorrected: _state,
    e.LeaderCorrected: _leader,
    e.TrackCorrected: _track,
    e.ChitCorrected: _chit,
    e.SamuraiCorrected: _samurai,
    e.PositionCorrected: _position,
    e.TroopsCorrected: _troops,
}
