"""Mails in from an IMAP mailbox.

Everything in the folder is for the desk. A mail leaves it (or is marked as read) once its answer is durable;
until then it is handed in again, after whatever has happened. No number of a mail is remembered from one
connection to the next, so that a server may number its mails anew.
"""

from __future__ import annotations

import imaplib
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

from imap_tools import BaseMailBox, ImapToolsError, MailBox, MailBoxStartTls, MailBoxUnencrypted
from imap_tools.idle import get_socket_poller

from referee.service.configuration import TIMEOUT, BadConfiguration, Imap, tls_context
from referee.service.mail_sizes import MOST_BYTES, taken
from referee.service.reports import Report, Trouble
from referee.transport.boxes import Lost, ShutOut, Vanished, Worker, Works, pause
from referee.transport.smtp import one_line

PIECE = 1 << 20
"""Bytes of a mail that are fetched at a time, once it is known to be too large."""

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 300.0
"""Seconds between two tries to reach the server, doubled each time."""

LOOK = 1.0
"""Seconds between two looks at `stop` while the server is to tell of mails."""

FAILURES = (OSError, imaplib.IMAP4.error, ImapToolsError)
"""What the library raises where the server or the network fails."""

Stop = Callable[[], bool]


class Mailbox:
    """A folder of an IMAP server, worked by a desk."""

    def __init__(
        self, settings: Imap, desk: Works, report: Report, *, timeout: float = TIMEOUT, most: int = MOST_BYTES
    ) -> None:
        self._settings = settings
        self._most = most
        self._report = report
        self._timeout = timeout
        self.is_unread = True  # nobody has looked into it since it was lost
        self._worker = Worker(desk, settings.poll, report, f"{settings.folder} of {settings.where}")

    def run(self, stop: Stop) -> None:
        """Works the folder until `stop()`, however often the connection is lost."""
        rest, said = FIRST_PAUSE, ""
        while not stop():
            try:
                with self.opened() as box:
                    said = self._say(f"Mails are taken from {self._settings.where}.", said)
                    while not stop():
                        self.work(box, stop)
                        rest = FIRST_PAUSE
                        self._await(box, stop)
            # What a server says may be beyond the library; the thread must go on all the same.
            except Exception as error:  # noqa: BLE001
                self.is_unread = True
                why = str(error) if isinstance(error, Lost) else f"{self._settings.where}: {error!r}."
                said = self._say(Trouble(f"{why} It is tried again."), said)
                pause(rest, stop)
                rest = min(LONGEST_PAUSE, rest * 2)

    def once(self, stop: Stop = lambda: False) -> None:
        """Works what is there. Raises `Lost`."""
        with self.opened() as box:
            self.work(box, stop)

    def work(self, box: BaseMailBox, stop: Stop) -> None:
        """Tries all mails of the folder that are due, oldest first. Raises `Lost`."""
        box.client.response("EXISTS")  # from here on it is news
        with self._reached():
            numbering = box.folder.status(self._settings.folder, ["UIDVALIDITY"])["UIDVALIDITY"]
            found = box.uids("ALL" if self._settings.done else "UNSEEN", charset=None)
        for uid in sorted(found, key=int):
            name = f"{self._settings.folder}/{numbering}/{uid}"
            read, done = partial(self._fetched, box, uid), partial(self._done, box, uid)
            if stop() or not self._worker.work(name, read, done):
                break
        else:
            self.is_unread = False

    @contextmanager
    def opened(self) -> Iterator[BaseMailBox]:
        """The mailbox, logged in, its folders there. Raises `Lost`."""
        with self._reached():
            box = self._connected()
        with _left(box):
            with self._reached():
                self._log_in(box)
                self._select(box)
            yield box

    def _connected(self) -> BaseMailBox:
        settings, timeout = self._settings, self._timeout
        if settings.tls == "none":
            return MailBoxUnencrypted(settings.host, settings.at, timeout)
        context = tls_context(settings)
        kind = MailBox if settings.tls == "implicit" else MailBoxStartTls
        return kind(settings.host, settings.at, timeout, ssl_context=context)

    def _log_in(self, box: BaseMailBox) -> None:
        settings = self._settings
        if settings.token:
            box.xoauth2(settings.user, settings.token.read(), initial_folder=None)
        elif settings.password:
            box.login(settings.user, settings.password.read(), initial_folder=None)
        # What a server can do it may say only to those who are logged in.
        box.client.capabilities = tuple(box.client.capability()[1][-1].decode().upper().split())

    def _select(self, box: BaseMailBox) -> None:
        done = self._settings.done
        if done and not box.folder.exists(done):
            box.folder.create(done)
        box.folder.set(self._settings.folder)

    def _fetched(self, box: BaseMailBox, uid: str) -> bytes:
        """The bytes as the server has them, or their beginning. Raises `Vanished`, `Lost`."""
        return taken(self._pieces(box, uid), self._most)

    def _pieces(self, box: BaseMailBox, uid: str) -> Iterator[bytes]:
        """At once what is read of a mail and a byte more; of one that has that, the rest piece by piece."""
        first, size = 0, self._most + 1
        while True:
            piece = self._piece(box, uid, first, size)
            yield piece
            if len(piece) < size:
                return
            first, size = first + size, PIECE

    def _piece(self, box: BaseMailBox, uid: str, first: int, size: int) -> bytes:
        with self._reached():
            found: list[Any] = box.client.uid("FETCH", uid, f"(BODY.PEEK[]<{first}.{size}>)")[1]
        for part in found:
            if isinstance(part, tuple):
                return bytes(part[1])
        if first:
            return b""  # some servers say NIL of what is beyond the end
        raise Vanished

    def _done(self, box: BaseMailBox, uid: str) -> None:
        with self._reached():
            if self._settings.done:
                box.move(uid, self._settings.done)
            else:
                box.client.uid("STORE", uid, "+FLAGS", r"(\Seen)")

    def _await(self, box: BaseMailBox, stop: Stop) -> None:
        """Until the server tells of a mail, or it is time to look.

        What it tells while it does something else, it does not tell again.
        """
        if box.client.response("EXISTS")[1] != [None]:
            return
        if "IDLE" not in box.client.capabilities:
            pause(self._settings.poll, stop)
            return
        end = time.monotonic() + self._settings.poll
        with self._reached():
            box.idle.start()  # type: ignore[no-untyped-call]
            told = _is_told(box)
            while not (told or stop()) and (left := end - time.monotonic()) > 0:
                # It is not read here, as half of a line would be lost, but up to the end of the waiting.
                told = bool(get_socket_poller(box.client.sock, min(LOOK, left)))  # type: ignore[arg-type]
            box.idle.stop()  # type: ignore[no-untyped-call]

    @contextmanager
    def _reached(self) -> Iterator[None]:
        try:
            yield
        except FAILURES as error:
            is_gone = isinstance(error, OSError | imaplib.IMAP4.abort) and not isinstance(error, ssl.SSLError)
            kind = Lost if is_gone else ShutOut
            raise kind(f"{self._settings.where}: {one_line(_why(error)).rstrip('.')}.") from None
        except BadConfiguration as wrong:
            raise ShutOut(str(wrong)) from None

    def _say(self, line: str, said: str) -> str:
        """Reports what was not reported just before."""
        if line != said:
            self._report(line)
        return line


@contextmanager
def _left(box: BaseMailBox) -> Iterator[None]:
    """With a word of farewell where all went well. A server that is left while it tells of mails would take
    it for the end of that, and not answer."""
    try:
        yield
        with suppress(*FAILURES):
            box.logout()
    finally:
        with suppress(OSError):
            box.client.shutdown()


def _is_told(box: BaseMailBox) -> bool:
    """Whether news came with the server's assent to wait, in one piece: no socket tells of it any more. So
    does an end of the connection, or half of a line."""
    socket = box.client.sock
    timeout = socket.gettimeout()
    socket.settimeout(0)
    try:
        return bool(box.client._get_line())
    except OSError:
        return False
    except imaplib.IMAP4.abort:
        return True
    finally:
        socket.settimeout(timeout)


def _why(error: Exception) -> str:
    """What the server or the network said; the library wraps it."""
    words = getattr(error, "command_result", None)
    if words:
        return " ".join(part.decode("utf-8", "replace") for part in words[1] if isinstance(part, bytes))
    return getattr(error, "strerror", None) or str(error) or type(error).__name__
