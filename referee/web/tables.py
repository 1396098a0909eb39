"""The paths of the table of a seat: its page, how it stands now, and the boards on the way there."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from projections.seat_page.table_board import Draws
from referee.record.record import Record
from referee.seats.seat_view import Scene
from referee.seats.taking_back import way_back
from referee.service.own_address import as_shown
from referee.web import showing
from referee.web.answering import JSON, encoded, not_now
from referee.web.gallery import Sight
from referee.web.sending import Sender
from referee.web.showing import Query
from referee.web.stepping import AGAIN, AT_ONCE, PATIENCE, Bucket
from referee.web.table_data import ALL, MOST_FRAMES, PLAYED, frames, table_data

Show = Callable[[Sight, Query], bytes]

BOARDS, BURST = 600, 240
"""Boards of a seat that are drawn for whoever has its link, in a minute, and at once. Each event is counted
as one until they are drawn; for those that make none it is given back."""


class Framing:
    """Draws the boards on the way to an event: so many for a seat, and for a few who ask at a time."""

    def __init__(self, draws: Draws) -> None:
        self._draws = draws
        self._rates = Bucket(BOARDS, BURST)
        self._turn = threading.Semaphore(AT_ONCE)

    def framed(self, sight: Sight, query: Query, most: int = ALL) -> dict[str, Any]:
        """Those after the event `after`, the newest `most` drawn, for somebody who has that after `shown`.
        Raises `Malformed`, `Refused`."""
        newest = len(sight.replay)
        shown = min(showing.number_of(query, "shown", newest), newest)
        upto = max(1, min(showing.number_of(query, "upto", newest), newest))
        after = min(showing.number_of(query, "after", shown or newest - 1), upto - 1)
        before = "before" in query
        counted = 1 + before + min(upto - after, MOST_FRAMES + 1, most)
        self._rates.check(sight.who, counted)
        with self._in_turn():
            events = (shown, after, upto)
            found = frames(sight, events, self._draws, before=before, narrow="narrow" in query, most=most)
        told = len(next(iter(found.values()))["boards"])
        self._rates.gives_back(sight.who, max(0, counted - 1 - min(told, most)))
        return found

    @contextmanager
    def _in_turn(self) -> Iterator[None]:
        if not self._turn.acquire(timeout=PATIENCE):
            raise not_now(503, AGAIN)
        try:
            yield
        finally:
            self._turn.release()


def shown_of(
    record: Record,
    scene_of: Callable[[Sight], Scene],
    sender: Sender,
    observers: Callable[[Sight], Sequence[str]],
    draws: Draws,
) -> dict[str, tuple[Show, str]]:
    """By their paths, each with its kind."""
    boards = Framing(draws)

    def data(sight: Sight) -> dict[str, Any]:
        return page_data(record, scene_of(sight), sender.why_not(sight), sender.address, observers(sight))

    def now(sight: Sight, query: Query) -> dict[str, Any]:
        found = boards.framed(sight, query, PLAYED)  # first: it may be refused
        return {**data(sight), "frames": found}

    return {
        "api/table": (lambda sight, query: encoded(now(sight, query)), JSON),
        "api/frames": (lambda sight, query: encoded(boards.framed(sight, query)), JSON),
    }


def page_data(
    record: Record, scene: Scene, why_not: str, address: str, watching: Sequence[str]
) -> dict[str, Any]:
    """What the page is told of its seat."""
    return table_data(scene, way_back(record, scene), as_shown(address), why_not, watching)
