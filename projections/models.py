"""The read model: an SQLite file that follows the record with exactly-once tracking.

A page of the record's notifications is one transaction with one tracking row: a page is taken whole or not at
all, and never twice. The file holds nothing that cannot be rebuilt.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from eventsourcing.persistence import IntegrityError, Notification, Tracking
from eventsourcing.sqlite import SQLiteTrackingRecorder
from msgspec import Struct
from sqlite_utils import Database

from domain.game.aggregate import Game
from domain.kit.errors import BrokenRecord
from domain.kit.facts import State
from domain.titles import TITLES
from projections import file
from projections.file import ViewsRefused
from projections.pictures import Row, Table
from projections.replay import Enveloped
from projections.rows import BOARDS, GAMES, Times, rows_of, title_tables
from projections.texts import _

VERSION = 1
"""Of the contents of the rows; the columns count by themselves."""

RECORD = "record"
"""The name under which the record is tracked."""

PAGE = 500
"""Notifications that are taken in one transaction."""

REBUILD_PAGE = 5000
"""The same where everything is taken: fewer commits, three times as fast."""

MARK = Table("mark", {"name": str, "notification": int, "game": str, "position": int, "head": str}, ("name",))
"""The last event that was taken, so that another record is not mistaken for the one that was followed."""


class Recorded(Protocol):
    """An event as the record's mapper gives it."""

    @property
    def originator_id(self) -> str: ...

    @property
    def originator_version(self) -> int: ...

    @property
    def title(self) -> str: ...

    @property
    def envelope(self) -> Enveloped: ...


class Record(Protocol):
    """What the read model asks of the record: the library's recorder and mapper, and the data sets."""

    @property
    def recorder(self) -> Any: ...

    @property
    def mapper(self) -> Any: ...

    def data(self, title: str, name: str, /) -> Any: ...


class Followed(Struct):
    """A game while pages are taken: folded up to what was last seen of it."""

    game: Game
    times: Times


class Views(SQLiteTrackingRecorder):
    """The file. `only` names the viewers whose knowledge is kept in it; empty: that of every viewer."""

    def __init__(self, path: Path, only: Sequence[str] = ()) -> None:
        """Opens the file at `path`, or makes it. Raises `ViewsRefused`."""
        self.path = path
        self.only = tuple(only)
        statements = tuple(_create(table) for table in tables())
        file.prepare(path, zlib.crc32(repr((VERSION, self.only, statements)).encode()) & 0x7FFFFFFF)
        self._statements = statements
        with file.refusing(str(path)):
            super().__init__(file.datastore(str(path)))
            self.create_table()

    def construct_create_table_statements(self) -> list[str]:
        return [*super().construct_create_table_statements(), *self._statements]

    def close(self) -> None:
        self.datastore.close()

    def __enter__(self) -> Views:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    @contextmanager
    def page(self, notification: int) -> Iterator[Database]:
        """One transaction that takes in the record up to a notification. `IntegrityError`: taken before."""
        with file.refusing(str(self.path)), self.datastore.get_connection(commit=True) as connection:
            raw = connection._sqlite_conn
            raw.execute("BEGIN IMMEDIATE")
            try:
                self._insert_tracking(connection.cursor(), Tracking(RECORD, notification))
                yield Database(raw)
                raw.execute("COMMIT")
            finally:
                if raw.in_transaction:
                    raw.execute("ROLLBACK")

    def taken(self) -> int:
        """The last notification of the record that was taken; 0 where none was."""
        with file.refusing(str(self.path)):
            return self.max_tracking_id(RECORD) or 0

    def rows(self, table: str, where: str = "1", parameters: Sequence[Any] = ()) -> list[Row]:
        """The rows of a table in the order of its key."""
        key = next(known.key for known in tables() if known.name == table)
        statement = f"SELECT * FROM [{table}] WHERE {where} ORDER BY {', '.join(key)}"
        with file.refusing(str(self.path)), self.datastore.get_connection(commit=False) as connection:
            return [dict(row) for row in connection._sqlite_conn.execute(statement, parameters)]


def tables() -> tuple[Table, ...]:
    """Every table of the file but the library's own."""
    return (MARK, GAMES, BOARDS, *title_tables())


def _create(table: Table) -> str:
    sql = Database(memory=True).create_table_sql(table.name, dict(table.columns), pk=table.key, strict=True)
    return sql.replace("CREATE TABLE", "CREATE TABLE IF NOT EXISTS", 1)


