"""The desk at work: all the ways that mails come in, the outbox, and the clocks, until it is stopped.

One thread has the desk and the store. Whatever waits for a server waits in a thread of its own and hands in
what it gets. Each mail is one transaction, so the desk may die at any instant.
"""

from __future__ import annotations

import os
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from referee.mail.bounces import bounce_of
from referee.mail.boxes import InBox, Report, Trouble, Works
from referee.mail.boxes import Outbox as OutMaildir
from referee.mail.configuration import BadConfiguration, Configuration
from referee.mail.desk import TROUBLE
from referee.mail.exits import Handled
from referee.mail.intray import InTray
from referee.mail.letters import GENERATED, Letter, compose, message_id, name_of
from referee.mail.locks import served
from referee.mail.outbox import Carrier, Down, Queue
from referee.mail.smtp import Relay
from referee.record.outbox import FAILED, Unsent
from referee.record.record import Clock, Record, system_clock

if TYPE_CHECKING:
    from referee.mail.imap import Mailbox
    from referee.mail.listener import Listener

LOOK = 0.25
"""Seconds that the desk waits for a mail at most before it looks at everything else."""

SWEEP = 60.0
"""Seconds between two looks at the clocks of the games."""

FIRST_REST, LONGEST_REST = 1.0, 300.0
"""Seconds before a server that does not take mails is tried again, doubled each time."""

UNSENT, NEEDED = "unsent", "needed"
HOUR = 60 * 60_000
DAY = 24 * HOUR

Stop = Callable[[], bool]


