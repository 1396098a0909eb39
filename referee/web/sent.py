"""The answer to a sending, for the page of a seat: what became of each line, where it ended and why, how the
game stands, and whether what was played can be taken back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from projections.language.messages import term
from referee.games.order_sheet import (
    ALREADY,
    CLOSED,
    FORFEITED,
    NOT_ASKED,
    NOT_REACHED,
    PLAYED,
    REFUSED,
    UNREADABLE,
    Result,
)
from referee.record.record import Record
from referee.seats.defused_text import defused
from referee.seats.seat_view import Scene, whose_turn
from referee.seats.taking_back import way_back

_COMES_BACK = (CLOSED, NOT_ASKED, NOT_REACHED, REFUSED, UNREADABLE)
"""What becomes of lines that were not played, and may be sent again."""


def became(
    record: Record, scene: Scene, places: Mapping[int, int], results: Sequence[Result]
) -> dict[str, Any]:
    """`places` are those of the lines among what the page has sent, by their numbers in the mail; without
    results the mail was refused as a whole, and all of them come back."""
    known = [one for one in results if one.line.number in places]
    rows = [_row(places[one.line.number], one) for one in known]
    ended = next((row for row in rows if row["outcome"] in (*_COMES_BACK, FORFEITED)), None)
    reached = [one for one in known if one.first]
    return {
        "results": rows,
        "ended": ended,
        "rest": [row["line"] for row in rows if row["outcome"] in _COMES_BACK]
        if rows
        else [*places.values()],
        "first": min((one.first for one in reached), default=0),
        "last": max((max(one.first, one.last) for one in reached), default=0),
        "throw": whose_turn(scene) if _is_locked(scene) else "",
        "stands": whose_turn(scene),
        **_back(record, scene, known),
    }


def _row(place: int, result: Result) -> dict[str, Any]:
    error = result.error
    why = defused(" ".join(map(term, error.sentences))) if error else ""
    return {
        "line": place,
        "order": result.order,
        "outcome": result.outcome,
        "why": why,
        "rule": error.rule if error else "",
        "first": result.first,
        "last": result.last,
    }


def _is_locked(scene: Scene) -> bool:
    return scene.game.is_locked() and not scene.game.is_over()


def _back(record: Record, scene: Scene, results: Sequence[Result]) -> Mapping[str, Any]:
    """How all of it is taken back that was played, or why it is not; nothing of what came before."""
    played = [one.first for one in results if one.outcome in (PLAYED, ALREADY) and one.first]
    if not played:
        return {"back": None, "why_not_back": ""}
    found = way_back(record, scene, min(played))
    back = {"line": found.line, "asks": found.asks} if found.line else None
    return {"back": back, "why_not_back": found.why_not}
