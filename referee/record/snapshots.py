"""Copies of a whole store, and what can be seen of one at once."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from errno import EIO, ENOSPC
from pathlib import Path

from referee.record.envelope import decoder
from referee.record.record import Record
from referee.record.schema import connect, examine

_BY_SQLITE = {sqlite3.SQLITE_FULL: ENOSPC, sqlite3.SQLITE_IOERR: EIO}


class Unreadable(Exception):
    """A store is damaged as a file; what SQLite says of it."""


def snapshot(store: Path, to: Path) -> None:
    """Copies a store while others write to it, as it stands at one moment: what no copy of a file can do.

    `to` is an empty file. It is not yet on the disk when this returns. Raises `OSError`, `sqlite3.Error`.
    """
    with closing(connect(str(store))) as connection:
        try:
            connection.execute("VACUUM INTO ?", (str(to),))
        except sqlite3.OperationalError as error:
            known = _BY_SQLITE.get(error.sqlite_errorcode & 0xFF)
            if known is None:
                raise
            raise OSError(known, f"The copy cannot be made ({error})", str(to)) from error


@contextmanager
def readable(store: Path) -> Iterator[Record]:
    """A store of which every page has been looked at. Raises `StoreRefused`, `Unreadable`."""
    examine(store)
    try:
        with closing(connect(str(store))) as connection:
            ((said,),) = connection.execute("PRAGMA integrity_check(1)")
    except sqlite3.DatabaseError as error:
        raise Unreadable(str(error)) from error
    if said != "ok":
        raise Unreadable(said)
    with closing(Record(store)) as record:
        yield record


def newest_positions(record: Record) -> list[tuple[str, int]]:
    """(game, number of its newest event) of every game, by id."""
    return record.recorder.rows(
        "SELECT originator_id, max(originator_version) FROM stored_events GROUP BY 1 ORDER BY 1"
    )


def head_at(record: Record, game: str, position: int) -> bytes:
    """The digest of an event that is on record."""
    _, state = record.recorder.states(game, position - 1)[0]
    digest: bytes = decoder(record.title(game)).decode(state).digest
    return digest


def row_counts(record: Record) -> dict[str, int]:
    """How many rows each table has, by name."""
    tables = record.recorder.rows(
        "SELECT name FROM sqlite_master WHERE type='table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
    )
    return {name: record.recorder.rows(f"SELECT count(*) FROM {name}")[0][0] for (name,) in tables}
