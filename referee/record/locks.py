"""Locks beside a store, which the system takes away from whoever dies: one desk, and one carrier of mails.

Everything else that several programs do with a store at the same time is kept apart by its transactions. A
store on a server may have several desks; each mail of the outbox has one carrier, who has claimed it.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from referee.record.library_settings import postgres
from referee.record.location import Place, Server

DESK, OUTBOX = "desk", "outbox"
TRIES = 10


class InUse(Exception):
    """Another desk serves this store; the sentence says which, and what would do."""


@contextmanager
def served(store: Place, spool: str = "") -> Iterator[None]:
    """One desk serves a store in a file at a time, any number one on a server; it takes what is put into its
    `spool`. Raises `InUse`."""
    if isinstance(store, Server):
        with postgres().serving(store):
            yield
        return
    path = lock_path(store, DESK)
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if not _locked_soon(handle):
            who = os.read(handle, 20).decode("ascii", "replace").partition("\n")[0]
            raise InUse(
                f"Another desk (process {who or 'unknown'}) serves {store} already. Stop it first, or name "
                "another store. “bugyo deliver” and all other commands may be used beside it."
            )
        os.ftruncate(handle, 0)
        os.pwrite(handle, "".join(f"{line}\n" for line in (os.getpid(), spool) if line).encode(), 0)
        yield
    finally:
        os.close(handle)


def is_served(store: Place) -> bool:
    """Whether a desk serves the store now."""
    if isinstance(store, Server):
        return bool(postgres().desks(store))
    handle = os.open(lock_path(store, DESK), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        return not _locked(handle, wait=False)
    finally:
        os.close(handle)


def takes_from(store: Place) -> str:
    """The spool of the desk that serves a store in a file now; "" where none does, or without one."""
    if isinstance(store, Server) or not (path := lock_path(store, DESK)).exists():
        return ""
    handle = os.open(path, os.O_RDWR)
    try:
        told = "" if _locked(handle, wait=False) else os.read(handle, 4096).decode("utf-8", "replace")
    finally:
        os.close(handle)
    return told.partition("\n")[2].strip("\n")


@contextmanager
def alone(lock: Path) -> Iterator[bool]:
    """Whether nobody else has this lock now."""
    handle = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        yield _locked(handle, wait=False)
    finally:
        os.close(handle)


@contextmanager
def carrying(store: Place) -> Iterator[None]:
    """One carrier of mails at a time beside a file; waits for the other."""
    if isinstance(store, Server):
        yield
        return
    handle = os.open(lock_path(store, OUTBOX), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _locked(handle, wait=True)
        yield
    finally:
        os.close(handle)


def lock_path(store: Path, name: str) -> Path:
    return store.with_name(f"{store.name}-{name}.lock")


def _locked_soon(handle: int) -> bool:
    """Whoever only asks whether a desk is there holds the lock for a moment."""
    for _ in range(TRIES):
        if _locked(handle, wait=False):
            return True
        time.sleep(0.05)
    return False


def _locked(handle: int, *, wait: bool) -> bool:
    """Whether the lock is ours now. A system without such locks has one desk by its user's care."""
    if sys.platform == "win32":
        return True
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    return True
