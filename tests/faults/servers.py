"""A PostgreSQL server that goes while several processes write to it; and a writer that goes.

The server is a real one of the campaign's own (`tests.record.servers`), the processes are those of
`tests.record.sharing`: each order has a key and is sent until it is known to be in.
"""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from domain.game.entries.entries import Ordered
from referee.audit.audit import audit_game
from referee.record.location import Server
from referee.record.record import Record
from tests.faults import kills
from tests.faults.campaigns import Counts, Try
from tests.record.servers import Cluster, running
from tests.record.test_sharing import players, prepared

NAMES, GAMES = "abcd", 8
"""The processes that write, and the games that all of them play."""

ORDERS = 10
"""Of each process, for each end of the server: some are left when it is killed for the last time."""

EACH = 12
"""Ends of the server in one store, at most."""

Heard = Sequence[Sequence[str]]
"""What was acknowledged: the key of an order, its game and its position there."""


def ended(how: Callable[[Cluster], None]) -> Try:
    """A server that ends so often, in this way, while it is written to, and is started again."""

    def campaign(times: int, _folder: Path, seed: int) -> Counts:
        random, found, orders = Random(seed), Counts(0), 0
        with running() as cluster:
            while found.tried < times:
                counts, acknowledged = _one_store(cluster, how, min(EACH, times - found.tried), random)
                found, orders = added(found, counts), orders + acknowledged
        return Counts(found.tried, found.lost, found.corrupt, found.half, f"{orders:,} orders acknowledged")

    return campaign


def _one_store(
    cluster: Cluster, how: Callable[[Cluster], None], ends: int, random: Random
) -> tuple[Counts, int]:
    """What became of a store whose server ended at most so often, and how many orders were acknowledged."""
    place, tried = cluster.fresh(), 0
    prepared(place, GAMES)
    processes = players(place, NAMES, ORDERS * ends)
    firsts = [process.stdout.readline() for process in processes if process.stdout]
    while tried < ends:
        time.sleep(random.uniform(0.05, 0.4))
        if all(process.poll() is not None for process in processes):
            break  # nobody writes any more
        how(cluster)
        time.sleep(random.uniform(0, 0.3))
        cluster.start()
        tried += 1
    said, failed = _heard(processes, firsts)
    lost, corrupt, half = judged(place, said)
    return Counts(tried, lost, corrupt + failed, half), len(said)


def _heard(processes: Sequence[subprocess.Popen[str]], firsts: Sequence[str]) -> tuple[Heard, int]:
    """All that was acknowledged, and how many processes did not end well."""
    said = "".join(first + process.communicate()[0] for first, process in zip(firsts, processes, strict=True))
    return [line.split() for line in said.splitlines()], sum(process.returncode != 0 for process in processes)


def judged(place: Server, said: Heard) -> tuple[int, int, int]:
    """Acknowledged orders that are gone, games that do not hold, orders applied twice or without a word."""
    record = Record(place)
    rows = record.recorder.rows("SELECT key, game, position FROM intake")
    stored = {str(key): (game, str(position)) for key, game, position in rows}
    lost = sum(stored.get(key) != (game, at) for key, game, at in said)
    games = record.games()
    corrupt = sum(audit_game(record, game).finding is not None for game in games)
    entries = (one.entry for game in games for one in record.envelopes(game))
    applied = sum(isinstance(entry, Ordered) and entry.by == "seat" for entry in entries)
    record.close()
    return lost, corrupt, abs(applied - sum(key in stored for key, _, _ in said))


def added(one: Counts, other: Counts) -> Counts:
    return Counts(
        one.tried + other.tried, one.lost + other.lost, one.corrupt + other.corrupt, one.half + other.half
    )


def writers(times: int, _folder: Path, seed: int) -> Counts:
    """`kill -9` of whoever writes to a server that stays."""
    with running() as cluster:
        return kills.killed(cluster.fresh(), times, seed)
