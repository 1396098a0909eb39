"""Connections with a time limit: seconds for each thing that a client may take its time for."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import h11
from msgspec import Struct
from msgspec.structs import replace
from uvicorn.protocols.http.h11_impl import H11Protocol

from referee.service.listener_limits import Crowd
from referee.web.showing import LIVE

SPARE = 192
"""Descriptors that are not for connections: the store, and those that are taken before they are counted."""

FEWEST = 16

_FOLDED = re.compile(rb"\n[ \t]")
"""A line of a header that goes on in the next: a proxy may read it otherwise [RFC 9112 5.2]."""


class Limits(Struct, frozen=True):
    """How many connections, streams and requests that are being answered there may be, in all and of one
    address; and for how many seconds a header, a silence between two requests, and a reader that does not
    read are borne."""

    connections: int = 500
    of_address: int = 30
    streams: int = 300
    streams_of_address: int = 10
    requests: int = 64
    requests_of_address: int = 8
    heading: float = 10.0
    silence: int = 15
    reading: float = 30.0

    def within(self, descriptors: int) -> Limits:
        """The same, with no more connections than there are descriptors for."""
        return replace(self, connections=min(self.connections, max(FEWEST, descriptors - SPARE)))


class Connection(H11Protocol):
    """One connection. `proxies` says whose connections are not counted: others stand behind them."""

    def __init__(self, *, crowd: Crowd, limits: Limits, who: Any, **given: Any) -> None:
        super().__init__(**given)
        self._crowd = crowd
        self._limits = limits
        self._who = who
        self._end = b""
        self._heading: asyncio.TimerHandle | None = None
        self._reading: asyncio.TimerHandle | None = None

    def put_out(self) -> None:
        self.transport.abort()

    def hang_up(self) -> None:
        """Ends what would never end by itself; the browser comes again."""
        if self.cycle and not self.cycle.response_complete and self.scope["path"].endswith(f"/{LIVE}"):
            self.transport.close()

    # ---- what asyncio and uvicorn call

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self._crowd.admit(self, self._who(self.client)):
            self._crowd.waits(self)
            self._heading = self._until(self._limits.heading)
        else:
            self.put_out()

    def connection_lost(self, exc: Exception | None) -> None:
        self._crowd.leave(self)
        self._forget()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if _FOLDED.search(self._end + data) and not self.transport.is_closing():
            self._refuse()
            return
        self._end = data[-1:]
        super().data_received(data)
        if self.transport.is_closing():
            self._soon_gone()
        elif self.conn.their_state is h11.IDLE:  # its header is not whole
            self._heading = self._heading or self._until(self._limits.heading)
        else:
            self._forget()
            self._crowd.works(self)

    def on_response_complete(self) -> None:
        self._crowd.waits(self)
        super().on_response_complete()
        if self.transport.is_closing():
            self._soon_gone()
        elif self.conn.their_state is not h11.IDLE:
            self._crowd.works(self)

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._soon_gone()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reading = self._reading or self._until(self._limits.reading)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._reading:
            self._reading.cancel()
            self._reading = None

    # ----

    def _until(self, seconds: float) -> asyncio.TimerHandle:
        return self.loop.call_later(seconds, self.put_out)

    def _forget(self) -> None:
        if self._heading:
            self._heading.cancel()
            self._heading = None

    def _soon_gone(self) -> None:
        """What was still to be sent is sent first; whoever does not read it is not waited for."""
        self._forget()
        self._heading = self._until(self._limits.reading)

    def _refuse(self) -> None:
        if self.conn.our_state is h11.IDLE:
            self.send_400_response("A header that goes on in the next line is not read here.")
            self._soon_gone()
        else:
            self.put_out()
