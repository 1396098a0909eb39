"""The audit of many games, on all cores: one audit depends on no other."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor

from referee.audit.audit import Verdict, audit_game
from referee.audit.witnesses import Witness
from referee.record.location import Place
from referee.record.record import Record

WORTH = 20_000
"""Events of a store from which on processes are started for its audit: their start takes about a second."""

AT_ONCE = 4
"""Games that a process is given at a time."""


def audit_games(record: Record, games: Sequence[str], witnesses: Sequence[Witness] = ()) -> Iterator[Verdict]:
    """Audits games of a store, and gives the verdicts in the order of the games."""
    cores = _cores()
    if min(cores, len(games)) > 1 and (record.recorder.max_notification_id() or 0) >= WORTH:
        yield from _side_by_side(record.place, games, witnesses, cores)
    else:
        yield from (audit_game(record, game, witnesses) for game in games)


def _cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _side_by_side(
    place: Place, games: Sequence[str], witnesses: Sequence[Witness], cores: int
) -> Iterator[Verdict]:
    """Each process opens the store for itself. It is spawned: threads and connections are not inherited."""
    pool = ProcessPoolExecutor(
        cores, multiprocessing.get_context("spawn"), initializer=_open, initargs=(place, witnesses)
    )
    try:
        yield from pool.map(_audit, games, chunksize=AT_ONCE)
    finally:
        pool.shutdown(cancel_futures=True)


# ---- in such a process

_OPENED: list[tuple[Record, Sequence[Witness]]] = []


def _open(place: Place, witnesses: Sequence[Witness]) -> None:
    """An interrupt from the keyboard goes to every process; the one that has started us answers it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _OPENED.append((Record(place), witnesses))


def _audit(game: str) -> Verdict:
    ((record, witnesses),) = _OPENED
    return audit_game(record, game, witnesses)
