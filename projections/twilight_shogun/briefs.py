"""Events of Twilight of Shogun in a few words, for whoever wants to see at a glance what has happened."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.twilight_shogun.board import events as e
from projections.language.filled import Depending, SentenceOf


def short(event: Any, viewer: str) -> str:
    """Of several places the one where most has changed, and how many more there are."""
    said = _SHORT.get(type(event))
    return said(event) if said else _changes(event)


def _changes(event: Any) -> str:
    changes = [one for one in getattr(event, "changes", ()) if one.before != one.after]
    if not changes:
        return ""
    most = max(changes, key=lambda one: abs(one.after - one.before))
    more = f" (+{len(changes) - 1})" if len(changes) > 1 else ""
    return f"{most.space}: {most.seat} {most.before} → {most.after}{more}"


sentence_of = SentenceOf(points="points.total")

_shift = Depending(
    "after", {"": sentence_of("{before} loses {space}")}, otherwise=sentence_of("{after} controls {space}")
)


def _shifted(event: e.ControlShifted) -> str:
    more = f" (+{len(event.shifts) - 1})" if len(event.shifts) > 1 else ""
    return f"{_shift(event.shifts[0])}{more}"


_SHORT: Mapping[type, Callable[[Any], str]] = {
    e.ControlShifted: _shifted,
    e.CardPlayed: sentence_of("{seat} plays {card}"),
    e.CardDropped: sentence_of("{seat} discards {card}", card="dropped"),
    e.CardsDrawn: sentence_of("{seat} draws cards: {count}"),
    e.VpScored: sentence_of("{points} VP for {seat}"),
    e.CourtMoved: sentence_of("Court of {seat}: {before} → {after}"),
}
