"""Rows of the read model: computed from the game as folded up to any position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from domain.game.state.game_state import GameState
from projections.pictures import Row, Table
from projections.replay import left, viewers
from projections.titles import PICTURES

GAMES = Table(
    "games",
    {
        "id": str,
        "title": str,
        "scenario": str,
        "seats": str,
        "people": str,
        "turn": str,
        "position": int,
        "head": str,
        "begun": int,
        "awaited": str,
        "deadline": int,
        "status": str,
        "winners": str,
        "drawn": int,
        "what_if": str,
        "own_tables": int,
        "opened_at": int,
        "updated_at": int,
    },
    ("id",),
)
"""A row a game. Lists are JSON; times are milliseconds since 1970, 0 where there is none; `head` is the
newest digest, `deadline` the first of those that the game waits for, `what_if` the game that a what-if
leaves, after which event and at which head, as JSON, "" for a game; `own_tables` is 1 where it is played with
those of an owner's copy."""

BOARDS = Table("boards", {"game": str, "position": int, "viewer": str, "view": str}, ("game", "viewer"))
"""The newest view of each viewer, as JSON."""

OPEN, OVER = "open", "over"

Rows = dict[str, list[Row]]

_json = msgspec.json.encode


def title_tables(titles: Iterable[str]) -> tuple[Table, ...]:
    """The tables of some titles, with the columns that every one of them has in front; each name once."""
    tables = {table.name: table for title in titles for table in PICTURES[title].tables}
    return tuple(
        Table(name, {"game": str, "viewer": str, **table.columns}, ("game", "viewer", *table.key))
        for name, table in tables.items()
    )


class Times(msgspec.Struct, frozen=True):
    """When a game was opened, and its newest event: when, and the digest."""

    opened_at: int
    updated_at: int
    head: bytes


def rows_of(game: GameState, times: Times, only: Sequence[str] = ()) -> Rows:
    """All rows of a game by table: for every viewer, or for `only` some."""
    rows: Rows = {GAMES.name: [game_row(game, times)], BOARDS.name: []}
    for viewer in viewers(game):
        if not only or viewer in only:
            for table, more in viewer_rows(game, viewer).items():
                rows.setdefault(table, []).extend(more)
    return rows


def game_row(game: GameState, times: Times) -> Row:
    """The row of a game in `games`."""
    opened = game.opened
    assert opened is not None, "A game of the record begins with its opening."
    return {
        "id": game.id,
        "title": game.rules.title,
        "scenario": opened.scenario,
        "seats": _words(game.seats),
        "people": _words([game.register.holders[seat] for seat in game.seats]),
        "turn": game.label,
        "position": game.position,
        "head": times.head.hex(),
        "begun": int(not game.ledger.absent),
        "awaited": _words(game.awaited()),
        "deadline": min(_deadlines(game), default=0),
        "status": OVER if game.is_over() else OPEN,
        "winners": _words(game.winners),
        "drawn": int(game.is_drawn),
        "what_if": _json(left(game.ledger.fork)).decode() if game.ledger.fork else "",
        "own_tables": int(opened.tables is not None),
        "opened_at": times.opened_at,
        "updated_at": times.updated_at,
    }


def viewer_rows(game: GameState, viewer: str) -> Mapping[str, list[Row]]:
    """What one viewer may know: the newest view, and the title's tables."""
    view = game.rules.view(game.state, viewer)
    board = {"game": game.id, "position": game.position, "viewer": viewer, "view": _json(view).decode()}
    rows = {
        table: [{"game": game.id, "viewer": viewer, **row} for row in rows]
        for table, rows in PICTURES[game.rules.title].rows(view).items()
    }
    return {BOARDS.name: [board], **rows}


def _deadlines(game: GameState) -> Iterator[int]:
    """The deadlines of those that the game waits for."""
    found = map(game.register.deadlines.get, game.owing())
    return (deadline.at for deadline in found if deadline is not None)


def _words(words: Sequence[str]) -> str:
    return _json(words).decode()
