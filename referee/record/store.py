"""Our recorder, mapper and factory for the eventsourcing library (its `PERSISTENCE_MODULE`).

One pinned writer takes the write lock before it writes; the topic column is made of tags, so nothing
that stands in the file is ever imported. This module holds one factory, as the library asks.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Sequence
from typing import Any, NamedTuple

from eventsourcing import sqlite as library
from eventsourcing.persistence import (
    IntegrityError,
    Mapper,
    OperationalError,
    PersistenceError,
    StoredEvent,
    Transcoder,
)

from referee.record import codec
from referee.record.envelope import Envelope
from referee.record.schema import connect, create_tables


class Recorded(NamedTuple):
    """An event as the library sees it: its game, its position, and what we store."""

    originator_id: str
    originator_version: int
    title: str
    envelope: Envelope[Any]


Row = tuple[str, int, str, bytes]
"""One stored event, ready to be inserted: its game, its position, its topic and its bytes."""


class Intake(NamedTuple):
    """What must not be applied twice, and the position that it brought about."""

    game: str
    key: str
    position: int


class NoTranscoder(Transcoder):
    """The library asks for one; our mapper does without."""

    def encode(self, obj: Any) -> bytes:
        raise NotImplementedError

    def decode(self, data: bytes) -> Any:
        raise NotImplementedError


class UnionMapper(Mapper[str]):
    """Envelopes as msgpack of one tagged union a title. Compressors and ciphers are refused by `Record`."""

    def to_stored_event(self, domain_event: Any) -> StoredEvent:
        game, position, title, envelope = domain_event
        return StoredEvent(game, position, codec.topic(title, envelope.entry), codec.encode(envelope))

    def to_domain_event(self, stored_event: StoredEvent) -> Any:
        title = stored_event.topic.partition("/")[0]
        envelope = codec.decoder(title).decode(stored_event.state)
        return Recorded(str(stored_event.originator_id), stored_event.originator_version, title, envelope)


class Recorder(library.SQLiteApplicationRecorder):
    """The library's recorder with a pinned writer and rows of plain tuples."""

    def __init__(self, datastore: library.SQLiteDatastore, events_table_name: str = "stored_events") -> None:
        super().__init__(datastore, events_table_name)
        self._lock = threading.Lock()
        self._writer: sqlite3.Connection | None = None

    def create_table(self) -> None:
        super().create_table()
        create_tables(self.writer())

    def writer(self) -> sqlite3.Connection:
        if self._writer is None:
            self._writer = connect(self.datastore.pool.db_name, synchronous=Pool.synchronous)
        return self._writer

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    def insert_events(
        self, stored_events: Sequence[StoredEvent], *, intake: Sequence[Intake] = (), **_: Any
    ) -> Sequence[int] | None:
        """All events and intake keys in one transaction. `IntegrityError`: somebody else was first."""
        rows = [(str(s.originator_id), s.originator_version, s.topic, s.state) for s in stored_events]
        return self.insert(rows, intake) if rows else None

    def write(self, statement: str, parameters: Sequence[Any]) -> int:
        """One statement of ours, by itself and never inside the transaction of another thread; the number
        of rows that it wrote."""
        with self._lock:
            return self.writer().execute(statement, parameters).rowcount

    def write_all(self, statement: str, rows: Sequence[Sequence[Any]]) -> None:
        """One statement of ours for each row, all or none."""
        with self._lock:
            writer = self.writer()
            writer.execute("BEGIN IMMEDIATE")
            try:
                writer.executemany(statement, rows)
                writer.execute("COMMIT")
            except BaseException:
                if writer.in_transaction:
                    writer.execute("ROLLBACK")
                raise

    def insert(self, rows: Sequence[Row], intake: Sequence[Intake] = ()) -> Sequence[int]:
        """As `insert_events`, with rows that are ready."""
        if not rows:
            return ()
        with self._lock:
            try:
                return self._insert(self.writer(), rows, intake)
            except sqlite3.IntegrityError as error:
                raise IntegrityError(error) from error
            except sqlite3.OperationalError as error:
                return self._looked_up(rows[-1], error)
            except sqlite3.Error as error:
                raise PersistenceError(error) from error

    def _insert(
        self, writer: sqlite3.Connection, rows: Sequence[Row], intake: Sequence[Intake]
    ) -> Sequence[int]:
        writer.execute("BEGIN IMMEDIATE")
        try:
            if len(rows) == 1:
                last = writer.execute(self.insert_events_statement, rows[0]).lastrowid or 0
            else:
                writer.executemany(self.insert_events_statement, rows)
                last = writer.execute("SELECT last_insert_rowid()").fetchone()[0]
            if intake:
                writer.executemany("INSERT INTO intake VALUES (?,?,?)", intake)
            writer.execute("COMMIT")
        except BaseException:
            if writer.in_transaction:
                writer.execute("ROLLBACK")
            raise
        return range(last - len(rows) + 1, last + 1)

    def _looked_up(self, row: Row, error: sqlite3.Error) -> Sequence[int]:
        """A commit that failed is unknown, not refused: a fresh connection looks the last row up again."""
        self.close()
        game, position, _, state = row
        try:
            found = self.writer().execute(
                f"SELECT state FROM {self.events_table_name} WHERE originator_id=? AND originator_version=?",
                (game, position),
            )
            if found.fetchone() == (state,):
                return ()
        except sqlite3.Error:
            raise OperationalError(
                f"The store could not be written: {error}. Whether this was recorded is not known yet."
            ) from error
        raise OperationalError(
            f"The store could not be written: {error}. Nothing of this was recorded."
        ) from error

    def states(self, game: str, after: int = 0) -> list[tuple[int, bytes]]:
        """(position, stored bytes) of a game, in order."""
        return self.rows(
            f"SELECT originator_version, state FROM {self.events_table_name} "
            "WHERE originator_id=? AND originator_version>? ORDER BY originator_version",
            (game, after),
        )

    def topics(self, game: str, limit: int = -1) -> list[str]:
        """What the topic column says of each event of a game, in order."""
        found = self.rows(
            f"SELECT topic FROM {self.events_table_name} WHERE originator_id=? "
            "ORDER BY originator_version LIMIT ?",
            (game, limit),
        )
        return [str(topic) for (topic,) in found]

    def rows(self, statement: str, parameters: Sequence[Any] = ()) -> list[Any]:
        """Plain tuples of a query of ours."""
        with self.datastore.get_connection(commit=False) as connection:
            cursor = connection._sqlite_conn.cursor()
            cursor.row_factory = None
            return cursor.execute(statement, parameters).fetchall()


class Pool(library.SQLiteConnectionPool):
    """Connections with the durability of `schema.connect`, where the library's would use WAL."""

    synchronous = "EXTRA"

    def _create_connection(self) -> library.SQLiteConnection:
        connection = connect(self.db_name, synchronous=self.synchronous)
        connection.row_factory = sqlite3.Row
        return library.SQLiteConnection(sqlite_conn=connection, max_age=self.max_age)


class Factory(library.SQLiteFactory):
    application_recorder_class = Recorder

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        default = self.datastore.pool
        self.datastore.pool = Pool(db_name=default.db_name, lock_timeout=default.lock_timeout)
        default.close()
