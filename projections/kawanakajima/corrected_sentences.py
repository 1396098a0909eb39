"""Sentences of what a ruling has set right in a game of Kawanakajima."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.kawanakajima.board import events as e
from domain.kawanakajima.board.state import Troops
from domain.kawanakajima.data.tables import STATES
from domain.kit.editions import Amended
from projections.amended import amended
from projections.kawanakajima.names import place, sentence_of, side
from projections.language.filled import Depending
from projections.language.messages import _, listed


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
    e.UnitCorrected: Depending(
        "before",
        {"": sentence_of("Corrected: {unit} stands on {after}.")},
        otherwise=sentence_of("Corrected: {unit} stands on {after}, not on {before}."),
    ),
    e.StateCorrected: sentence_of(
        "Corrected: {unit} is {after}, not {before}.", after=STATES.__getitem__, before=STATES.__getitem__
    ),
    e.LeaderCorrected: Depending(
        "killed",
        {True: sentence_of("Corrected: the leader of {unit} is dead.")},
        otherwise=sentence_of("Corrected: the leader of {unit} is alive."),
    ),
    e.TrackCorrected: Depending(
        "track",
        {
            "points": sentence_of("Corrected: the victory points of the {side} are {after}, not {before}."),
            "bundori": sentence_of("Corrected: the Bundori of the {side} is {after}, not {before}."),
        },
    ),
    e.ChitCorrected: Depending(
        "before",
        {"away": sentence_of("Corrected: {chit} is in {after}.", after=place)},
        otherwise=sentence_of("Corrected: {chit} is in {after}, not in {before}.", after=place, before=place),
    ),
    e.SamuraiCorrected: Depending(
        "after",
        {"": sentence_of("Corrected: the samurai of the {side} is out of the game.")},
        otherwise=sentence_of("Corrected: the samurai of the {side} is with {unit}.", unit="after"),
    ),
    e.PositionCorrected: Depending(
        "built",
        {True: sentence_of("Corrected: {unit} stands in a defensive position in {hex}.")},
        otherwise=sentence_of("Corrected: {unit} has no defensive position in {hex}."),
    ),
    e.TroopsCorrected: _troops,
}
