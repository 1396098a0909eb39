"""What a server tells together with its assent to wait; which mail it is about shows that it was heard."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from referee.mail.transport.configuration import Imap, Secret
from referee.mail.transport.exits import OK, Handled
from referee.mail.transport.imap import Mailbox
from tests.servers.machines import HOST, wait_for

MAIL = b"Subject: orders\r\n\r\npass\r\n"


class Server(socketserver.StreamRequestHandler):
    """As much of IMAP as the desk speaks. A mail comes while it assents to wait; both go out in one piece."""

    timeout = 20

    def handle(self) -> None:
        self.mails, self.seen = 0, False
        self.wfile.write(b"* OK ready\r\n")
        while line := self.rfile.readline():
            tag, _, command = line.decode().rstrip().partition(" ")
            if command == "IDLE":
                self.mails = 1
                self.wfile.write(b"+ idling\r\n* 1 EXISTS\r\n")
                assert self.rfile.readline() == b"DONE\r\n"
            else:
                self.wfile.write(self._said(command))
            self.wfile.write(f"{tag} OK done\r\n".encode())
            if command == "LOGOUT":
                break

    def _said(self, command: str) -> bytes:
        if command == "CAPABILITY":
            return b"* CAPABILITY IMAP4rev1 IDLE\r\n"
        if command.startswith("STATUS"):
            return b'* STATUS "INBOX" (UIDVALIDITY 1)\r\n'
        if command.startswith("UID SEARCH"):
            return b"* SEARCH 1\r\n" if self.mails and not self.seen else b"* SEARCH\r\n"
        if command.startswith("UID FETCH"):
            return b"* 1 FETCH (UID 1 BODY[]<0> {%d}\r\n%s)\r\n" % (len(MAIL), MAIL)
        self.seen |= command.startswith("UID STORE")
        return b"* 0 EXISTS\r\n" if command.startswith("SELECT") else b""


class Desk:
    def __init__(self) -> None:
        self.raw: list[bytes] = []

    def handle(self, raw: bytes) -> Handled:
        self.raw.append(raw)
        return Handled(OK, "done")


@contextmanager
def served() -> Iterator[int]:
    """The port of such a server."""
    with socketserver.ThreadingTCPServer((HOST, 0), Server) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield server.server_address[1]
        finally:
            server.shutdown()


def test_a_mail_that_is_told_of_together_with_the_assent_to_wait() -> None:
    """No socket is readable then: the desk slept on until its next look, here for a minute."""
    desk, done = Desk(), threading.Event()
    with served() as port:
        settings = Imap(HOST, "bugyo", Secret(env="HOME"), port=port, tls="none", poll=60.0, done="")
        mailbox = Mailbox(settings, desk, lambda line: None, timeout=5.0)
        thread = threading.Thread(target=mailbox.run, args=(done.is_set,), daemon=True)
        thread.start()
        try:
            wait_for("the mail", lambda: desk.raw, patience=5)
        finally:
            done.set()
            thread.join(10)
    assert desk.raw == [MAIL]
    assert not thread.is_alive()
