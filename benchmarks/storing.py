"""Bytes that an event takes in a file: its row and its part of the index, beside its msgpack with its digest.

A store of five titles, of which the games are played by turns, as a club does. Their acts are those of mails,
or of bots, which say less. A letter of a game's name takes two bytes of each event: these have nine.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from unittest.mock import patch

from benchmarks.report import Figure
from benchmarks.streams import ACT
from domain.game.entries.protocol_orders import Join
from domain.game.state.game_state import GameState
from domain.titles import TITLES
from referee.games.opening import Opening
from referee.games.referee import Referee
from referee.record.envelope import MAIL, Act
from referee.record.record import Record
from referee.record.store import Pool

GAMES = 6
"""Of each title."""

ORDERS = 2500
"""In all."""

MOST = 1.3

By = Callable[[GameState, str, Random], Act]


def stores(directory: Path, games: int = GAMES, orders: int = ORDERS) -> list[Figure]:
    """A figure for each kind of acts."""
    with patch.object(Pool, "synchronous", "OFF"):
        return [_figure(directory / who, who, by, games, orders) for who, by in _ACTS.items()]


def _by_mail(game: GameState, seat: str, random: Random) -> Act:
    digest, person = random.randbytes(32).hex(), f"Player {game.seats.index(seat)}"
    return Act(MAIL, digest, seat, person, authority="2 token sender dkim")


_ACTS: dict[str, By] = {"by mail": _by_mail, "by bots": lambda *_: ACT}


def _figure(path: Path, who: str, by: By, games: int, orders: int) -> Figure:
    _play(path, by, games, orders)
    events, packed, stored = _sizes(path)
    what = f"bytes of an event in a store of {5 * games} games {who} ({events:,} events) / msgpack and digest"
    ratio = stored / packed
    return Figure(what, f"{stored / events:,.1f} B", f"{packed / events:,.1f} B", ratio, at_most=MOST)


def _play(path: Path, by: By, games: int, orders: int) -> None:
    record, random = Record(path), Random(1)
    referee = Referee(record, seed="stores")
    titles = tuple(TITLES) * games
    open_games = [_opened(referee, f"summer-{n}", title) for n, title in enumerate(titles, 1)]
    for _ in range(orders):
        game = record.load(random.choice(open_games)).game
        seat = random.choice(game.awaited())
        game = referee.take(
            game.id, seat, random.choice(game.examples(seat)), by(game, seat, random)
        ).kept.game
        if game.is_over():
            open_games.remove(game.id)
    record.close()


def _opened(referee: Referee, name: str, title: str) -> str:
    people = tuple(f"Player {n}" for n in range(TITLES[title].scenarios[0].seats[0]))
    game = referee.open(Opening(name, title, people), ACT).game
    for seat in game.ledger.absent:
        referee.take(name, seat, Join(f"a heron stands in {name}"), ACT)
    return name


def _sizes(path: Path) -> tuple[int, int, int]:
    """Events, bytes of what was packed, and bytes of the pages that a store without the events gives back."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:

        def asked(statement: str) -> tuple[int, ...]:
            found: tuple[int, ...] = connection.execute(statement).fetchone()
            return found

        events, packed = asked("SELECT count(*), sum(length(state)) FROM stored_events")
        (page,), (unused,) = asked("PRAGMA page_size"), asked("PRAGMA freelist_count")
        connection.execute("BEGIN")
        connection.execute("DROP TABLE stored_events")
        (freed,) = asked("PRAGMA freelist_count")
        connection.execute("ROLLBACK")
    return events, packed, (freed - unused) * page
