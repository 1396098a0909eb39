"""Mails in as an LMTP or SMTP server, for a mail server that hands them over.

A mail is acknowledged once its answer is durable; until then it is the other server's to keep and to hand in
again. The desk is the only mailbox here, and nothing is ever passed on.
"""

from __future__ import annotations

import asyncio
import errno
import os
import socket
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller, UnixSocketController
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session

from referee.mail.configuration import BadConfiguration, Listen
from referee.mail.intray import InTray

PATIENCE = 240.0
"""Seconds until the other server is told to come again; it waits for five minutes [RFC 5321 4.5.3.2]."""

COME_AGAIN = "451 4.3.0 The mail could not be worked now; hand it in again"
ONE_AT_A_TIME = "452 4.5.3 One recipient at a time"
TAKEN = "250 2.0.0 Taken"


class Listener:
    """A server of our own, in a thread of its own."""

    def __init__(self, settings: Listen, tray: InTray, name: str) -> None:
        """`name` is what the server calls itself: no name server is asked."""
        self._settings = settings
        self._controller = _controller(settings, _Handler(tray), name)

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

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        reply = self._tray.hand_in(_delivered(envelope))
        try:
            handled = await asyncio.wait_for(asyncio.wrap_future(reply), PATIENCE)
        except (Exception, asyncio.CancelledError):  # noqa: BLE001 - the other server keeps the mail
            return COME_AGAIN
        return COME_AGAIN if handled.is_left else TAKEN


def _delivered(envelope: Envelope) -> bytes:
    """The mail with the sender of its envelope, which only we still know [RFC 5321 4.4]."""
    content = envelope.original_content or b""
    sender = "".join(c for c in envelope.mail_from or "" if c.isprintable() and c not in "<>")
    return b"Return-Path: <" + sender.encode("utf-8") + b">\r\n" + content


def _controller(settings: Listen, handler: _Handler, name: str) -> Any:
    kind = LMTP if settings.protocol == "lmtp" else SMTP
    given: dict[str, Any] = {
        "data_size_limit": settings.most_bytes,
        "server_hostname": name,
        "ident": "Bugyo",
        "timeout": 300,
    }

    class Served(UnixSocketController if settings.socket else Controller):  # type: ignore[misc]
        def factory(self) -> SMTP:
            return kind(self.handler, **self.SMTP_kwargs)

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
