"""The audit of many games, on all cores: one audit depends on no other."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TypeAlias

from referee.apart import set_up
from referee.audit.audit import NOWHERE, Verdict, audit_game
from referee.audit.keys import OtherPlace
from referee.audit.witnesses import Mailbox
from referee.record.location import Place
from referee.record.record import Record

WORTH = 20_000
"""Events of a store from which on processes are started for its audit: their start takes about a second."""

Beside: TypeAlias = tuple[Sequence[Mailbox], OtherPlace]
"""What the games are held against."""

AT_ONCE = 4
"""Games that a process is given at a time."""


def audit_games(
    record: Record, games: Sequence[str], mailboxes: Sequence[Mailbox] = (), place: OtherPlace = NOWHERE
) -> Iterator[Verdict]:
    """Audits games of a store, and gives the verdicts in the order of the games."""
    cores = _cores()
    if min(cores, len(games)) > 1 and (record.recorder.max_notification_id() or 0) >= WORTH:
        yield from _side_by_side(record.place, games, (mailboxes, place), cores)
    else:
        yield from (audit_game(record, game, mailboxes, place) for game in games)


def _cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _side_by_side(store: Place, games: Sequence[str], beside: Beside, cores: int) -> Iterator[Verdict]:
    """Each process opens the store for itself. It is spawned: threads and connections are not inherited."""
    pool = ProcessPoolExecutor(
        cores, multiprocessing.get_context("spawn"), initializer=_open, initargs=(store, beside)
    )
    try:
        yield from pool.map(_audit, games, chunksize=AT_ONCE)
    finally:
        pool.shutdown(cancel_futures=True)


# ---- in such a process

_OPENED: list[tuple[Record, Beside]] = []


def _open(store: Place, beside: Beside) -> None:
    """An interrupt from the keyboard goes to every process; the one that has started us answers it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    set_up()
    _OPENED.append((Record(store), beside))


def _audit(game: str) -> Verdict:
    ((record, beside),) = _OPENED
    return audit_game(record, game, *beside)
