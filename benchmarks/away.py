"""Desks whose PostgreSQL server is some milliseconds away: `python -m benchmarks.away [MILLISECONDS...]`.

It starts a server of its own, and before it a relay that lets every byte wait, both ways. The mails of each
desk are for a game of its own; what writes them asks the server itself, and waits for nothing. After each the
desk looks at the clocks, as one that serves, while another thread carries its letters away. On a machine
that others use too the rates lie; their ratios and the statements of a mail do not.
"""

from __future__ import annotations

import multiprocessing
import socket
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch
from urllib.parse import quote, urlsplit

import psycopg

from benchmarks.mails import Table, open_games
from referee.mail.office.office import Sender
from referee.record.location import Server, written
from referee.record.record import system_clock
from referee.service.configuration import Configuration, Maildir
from referee.service.own_address import ADDRESS
from tests.record.servers import PORT, Cluster, running

MAILS = 30
"""Of each desk; the first are not counted."""

WARM = 5
WAYS = (0.0, 1.0, 5.0)
SPAWN = multiprocessing.get_context("spawn")


def main(ways: Sequence[float]) -> None:
    print("| ms away | mails/s, one desk | two desks, a game each | ratio |\n|---|---|---|---|")
    with running() as cluster:
        near = cluster.fresh()
        open_games(near, 1 + 3 * len(ways))
        games = (f"g{number}" for number in range(1 + 3 * len(ways)))
        sent = statements(near, next(games))
        print(f"\nStatements of a mail: {sum(sent) / len(sent):.1f}, at most {max(sent)}.\n", flush=True)
        for away in ways:
            with relayed(cluster, near, away / 1000) as far:
                one = rate(near, far, [next(games)])
                two = rate(near, far, [next(games), next(games)])
            print(f"| {away:g} | {one:.1f} | {two:.1f} | {two / one:.2f} |", flush=True)


def statements(place: Server, game: str, mails: int = MAILS) -> list[int]:
    """How many the server is sent for each of so many mails; the first, with which a desk gets to know a
    game, is not counted."""
    found = list[int]()
    with closing(Table(place)) as table:
        table.handle(table.mail(game))
        for _ in range(mails):
            raw = table.mail(game)
            with said() as queries:
                table.handle(raw)
            found.append(len(queries))
    return found


@contextmanager
def said() -> Iterator[list[str]]:
    """The statements that the server is sent."""
    execute, queries = psycopg.Cursor.execute, list[str]()

    def counted(cursor: Any, query: str, *given: Any, **named: Any) -> Any:
        queries.extend(query.split(";"))
        return execute(cursor, query, *given, **named)

    with patch.object(psycopg.Cursor, "execute", counted):
        yield queries


def rate(near: Server, far: Server, games: Sequence[str]) -> float:
    """Mails a second of so many desks, each for its game."""
    begun, done = SPAWN.Barrier(len(games)), SPAWN.SimpleQueue()
    desks = [SPAWN.Process(target=_work, args=(near, far, game, begun, done)) for game in games]
    for desk in desks:
        desk.start()
    for desk in desks:
        desk.join()
    took: list[float] = [done.get() for _ in desks if desk.exitcode == 0]
    return (MAILS - WARM) * len(games) / max(took)


def _work(near: Server, far: Server, game: str, begun: threading.Barrier, done: SimpleQueue[float]) -> None:
    writer, desk = Table(near, sent=time.time_ns()), Table(far)
    with TemporaryDirectory() as out:
        settings = Configuration(written(far), ADDRESS, outgoing=Maildir(out))
        sender = Sender(settings, far, system_clock, print)
        sender.start()
        for number in range(MAILS):
            if number == WARM:
                begun.wait()
                start = time.monotonic()
            desk.handle(writer.mail(game))
            desk.look()
            sender.wake()
        done.put(time.monotonic() - start)
        sender.stop()
    writer.close()
    desk.close()


# ---- the relay


@contextmanager
def relayed(cluster: Cluster, place: Server, seconds: float) -> Iterator[Server]:
    """The same store, so many seconds away."""
    found = SPAWN.SimpleQueue()
    relay = SPAWN.Process(
        target=_relay, args=(f"{cluster.folder}/.s.PGSQL.{PORT}", seconds, found), daemon=True
    )
    relay.start()
    try:
        schema = urlsplit(place.url).query.rpartition("schema=")[2]
        yield Server(f"postgresql://bugyo@127.0.0.1:{found.get()}/postgres?schema={quote(schema)}")
    finally:
        relay.terminate()
        relay.join()


def _relay(path: str, seconds: float, found: SimpleQueue[int]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        found.put(listening.getsockname()[1])
        while True:
            here, _ = listening.accept()
            here.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            there = socket.socket(socket.AF_UNIX)
            there.connect(path)
            for one, other in ((here, there), (there, here)):
                waiting: SimpleQueue[tuple[float, bytes]] = SimpleQueue()
                threading.Thread(target=partial(_hear, one, waiting, seconds), daemon=True).start()
                threading.Thread(target=partial(_say, other, waiting), daemon=True).start()


def _hear(one: socket.socket, waiting: SimpleQueue[tuple[float, bytes]], seconds: float) -> None:
    while said := one.recv(1 << 16):
        waiting.put((time.monotonic() + seconds, said))
    waiting.put((0.0, b""))


def _say(other: socket.socket, waiting: SimpleQueue[tuple[float, bytes]]) -> None:
    while True:
        due, said = waiting.get()
        time.sleep(max(0.0, due - time.monotonic()))
        if not said:
            other.shutdown(socket.SHUT_WR)
            return
        other.sendall(said)


if __name__ == "__main__":
    main([float(word) for word in sys.argv[1:]] or WAYS)
