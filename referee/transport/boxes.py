"""Maildirs: the one that mail goes out to, and those that it comes in by."""

from __future__ import annotations

import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path
from typing import NamedTuple, Protocol

from referee.record.private_files import keep_names, private, private_folder
from referee.service.exits import TEMPFAIL, Handled
from referee.service.mail_sizes import MOST_BYTES, of_file
from referee.service.reports import Report, Trouble

FOLDERS = ("tmp", "new", "cur")
SEEN = ":2,S"
SLICE = 0.1
"""Seconds between two looks at `stop` while `serve` waits for mail."""

LARGE = 200_000
"""Bytes. A larger mail waits for all that are not: whoever sends many keeps nobody waiting longer than one of
them takes."""

FRESH = 0.5
"""Seconds after which it is looked again what has come: some mails overtake others."""

LONGEST_REST = 3600.0
"""Seconds after which a mail that was left behind is tried again at the latest."""


class NotAMaildir(Exception):
    """The directory cannot be used as a Maildir; the sentence says why."""


class Works(Protocol):
    """What `serve` needs of a desk."""

    def handle(self, raw: bytes) -> Handled: ...


def make_maildir(path: Path) -> None:
    """Makes the Maildir, or makes sure that it is one. What is made, only its owner may read; what is there
    keeps its rights: it may be shared with a mail server. Raises `NotAMaildir`."""
    if path.is_dir() and any(path.iterdir()) and not (path / "new").is_dir():
        raise NotAMaildir(
            f"{path} is a directory with other things in it. Name an empty one, or one that does not exist."
        )
    try:
        for folder in FOLDERS:
            private_folder(path / folder)
    except OSError as error:
        raise NotAMaildir(f"{path} cannot be a Maildir: {error.strerror}.") from None


class Outbox:
    """A Maildir that mails are written to, for an MTA or a person to fetch."""

    def __init__(self, path: Path) -> None:
        make_maildir(path)
        self.path = path

    def put(self, mail: bytes) -> None:
        """Writes a mail, for its owner alone to read; it survives a power cut once this returns. Raises
        `OSError`."""
        name = _unique()
        made = self.path / "tmp" / name
        try:
            with open(made, "xb", opener=private) as file:
                file.write(mail)
                file.flush()
                os.fsync(file.fileno())
            made.rename(self.path / "new" / name)
        except BaseException:
            made.unlink(missing_ok=True)
            raise
        keep_names(self.path / "new")

    def carry(self, to: str, raw: bytes) -> None:
        """As an outbox has its mails carried away: whoever they are for, they lie here."""
        self.put(raw)


def serve(
    desk: Works,
    maildir: Path,
    *,
    once: bool = False,
    poll: float = 2.0,
    stop: Callable[[], bool] = lambda: False,
    report: Report = lambda line: print(line, file=sys.stderr),
    most: int = MOST_BYTES,
) -> None:
    """Works the mails in `new/` until `stop()`, or with `once` until all were tried once.

    A mail goes to `cur/` after its answers are written; what cannot be finished stays where it is and is
    tried again. `most` is how many bytes of a mail are taken in. Raises `NotAMaildir`.
    """
    box = InBox(desk, maildir, poll=poll, report=report, most=most)
    while not stop():
        box.work(stop)
        if once:
            return
        pause(poll, stop)


class InBox:
    """A Maildir that mails come in by; `goes_first` says which overtake the others. Raises `NotAMaildir`."""

    def __init__(
        self,
        desk: Works,
        path: Path,
        *,
        poll: float,
        report: Report,
        most: int = MOST_BYTES,
        goes_first: Callable[[bytes], bool] = lambda raw: False,
    ) -> None:
        make_maildir(path)
        self._path = path
        self._most = most
        self._goes_first = goes_first
        self._first: dict[str, bool] = {}
        self._worker = Worker(desk, poll, report, "new/")

    def work(self, stop: Callable[[], bool], between: Callable[[], object] = lambda: None) -> int:
        """Tries all that are in `new/` and due, once; how many were finished. After each mail something else
        may be done `between`; after a large one, and each half second, it is looked what has come since."""
        before, tried = self._worker.finished, set[str]()
        goes_on = True
        while goes_on and (waiting := self._waiting(tried)):
            looked = time.monotonic()
            for one in waiting:
                tried.add(one.path.name)
                goes_on = not stop() and self._work(one.path)
                between()
                if one.is_large or not goes_on or time.monotonic() - looked > FRESH:
                    break
        return self._worker.finished - before

    def _waiting(self, tried: set[str]) -> list[Arrived]:
        """The mails that were not tried yet, next first."""
        waiting = [one for one in arrived(self._path) if one.path.name not in tried]
        before, self._first = self._first, {}
        for one in waiting:
            name = one.path.name
            self._first[name] = before[name] if name in before else self._overtakes(one)
        return sorted(waiting, key=lambda one: (one.is_large, not self._first[one.path.name], one.at))

    def _overtakes(self, one: Arrived) -> bool:
        if one.is_large:
            return False
        try:
            return self._goes_first(_read(one.path, self._most))
        except OSError:
            return False

    def _work(self, path: Path) -> bool:
        return self._worker.work(path.name, partial(_read, path, self._most), partial(_file, path))


