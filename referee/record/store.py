"""The store in a file: our recorder and factory for the eventsourcing library's SQLite.

One pinned writer takes the write lock before it writes; the topic column is made of tags, so nothing
that stands in the file is ever imported. This module holds one factory, as the library asks.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import chain
from typing import Any

from eventsourcing import sqlite as library

from referee.record.known import Known, Row
from referee.record.schema import SCHEMA, connect, create_tables
from referee.record.writing import Ahead, Writing

TOGETHER = 50
"""Events in one statement: half the time of a statement for each."""


class Recorder(Writing, library.SQLiteApplicationRecorder):
    """The library's recorder with our writer: in a file whoever writes has it to itself anyway."""

    ROW = "rowid"
    RENEW = f"PRAGMA user_version={SCHEMA}"
    FAILED = sqlite3.OperationalError
    TAKEN = sqlite3.IntegrityError
    ERROR = sqlite3.Error

    def create_table(self) -> None:
        super().create_table()
        create_tables(self.writer())
        ((version,),) = self._execute("PRAGMA user_version").fetchall()
        self._is_old = version < SCHEMA

    def writer(self) -> sqlite3.Connection:
        if self._writer is None:
            self._writer = connect(self.datastore.pool.db_name, synchronous=Pool.synchronous)
        writer: sqlite3.Connection = self._writer
        return writer

    def write(self, statement: str, parameters: Sequence[Any], *, counts: bool = False) -> int:
        with self._lock:
            if self._within:
                self._writes(statement)
            return self.writer().execute(statement, parameters).rowcount

    @contextmanager
    def claim(self, statement: str, parameters: Sequence[Any]) -> Iterator[list[Any]]:
        """Beside a file there is one carrier at a time, by a lock; so whoever asks is alone."""
        yield self.rows(statement, parameters)

    def number_on(self, tables: Sequence[str]) -> None:
        """A file goes on from the highest by itself."""

    def _execute(self, statement: str, parameters: Sequence[Any] = ()) -> sqlite3.Cursor:
        return self.writer().execute(statement, parameters)

    def _execute_all(self, statement: str, rows: Sequence[Sequence[Any]]) -> None:
        self.writer().executemany(statement, rows)

    def _begin(self, game: str | None = None, ahead: Ahead = list) -> None:
        """A file has one that writes, and asking costs nothing."""
        self.writer().execute("BEGIN IMMEDIATE")
        self.mine.known = Known()

    def _commit(self) -> None:
        self.writer().execute("COMMIT")

    def _is_open(self) -> bool:
        return self.writer().in_transaction

    def _insert_rows(self, rows: Sequence[Row]) -> Sequence[int]:
        last, writer = 0, self.writer()
        for first in range(0, len(rows), TOGETHER):
            some = rows[first : first + TOGETHER]
            last = writer.execute(_insertion(len(some)), list(chain.from_iterable(some))).lastrowid or 0
        return range(last - len(rows) + 1, last + 1)

    def _state_of(self, game: str, position: int) -> bytes | None:
        found = self.writer().execute(
            "SELECT state FROM stored_events WHERE originator_id=? AND originator_version=?", (game, position)
        )
        row = found.fetchone()
        return bytes(row[0]) if row else None

    def _read(self, statement: str, parameters: Sequence[Any]) -> list[Any]:
        with self.datastore.get_connection(commit=False) as connection:
            cursor = connection._sqlite_conn.cursor()
            cursor.row_factory = None
            return cursor.execute(statement, parameters).fetchall()


@cache
def _insertion(count: int) -> str:
    return f"INSERT INTO stored_events VALUES {','.join(['(?,?,?,?)'] * count)}"


class Pool(library.SQLiteConnectionPool):
    """Connections with the durability of `schema.connect`, where the library's would use WAL."""

    synchronous = "EXTRA"

    def _create_connection(self) -> library.SQLiteConnection:
        connection = connect(self.db_name, synchronous=self.synchronous)
        connection.row_factory = sqlite3.Row
        return library.SQLiteConnection(sqlite_conn=connection, max_age=self.max_age)


class Factory(library.SQLiteFactory):
    application_recorder_class = Recorder
    pool_class = Pool

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        default = self.datastore.pool
        self.datastore.pool = self.pool_class(db_name=default.db_name, lock_timeout=default.lock_timeout)
        default.close()
