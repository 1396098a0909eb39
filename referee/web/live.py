"""The stream that tells at once, to whoever looks at a game, that it has gone on.

Whatever keeps the store says that it has changed; only then is the record asked, once, which games have new
events. Nothing is polled, and it does not matter which process has recorded them.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress

from starlette.concurrency import run_in_threadpool

from referee.record.record import Record
from referee.web.changes import changes
from referee.web.gallery import NothingToSee, Sight

KEPT_ALIVE = 25.0
"""Seconds after which a silent stream says that it is still there, so that nothing between closes it."""

PAGE = 1000
"""Events that are asked for at a time."""


class Hub:
    """Wakes whoever waits for the next event of a game."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._seen = record.recorder.max_notification_id() or 0
        self._waiting: dict[str, set[asyncio.Event]] = {}

    async def watch(self, stop: asyncio.Event) -> None:
        """Watches the store until `stop` is set."""
        async for _ in changes(self._record.place, stop):
            try:
                changed = await run_in_threadpool(self._changed)
            except Exception:  # noqa: BLE001 - what could not be read now is read with the next change
                continue
            for game in changed:
                for event in self._waiting.get(game, ()):
                    event.set()

    def _changed(self) -> set[str]:
        """The games that have events which were not seen yet."""
        games: set[str] = set()
        while True:
            found = self._record.recorder.select_notifications(self._seen, PAGE, inclusive_of_start=False)
            if not found:
                return games
            games.update(str(notification.originator_id) for notification in found)
            self._seen = found[-1].id

    async def next(self, game: str, seconds: float) -> None:
        """Returns when the game has a new event, or after so many seconds."""
        event = asyncio.Event()
        self._waiting.setdefault(game, set()).add(event)
        try:
            with suppress(TimeoutError):
                await asyncio.wait_for(event.wait(), seconds)
        finally:
            self._waiting[game].discard(event)
            if not self._waiting[game]:
                del self._waiting[game]


async def stream(hub: Hub, game: str, sight: Callable[[], Sight], since: int | None) -> AsyncIterator[str]:
    """Server-sent events: how many events there are to see, whenever there are more.

    `since` is how many the reader has seen; None: those that there are. Each message has that number as its
    id: a browser that comes again says it, and is told nothing twice.
    """
    while True:
        try:
            now = await run_in_threadpool(sight)
        except NothingToSee:
            return  # the link is no longer good
        count = len(now.replay)
        if since is not None and count > since:
            yield f'id: {count}\ndata: {{"events": {count}, "head": "{now.replay.head()}"}}\n\n'
        else:
            yield ": still here\n\n"
        since = count if since is None else max(since, count)
        await hub.next(game, _rest(now))


def _rest(now: Sight) -> float:
    """Seconds until something may be said again."""
    return KEPT_ALIVE if now.more is None else min(KEPT_ALIVE, now.more / 1000 + 0.001)
