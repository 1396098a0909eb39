"""Others to compare with: sqlite3 by hand, and the library's stock aggregate."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from domain.kit.facts import Fact
from domain.kit.sealed import Sealed
from domain.shinobi.board import events as e
from domain.shinobi.board.evolve import evolve
from domain.shinobi.board.state import Board, begin
from domain.shinobi.data.options import Options
from domain.shinobi.data.tables import Cards, read_data
from domain.titles import TITLES
from referee.games.datasets import read_files
from referee.record.envelope import decoder
from referee.record.schema import connect

Stored = tuple[str, int, str, bytes]

TABLE = """CREATE TABLE stored_events (originator_id TEXT, originator_version INTEGER, topic TEXT, state BLOB,
PRIMARY KEY (originator_id, originator_version))"""


def stored(path: Path, game: str) -> list[Stored]:
    """The rows of a game, as they stand in a store."""
    connection = sqlite3.connect(path)
    rows = connection.execute("SELECT * FROM stored_events WHERE originator_id=? ORDER BY 2", (game,))
    found = rows.fetchall()
    connection.close()
    return found


def empty(path: Path) -> sqlite3.Connection:
    """A file with the library's table and our journal and synchronous settings."""
    connection = connect(str(path))
    connection.execute(TABLE)
    return connection


def insert(connection: sqlite3.Connection, groups: Sequence[Sequence[Stored]]) -> None:
    """One transaction for each group of rows."""
    for rows in groups:
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany("INSERT INTO stored_events VALUES (?,?,?,?)", rows)
        connection.execute("COMMIT")


def load_by_hand(path: Path, game: str, data: Any) -> Board:
    """Select, decode, evolve: no agenda, no checks, no names."""
    connection = sqlite3.connect(path)
    decode = decoder("shinobi").decode
    rows = connection.execute(
        "SELECT state FROM stored_events WHERE originator_id=? ORDER BY originator_version", (game,)
    ).fetchall()
    connection.close()
    opened = decode(rows[0][0]).entry
    board: Board = TITLES["shinobi"].begin(opened.options, data, tuple(held.seat for held in opened.seats))
    for (state,) in rows:
        entry = decode(state).entry
        if type(entry) is Fact and entry.event is not None:
            board = evolve(board, entry.event)
    return board


@cache
def standard_cards() -> Cards:
    return read_data(read_files("shinobi"))


class StockGame(Aggregate):
    """The same board and events as the library's documentation would have them: `@event`, JSON."""

    @event("Started")
    def __init__(self, seats: list[str]) -> None:
        self.board: Board = begin(Options(), standard_cards(), tuple(seats))

    @event("ClanDealt")
    def clan_dealt(self, seat: str, clan: str) -> None:
        self.board = evolve(self.board, e.ClanDealt(seat, Sealed((seat,), clan)))

    @event("CardsDrawn")
    def cards_drawn(self, seat: str, count: int, cards: list[str]) -> None:
        self.board = evolve(self.board, e.CardsDrawn(seat, count, Sealed((seat,), tuple(cards))))

    @event("FirstPlayerChosen")
    def first_player_chosen(self, seat: str) -> None:
        self.board = evolve(self.board, e.FirstPlayerChosen(seat))

    @event("TurnBegan")
    def turn_began(self, seat: str, turn: int) -> None:
        self.board = evolve(self.board, e.TurnBegan(seat, turn))

    @event("Placed")
    def placed(self, seat: str, card: str, province: str) -> None:
        self.board = evolve(self.board, e.Placed(seat, card, province))

    @event("Moved")
    def moved(self, seat: str, clan: str, source: str, target: str) -> None:
        self.board = evolve(self.board, e.Moved(seat, clan, source, target))


def stock_game(directory: Path, envelopes: Sequence[Any]) -> tuple[Application[UUID], UUID]:
    """The events of a record in the library's stock application, on SQLite as it comes."""
    app: Application[UUID] = Application(
        {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(directory / "stock.db")}
    )
    game = StockGame([held.seat for held in envelopes[0].entry.seats])
    for envelope in envelopes:
        if type(envelope.entry) is Fact and envelope.entry.event is not None:
            _tell(game, envelope.entry.event)
    app.save(game)
    return app, game.id


def _tell(game: StockGame, happened: Any) -> None:
    match happened:
        case e.ClanDealt(seat, clan):
            game.clan_dealt(seat, clan.value)
        case e.CardsDrawn(seat, count, cards):
            game.cards_drawn(seat, count, list(cards.value))
        case e.FirstPlayerChosen(seat):
            game.first_player_chosen(seat)
        case e.TurnBegan(seat, turn):
            game.turn_began(seat, turn)
        case e.Placed(seat, card, province):
            game.placed(seat, card, province)
        case e.Moved(seat, clan, source, target):
            game.moved(seat, clan, source, target)
