"""An SMTP server that takes mails as a test wants it: it loses replies, doubles them, refuses, and waits."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, Session

from referee.service.configuration import Smtp
from tests.servers.machines import HOST, free_port

Reply = Callable[[str, int], str]
"""What is answered to a recipient, or to the bytes of a mail, and how many came before."""

OK = "250 2.0.0 OK"
LOST = "lost"
"""The mail is kept, and the connection closed without a word."""


class Taken:
    """What the server has taken, and how it answers."""

    def __init__(self, rcpt: Reply = lambda to, n: OK, data: Reply = lambda to, n: OK) -> None:
        self.mails: list[tuple[str, bytes]] = []
        self.senders: list[str] = []
        self.logins: list[str] = []
        self.hides: tuple[str, ...] = ()
        self.connections = 0
        self._rcpt, self._data = rcpt, data
        self._asked = 0

    async def handle_EHLO(
        self, server: SMTP, session: Session, envelope: Envelope, hostname: str, responses: list[str]
    ) -> list[str]:
        session.host_name = hostname
        self.connections += 1
        return [line for line in responses if not line.endswith(self.hides or "\n")]

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        self._asked += 1
        said = self._rcpt(address, self._asked - 1)
        if said.startswith("2"):
            envelope.rcpt_tos.append(address)
        return said

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        said = self._data(envelope.rcpt_tos[0], len(self.mails))
        if said.startswith("2") or said == LOST:
            self.mails.append((envelope.rcpt_tos[0], envelope.original_content or b""))
            self.senders.append(envelope.mail_from or "")
        if said == LOST:
            server.transport.abort()  # type: ignore[union-attr]
        return said

    async def auth_XOAUTH2(self, server: SMTP, args: list[str]) -> AuthResult:
        self.logins.append(b64decode(args[1]).decode())
        return AuthResult(success="token" in self.logins[-1], handled=False)


@contextmanager
def relay(taken: Taken, *, port: int = 0, **settings: object) -> Iterator[Smtp]:
    """The server, as a configuration names it."""
    port = port or free_port()
    given: dict[str, Any] = {
        "auth_require_tls": False,
        "auth_exclude_mechanism": ["LOGIN", "PLAIN"],
        **settings,
    }
    controller = Controller(taken, hostname=HOST, port=port, server_hostname="relay", **given)
    controller.start()
    try:
        yield Smtp(HOST, port=port, tls="none")
    finally:
        controller.stop()
