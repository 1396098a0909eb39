"""The read model: an SQLite file that follows the record with exactly-once tracking.

A page of the record's notifications is one transaction with one tracking row: a page is taken whole or not at
all, and never twice. The file holds nothing that cannot be rebuilt.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol

import msgspec
from eventsourcing.persistence import IntegrityError, Tracking
from eventsourcing.sqlite import SQLiteCursor, SQLiteTrackingRecorder
from msgspec import Struct

from domain.game.entries.entries import Entry, Rewound
from domain.game.state.game_state import Back, GameState, back_to, begun, fold, fold_all, fold_on, unopened
from domain.kit.errors import UNFOLDED, BrokenRecord
from domain.titles import TITLES
from projections.language.messages import _
from projections.pictures import Row, Table
from projections.read_model import settings
from projections.read_model.rows import BOARDS, GAMES, Rows, Times, rows_of, title_tables
from projections.read_model.settings import ViewsRefused
from projections.replay import Enveloped

VERSION = 1
"""Of the contents of the rows; the columns count by themselves, those of a title from its next event on."""

RECORD = "record"
"""The name under which the record is tracked."""

PAGE = 500
"""Notifications that are taken in one transaction."""

REBUILD_PAGE = 5000
"""The same where everything is taken: fewer commits, three times as fast."""

REWOUND = f"/{Rewound.__struct_config__.tag}"
"""How the topic of a rewind ends."""

MARK = Table("mark", {"name": str, "notification": int, "digest": str}, ("name",))
"""The last event that was taken, by its bytes, so that another record is not mistaken for the one that was
followed."""

BROKEN = Table("broken", {"game": str, "position": int, "why": str}, ("game",))
"""Games that cannot be folded, from which event on, and why: they stand in no other table."""

TABLES = (MARK, BROKEN, GAMES, BOARDS)
"""Every table of the file but the library's own, and those of titles: these are made with the first game."""

Stored = tuple[int, str, int, str, bytes]
"""An event as the store keeps it: its place there, its game, its position, its topic and its bytes."""


class Reader(Protocol):
    """What the read model asks of the record's recorder."""

    def newer(self, after: int, limit: int, /) -> Sequence[Stored]: ...

    def states(self, game: str, /) -> Sequence[tuple[int, bytes]]: ...


class Decoder(Protocol):
    def decode(self, state: bytes, /) -> Enveloped: ...


class Record(Protocol):
    """What the read model asks of the record: its recorder, what reads its bytes, and the data sets."""

    @property
    def recorder(self) -> Reader: ...

    def title(self, game: str, /) -> str: ...

    def decoder(self, title: str, /) -> Decoder: ...

    def data(self, title: str, name: str, /) -> Any: ...


class Followed(Struct):
    """A game while pages are taken: folded up to what was last seen of it, `last`, which stands at `at`."""

    game: GameState
    decode: Callable[[bytes], Enveloped]
    opened_at: int = 0
    at: int = 0
    last: Enveloped | None = None
    reached: dict[int, Back] = {}
    """The states to which play goes back later in the page."""

    def times(self) -> Times:
        assert self.last is not None, "A game that was touched has an event."
        return Times(self.opened_at, self.last.at, self.last.digest)


class Views(SQLiteTrackingRecorder):
    """The file. `only` names the viewers whose knowledge is kept in it; empty: that of every viewer."""

    def __init__(self, path: Path, only: Sequence[str] = ()) -> None:
        """Opens the file at `path`, or makes it. Raises `ViewsRefused`."""
        self.path = path
        self.only = tuple(only)
        settings.prepare(path, zlib.crc32(repr((VERSION, self.only, TABLES)).encode()) & 0x7FFFFFFF)
        with settings.refusing(str(path)):
            super().__init__(settings.datastore(str(path)))
            self.create_table()

    def _create_table(self, c: SQLiteCursor) -> None:
        super()._create_table(c)
        for table in TABLES:
            _make(c, table)

    def close(self) -> None:
        self.datastore.close()

    def __enter__(self) -> Views:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    @contextmanager
    def page(self, notification: int) -> Iterator[sqlite3.Connection]:
        """One transaction that takes in the record up to a notification. `IntegrityError`: taken before."""
        with settings.refusing(str(self.path)), self.datastore.get_connection(commit=True) as connection:
            raw = connection._sqlite_conn
            raw.execute("BEGIN IMMEDIATE")
            try:
                self._insert_tracking(connection.cursor(), Tracking(RECORD, notification))
                yield raw
                raw.execute("COMMIT")
            finally:
                if raw.in_transaction:
                    raw.execute("ROLLBACK")

    def taken(self) -> int:
        """The last notification of the record that was taken; 0 where none was."""
        with settings.refusing(str(self.path)):
            return self.max_tracking_id(RECORD) or 0

    def rows(self, table: str, where: str = "1", parameters: Sequence[Any] = ()) -> list[Row]:
        """The rows of a table in the order of its key."""
        with settings.refusing(str(self.path)), self.datastore.get_connection(commit=False) as connection:
            raw = connection._sqlite_conn
            key = raw.execute("SELECT name FROM pragma_table_info(?) WHERE pk ORDER BY pk", (table,))
            order = ", ".join(name for (name,) in key)
            statement = f"SELECT * FROM [{table}] WHERE {where} ORDER BY {order}"
            return [dict(row) for row in raw.execute(statement, parameters)]


