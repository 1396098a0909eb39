"""The paths of the table of a seat: how it stands now, and the boards on the way there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from projections.seat_page.table_board import Draws
from referee.record.record import Record
from referee.seats.seat_view import Scene
from referee.seats.taking_back import way_back
from referee.service.own_address import as_shown
from referee.web import showing
from referee.web.answering import JSON, encoded
from referee.web.gallery import Sight
from referee.web.sending import Sender
from referee.web.showing import Query
from referee.web.table_data import frames, table_data

Show = Callable[[Sight, Query], bytes]


def shown_of(
    record: Record,
    scene_of: Callable[[Sight], Scene],
    sender: Sender,
    observers: Callable[[Sight], Sequence[str]],
    boards: Draws,
) -> dict[str, tuple[Show, str]]:
    """By their paths, each with its kind."""

    def data(sight: Sight) -> dict[str, Any]:
        return page_data(record, scene_of(sight), sender.why_not(sight), sender.address, observers(sight))

    return {
        "api/table": (
            lambda sight, query: encoded({**data(sight), "frames": _framed(sight, query, boards)}),
            JSON,
        ),
        "api/frames": (lambda sight, query: encoded(_framed(sight, query, boards)), JSON),
    }


def page_data(
    record: Record, scene: Scene, why_not: str, address: str, watching: Sequence[str]
) -> dict[str, Any]:
    """What the page is told of its seat."""
    return table_data(scene, way_back(record, scene), as_shown(address), why_not, watching)


def _framed(sight: Sight, query: Query, boards: Draws) -> dict[str, Any]:
    """The boards after `after`, for somebody who has that after `shown`. Raises `Malformed`."""
    newest = len(sight.replay)
    shown = min(showing.number_of(query, "shown", newest), newest)
    upto = max(1, min(showing.number_of(query, "upto", newest), newest))
    after = min(showing.number_of(query, "after", shown or newest - 1), upto - 1)
    return frames(sight, (shown, after, upto), boards, before="before" in query, narrow="narrow" in query)
