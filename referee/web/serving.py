"""The server that the pages run in."""

from __future__ import annotations

import asyncio
import socket
from functools import partial
from pathlib import Path
from typing import Any

import uvicorn

from referee.record.location import place_of
from referee.record.record import Record
from referee.service.listener_limits import Crowd, Logged, Say, Seldom, descriptors, heed
from referee.transport.spool import Spool
from referee.web.application import application
from referee.web.connections import Connection, Limits
from referee.web.gate import MOST_BYTES, Counted, Gate
from referee.web.listening import BACKLOG, Pages, split

GRACE = 1
"""Seconds that streams are given to end."""

DESCRIPTORS = 4096
"""As many are wished for; so many files and connections of the process the system allows."""


class Server(uvicorn.Server):
    """uvicorn's, which says in a line what it would say in a page, and not each time."""

    def __init__(self, config: uvicorn.Config, say: Say) -> None:
        super().__init__(config)
        self._say = say

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        heed(asyncio.get_running_loop(), self._say)
        await super().startup(sockets)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for connection in list(self.server_state.connections):
            if isinstance(connection, Connection):
                connection.hang_up()
        await super().shutdown(sockets)


def server(record: Record, pages: Pages, limits: Limits, say: Say) -> Server:
    """What serves the pages of a record at a socket that listens."""
    say, counted = Seldom(say), Counted(pages.proxies)
    Logged.of("uvicorn.error", say)
    spool = Spool(Path(pages.spool)) if pages.spool else None
    made = application(
        record,
        address=pages.address,
        spool=spool,
        base=pages.base,
        in_charge=pages.in_charge,
        club=pages.club,
    )
    gate = Gate(made, pages.base, split(pages.listen)[0], counted, limits)
    crowd = Crowd(limits.connections, limits.of_address)
    protocol: Any = partial(Connection, crowd=crowd, limits=limits, who=counted.connected)
    config = uvicorn.Config(
        gate,
        http=protocol,
        ws="none",
        interface="asgi3",
        backlog=BACKLOG,
        h11_max_incomplete_event_size=MOST_BYTES,
        timeout_keep_alive=limits.silence,
        timeout_graceful_shutdown=GRACE,
        proxy_headers=False,  # who stands behind which proxy is the gate's to say
        access_log=False,  # secret links do not belong in logs
        log_config=None,
        server_header=False,
    )
    return Server(config, say)


def serve(pages: Pages, listens: socket.socket, say: Say) -> None:
    """Serves the pages of a store, which is only read, until SIGTERM or SIGINT."""
    record = Record(place_of(pages.store), only_read=True)
    try:
        server(record, pages, Limits().within(descriptors(DESCRIPTORS)), say).run([listens])
    finally:
        record.close()
