"""A game as an SQLite file that Datasette browses. It is made in memory, only from what its viewer may know.

The same game and viewer give the same bytes. Tables name each other by foreign keys, and the log can be
searched.
"""

from __future__ import annotations

from typing import Any

from sqlite_utils import Database

from projections.exports.tables import DISPUTES, EVENTS, NOTES, ORDERS, RULINGS, THROWS, TRACKS, rows, tables
from projections.replay import Replay

APPLICATION = 0x42475845
"""What SQLite's `application_id` says in such a file: "BGXE"."""

_OF_EVENTS = (ORDERS, THROWS, TRACKS, NOTES, DISPUTES, RULINGS)
"""The tables whose rows belong to an event."""


def sqlite_of(replay: Replay, viewer: str) -> bytes:
    """The bytes of the file."""
    database = Database(memory=True)
    try:
        database.conn.execute(f"PRAGMA application_id={APPLICATION}")
        for table in tables(replay):
            keys: list[Any] = [("position", EVENTS.name, "position")] if table in _OF_EVENTS else []
            made = database.table(table.name).create(
                dict(table.columns), pk=table.key, foreign_keys=keys, strict=True
            )
            made.insert_all(rows(replay, viewer, table))
        database.table(EVENTS.name).enable_fts(["text"], create_triggers=False)
        database.conn.commit()
        database.conn.execute("VACUUM")
        return bytes(database.conn.serialize())
    finally:
        database.close()