class Serving:
    """A desk as it is configured. `sweep` looks at the clocks and says what the log should have."""

    def __init__(
        self,
        settings: Configuration,
        record: Record,
        desk: Works,
        *,
        sweep: Callable[[], Sequence[str]] = tuple,
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
        self._swept = 0.0
        self._tray = InTray()
        self._post = PostOffice(settings, record, clock, report)
        self._desk = _Watching(desk, self._post)

    def run(self, stop: Stop) -> None:
        """Serves until `stop()`. Raises `InUse`, `NotAMaildir`, `BadConfiguration`."""
        with ExitStack() as stack:
            boxes = self._begin(stack)
            looked = 0.0
            while not stop():
                worked = 0
                if time.monotonic() - looked >= self._poll:
                    worked = sum(box.work(stop) for box in boxes)
                    looked = time.monotonic()
                self._look_at_clocks(worked > 0)
                self._post.send()
                if self._work_tray(stop):
                    self._look_at_clocks(True)
            tell_system("STOPPING=1")

    def once(self, stop: Stop) -> None:
        """Works what is there, and stops. Raises `InUse`, `NotAMaildir`, `Lost`."""
        with served(self._record.path):
            for box in self._boxes():
                box.work(stop)
            try:
                for mailbox in self._mailboxes(self._desk):
                    mailbox.once(stop)
            finally:
                self._look_at_clocks(True)
                self._post.send_all(stop)
                self._post.close()

    def _work_tray(self, stop: Stop) -> bool:
        """What other threads hand in; waits a moment for it, unless mails are to go out. Whether there was
        something."""
        worked = self._tray.work(self._desk, 0.0 if self._post.is_behind else LOOK, stop)
        while worked and not stop() and self._tray.work(self._desk, 0.0, stop):
            pass
        return worked

    def _look_at_clocks(self, at_once: bool) -> None:
        """Each minute, and after mails: what was ordered in advance may be asked for now."""
        if at_once or time.monotonic() - self._swept >= SWEEP:
            self._swept = time.monotonic()
            for line in self._sweep():
                self._report(line)
                if isinstance(line, Trouble):
                    self._post.warn_referee(line)

    def _begin(self, stack: ExitStack) -> list[InBox]:
        stack.enter_context(served(self._record.path))
        boxes = self._boxes()
        done = threading.Event()
        stack.callback(self._post.close)
        for mailbox in self._mailboxes(self._tray):
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
        return [
            InBox(self._desk, Path(one.path), poll=self._poll, report=self._report)
            for one in self._settings.maildir
        ]

    def _mailboxes(self, desk: Works) -> list[Mailbox]:
        if not self._settings.imap:
            return []
        with _of_the_extra("IMAP"):
            from referee.mail.imap import Mailbox
        return [Mailbox(one, desk, self._report) for one in self._settings.imap]

    def _listeners(self) -> list[Listener]:
        if not self._settings.listen:
            return []
        with _of_the_extra("SMTP and LMTP"):
            from referee.mail.listener import Listener
        name = self._settings.address.rpartition("@")[2]
        return [Listener(self._settings.listen, self._tray, name)]


@contextmanager
def _of_the_extra(what: str) -> Iterator[None]:
    """What needs a package that a desk of Maildirs does without."""
    try:
        yield
    except ImportError as error:
        said = f"Mails in by {what} need the package {error.name}: pip install 'bugyo[desk]'."
        raise BadConfiguration(said) from None


class _Watching:
    """A desk, and whether a mail of ours came back; a bounce that is handed in again is told once."""

    def __init__(self, desk: Works, post: PostOffice) -> None:
        self._desk = desk
        self._post = post

    def handle(self, raw: bytes) -> Handled:
        handled = self._desk.handle(raw)
        if not handled.is_left:
            self._post.look_for_bounce(raw)
        return handled


class PostOffice:
    """Works the outbox: carries away what is due, and tells the referee of what never can be."""

    def __init__(self, settings: Configuration, record: Record, clock: Clock, report: Report) -> None:
        self._settings = settings
        self._queue = Queue(record, clock)
        self._clock = clock
        self._report = report
        self._carrier = carrier_of(settings)
        self._rest = FIRST_REST
        self._until = 0.0
        self._said = ""
        self._warned: set[str] = set()
        self.is_behind = False

    def send(self) -> None:
        """One batch, unless the server was not there a moment ago."""
        self.is_behind = False
        if time.monotonic() < self._until:
            return
        try:
            self.is_behind = self._queue.drain(self._carrier, self._failed) > 0
        except (Down, *TROUBLE) as down:
            self._put_off(str(down))
        else:
            self._rest, self._said = FIRST_REST, ""

    def send_all(self, stop: Stop = lambda: False) -> bool:
        """All that is due; whether nothing of it waits any more."""
        self.send()
        while self.is_behind and not stop():
            self.send()
        return not self._queue.is_behind()

    def look_for_bounce(self, raw: bytes) -> None:
        """Records it and tells the referee, where a mail says that one of ours cannot be delivered."""
        bounce = bounce_of(raw, self._settings.address)
        if bounce:
            self._queue.came_back(bounce, self._failed)

    def close(self) -> None:
        if isinstance(self._carrier, Relay):
            self._carrier.close()

    def _put_off(self, why: str) -> None:
        """Said once an hour while it lasts."""
        said = f"{self._clock() // HOUR} {why}"
        if said != self._said:
            self._report(Trouble(f"The mails in the outbox wait, and are tried again: {why}"))
            self._said = said
        self._until = time.monotonic() + self._rest
        self._rest = min(LONGEST_REST, self._rest * 2)

    def _failed(self, mail: Unsent) -> None:
        """Within the transaction that records it. What fails on its way to the referee is only recorded."""
        self._report(Trouble(f"{mail.message_id} to {mail.to} cannot be sent: {mail.why}"))
        if mail.to != self._settings.referee:
            name = name_of(UNSENT, f"{mail.message_id} {mail.queued_at}")
            self._write("Bugyo: a mail cannot be sent", _report_of(mail), name)

    def warn_referee(self, trouble: Trouble) -> None:
        """Tells the referee what the desk cannot do by itself, once a day while it lasts, whatever times and
        numbers its sentence names by then."""
        told = f"{self._clock() // DAY} {re.sub('[0-9]+', '', trouble)}"
        if told not in self._warned:
            self._warned.add(told)
            with suppress(*TROUBLE):  # then the log alone says it
                self._write("Bugyo: the desk needs you", f"{trouble}\n", name_of(NEEDED, told))

    def _write(self, subject: str, body: str, name: str) -> None:
        referee, address = self._settings.referee, self._settings.address
        if referee:
            letter = Letter(referee, subject, body, name, GENERATED)
            raw = compose(letter, address, self._clock())
            self._queue.put(message_id(name, address), referee, raw, subject)


def carrier_of(settings: Configuration) -> Carrier:
    """Raises `NotAMaildir`."""
    if settings.smtp:
        return Relay(settings.smtp, settings.address)
    assert settings.outgoing, "A configuration has a way out."
    return OutMaildir(Path(settings.outgoing.path))


def _report_of(mail: Unsent) -> str:
    """Nothing of the mail itself: the referee may not know what stands in it."""
    instead = (
        "“bugyo what GAME” says what its reader has to know; the next mail about the game goes there too."
    )
    if mail.state == FAILED:
        instead = f"The mail is kept. Let it go once more with:\n\n  bugyo desk unsent --retry {mail.id}"
    return (
        f"This mail to {mail.to} could not be delivered:\n\n"
        f"  Subject     {mail.about}\n"
        f"  Message-ID  {mail.message_id}\n"
        f"  Tried       {mail.tries} times\n\n"
        f"The mail server said: {mail.why}\n\n"
        f"Find out what is wrong with the address, and mend it or register another.\n{instead}\n"
    )


def tell_system(state: str) -> None:
    """Tells systemd how the desk is (sd_notify), where it wants to know."""
    path = os.environ.get("NOTIFY_SOCKET", "")
    if path:
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
            out.sendto(state.encode(), "\0" + path[1:] if path.startswith("@") else path)
