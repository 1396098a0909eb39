"""A desk that answers while its pictures are drawn beside it: `python -m benchmarks.drawing [TITLE...]`.

Mails come in as fast as they are answered, game after game; each game has throws of its own and is so many
orders old, so that few pictures come up again. Orders a second are of the time in which the desk works, not
of that in which its mails are written here; pictures are those that went out in mails. On a machine that
others use too all of it lies but the orders for each second of CPU that answering takes.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple
from unittest.mock import patch

from benchmarks.mails import Table
from domain.game.entries.protocol_orders import Join
from domain.titles import TITLES
from referee.games.opening import Opening
from referee.games.referee import Referee
from referee.mail.html.dress import dresser
from referee.mail.office.office import Sender
from referee.record.envelope import COMMAND_LINE, Act
from referee.record.record import Record, system_clock
from referee.record.store import Pool
from referee.service.configuration import Configuration, Maildir
from referee.service.own_address import ADDRESS

GAMES, OLDEST = 60, 40
"""Open games of the title, and how many orders the oldest has had."""

SECONDS = 20.0
BEAT = 0.002

ANSWERED, DRAWN, STALL = 80, 20, 50
"""What is wanted: orders and pictures a second, and milliseconds for which the desk stands still at most."""


class Load(NamedTuple):
    """Orders a second of the clock and of CPU, pictures a second, mails with a picture and all, and
    milliseconds of the longest stall."""

    orders: float
    by_cpu: float
    pictures: float
    drawn: int
    mails: int
    stall: float


def main(titles: Sequence[str]) -> None:
    wanted = (
        f"orders/s (≥ {ANSWERED}) | of CPU | pictures/s (≥ {DRAWN}) | with a picture | stall, ms (≤ {STALL})"
    )
    print(f"| title | {wanted} |\n|---|---|---|---|---|---|")
    for title in titles:
        with TemporaryDirectory() as folder:
            found = under_load(Path(folder), title)
        shown = f"{found.drawn} of {found.mails} mails | {found.stall:.0f}"
        rates = f"{found.orders:.0f} | {found.by_cpu:.0f} | {found.pictures:.0f}"
        print(f"| {title} | {rates} | {shown} |", flush=True)


def under_load(folder: Path, title: str, games: int = GAMES, seconds: float = SECONDS) -> Load:
    place, out = folder / "store.db", folder / "out"
    names = opened(place, title, games)
    table = Table(place, dress=dresser(ADDRESS, print))
    ways = Configuration(str(place), ADDRESS, outgoing=Maildir(str(out)))
    sender, stalls = Sender(ways, place, system_clock, print), [0.0]
    sender.start()
    with beating(stalls):
        begun = time.monotonic()
        orders, worked, cpu = _worked(table, sender, names, seconds)
        took = time.monotonic() - begun
    sent = [path.read_bytes() for path in (out / "new").iterdir()]
    drawn = sum(b"Content-Type: image/png" in mail for mail in sent)
    sender.stop()
    table.close()
    return Load(orders / worked, orders / cpu, drawn / took, drawn, len(sent), 1000 * max(stalls))


def opened(place: Path, title: str, games: int) -> list[str]:
    """The names of games that are joined and played at random for a while."""
    names = [f"g{number}" for number in range(games)]
    with patch.object(Pool, "synchronous", "OFF"):
        record = Record(place)
        for number, name in enumerate(names):
            _begun(record, title, name, OLDEST * number // games)
        record.close()
    return names


def _begun(record: Record, title: str, name: str, orders: int) -> None:
    referee, chooser = Referee(record, seed=f"{title} {name}"), Random(f"{title} {name}")
    seats = TITLES[title].seats[: TITLES[title].scenarios[0].seats[0]]
    referee.open(Opening(name, title, tuple(f"{seat} of {name}" for seat in seats)), Act(COMMAND_LINE))
    for seat in seats:
        record.register(name, seat, f"{seat}.{name}@example.org")
    for seat in seats:
        referee.take(name, seat, Join(f"the words of {seat} in {name}"), Act(COMMAND_LINE))
    for _nth in range(orders):
        game = record.load(name).game
        if game.is_over():
            break
        seat = game.awaited()[0]
        offers = game.offers(seat) or game.examples(seat)
        referee.take(name, seat, chooser.choice(list(offers)), Act(COMMAND_LINE))


def _worked(table: Table, sender: Sender, names: Sequence[str], seconds: float) -> tuple[int, float, float]:
    """How many mails were answered, in how many seconds, and in how many of CPU."""
    orders, worked, cpu, chooser, end = 0, 0.0, 0.0, Random(0), time.monotonic() + seconds
    for name in cycle(names):
        if time.monotonic() > end:
            break
        if table.is_open(name):
            raw = table.mail(name, chooser)
            begun, spent = time.monotonic(), time.thread_time()
            table.handle(raw)
            sender.wake()
            worked, cpu = worked + time.monotonic() - begun, cpu + time.thread_time() - spent
            orders += 1
    return orders, worked, cpu


@contextmanager
def beating(stalls: list[float]) -> Iterator[None]:
    """Adds to them for how long a thread beside was kept from its next beat."""
    is_over = threading.Event()

    def beat() -> None:
        before = time.monotonic()
        while not is_over.wait(BEAT):
            now = time.monotonic()
            stalls.append(now - before - BEAT)
            before = now

    thread = threading.Thread(target=beat, daemon=True)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()


if __name__ == "__main__":
    main(sys.argv[1:] or [*TITLES])
