"""Our recorder, mapper and factory for the eventsourcing library (its `PERSISTENCE_MODULE`).

One pinned writer takes the write lock before it writes; the topic column is made of tags, so nothing
that stands in the file is ever imported. This module holds one factory, as the library asks.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
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


TRANSACTION = ("BEGIN IMMEDIATE", "COMMIT", ("ROLLBACK",))
WITHIN = ("SAVEPOINT within", "RELEASE within", ("ROLLBACK TO within", "RELEASE within"))
"""What begins, ends and undoes a transaction, and a part of one."""


_NOTHING = "The store could not be written: {error}. Nothing of this was recorded."
_UNKNOWN = "The store could not be written: {error}. Whether this was recorded is not known yet."


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
        self._lock = threading.RLock()
        self._writer: sqlite3.Connection | None = None
        self._within = 0
        self._last: Row | None = None

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
        with self.together() as writer:
            writer.executemany(statement, rows)

    @contextmanager
    def together(self) -> Iterator[sqlite3.Connection]:
        """What this thread writes within is one transaction, all of it or nothing; it reads what it wrote.

        Within another it is a part of that one, which may be undone alone. A commit that failed is unknown,
        not refused: where events were written, the last is looked up again.
        """
        with self._lock:
            writer, outer = self.writer(), self._within
            begin, end, undo = WITHIN if outer else TRANSACTION
            writer.execute(begin)
            self._within = threading.get_ident()
            try:
                yield writer
                writer.execute(end)
            except BaseException as error:
                if isinstance(error, sqlite3.OperationalError) and not outer:
                    self._look_up(error)
                    return
                if writer.in_transaction:
                    for statement in undo:
                        writer.execute(statement)
                raise
            finally:
                self._within = outer
                self._last = self._last if outer else None

    def insert(self, rows: Sequence[Row], intake: Sequence[Intake] = ()) -> Sequence[int]:
        """As `insert_events`, with rows that are ready."""
        if not rows:
            return ()
        with self._lock:
            try:
                return self._insert(rows, intake)
            except sqlite3.IntegrityError as error:
                raise IntegrityError(error) from error
            except sqlite3.OperationalError as error:
                if self._within:
                    raise
                raise OperationalError(_NOTHING.format(error=error)) from error
            except sqlite3.Error as error:
                raise PersistenceError(error) from error

    def _insert(self, rows: Sequence[Row], intake: Sequence[Intake]) -> Sequence[int]:
        with self.together() as writer:
            self._last = rows[-1]
            if len(rows) == 1:
                last = writer.execute(self.insert_events_statement, rows[0]).lastrowid or 0
            else:
                writer.executemany(self.insert_events_statement, rows)
                last = writer.execute("SELECT last_insert_rowid()").fetchone()[0]
            if intake:
                writer.executemany("INSERT INTO intake VALUES (?,?,?)", intake)
        return range(last - len(rows) + 1, last + 1)

    def _look_up(self, error: sqlite3.Error) -> None:
        """Whether the last event of a transaction that failed was recorded all the same: a fresh connection
        says it. Raises `OperationalError` where it was not; the error itself where there was no event."""
        self.close()
        if self._last is None:
            raise error
        game, position, _, state = self._last
        try:
            found = self.writer().execute(
                f"SELECT state FROM {self.events_table_name} WHERE originator_id=? AND originator_version=?",
                (game, position),
            )
            if found.fetchone() == (state,):
                return
        except sqlite3.Error:
            raise OperationalError(_UNKNOWN.format(error=error)) from error
        raise OperationalError(_NOTHING.format(error=error)) from error

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
        if self._within == threading.get_ident():
            return self.writer().execute(statement, parameters).fetchall()
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
