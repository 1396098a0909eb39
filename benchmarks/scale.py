"""`python -m benchmarks.scale --games 10000 --people 50000 --days 365`: a club that grows, in virtual time.

So many games of Shinobi are open at once; whoever is awaited writes within days, by mail, to the real desk on
a real store, or later than he should. A game that ends is followed by another. Nobody waits: the clock goes
from one mail, or one deadline, to the next. It prints a line for each part of the time: what the store has
become, and what the mails of that part have cost in seconds of the processor.

The disk is not waited for, so that what counts is the work: what durability costs stands in RESULTS.md.
"""

from __future__ import annotations

import argparse
import os
import resource
import sqlite3
import time
from collections.abc import Callable, Iterator
from heapq import heapify, heappop, heappush
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from unittest.mock import patch

from msgspec import Struct

from benchmarks.measure import cpu_seconds
from domain.game.entries.policy import Policy
from domain.game.entries.protocol_orders import Join
from domain.game.state.words import notation_of
from referee.games.opening import Opening
from referee.games.referee import Referee
from referee.mail.desk.desk import Desk
from referee.reading.reading import read_mail
from referee.record.envelope import COMMAND_LINE, Act
from referee.record.record import Record
from referee.record.store import Pool
from referee.seats.tokens import holder, server_key, shown, token_of
from referee.service.exits import OK
from referee.service.own_address import ADDRESS
from referee.transport.outbox import Queue

HOUR, DAY = 3_600_000, 86_400_000
START = 1_795_000_000_000
SEATS = 5
PARTS = 12
"""Lines of a run: months, where it is a year."""

EVERY = 4.0
"""Days between two mails in a game: people write within twice as long, and one in eight is too late."""

LOOKS = 50
"""Looks at the clocks while nothing is due, to tell what one costs."""

LARGEST = 8
"""Tables of which it is said how large they are."""


class Measured(Struct, frozen=True):
    """One part of a run: how much there is at its end, and what its mails have cost.

    `store` and `memory` are in bytes, the rest in seconds of the processor: a `mail` that comes in, with its
    answers and with carrying them away; what a clock brings about (`due`); a `look` at the clocks when
    nothing is due; a mail about a game that is not there (`stray`).
    """

    games: int
    people: int
    days: float
    ended: int
    events: int
    mails_in: int
    mails_out: int
    store: int
    memory: int
    mail: float
    due: float
    look: float
    stray: float

    def row(self) -> str:
        return (
            f"| {self.games:,} | {self.people:,} | {self.days:,.1f} | {self.ended:,} | {self.events:,} | "
            f"{self.mails_in:,} | {self.mails_out:,} | {self.store / 1e6:,.1f} | {self.memory / 1e6:,.0f} | "
            f"{self.mail * 1e3:.1f} | {self.due * 1e3:.1f} | {self.look * 1e6:,.0f} | "
            f"{self.stray * 1e3:.1f} |"
        )


HEADING = (
    "| open games | people | virtual days | ended | events | mails in | mails out | store, MB | memory, MB | "
    "a mail in, ms | a due, ms | an idle look, µs | a stray mail, ms |\n" + "|---" * 13 + "|"
)


class Nowhere:
    """Where mails go; it counts them."""

    def __init__(self) -> None:
        self.carried = 0

    def carry(self, to: str, raw: bytes) -> None:
        self.carried += 1


