"""The desk at work: all the ways that mails come in, the outbox, and the clocks, until it is stopped.

One thread has the desk and the store. Whatever waits for a server waits in a thread of its own: mailboxes and
listeners hand in what they get, the sender carries away what lies in the outbox. Each mail is a transaction,
so the desk may die at any instant.
"""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from referee.clocks import machine_clock
from referee.clocks.timetable import HOUR
from referee.identity.express import shows_token
from referee.mail.office.office import PostOffice, Sender, Watching
from referee.record.locks import served
from referee.record.record import Clock, Record, system_clock
from referee.service.configuration import Configuration
from referee.service.extras import of_the_extra
from referee.service.listener_limits import SCARCE, Seldom
from referee.service.reports import Report, Trouble
from referee.transport.boxes import InBox, Works, pause
from referee.transport.intray import InTray
from referee.transport.sendings import Taken
from referee.transport.spool import Spool, of_desk

if TYPE_CHECKING:
    from referee.transport.imap import Mailbox
    from referee.transport.listener import Listener

LOOK, LOOK_AT_PAGES = 0.25, 0.05
"""Seconds that the desk waits for a mail at most before it looks at everything else; where pages are played
at, somebody sits before one of them and waits."""

SWEEP = 60.0
"""Seconds between two looks at the clocks of the games."""

LOST = "mail/lost"
"""Since when a mailbox has not been looked into."""

SCARCITY = 1.0
"""Seconds that it waits where there are no more descriptors or no memory."""

Stop = Callable[[], bool]


