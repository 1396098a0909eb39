"""Notices that something was recorded: the system says so that keeps the store, and nothing is polled.

A file is watched by the operating system. A server is listened to (LISTEN): it tells of each commit, and a
connection that was lost is made again.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

from referee.record.location import Place, Server

CHANNEL = "stored_events"
"""Where the library's function says that it has inserted events."""

PAUSE = 2.0
"""Seconds before a server that is not there is asked again."""

SLICE = 0.5
"""Seconds after which it is looked whether to stop."""


async def changes(place: Place, stop: asyncio.Event) -> AsyncIterator[None]:
    """Once whenever something may have been recorded, until `stop` is set."""
    of = _of_server(place, stop) if isinstance(place, Server) else _of_file(place.resolve(), stop)
    async for _ in of:
        yield


async def _of_file(path: Path, stop: asyncio.Event) -> AsyncIterator[None]:
    from watchfiles import Change, awatch

    ours = {str(path), f"{path}-journal", f"{path}-wal"}

    def is_ours(_change: Change, name: str) -> bool:
        return name in ours

    async for _changes in awatch(path.parent, watch_filter=is_ours, stop_event=stop, debounce=200, step=20):
        yield


async def _of_server(server: Server, stop: asyncio.Event) -> AsyncIterator[None]:
    import psycopg

    while not stop.is_set():
        try:
            async with await psycopg.AsyncConnection.connect(server.conninfo, autocommit=True) as connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                yield  # what came before somebody listened
                while not stop.is_set():
                    async for _ in connection.notifies(timeout=SLICE, stop_after=1):
                        yield
        except psycopg.OperationalError:
            await asyncio.sleep(PAUSE)