class Club:
    """So many open games, with people who sit in as many as there are seats for each of them."""

    def __init__(
        self, store: Path, games: int, people: int, every: float = EVERY, seed: str = "scale"
    ) -> None:
        self.now = START
        self._slowest = round(2 * every * DAY)
        self._clock = Policy(hours=round(42 * every), grace=60, reminders=(24,), press="white")
        self.record = Record(store, clock=lambda: self.now)
        self._referee = Referee(self.record, seed=seed)
        self._desk = Desk(self._referee, None, clock=lambda: self.now, read=read_mail)
        self._queue, self._out = Queue(self.record, lambda: self.now), Nowhere()
        self._random = Random(seed)
        self._people = people
        self._games, self._opened = games, 0
        self._sent, self._written = 0, 0
        self._mails, self._dues = list[float](), list[float]()
        self._next: list[tuple[int, str]] = []
        with self.record.recorder.together():
            for number in range(games):
                self._next.append((START + self._wait(), self._open(number)))
        heapify(self._next)

    def run(self, days: float) -> Iterator[Measured]:
        """One measure for each part of the time."""
        for part in range(1, PARTS + 1):
            until = START + round(days * DAY * part / PARTS)
            while (at := self._next_at()) <= until:
                self.now = max(self.now, at)
                self._happens()
            self.now = until
            yield self._measured(until)

    def _next_at(self) -> int:
        due = self.record.recorder.rows("SELECT min(due) FROM clocks")[0][0]
        return min(self._next[0][0], self._next[0][0] if due is None else due)

    def _happens(self) -> None:
        """A mail, or what a clock brings about; what comes of it is carried away."""
        if self._next[0][0] > self.now:
            self._dues.append(cpu_seconds(self._look))
            return
        at, name = heappop(self._next)
        raw = self._mail(name)
        self._written += 1
        self._mails.append(cpu_seconds(lambda: self._work(raw)))
        if self.record.load(name).game.is_over():
            number, _, life = name[1:].partition("-")
            name = self._open(int(number), int(life) + 1)
        heappush(self._next, (at + self._wait(), name))

    def _work(self, raw: bytes) -> None:
        handled = self._desk.handle(raw)
        assert handled.exit == OK, handled.why
        self._look()

    def _look(self) -> None:
        self._desk.sweep(self.now)
        while self._queue.drain(self._out):
            pass

    def _open(self, number: int, life: int = 1) -> str:
        """A game of so many people, who have all joined."""
        name = f"g{number}-{life}"
        self._opened += 1
        people = [f"p{(number * SEATS + seat) % self._people}" for seat in range(SEATS)]
        opening = Opening(name, "shinobi", tuple(people), policy=self._clock)
        for seat, person in zip(
            self._referee.open(opening, Act(COMMAND_LINE)).game.seats, people, strict=True
        ):
            self.record.register(name, seat, f"{person}@example.org")
            self._referee.take(name, seat, Join(f"the words of {person} in {name}"), Act(COMMAND_LINE))
        return name

    def _mail(self, name: str) -> bytes:
        """A legal order of whoever is awaited, in a block as it should be."""
        kept = self.record.load(name)
        game, seat = kept.game, kept.game.awaited()[0]
        order = notation_of(game).write(self._random.choice(game.examples(seat)))
        bearer = holder(self.record, game, seat)
        names, made = (
            f"{name} {game.label} {seat}",
            token_of(server_key(self.record), name, bearer, game.label),
        )
        self._sent += 1
        return (
            f"From: {self.record.addresses(name)[seat]}\nTo: {ADDRESS}\nSubject: Re: [{names}]\n"
            f"Message-ID: <{self._sent}@example.org>\n\n-----BEGIN ORDERS {names}-----\n"
            f"TOKEN {shown(made)}\nHEAD {kept.game.position} {kept.head.hex()}\n{order}\n"
            f"-----END ORDERS {names}-----\n"
        ).encode()

    def _stray(self) -> bytes:
        """Somebody writes about a game that this desk does not have."""
        self._sent += 1
        head = f"From: s{self._sent}@example.net\nTo: {ADDRESS}\nMessage-ID: <{self._sent}@example.net>\n"
        return f"{head}Subject: Re: [elsewhere T1 iga]\n\npass\n".encode()

    def _wait(self) -> int:
        return self._random.randint(HOUR, self._slowest)

    def tables(self) -> list[str]:
        """The largest tables with their indexes, where SQLite can tell."""
        try:
            rows = self.record.recorder.rows(
                "SELECT tbl_name, sum(pgsize) FROM dbstat JOIN sqlite_master USING (name) "
                "GROUP BY tbl_name ORDER BY 2 DESC LIMIT ?",
                (LARGEST,),
            )
        except sqlite3.OperationalError:
            return ["not known"]
        return [f"{name} {size / 1e6:,.1f}" for name, size in rows]

    def _measured(self, until: int) -> Measured:
        look = min(cpu_seconds(lambda: self._desk.sweep(self.now)) for _ in range(LOOKS))
        events = self.record.recorder.rows("SELECT count(*) FROM stored_events")[0][0]
        mails, dues = self._mails, self._dues
        self._mails, self._dues = [], []
        return Measured(
            self._games,
            self._people,
            (until - START) / DAY,
            self._opened - self._games,
            events,
            self._written,
            self._out.carried,
            self.record.path.stat().st_size,
            memory(),
            _mean(mails),
            _mean(dues),
            look,
            cpu_seconds(lambda: self._desk.handle(self._stray())),
        )


def _mean(found: list[float]) -> float:
    return sum(found) / len(found) if found else 0.0


def memory() -> int:
    """Bytes of this process in memory: now, where the system says so, else the most there ever were."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return pages * os.sysconf("SC_PAGE_SIZE")


def scaled(
    folder: Path,
    games: int,
    people: int,
    days: float,
    every: float = EVERY,
    report: Callable[[str], object] = print,
) -> list[Measured]:
    """Opens the games, and lets the time go by."""
    with patch.object(Pool, "synchronous", "OFF"):
        begun, found = time.process_time(), list[Measured]()
        club = Club(folder / "scale.db", games, people, every)
        try:
            opened = time.process_time() - begun
            report(f"{games:,} games of {SEATS} opened and joined: {opened:,.1f} s of the processor.")
            report(HEADING)
            for measured in club.run(days):
                found.append(measured)
                report(measured.row())
            report(f"The largest tables, MB: {', '.join(club.tables())}.")
        finally:
            club.record.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scale", description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="games that are open at once (10000)")
    parser.add_argument("--people", type=int, default=50_000, help="who plays them (50000)")
    parser.add_argument("--days", type=float, default=365, help="virtual time (365)")
    parser.add_argument("--every", type=float, default=EVERY, help="days between two mails in a game (4)")
    parser.add_argument("--dir", type=Path, help="where the store is made")
    arguments = parser.parse_args()
    with TemporaryDirectory(dir=arguments.dir) as folder:
        scaled(
            Path(folder),
            arguments.games,
            arguments.people,
            arguments.days,
            arguments.every,
            lambda line: print(line, flush=True),
        )


if __name__ == "__main__":
    main()
