"""The spool: what waits beside a store for the desk that serves it. What people send by a page, the pages
write here, for they only read the store, as the mail that it would be; and “bugyo deliver” hands over mails.

The desk takes it from here like a mail that has come in. It lies here until it is finished: whoever dies
meanwhile, the next desk takes it.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from referee.record.location import Place, Server
from referee.record.locks import alone
from referee.record.private_files import keep_names, private
from referee.service.configuration import Configuration
from referee.transport.boxes import Worker, make_maildir

MOST_WAITING = 500
"""Sendings that wait for a desk; no more are taken in."""

MOST_MAILS = MOST_WAITING // 2
"""Of these for mails: whoever sends many by a pipe leaves room for the pages."""

LARGEST_MAIL = 1 << 17
"""Bytes of a mail that is handed over; a larger one would hold up a desk."""

_MAIL = "mail-"


class Full(OSError):
    """So many sendings wait that no more are taken."""


def path_of(place: Place) -> Path | None:
    """The directory of a store; None for one on a server, whose desk has to be told where it is."""
    return None if isinstance(place, Server) else place.with_name(f"{place.name}-pages")


def of_desk(settings: Configuration, store: Place) -> Path | None:
    """That of a desk: beside its store, unless its settings name another."""
    named = settings.web.spool if settings.web else ""
    return Path(named) if named else path_of(store)


def is_mail(name: str) -> bool:
    """Whether what is called so was handed over as a mail, and is no sending of a page."""
    return name.startswith(_MAIL)


class Spool:
    """A Maildir by its folders, in which each file is called by the key of its sending, or by the digest of
    the mail: one that comes twice waits once."""

    def __init__(self, path: Path) -> None:
        """Raises `NotAMaildir`."""
        make_maildir(path)
        self._new = path / "new"
        self._tmp = path / "tmp"
        self._lock = path / "lock"

    def hand_over(self, mail: bytes) -> None:
        """Keeps a mail, for the desk to take. Raises `OSError`."""
        self.put(_MAIL + hashlib.sha256(mail).hexdigest(), mail, MOST_MAILS)

    def put(self, key: str, raw: bytes, most: int | None = None) -> bool:
        """Keeps what is sent, for the desk to take; it survives a power cut once this returns. False where a
        sending of that key waits already, which stays as it is. Raises `OSError`."""
        if len(os.listdir(self._new)) >= (MOST_WAITING if most is None else most):
            raise Full("Too much waits for the desk.")
        made = self._tmp / f"{key}.{os.getpid()}.{hashlib.sha256(raw).hexdigest()[:16]}"
        with open(made, "wb", opener=private) as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(made, self._new / key)
        except FileExistsError:
            return False
        finally:
            made.unlink(missing_ok=True)
        keep_names(self._new)
        return True

    def waits(self, key: str) -> bool:
        """Whether the desk has not finished it."""
        return (self._new / key).exists()

    def work(self, whose: Callable[[str], Worker], stop: Callable[[], bool]) -> int:
        """Hands all that waits to its worker, sendings of pages first; how many were finished. Nothing where
        another process does so now."""
        tried, finished = set[str](), 0
        with alone(self._lock) as is_ours:
            while is_ours and not stop() and (waiting := {*os.listdir(self._new)} - tried):
                name = min(waiting, key=self._order)
                worker, path = whose(name), self._new / name
                before = worker.finished
                goes_on = worker.work(name, path.read_bytes, partial(path.unlink, missing_ok=True))
                finished += worker.finished - before
                if not goes_on:
                    break
                tried.add(name)
        return finished

    def _order(self, name: str) -> tuple[bool, int]:
        with suppress(OSError):
            return is_mail(name), (self._new / name).stat().st_mtime_ns
        return is_mail(name), 0