def _make(cursor: SQLiteCursor | sqlite3.Cursor, table: Table) -> list[str]:
    """Makes a table where it is not there; its columns."""
    columns = "SELECT name FROM pragma_table_info(?)"
    cursor.execute(columns, (table.name,))
    there = cursor.fetchall()
    if not there:
        from sqlite_utils import Database  # takes as long as all else, and most find their tables there

        new = Database(memory=True)
        cursor.execute(new.create_table_sql(table.name, {**table.columns}, pk=table.key, strict=True))
    return [name for (name,) in there] or [*table.columns]


def catch_up(views: Views, record: Record, page: int = PAGE) -> int:
    """Takes in what the record has and the read model has not; how many events that was.

    Raises `ViewsRefused` where the file follows another record.
    """
    _same_record(views, record)
    follower, done = _Follower(record), 0
    while True:
        before = views.taken()
        found = record.recorder.newer(before, page)
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
    settings.discard(path)
    views = Views(path, only)
    catch_up(views, record, REBUILD_PAGE)
    return views


class _Follower:
    """Folds pages of events, and writes the games that they touch as they stand after the page."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._games: dict[str, Followed] = {}

    def take(self, views: Views, found: Sequence[Stored]) -> None:
        """One page, whole or not at all. A game that cannot be folded is known as broken, and keeps no other
        from being followed."""
        made: dict[str, Rows] = {}
        with views.page(found[-1][0]) as connection:
            for name, page in _by_game(found).items():
                made[name] = self._rows(name, page, views.only)
            _write(views.path, connection, made)
            _insert(connection, MARK, [_marked(found[-1])])
        self._forget(made)

    def _rows(self, name: str, page: Sequence[Stored], only: Sequence[str]) -> Rows:
        try:
            followed = self._fold(name, page)
            return rows_of(followed.game, followed.times(), only)
        except BrokenRecord as error:
            return _broken(name, error.position, str(error))
        except (msgspec.MsgspecError, *UNFOLDED) as error:
            known = self._games.get(name)
            return _broken(name, known.at if known else page[0][2], str(error))

    def _fold(self, name: str, page: Sequence[Stored]) -> Followed:
        """A game with its events of a page, in runs that end where play goes back to later in the page."""
        followed = self._games.get(name)
        if followed is None:
            followed = self._games[name] = self._load(page[0])
        decode = followed.decode
        wanted = {decode(state).entry.to for *_, topic, state in page if topic.endswith(REWOUND)}
        since = 0
        for until, stored in enumerate(page, 1):
            position = stored[2]
            if position == 1 or position in wanted or until == len(page):
                self._fold_run(followed, page[since:until])
                followed.reached[position] = back_to(followed.game)
                since = until
        followed.reached = {}
        return followed

    def _fold_run(self, followed: Followed, run: Sequence[Stored]) -> None:
        entries = _entries(followed, run)
        followed.game = fold_on(followed.game, entries, past=partial(self._back, followed))
        if run[0][2] == 1 and followed.last:
            self._begin(followed, followed.last)

    def _begin(self, followed: Followed, opening: Enveloped) -> None:
        data = self._record.data(followed.game.rules.title, opening.entry.data)
        followed.game = begun(followed.game, data)
        followed.opened_at = opening.at

    def _load(self, first: Stored) -> Followed:
        """The game up to the event before."""
        _, name, position, _, _ = first
        title = self._record.title(name)
        followed = Followed(
            unopened(name, TITLES[title]), self._record.decoder(title).decode, at=position - 1
        )
        if position > 1:
            self._load_from(followed, position - 1)
        return followed

    def _load_from(self, followed: Followed, upto: int) -> None:
        """Folds the events of a game that was followed before, up to one of them."""
        states = self._record.recorder.states(followed.game.id)
        envelopes = [followed.decode(state) for _, state in states[:upto]]
        followed.game = fold(followed.game, envelopes[0].entry)
        self._begin(followed, envelopes[0])
        followed.game = fold_all(followed.game, [envelope.entry for envelope in envelopes])

    def _back(self, followed: Followed, position: int) -> Back:
        """What a rewind to an earlier position goes back to."""
        known = followed.reached.get(position)
        if known is None:
            past = Followed(unopened(followed.game.id, followed.game.rules), followed.decode)
            self._load_from(past, position)
            known = back_to(past.game)
        return known

    def _forget(self, made: Mapping[str, Rows]) -> None:
        """Nothing comes after the end of a game, nor after what cannot be folded."""
        for name, rows in made.items():
            if BROKEN.name in rows or self._games[name].game.is_over():
                self._games.pop(name, None)


def _entries(followed: Followed, run: Iterable[Stored]) -> Iterator[Entry]:
    """The entries of some events of a game, each read when it is folded: it is known which one cannot be."""
    for _place, name, position, _topic, state in run:
        if followed.at + 1 != position:
            raise BrokenRecord(name, followed.at + 1, _("The event is missing."))
        followed.at = position
        followed.last = followed.decode(state)
        yield followed.last.entry


def _broken(name: str, position: int, why: str) -> Rows:
    return {BROKEN.name: [{"game": name, "position": position, "why": why}]}


def _write(path: Path, connection: sqlite3.Connection, made: Mapping[str, Rows]) -> None:
    """The rows of the games of a page in place of the older ones."""
    titles = dict.fromkeys(row["title"] for rows in made.values() for row in rows.get(GAMES.name, ()))
    tables = (BROKEN, GAMES, BOARDS, *title_tables(titles))
    for table in tables:
        if _make(connection.cursor(), table) != [*table.columns]:
            raise settings.other_version(path)
    of_games = "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE c.pk = 1"
    first = {table: key for table, key in connection.execute(of_games) if key in ("game", "id")}
    for name, key in first.items():
        connection.executemany(f"DELETE FROM [{name}] WHERE [{key}]=?", [(game,) for game in made])
    for table in tables:
        _insert(connection, table, [row for rows in made.values() for row in rows.get(table.name, ())])


def _insert(connection: sqlite3.Connection, table: Table, rows: Iterable[Row]) -> None:
    values = ", ".join(f":{name}" for name in table.columns)
    none = dict.fromkeys(table.columns)
    insert = f"INSERT OR REPLACE INTO [{table.name}] VALUES ({values})"
    connection.executemany(insert, ({**none, **row} for row in rows))


def _by_game(found: Sequence[Stored]) -> dict[str, list[Stored]]:
    """The events of a page, game by game: what one game is like depends on no other."""
    games: dict[str, list[Stored]] = {}
    for stored in found:
        games.setdefault(stored[1], []).append(stored)
    return games


def _marked(stored: Stored) -> Row:
    return {"name": RECORD, "notification": stored[0], "digest": _digest(stored)}


def _digest(stored: Stored) -> str:
    """Of the bytes as they stand, whether they can be read or not. The digest of the event is in them."""
    return sha256(stored[-1]).hexdigest()


def _same_record(views: Views, record: Record) -> None:
    """Makes sure that the last event that was taken is the one which the record has there."""
    taken = views.taken()
    if not taken:
        return
    marks = views.rows(MARK.name)
    there = [_digest(stored) for stored in record.recorder.newer(taken - 1, 1) if stored[0] == taken]
    if not there or [mark["digest"] for mark in marks] != there:
        raise ViewsRefused(
            _(
                "The read model {path} follows another record, or a record that has lost events since. "
                "Delete the file; it is rebuilt from the record."
            ).format(path=views.path)
        )
