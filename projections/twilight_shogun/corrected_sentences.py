"""Sentences of what a ruling has set right in a game of Twilight of Shogun, as a viewer may know it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.kit.editions import Amended
from domain.twilight_shogun.board import events as e
from projections.amended import amended
from projections.language.filled import Depending, sentence_of
from projections.language.messages import _, term


def _influence(event: e.InfluenceCorrected, viewer: str) -> str:
    said = _("Corrected: {seat} has {after} influence in {space}, not {before}.")
    return " ".join(
        said.format(seat=one.seat, after=one.after, space=one.space, before=one.before)
        for one in event.changes
    )


def _marker(event: e.MarkerCorrected, viewer: str) -> str:
    if event.after is None:
        return _("Corrected: the support marker {name} is off the map.").format(name=event.name)
    if event.before is None:
        said = _("Corrected: the support marker {name} stands in {after}.")
        return said.format(name=event.name, after=event.after.space)
    if event.before.space == event.after.space:
        said = _("Corrected: the support marker in {after} shows {name}.")
        return said.format(name=event.name, after=event.after.space)
    said = _("Corrected: the support marker {name} stands in {after}, not in {before}.")
    return said.format(name=event.name, after=event.after.space, before=event.before.space)


def _pile(pile: str) -> str:
    return {
        "deck": _("the draw deck"),
        "discards": _("the discards"),
        "removed": _("the pile of removed cards"),
        "hand-anti": _("the hand of anti"),
        "hand-pro": _("the hand of pro"),
    }[pile]


def _given(event: e.CardGiven, viewer: str) -> str:
    cards = event.cards.seen_by(viewer)
    if cards is None:
        return _("Corrected: {seat} gets a card of the draw deck, sealed.").format(seat=event.seat)
    said = _("Corrected: {seat} gets the card {card} of the draw deck.")
    return said.format(seat=event.seat, card=term(cards[0]))


def _taken(event: e.CardTaken, viewer: str) -> str:
    cards = event.cards.seen_by(viewer)
    if cards is None:
        return _("Corrected: {seat} gives a card back to the draw deck, sealed.").format(seat=event.seat)
    said = _("Corrected: {seat} gives the card {card} back to the draw deck.")
    return said.format(seat=event.seat, card=term(cards[0]))


SENTENCES: Mapping[type, Callable[[Any, str], str]] = {
    e.InfluenceCorrected: _influence,
    e.MarkerCorrected: _marker,
    e.TrackCorrected: Depending(
        "track",
        {
            "vp": sentence_of(
                "Corrected: the VP marker stands at {after:+}, not at {before:+} (above 0 is for anti)."
            ),
            "treaty": sentence_of("Corrected: the treaty level is {after}, not {before}."),
            "intervention": sentence_of("Corrected: the intervention level is {after}, not {before}."),
            "court-anti": sentence_of(
                "Corrected: the court operation level of anti is {after}, not {before}."
            ),
            "court-pro": sentence_of("Corrected: the court operation level of pro is {after}, not {before}."),
        },
        otherwise=sentence_of(
            "Corrected: {after} Jo-i event counts in this turn, not {before}.",
            "Corrected: {after} Jo-i events count in this turn, not {before}.",
            "after",
        ),
    ),
    e.BoxCorrected: Depending(
        "box after",
        {
            ("yokohama", "open"): sentence_of("Corrected: Yokohama is open."),
            ("yokohama", "closed"): sentence_of("Corrected: Yokohama is closed."),
            ("modification", "placed"): sentence_of(
                "Corrected: the court operation modification marker is placed."
            ),
            ("modification", "absent"): sentence_of(
                "Corrected: the court operation modification marker is taken away."
            ),
            ("operation-anti", "tried"): sentence_of(
                "Corrected: anti has tried a court operation in this turn."
            ),
            ("operation-anti", "ready"): sentence_of(
                "Corrected: anti may still try a court operation in this turn."
            ),
            ("operation-pro", "tried"): sentence_of(
                "Corrected: pro has tried a court operation in this turn."
            ),
            ("operation-pro", "ready"): sentence_of(
                "Corrected: pro may still try a court operation in this turn."
            ),
        },
    ),
    e.CardCorrected: sentence_of(
        "Corrected: the card {card} is in {after}, not in {before}.", after=_pile, before=_pile
    ),
    e.CardGiven: _given,
    e.CardTaken: _taken,
    Amended: amended,
}
