"""A game as an SQLite file that Datasette browses. It is made in memory, only from what its viewer may know.

The same game and viewer give the same bytes. Tables name each other by foreign keys, and the log can be
searched.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from sqlite_utils import Database

from projections.exports.tables import DISPUTES, EVENTS, NOTES, ORDERS, RULINGS, THROWS, TRACKS, rows, tables
from projections.pictures import Row, Table
from projections.replay import Replay

APPLICATION = 0x42475845
"""What SQLite's `application_id` says in such a file: "BGXE"."""

_OF_EVENTS = (ORDERS, THROWS, TRACKS, NOTES, DISPUTES, RULINGS)
"""The tables whose rows belong to an event."""


def sqlite_of(replay: Replay, viewer: str) -> bytes:
    """The bytes of the file."""
    parts = [
        Filled(table, rows(replay, viewer, table), EVENTS if table in _OF_EVENTS else None)
        for table in tables(replay)
    ]
    return written(parts, searched=EVENTS)


class Filled(NamedTuple):
    """A table with its rows. Where it is `of` another, its first column names a row of that."""

    table: Table
    rows: Iterable[Row]
    of: Table | None = None


def written(parts: Sequence[Filled], *, searched: Table | None = None) -> bytes:
    """The bytes of a file with these tables. Where one is `searched`, its texts can be."""
    database = Database(memory=True)
    try:
        database.conn.execute(f"PRAGMA application_id={APPLICATION}")
        for table, filled, of in parts:
            key = of.key[0] if of else ""
            keys: list[Any] = [(key, of.name, key)] if of else []
            made = database.table(table.name).create(
                dict(table.columns), pk=table.key, foreign_keys=keys, strict=True
            )
            made.insert_all(filled)
        if searched:
            database.table(searched.name).enable_fts(["text"], create_triggers=False)
        database.conn.commit()
        database.conn.execute("VACUUM")
        return bytes(database.conn.serialize())
    finally:
        database.close()