def catch_up(views: Views, record: Record, page: int = PAGE) -> int:
    """Takes in what the record has and the read model has not; how many events that was.

    Raises `ViewsRefused` where the file follows another record.
    """
    _same_record(views, record)
    follower, done = _Follower(record), 0
    while True:
        before = views.taken()
        found = record.recorder.select_notifications(before, page, inclusive_of_start=False)
        if not found:
            return done
        try:
            follower.take(views, found)
            done += len(found)
        except IntegrityError:
            # Another process has taken the page; what it made of the page is as good as ours.
            if views.taken() == before:
                raise
            follower = _Follower(record)


def rebuild(path: Path, record: Record, only: Sequence[str] = ()) -> Views:
    """The read model from nothing. Raises `ViewsRefused` for a file that is somebody else's."""
    file.discard(path)
    views = Views(path, only)
    catch_up(views, record, REBUILD_PAGE)
    return views


class _Follower:
    """Folds pages of notifications, and writes the games that they touch as they stand after the page."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._games: dict[str, Followed] = {}

    def take(self, views: Views, found: Sequence[Notification]) -> None:
        """One page, whole or not at all."""
        touched: dict[str, Followed] = {}
        with views.page(found[-1].id) as database:
            for notification in found:
                recorded: Recorded = self._record.mapper.to_domain_event(notification)
                touched[recorded.originator_id] = self._fold(recorded)
            _write(database, touched, views.only)
            _mark(database, found[-1], recorded)
        self._forget_finished(touched)

    def _fold(self, recorded: Recorded) -> Followed:
        name, position = recorded.originator_id, recorded.originator_version
        followed = self._games.get(name)
        if followed is None:
            followed = self._games[name] = self._load(recorded)
        if followed.game.position + 1 != position:
            raise BrokenRecord(name, followed.game.position + 1, _("The event is missing."))
        self._take_in(followed, recorded)
        return followed

    def _load(self, recorded: Recorded) -> Followed:
        """The game up to the event before."""
        name, upto = recorded.originator_id, recorded.originator_version - 1
        followed = Followed(Game(name, TITLES[recorded.title]), Times(0, 0, b""))
        followed.game.past = lambda to: self._state(recorded, to)
        stored = self._record.recorder.select_events(name, lte=upto) if upto else ()
        for event in stored:
            self._take_in(followed, self._record.mapper.to_domain_event(event))
        return followed

    def _state(self, recorded: Recorded, position: int) -> State[Any, Any]:
        """The game as of an earlier position, to which play goes back."""
        stored = self._record.recorder.select_events(recorded.originator_id, lte=position)
        envelopes = [self._record.mapper.to_domain_event(event).envelope for event in stored]
        game = Game(recorded.originator_id, TITLES[recorded.title])
        game.fold(envelopes[0].entry)
        game.begin(self._record.data(recorded.title, envelopes[0].entry.data))
        game.fold_all([envelope.entry for envelope in envelopes])
        return game.state

    def _take_in(self, followed: Followed, recorded: Recorded) -> None:
        game, envelope = followed.game, recorded.envelope
        game.fold(envelope.entry)
        if game.position == 1:
            game.begin(self._record.data(recorded.title, envelope.entry.data))
            followed.times = Times(envelope.at, envelope.at, envelope.digest)
        followed.times = Times(followed.times.opened_at, envelope.at, envelope.digest)

    def _forget_finished(self, touched: Mapping[str, Followed]) -> None:
        for name, followed in touched.items():
            if followed.game.is_over():
                del self._games[name]


def _write(database: Database, touched: Mapping[str, Followed], only: Sequence[str]) -> None:
    """The rows of the games of a page in place of the older ones."""
    made = [rows_of(followed.game, followed.times, only) for followed in touched.values()]
    for table in (GAMES, BOARDS, *title_tables()):
        old = f"DELETE FROM [{table.name}] WHERE [{table.key[0]}]=?"
        database.conn.executemany(old, [(name,) for name in touched])
        rows = [row for of_game in made for row in of_game.get(table.name, ())]
        database.table(table.name).insert_all(rows)


def _mark(database: Database, notification: Notification, recorded: Recorded) -> None:
    database.table(MARK.name).upsert(
        {
            "name": RECORD,
            "notification": notification.id,
            "game": recorded.originator_id,
            "position": recorded.originator_version,
            "head": recorded.envelope.digest.hex(),
        },
        pk=MARK.key,
    )


def _same_record(views: Views, record: Record) -> None:
    """Makes sure that the last event that was taken is the one which the record has there."""
    taken = views.taken()
    if not taken:
        return
    marks = views.rows(MARK.name)
    found = record.recorder.select_notifications(taken, 1)
    there: Recorded | None = record.mapper.to_domain_event(found[0]) if found else None
    if there is None or [mark["head"] for mark in marks] != [there.envelope.digest.hex()]:
        raise ViewsRefused(
            _(
                "The read model {path} follows another record, or a record that has lost events since. "
                "Delete the file; it is rebuilt from the record."
            ).format(path=views.path)
        )
