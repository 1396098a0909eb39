"""Maildirs: the one that mail goes out to, and the one that it comes in by.

Outbox   writes mails into a Maildir, durably
serve    works a Maildir, mail by mail in the order of their arrival
Stop     what SIGTERM and SIGINT set; `serve` looks at it between two mails
"""

from __future__ import annotations

import mailbox
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, Protocol

from referee.mail.exits import TEMPFAIL, Handled

FOLDERS = ("tmp", "new", "cur")
SEEN = ":2,S"
SLICE = 0.1
"""Seconds between two looks at `stop` while `serve` waits for mail."""

LONGEST_REST = 3600.0
"""Seconds after which a mail that was left behind is tried again at the latest."""

Report = Callable[[str], None]


class NotAMaildir(Exception):
    """The directory cannot be used as a Maildir; the sentence says why."""


class Works(Protocol):
    """What `serve` needs of a desk."""

    def handle(self, raw: bytes) -> Handled: ...


def make_maildir(path: Path) -> None:
    """Makes the Maildir, or makes sure that it is one. Raises `NotAMaildir`."""
    if path.is_dir() and any(path.iterdir()) and not (path / "new").is_dir():
        raise NotAMaildir(
            f"{path} is a directory with other things in it. Name an empty one, or one that does not exist."
        )
    try:
        for folder in FOLDERS:
            (path / folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NotAMaildir(f"{path} cannot be a Maildir: {error.strerror}.") from None


class Outbox:
    """A Maildir that mails are written to, for an MTA or a person to fetch."""

    def __init__(self, path: Path) -> None:
        make_maildir(path)
        self.path = path
        self._box = mailbox.Maildir(path, create=False)

    def put(self, mail: bytes) -> None:
        """Writes a mail; it survives a power cut once this returns. Raises `OSError`."""
        self._box.add(mail)
        _keep_names(self.path / "new")


def serve(
    desk: Works,
    maildir: Path,
    *,
    once: bool = False,
    poll: float = 2.0,
    stop: Callable[[], bool] = lambda: False,
    report: Report = lambda line: print(line, file=sys.stderr),
) -> None:
    """Works the mails in `new/` until `stop()`, or with `once` until all were tried once.

    A mail goes to `cur/` after its answers are written; what cannot be finished stays where it is and is
    tried again. Raises `NotAMaildir`.
    """
    make_maildir(maildir)
    worker = _Worker(desk, poll, report)
    while not stop():
        for path in arrived(maildir):
            if stop() or not worker.work(path):
                break
        if once:
            return
        _pause(poll, stop)


def arrived(maildir: Path) -> list[Path]:
    """The mails in `new/` in the order of their arrival."""
    found: list[tuple[int, str, Path]] = []
    for path in (maildir / "new").iterdir():
        if not path.name.startswith("."):
            try:
                found.append((path.stat().st_mtime_ns, path.name, path))
            except OSError:
                continue  # it was taken away while we looked
    return [path for _, _, path in sorted(found)]


class _Left(NamedTuple):
    """A mail that could not be finished: when to try again, how often it was tried, and what was said."""

    until: float
    tries: int
    why: str
    bars: bool


class _Worker:
    """Works one mail after the other, and remembers those that are left behind.

    They are tried again after longer and longer pauses: where the trouble comes after the answer, its sender
    would get it again every time.
    """

    def __init__(self, desk: Works, poll: float, report: Report) -> None:
        self._desk = desk
        self._poll = poll
        self._report = report
        self._left: dict[str, _Left] = {}

    def work(self, path: Path) -> bool:
        """One mail; False where the store as a whole is in trouble, so that none may overtake this one."""
        left = self._left.get(path.name)
        if left and time.monotonic() < left.until:
            return not left.bars
        try:
            handled = self._desk.handle(path.read_bytes())
            if not handled.is_left:
                _file(path)
        except OSError as error:
            return self._leave(path, f"cannot be read or moved and is left in new/: {error.strerror}")
        # A fault of ours in one mail must not stop the games of all the others.
        except Exception as error:  # noqa: BLE001
            return self._leave(path, f"is left in new/, a fault of ours: {error!r}")
        if handled.is_left:
            bars = handled.exit != TEMPFAIL or not handled.game
            return self._leave(path, f"is left in new/ (exit {handled.exit}): {handled.why}", bars)
        self._left.pop(path.name, None)
        where = f"{handled.game or '-'} {handled.seat or '-'}"
        self._report(f"{path.name} exit {handled.exit} {where}: {handled.why}")
        return True

    def _leave(self, path: Path, why: str, bars: bool = False) -> bool:
        """Reports a mail that is left behind once, not at every round."""
        before = self._left.get(path.name)
        if before is None or before.why != why:
            self._report(f"{path.name} {why}")
        tries = before.tries + 1 if before else 0
        until = time.monotonic() + min(LONGEST_REST, self._poll * 2 ** min(tries, 20))
        self._left[path.name] = _Left(until, tries, why, bars)
        return not bars


def _file(path: Path) -> None:
    """Moves a mail from `new/` to `cur/`, as seen."""
    cur = path.parent.parent / "cur"
    path.rename(cur / (path.name.partition(":")[0] + SEEN))
    _keep_names(cur)


def _keep_names(directory: Path) -> None:
    """A new name is only there after a power cut once its directory is written too."""
    if hasattr(os, "O_DIRECTORY"):
        handle = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _pause(seconds: float, stop: Callable[[], bool]) -> None:
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
