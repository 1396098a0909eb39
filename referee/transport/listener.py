"""Mails in as an LMTP or SMTP server, for a mail server that hands them over.

A mail is acknowledged once its answer is durable; until then it is the other server's to keep and to hand in
again. The desk is the only mailbox here, and nothing is ever passed on.
"""

from __future__ import annotations

import asyncio
import errno
import os
import socket
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller, UnixSocketController
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session

from referee.service.configuration import BadConfiguration, Listen
from referee.service.listener_limits import Crowd, Logged, Seldom, descriptors, heed, party
from referee.service.reports import Report, Trouble
from referee.transport.intray import InTray

PATIENCE = 240.0
"""Seconds until the other server is told to come again; it waits for five minutes [RFC 5321 4.5.3.2]."""

CONNECTIONS, OF_ADDRESS = 100, 50
"""That are held at a time, in all and by one address: a mail server hands over some twenty mails at once."""

COMMAND, MAIL = 60, 300
"""Seconds that a client has for a command, and for the whole of a mail [RFC 5321 4.5.3.2]."""

HELD = 64 * 1024 * 1024
"""Bytes of mails that are not whole yet, of all together; no less than two of the largest."""

FULL = b"421 4.7.0 Too many connections; come again\r\n"
COME_AGAIN = "451 4.3.0 The mail could not be worked now; hand it in again"
ONE_AT_A_TIME = "452 4.5.3 One recipient at a time"
TAKEN = "250 2.0.0 Taken"


class Listener:
    """A server of our own, in a thread of its own."""

    def __init__(self, settings: Listen, tray: InTray, name: str, report: Report = print) -> None:
        """`name` is what the server calls itself: no name server is asked."""
        self._settings = settings
        self._controller = _controller(settings, _Handler(tray), name)
        say = Seldom(lambda line: report(Trouble(f"{settings.where}: {line}")))
        heed(self._controller.loop, say)
        Logged.of("mail.log", say)

    def start(self) -> None:
        """Raises `BadConfiguration` where the address cannot be listened on."""
        try_address(self._settings)
        try:
            self._controller.start()
        except (OSError, TimeoutError) as error:
            raise _taken(self._settings, error) from None
        if self._settings.socket:
            Path(self._settings.socket).chmod(0o660)  # the mail server is another user of its group

    def stop(self) -> None:
        self._controller.stop(no_assert=True)
        if self._settings.socket:
            Path(self._settings.socket).unlink(missing_ok=True)


class _Handler:
    """What aiosmtpd calls: see its documentation for the names."""

    def __init__(self, tray: InTray) -> None:
        self._tray = tray

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if envelope.rcpt_tos:
            return ONE_AT_A_TIME
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: _Caller, session: Session, envelope: Envelope) -> str:  # noqa: N802
        with server.waited_for():
            reply = self._tray.hand_in(_delivered(envelope))
            try:
                handled = await asyncio.wait_for(asyncio.wrap_future(reply), PATIENCE)
            except (Exception, asyncio.CancelledError):  # noqa: BLE001 - the other server keeps the mail
                return COME_AGAIN
            return COME_AGAIN if handled.is_left else TAKEN


class _Callers(Crowd):
    """Those who are connected, and how much of their mails we hold."""

    def __init__(self, most_bytes: int) -> None:
        super().__init__(min(CONNECTIONS, descriptors() // 4), OF_ADDRESS)
        self._most_held = max(HELD, 2 * most_bytes)
        self._held: Counter[object] = Counter()

    def hold(self, one: object, size: int) -> None:
        """Where it is too much, those go that have said nothing for longest."""
        self._held[one] += size
        while self._held.total() > self._most_held and self.makes_room():
            pass

    def let_go(self, one: object) -> None:
        del self._held[one]

    def leave(self, one: object) -> None:
        self.let_go(one)
        super().leave(one)


class _Caller(SMTP):
    """A connection: one of so many, and the first to go of those that say nothing."""

    def __init__(self, crowd: _Callers, *given: Any, **named: Any) -> None:
        self.line_length_limit = named["data_size_limit"]  # as long as those of a mail that is handed in
        super().__init__(*given, **named)
        self._crowd = crowd

    def put_out(self) -> None:
        if isinstance(self.transport, asyncio.WriteTransport):
            self.transport.abort()

    def connection_made(self, transport: Any) -> None:
        peer = transport.get_extra_info("peername")
        if not self._crowd.admit(self, party(peer[0]) if isinstance(peer, tuple) else ""):
            transport.write(FULL)
            transport.close()
        self._crowd.waits(self)
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        self._crowd.leave(self)
        super().connection_lost(error)

    def data_received(self, data: bytes) -> None:
        self._crowd.waits(self)
        self._crowd.hold(self, len(data))
        super().data_received(data)

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802
        self._reset_timeout(MAIL)
        try:
            await super().smtp_DATA(arg)
        finally:
            self._crowd.let_go(self)

    @contextmanager
    def waited_for(self) -> Iterator[None]:
        """Now it waits for us."""
        self._crowd.works(self)
        self._reset_timeout(2 * PATIENCE)
        try:
            yield
        finally:
            self._crowd.waits(self)


class _LmtpCaller(_Caller, LMTP):
    """The same by LMTP."""


def _delivered(envelope: Envelope) -> bytes:
    """The mail with the sender of its envelope, which only we still know [RFC 5321 4.4]."""
    content = envelope.original_content or b""
    sender = "".join(c for c in envelope.mail_from or "" if c.isprintable() and c not in "<>")
    return b"Return-Path: <" + sender.encode("utf-8") + b">\r\n" + content


def _controller(settings: Listen, handler: _Handler, name: str) -> Any:
    kind = _LmtpCaller if settings.protocol == "lmtp" else _Caller
    crowd = _Callers(settings.most_bytes)
    given: dict[str, Any] = {
        "data_size_limit": settings.most_bytes,
        "server_hostname": name,
        "ident": "Bugyo",
        "timeout": COMMAND,
    }

    class Served(UnixSocketController if settings.socket else Controller):  # type: ignore[misc]
        def factory(self) -> SMTP:
            return kind(crowd, self.handler, **self.SMTP_kwargs)

    if settings.socket:
        return Served(handler, unix_socket=settings.socket, **given)
    return Served(handler, hostname=settings.host, port=settings.port, **given)


def try_address(settings: Listen) -> None:
    """Tries whether the address can be listened on, and takes the socket of a desk that died away. Raises
    `BadConfiguration`."""
    try:
        if settings.socket:
            _try_socket(Path(settings.socket))
            return
        with socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((settings.host, settings.port))
    except OSError as error:
        raise _taken(settings, error) from None


def _try_socket(path: Path) -> None:
    """Whoever binds a socket would push aside one that is in use."""
    with socket.socket(socket.AF_UNIX) as probe:
        if path.is_socket() and probe.connect_ex(str(path)) == 0:
            raise OSError(errno.EADDRINUSE, os.strerror(errno.EADDRINUSE))
        path.unlink(missing_ok=True)
        probe.bind(str(path))
    path.unlink()


def _taken(settings: Listen, error: OSError) -> BadConfiguration:
    why = error.strerror or str(error)
    return BadConfiguration(f"{settings.where} cannot be listened on: {why}. Name another port or socket.")
