"""Bytes that an event takes in a file: its row and its part of the index, beside its msgpack with its digest.

A store of five titles, of which the games are played by turns, as a club does. Their acts are those of mails.
A letter of a game's name takes two bytes of each event: these have nine.
"""

from __future__ import annotations

import sqlite3
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


def stores(directory: Path, games: int = GAMES, orders: int = ORDERS) -> list[Figure]:
    """Bytes in the file for each that must be there: one figure."""
    path = directory / "stores"
    with patch.object(Pool, "synchronous", "OFF"):
        _play(path, games, orders)
    events, packed, stored = _sizes(path)
    kept = f"{5 * games} games by mail ({events:,} events)"
    sizes = f"{stored / events:,.1f} B", f"{packed / events:,.1f} B"
    return [Figure(f"bytes of an event, {kept} / msgpack and digest", *sizes, stored / packed, at_most=MOST)]


def _by_mail(game: GameState, seat: str, random: Random) -> Act:
    digest, person = random.randbytes(32).hex(), f"Player {game.seats.index(seat)}"
    return Act(MAIL, digest, seat, person, authority="2 token sender dkim")


def _play(path: Path, games: int, orders: int) -> None:
    record, random = Record(path), Random(1)
    referee = Referee(record, seed="stores")
    titles = tuple(TITLES) * games
    open_games = [_opened(referee, f"summer-{n}", title) for n, title in enumerate(titles, 1)]
    for _ in range(orders):
        game = record.load(random.choice(open_games)).game
        seat = random.choice(game.awaited())
        order = random.choice(game.examples(seat))
        game = referee.take(game.id, seat, order, _by_mail(game, seat, random)).kept.game
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
