"""The cost of a long game: one more order in it, and the rewinds in it.

An order is given to a referee that knows the game already, as a desk does, and comes by mail to a desk that
has just been started; the disk is not waited for, and the processor's time is what counts.
"""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path
from random import Random
from unittest.mock import patch

from benchmarks.mails import Table
from benchmarks.measure import Case, cpu_seconds, interleaved
from benchmarks.report import Figure
from benchmarks.streams import ACT, GAME, long_game
from referee.games.referee import Referee
from referee.reading.reading import read_mail
from referee.record.folds import EVERY, digest_of
from referee.record.record import Record
from referee.record.store import Pool

SHORT, LONG = 100, 100_000
"""Events of the games that are compared."""

ORDERS = 30
"""Orders that each of them gets, the same ones."""

NO_DEARER = 1.2

TOLD = 3
"""Mails that each of them gets before the restart, so that its people have been told how it stands."""

BY_MAIL = 20
"""Events that come of these at most: with one more, the game would be kept folded."""

AFTER_RESTART = 1.5

LOADED, REWINDS = 10_000, 300
"""Events of the games that are loaded, and how often play went back in one of them."""


def lengths(directory: Path, repeats: int, long: int = LONG, loaded: int = LOADED) -> list[Figure]:
    """All figures."""
    with patch.object(Pool, "synchronous", "OFF"):
        return [
            _order(directory, repeats, long),
            _restart(directory, repeats, long),
            *_rewinds(directory, repeats, loaded),
        ]


# ---- an order


def _order(directory: Path, repeats: int, long: int) -> Figure:
    games = {events: directory / f"order-{events}.bugyo" for events in (SHORT, long)}
    for events, path in games.items():
        _recorded(path, events, 0).close()
    cases: dict[str, Case] = {str(events): partial(_orders, path) for events, path in games.items()}
    times = interleaved(cases, repeats)
    short, late = (1000 * times[str(events)] / ORDERS for events in games)
    what = f"an order to Referee.take: game of {long:,} events / of {SHORT}"
    return Figure(what, f"{late:.2f} ms", f"{short:.2f} ms", late / short, at_most=NO_DEARER)


def _orders(path: Path) -> float:
    """Seconds that a referee takes for the orders, in a copy of the game that it has loaded."""
    copied = shutil.copy(path, path.with_suffix(".copy"))
    record, random = Record(Path(copied)), Random(1)
    referee, game, taken = Referee(record, seed="lengths"), record.load(GAME).game, 0.0
    for _ in range(ORDERS):
        seat = game.awaited()[0]
        order = random.choice(game.offers(seat) or ())
        taken += cpu_seconds(partial(referee.take, GAME, seat, order, ACT))
        game = record.load(GAME).game
    record.close()
    return taken


def _restart(directory: Path, repeats: int, long: int) -> Figure:
    games = {events: directory / f"restart-{events}.bugyo" for events in (SHORT, long)}
    mails = {events: _told(path, events) for events, path in games.items()}
    cases: dict[str, Case] = {
        str(events): partial(_first_mail, path, mails[events]) for events, path in games.items()
    }
    times = interleaved(cases, repeats)
    short, late = (1000 * times[str(events)] for events in games)
    what = f"the first mail after a restart: game of {long:,} events / of {SHORT}"
    return Figure(what, f"{late:.1f} ms", f"{short:.1f} ms", late / short, at_most=AFTER_RESTART)


def _told(path: Path, events: int) -> bytes:
    """Makes a game whose people have been told how it stands, kept folded as far back as it ever is. The
    next mail with an order."""
    record = _recorded(path, events, 0)
    for seat in record.load(GAME).game.seats:
        record.register(GAME, seat, f"{seat}@example.org")
        record.set(f"told/{GAME}/{seat}", str(events).encode())  # news of all of it would be given up
    if events > EVERY:
        far = record.fold(GAME, upto=events - EVERY + BY_MAIL)
        record.folds.keep(far.game, far.head, far.at)
    record.close()
    table = Table(path, read_mail)
    for _ in range(TOLD):
        table.handle(table.mail(GAME))
    raw = table.mail(GAME)
    table.record.close()
    return raw


def _first_mail(path: Path, raw: bytes) -> float:
    """Seconds that a desk takes for a mail with an order, which is the first that it sees of the game."""
    copied = Path(shutil.copy(path, path.with_suffix(".copy")))
    digest_of.cache_clear()
    table = Table(copied, read_mail)
    taken = cpu_seconds(partial(table.handle, raw))
    table.record.close()
    return taken


# ---- rewinds


def _rewinds(directory: Path, repeats: int, events: int) -> list[Figure]:
    """A game with rewinds against one without, and against one of a tenth of its length."""
    rewinds = events * REWINDS // LOADED
    made = {"plain": (events, 0), "rewound": (events, rewinds), "a tenth": (events // 10, rewinds // 10)}
    records = {name: _recorded(directory / f"{name}.bugyo", *size) for name, size in made.items()}
    cases: dict[str, Case] = {
        name: partial(cpu_seconds, partial(record.fold, GAME)) for name, record in records.items()
    }
    times = interleaved(cases, repeats)
    for record in records.values():
        record.close()
    plain, rewound, tenth = (1000 * times[name] for name in made)
    what = f"load {events:,} events with {rewinds} rewinds"
    shown = f"{rewound:.1f} ms"
    return [
        Figure(f"{what} / without", shown, f"{plain:.1f} ms", rewound / plain, at_most=NO_DEARER),
        Figure(
            f"{what} / a tenth of both, ten times",
            shown,
            f"{10 * tenth:.1f} ms",
            rewound / tenth / 10,
            at_most=NO_DEARER,
        ),
    ]


def _recorded(path: Path, events: int, rewinds: int) -> Record:
    record = Record(path)
    long_game(record, events, rewinds)
    return record