def _read(path: Path, most: int) -> bytes:
    with path.open("rb") as file:
        return of_file(file, most)


class Arrived(NamedTuple):
    """A mail in `new/`. They sort as they are worked: by their arrival, and the large ones last."""

    is_large: bool
    at: int
    path: Path


def arrived(maildir: Path) -> list[Arrived]:
    """The mails in `new/`, next first."""
    found: list[Arrived] = []
    for path in (maildir / "new").iterdir():
        if not path.name.startswith("."):
            try:
                state = path.stat()
            except OSError:
                continue  # it was taken away while we looked
            found.append(Arrived(state.st_size > LARGE, state.st_mtime_ns, path))
    return sorted(found)


class _Left(NamedTuple):
    """A mail that could not be finished: when to try again, how often it was tried, and what was said."""

    until: float
    tries: int
    why: str
    bars: bool


class Lost(Exception):
    """Where the mails are cannot be reached any more; the sentence says why."""


class ShutOut(Lost):
    """The server is there and does not let us in: something is not set up right."""


class Vanished(Exception):
    """Another program has taken the mail away."""


class Worker:
    """Works one mail after the other, and remembers those that are left behind.

    They are tried again after longer and longer pauses: where the trouble comes after the answer, its sender
    would get it again every time. `place` is where the mails are, as the report names it.
    """

    def __init__(self, desk: Works, poll: float, report: Report, place: str) -> None:
        self._desk = desk
        self._poll = poll
        self._report = report
        self._place = place
        self._left: dict[str, _Left] = {}
        self.finished = 0

    def work(self, name: str, read: Callable[[], bytes], done: Callable[[], None]) -> bool:
        """One mail, which is `done` once its answer is durable.

        False where the store as a whole is in trouble, so that none may overtake this one. Raises `Lost`.
        """
        left = self._left.get(name)
        if left and time.monotonic() < left.until:
            return not left.bars
        try:
            handled = self._desk.handle(read())
            if not handled.is_left:
                done()
        except Lost:
            raise
        except Vanished:
            return True
        except OSError as error:
            why = f"cannot be read or moved and is left in {self._place}: {error.strerror}"
            return self._leave(name, why)
        # A fault of ours in one mail must not stop the games of all the others.
        except Exception as error:  # noqa: BLE001
            return self._leave(name, f"is left in {self._place}, a fault of ours: {error!r}")
        if handled.is_left:
            bars = handled.exit != TEMPFAIL or not handled.game
            why = f"is left in {self._place} (exit {handled.exit}): {handled.why}"
            return self._leave(name, why, bars)
        self._left.pop(name, None)
        self.finished += 1
        where = f"{handled.game or '-'} {handled.seat or '-'}"
        self._report(f"{name} exit {handled.exit} {where}: {handled.why}")
        return True

    def _leave(self, name: str, why: str, bars: bool = False) -> bool:
        """Reports a mail that is left behind once, not at every round."""
        before = self._left.get(name)
        if before is None or before.why != why:
            self._report(Trouble(f"{name} {why}"))
        tries = before.tries + 1 if before else 0
        until = time.monotonic() + min(LONGEST_REST, self._poll * 2 ** min(tries, 20))
        self._left[name] = _Left(until, tries, why, bars)
        return not bars


_written = count(1)


def _unique() -> str:
    """A name that no other program gives, as Maildirs have them: the time, the process, the number."""
    seconds, rest = divmod(time.time_ns(), 1_000_000_000)
    host = socket.gethostname().replace("/", r"\057").replace(":", r"\072")
    return f"{seconds}.M{rest // 1000}P{os.getpid()}Q{next(_written)}.{host}"


def _file(path: Path) -> None:
    """Moves a mail from `new/` to `cur/`, as seen."""
    cur = path.parent.parent / "cur"
    path.rename(cur / (path.name.partition(":")[0] + SEEN))
    keep_names(cur)


def pause(seconds: float, stop: Callable[[], bool]) -> None:
    """Waits, or until it is time to stop."""
    end = time.monotonic() + seconds
    while not stop() and (left := end - time.monotonic()) > 0:
        time.sleep(min(left, SLICE))


class Stop:
    """Says that it is time to stop, once SIGTERM or SIGINT has come."""

    def __init__(self) -> None:
        self._asked = False
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._ask)

    def _ask(self, number: int, frame: object) -> None:
        self._asked = True

    def __call__(self) -> bool:
        return self._asked
