"""A store in a file that is only read: its connections are opened so that nothing can be written by them."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from eventsourcing import sqlite as library

from referee.record.schema import examine
from referee.record.schema_check import address
from referee.record.store import Factory, Pool, Recorder


def connect_to_read(path: str) -> sqlite3.Connection:
    """A connection of the system's own kind for reading (mode=ro)."""
    uri = address(Path(path), "mode=ro")
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False, timeout=30)
    for pragma in ("trusted_schema=OFF", "cell_size_check=ON", "mmap_size=0"):
        connection.execute(f"PRAGMA {pragma}").fetchall()
    return connection


class ReadingRecorder(Recorder):
    """Whoever asks it to write is told by SQLite that the store is read-only."""

    def create_table(self) -> None:
        """They are there: whoever opens a store so has opened it otherwise before."""

    def writer(self) -> sqlite3.Connection:
        if self._writer is None:
            self._writer = connect_to_read(self.datastore.pool.db_name)
        writer: sqlite3.Connection = self._writer
        return writer

    def _read(self, statement: str, parameters: Sequence[Any]) -> list[Any]:
        try:
            return super()._read(statement, parameters)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN):
                raise
        examine(Path(self.datastore.pool.db_name))  # undoes what somebody who died has left half written
        return super()._read(statement, parameters)


class ReadingPool(Pool):
    def _create_connection(self) -> library.SQLiteConnection:
        connection = connect_to_read(self.db_name)
        connection.row_factory = sqlite3.Row
        return library.SQLiteConnection(sqlite_conn=connection, max_age=self.max_age)


class ReadingFactory(Factory):
    application_recorder_class = ReadingRecorder
    pool_class = ReadingPool