class Serving:
    """A desk as it is configured. `sweep` looks at the clocks, and at the rest of the store where it is told
    so, and says what the log should have."""

    def __init__(
        self,
        settings: Configuration,
        record: Record,
        desk: Works,
        *,
        sweep: Callable[[bool], Sequence[str]] = lambda _whole: (),
        clock: Clock = system_clock,
        poll: float = 2.0,
        report: Report = print,
    ) -> None:
        self._settings = settings
        self._record = record
        self._clock = clock
        self._poll = poll
        self._report = report
        self._sweep = sweep
        self._seldom = Seldom(lambda line: report(Trouble(line)))
        self._swept = -SWEEP
        self._looked = 0.0
        self._tray = InTray()
        self._post = PostOffice(settings, record, clock, report)
        self._sender = Sender(settings, record.place, clock, report)
        self._desk = Watching(desk, self._post)
        self._spooled: Taken | None = None
        self._imap: list[Mailbox] = []
        self._lost = int(record.setting(LOST) or 0)

    def run(self, stop: Stop) -> None:
        """Serves until `stop()`. Raises `InUse`, `NotAMaildir`, `BadConfiguration`."""
        with ExitStack() as stack:
            boxes = self._begin(stack)
            while not stop():
                try:
                    self._round(boxes, stop)
                except OSError as error:  # others may have taken what there is of something: that passes
                    if error.errno not in SCARCE:
                        raise
                    self._seldom(f"The system has no more for now ({error.strerror}). The desk goes on.")
                    pause(SCARCITY, stop)
            tell_system("STOPPING=1")

    def _round(self, boxes: Sequence[InBox], stop: Stop) -> None:
        worked = 0
        if time.monotonic() - self._looked >= self._poll:
            worked = sum(box.work(stop, lambda: self._between(stop)) for box in boxes)
            self._looked = time.monotonic()
        if self._spooled and (sent := self._spooled.work(stop)):
            worked += sent
            self._sender.wake()
        self._look_at_clocks(worked > 0)
        if self._work_tray(stop):
            self._look_at_clocks(True)
            self._sender.wake()

    def _between(self, stop: Stop) -> None:
        """Between two mails of a Maildir: one that was handed in, and the clocks."""
        if self._tray.work(self._desk, 0.0, stop):
            self._sender.wake()
        self._look_at_clocks(False)

    def once(self, stop: Stop) -> None:
        """Works what is there, and stops. Raises `InUse`, `NotAMaildir`, `Lost`."""
        with served(self._record.place):
            for box in self._boxes():
                box.work(stop)
            if self._spooled:
                self._spooled.work(stop)
            try:
                self._imap = self._mailboxes(self._desk)
                for mailbox in self._imap:
                    mailbox.once(stop)
            finally:
                self._look_at_clocks(True)
                self._post.send_all(stop)
                self._post.close()

    def _work_tray(self, stop: Stop) -> bool:
        """What other threads hand in; waits a moment for it. Whether there was something."""
        worked = self._tray.work(self._desk, LOOK_AT_PAGES if self._settings.web else LOOK, stop)
        while worked and not stop() and self._tray.work(self._desk, 0.0, stop):
            pass
        return worked

    def _look_at_clocks(self, at_once: bool) -> None:
        """Each minute, and after mails: what was ordered in advance may be asked for now."""
        now = time.monotonic()
        whole = now - self._swept >= SWEEP
        self._swept = now if whole else self._swept
        if at_once or whole:
            for line in (*self._waiting(), *self._sweep(whole)):
                self._report(line)
                if isinstance(line, Trouble):
                    self._post.warn_referee(line)

    def _waiting(self) -> Iterator[str]:
        """Nobody is called late while orders may lie in a mailbox that nobody has looked into since it was
        lost, or since the desk began; for so many hours."""
        now, hours = self._clock(), self._settings.waits_for_mail
        is_unread = any(box.is_unread for box in self._imap)
        since = (self._lost or now) if is_unread else 0
        if since != self._lost:
            self._lost = since
            self._record.set(LOST, str(since).encode() if since else b"")
        if not is_unread:
            return
        if now - since < hours * HOUR:
            machine_clock.hold_back(self._record, now + round(2_000 * SWEEP))
        if now - since >= round(1_000 * SWEEP):
            yield Trouble(
                "A mailbox cannot be reached. Nobody is called late until it has been looked into, or until "
                f"{hours} hours are over (“waits_for_mail”)."
            )

    def _begin(self, stack: ExitStack) -> list[InBox]:
        spool = of_desk(self._settings, self._record.place)
        stack.enter_context(served(self._record.place, str(spool or "")))
        boxes = self._boxes()
        done = threading.Event()
        self._sender.start()
        stack.callback(self._sender.stop)
        if self._settings.listen and machine_clock.beat_of(self._record) is None:
            machine_clock.hold_back(self._record, self._clock() + HOUR)  # servers hand in again what waits
        self._imap = self._mailboxes(self._tray)
        for mailbox in self._imap:
            thread = threading.Thread(target=mailbox.run, args=(done.is_set,), daemon=True)
            thread.start()
            stack.callback(thread.join, 2.0)
        for listener in self._listeners():
            listener.start()
            stack.callback(listener.stop)
        stack.callback(self._tray.close)
        stack.callback(done.set)
        tell_system("READY=1")
        return boxes

    def _boxes(self) -> list[InBox]:
        """The Maildirs; and what comes by the pages, or is handed over by “bugyo deliver”."""
        if path := of_desk(self._settings, self._record.place):
            spool = Spool(path)
            self._spooled = Taken(spool, self._record, self._desk, self._poll, self._report)
        return [
            InBox(
                self._desk,
                Path(one.path),
                poll=self._poll,
                report=self._report,
                most=self._settings.most_bytes,
                goes_first=partial(shows_token, self._record, self._clock),
            )
            for one in self._settings.maildir
        ]

    def _mailboxes(self, desk: Works) -> list[Mailbox]:
        if not self._settings.imap:
            return []
        with of_the_extra("IMAP"):
            from referee.transport.imap import Mailbox
        most = self._settings.most_bytes
        return [Mailbox(one, desk, self._report, most=most) for one in self._settings.imap]

    def _listeners(self) -> list[Listener]:
        if not self._settings.listen:
            return []
        with of_the_extra("SMTP and LMTP"):
            from referee.transport.listener import Listener
        name = self._settings.address.rpartition("@")[2]
        return [Listener(self._settings.listen, self._tray, name, self._report)]


def tell_system(state: str) -> None:
    """Tells systemd how the desk is (sd_notify), where it wants to know."""
    path = os.environ.get("NOTIFY_SOCKET", "")
    if path:
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
            out.sendto(state.encode(), "\0" + path[1:] if path.startswith("@") else path)
