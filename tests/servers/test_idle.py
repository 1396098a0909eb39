"""What a server tells while the desk waits, in whatever pieces it comes; that the mail is there shows that it
was heard."""

from __future__ import annotations

import socketserver
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from referee.service.configuration import Imap, Secret
from referee.service.exits import OK, Handled
from referee.transport.imap import Mailbox
from tests.servers.machines import HOST, wait_for

MAIL = b"Subject: orders\r\n\r\npass\r\n"


class Waits(socketserver.ThreadingTCPServer):
    """What it says while the desk waits, piece by piece; and what it has heard then, each time."""

    daemon_threads = True

    def __init__(self, pieces: tuple[bytes, ...]) -> None:
        self.pieces = pieces
        self.mails = 0
        self.heard: list[bytes] = []
        super().__init__((HOST, 0), Server)


class Server(socketserver.StreamRequestHandler):
    """As much of IMAP as the desk speaks. A mail comes while it assents to wait."""

    server: Waits
    timeout = 20

    def handle(self) -> None:
        self.seen = False
        self.wfile.write(b"* OK ready\r\n")
        while line := self.rfile.readline():
            tag, _, command = line.decode().rstrip().partition(" ")
            if command == "IDLE":
                self._idle()
            else:
                self.wfile.write(self._said(command))
            self.wfile.write(f"{tag} OK done\r\n".encode())
            if command == "LOGOUT":
                break

    def _idle(self) -> None:
        """Whatever is said now ends the waiting, and is not answered: so does Dovecot."""
        pieces, self.server.pieces = self.server.pieces, (b"+ idling\r\n",)
        self.server.mails = 1
        for piece in pieces:
            self.wfile.write(piece)
            time.sleep(0.1)
        self.server.heard.append(self.rfile.readline())

    def _said(self, command: str) -> bytes:
        if command == "CAPABILITY":
            return b"* CAPABILITY IMAP4rev1 IDLE\r\n"
        if command.startswith("STATUS"):
            return b'* STATUS "INBOX" (UIDVALIDITY 1)\r\n'
        if command.startswith("UID SEARCH"):
            return b"* SEARCH 1\r\n" if self.server.mails and not self.seen else b"* SEARCH\r\n"
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
def served(*pieces: bytes) -> Iterator[Waits]:
    with Waits(pieces) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield server
        finally:
            server.shutdown()


@contextmanager
def working(server: Waits, desk: Desk, report: Callable[[str], None]) -> Iterator[None]:
    """A desk that would look by itself after a minute, and gives up a server that is silent for so long."""
    port, done = server.server_address[1], threading.Event()
    settings = Imap(HOST, "bugyo", Secret(env="HOME"), port=port, tls="none", poll=60.0, done="")
    mailbox = Mailbox(settings, desk, report, timeout=60.0)
    thread = threading.Thread(target=mailbox.run, args=(done.is_set,), daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join(300)
        assert not thread.is_alive()


PIECES = {
    "with the assent": (b"+ idling\r\n* 1 EXISTS\r\n",),
    "later": (b"+ idling\r\n", b"* 1 EXISTS\r\n"),
    "cut in its end": (b"+ idling\r\n", b"* 1 EXISTS\r", b"\n"),
    "cut in a word": (b"+ idling\r\n", b"* 1 EXI", b"STS\r\n"),
}


@pytest.mark.parametrize("pieces", PIECES.values(), ids=PIECES)
def test_a_mail_that_is_told_of_is_worked_at_once(pieces: tuple[bytes, ...]) -> None:
    desk, said = Desk(), list[str]()
    with served(*pieces) as server, working(server, desk, said.append):
        wait_for("the mail", lambda: desk.raw)
    assert desk.raw == [MAIL]
    assert server.heard[0] == b"DONE\r\n"
    assert not [line for line in said if "tried again" in line]


@pytest.mark.parametrize("said", [b"nonsense\r\n", b"+ idling\r\nnon\n"], ids=["a line", "half of one"])
def test_a_server_that_was_misunderstood_while_it_waits_is_left_without_a_word(said: bytes) -> None:
    """It would take the word for the end of its waiting, and the desk wait for an answer in vain."""
    desk = Desk()
    with served(said) as server, working(server, desk, lambda line: None):
        wait_for("the mail", lambda: desk.raw)
    assert desk.raw == [MAIL]
    assert server.heard[0] in (b"", b"DONE\r\n")
