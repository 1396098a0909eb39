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
from typing import Protocol

from referee.mail.exits import TEMPFAIL, Handled

FOLDERS = ("tmp", "new", "cur")
SEEN = ":2,S"
SLICE = 0.1
"""Seconds between two looks at `stop` while `serve` waits for mail."""

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
    said: dict[str, str] = {}
    while not stop():
        for path in arrived(maildir):
            if stop() or not _work(desk, path, said, report):
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


def _work(desk: Works, path: Path, said: dict[str, str], report: Report) -> bool:
    """One mail; False where the store as a whole is in trouble, so that none may overtake this one."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        _say(path, f"cannot be read and is left in new/: {error.strerror}", said, report)
        return True
    try:
        handled = desk.handle(raw)
    # A fault of ours in one mail must not stop the games of all the others.
    except Exception as error:  # noqa: BLE001
        _say(path, f"is left in new/, a fault of ours: {error!r}", said, report)
        return True
    if handled.is_left:
        _say(path, f"is left in new/ (exit {handled.exit}): {handled.why}", said, report)
        return handled.exit == TEMPFAIL and bool(handled.game)
    _file(path)
    report(f"{path.name} exit {handled.exit} {handled.game or '-'} {handled.seat or '-'}: {handled.why}")
    return True


def _say(path: Path, what: str, said: dict[str, str], report: Report) -> None:
    """Reports a mail that is left behind once, not at every round."""
    if said.get(path.name) != what:
        said[path.name] = what
        report(f"{path.name} {what}")


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
