"""The store on a PostgreSQL server: our recorder and factory for the eventsourcing library's psycopg.

Whoever writes locks the table `bugyo` first, alone; or beside others, and then the first event of one game,
of which alone it writes. For whoever inserts events a trigger locks that table once more, against others who
insert, until everybody sees the commit; we insert as late as we can. So events are numbered in the order of
their commits, and a follower that remembers the last number misses none. (The library's own function numbers
them first, and lets their commits overtake each other.) All take these locks in this order, and none a second
of a kind: nobody waits in a circle. Reading waits for nobody. They are locks of tables and rows, not advisory
ones: those could be held by every role that may connect.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, nullcontext
from functools import cache
from typing import Any

import psycopg
from eventsourcing import postgres as library
from eventsourcing.persistence import (
    IntegrityError,
    InterfaceError,
    OperationalError,
    PersistenceError,
)
from eventsourcing.utils import retry
from psycopg import RawCursor
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.pq import TransactionStatus
from psycopg.rows import dict_row, tuple_row

from referee.record import server_tables
from referee.record.known import EVENTS, INTAKE, SET, UNSET, Intake, Known, Row, Statement, tables_of
from referee.record.location import Server
from referee.record.schema import SCHEMA
from referee.record.writing import WRITTEN, Ahead, Held, Wider, Writing

COMMIT = "on"
"""`synchronous_commit`: a commit is acknowledged once it is on the disk (and on that of a synchronous
standby), whatever the server's own default is."""

SETTINGS = {
    "lock_timeout": "10s",
    "idle_in_transaction_session_timeout": "10min",  # a process that hangs does not stop the others for ever
    "tcp_keepalives_idle": "30",
    "tcp_keepalives_interval": "10",
    "tcp_keepalives_count": "3",
    "default_transaction_isolation": "read committed",
    "client_encoding": "UTF8",
}

PATIENCE = 30.0
"""Seconds for which a server that is being started again is waited for, before anything was written."""

PAUSE = 0.2
TRIES = 10
"""Of a question, each for its part of that patience."""


def environment(server: Server) -> Mapping[str, str]:
    """The library's settings. What names the server, its pool is told."""
    return {
        "PERSISTENCE_MODULE": "referee.record.postgres:Factory",
        "POSTGRES_DBNAME": server.url,
        **dict.fromkeys(("POSTGRES_HOST", "POSTGRES_USER", "POSTGRES_PASSWORD"), ""),
    }


def exists(server: Server) -> bool:
    """Whether there is a store. Raises `PersistenceError`."""
    with translated(), connect(server) as connection:
        return server_tables.is_there(connection, server)


def connect(server: Server) -> psycopg.Connection[Any]:
    """A connection in which an acknowledged commit is durable. Raises `PersistenceError`."""
    with translated():
        return psycopg.connect(
            _conninfo(server),
            autocommit=True,
            cursor_factory=RawCursor,
            row_factory=tuple_row,
        )


def _conninfo(server: Server) -> str:
    given = conninfo_to_dict(server.conninfo)
    quoted = server.schema.replace('"', '""')
    settings = {"search_path": f'"{quoted}"', "synchronous_commit": COMMIT, **SETTINGS}
    options = [f"-c {name}={_escaped(value)}" for name, value in settings.items()]
    return make_conninfo(
        server.conninfo,
        options=" ".join([str(given.get("options") or ""), *options]).strip(),
        connect_timeout=given.get("connect_timeout") or 10,
        application_name=given.get("application_name") or "bugyo",
    )


def _escaped(value: str) -> str:
    """Of a server's command line, which is cut at its spaces."""
    return value.replace("\\", "\\\\").replace(" ", "\\ ")


@contextmanager
def translated() -> Iterator[None]:
    """What the driver raises, as the library names it; a sentence of one line."""
    try:
        yield
    except psycopg.Error as error:
        said = str(error).strip().splitlines() or [type(error).__name__]
        raise _kind(error)(said[0].removesuffix(".")) from error


def _kind(error: psycopg.Error) -> type[PersistenceError]:
    for theirs, ours in _KINDS:
        if isinstance(error, theirs):
            return ours
    return PersistenceError


_KINDS: tuple[tuple[type[psycopg.Error], type[PersistenceError]], ...] = (
    (psycopg.InterfaceError, InterfaceError),
    (psycopg.OperationalError, OperationalError),
    (psycopg.IntegrityError, IntegrityError),
)


@cache
def native(statement: str) -> str:
    """A statement with `$1`, `$2`… where common SQL has `?`."""
    first, *rest = statement.split("?")
    return first + "".join(f"${n}{part}" for n, part in enumerate(rest, 1))


def storable(parameters: Sequence[Any]) -> list[Any]:
    """Texts of strangers may hold the sign of number 0, which this server's texts cannot."""
    return [_storable(each) for each in parameters]


def _storable(value: Any) -> Any:
    if isinstance(value, list):
        return [_storable(each) for each in value]
    return value.replace("\0", "�") if isinstance(value, str) else value


def open_to_others(server: Server) -> list[str]:
    """A sentence for each right that others have and nobody needs. Raises `PersistenceError`."""
    with translated(), connect(server) as connection:
        return [*server_tables.creators(connection, server), *server_tables.readers(connection, server)]


# ---- what the library asks for


class Datastore(library.PostgresDatastore):
    """The library's datastore with a pool of our connections, which are opened when they are needed."""

    def __init__(self, server: Server) -> None:
        super().__init__(
            "", "", "", "", "", schema=server.schema, lock_timeout=30, originator_id_type="text",
            enable_db_functions=True,
        )  # fmt: skip
        self.server = server
        self.pool = library.ConnectionPool(
            _conninfo(server),
            connection_class=psycopg.Connection,
            kwargs={"row_factory": dict_row},
            min_size=0,
            max_size=10,
            open=False,
            configure=_at_once,
            num_workers=1,
            timeout=PATIENCE / TRIES,
        )

    def register_type_adapters(self) -> None:
        """Events go to the library's function as columns; no type of the server has to be known for it."""


def _at_once(connection: psycopg.Connection[Any]) -> None:
    connection.autocommit = True


class Recorder(Writing, library.PostgresApplicationRecorder):
    """The library's recorder with our writer: one at a time among all processes, from its first word on."""

    ROW = "notification_id"
    RENEW = f"UPDATE bugyo SET version={SCHEMA}"
    FAILED = (OperationalError, InterfaceError)
    TAKEN = IntegrityError
    ERROR = PersistenceError
    datastore: Datastore

    def create_table(self) -> None:
        server = self.datastore.server
        with translated():
            if not server_tables.is_there(self.writer(), server):
                server_tables.make(self.writer(), server, self.sql_create_statements)
            elif server_tables.lacking(self.writer(), server):
                with self.together():
                    server_tables.add(self.writer(), server_tables.lacking(self.writer(), server))
            is_ours = server_tables.renew_lock(self.writer(), server)
            ((version,),) = self._execute("SELECT version FROM bugyo").fetchall()
        self._is_old = version < SCHEMA
        self._is_by_game = is_ours and not self._is_old

    def writer(self) -> psycopg.Connection[Any]:
        """A transaction whose connection was lost is over: what comes after it is not written elsewhere."""
        if self._writer is not None and self._writer.closed:
            if self._within:
                raise OperationalError("the connection was lost")
            self._writer = None
        if self._writer is None:
            self._writer = connect(self.datastore.server)
        writer: psycopg.Connection[Any] = self._writer
        return writer

    def write(self, statement: str, parameters: Sequence[Any], *, counts: bool = False) -> int:
        """Outside of a transaction in one of its own: it waits for its turn, and for a server that is started
        again."""
        with self._lock:
            known = self.mine.known
            if not self._within and self._is_by_game and statement.startswith(AT_ANY_TIME):
                beside = server_tables.taking(server_tables.BESIDE, self.datastore.server)
                whole = [("BEGIN", ()), (beside, ()), (statement, parameters), ("COMMIT", ())]
                return self._begin_with(whole)[2].rowcount
            if not self._within:
                with self.together():
                    return self._execute(statement, parameters).rowcount
            if known is None:
                return self._execute(statement, parameters).rowcount
            self._is_of_game(statement, parameters)
            self._writes(statement, later=not counts)
            if counts:
                return self._execute(statement, parameters).rowcount
            if statement in (SET, UNSET):
                known.changed[parameters[0]] = parameters[1] if statement == SET else None
            else:
                known.waiting.append((statement, parameters))
            return 0

    def _is_of_game(self, statement: str, parameters: Sequence[Any]) -> None:
        """Whether the transaction may write it. Raises `Wider`."""
        game = self.mine.known.game if self.mine.known else None
        if game is None or statement.startswith(OF_NO_GAME):
            return
        if statement in (SET, UNSET):
            is_its_own = parameters[0].split("/")[1:2] == [game]
        else:
            is_its_own = statement.startswith(OF_ONE_GAME) and game in parameters
        if not is_its_own:
            raise Wider(statement)

    def write_all(self, statement: str, rows: Sequence[Sequence[Any]]) -> None:
        self._is_of_game(statement, ())
        super().write_all(statement, rows)

    def insert(self, rows: Sequence[Row], intake: Sequence[Intake] = ()) -> Sequence[int]:
        """In a transaction about their game they wait for the commit: until then others may be numbered."""
        known = self.mine.known
        if known is None or known.game is None:
            return super().insert(rows, intake)
        if {known.game} != {row[0] for row in rows}:
            raise Wider(known.game)
        tail = known.tails.get(known.game)
        self._writes(WRITTEN, later=True)
        if tail:
            known.tails[known.game] = (tail[0], [*tail[1], *((row[1], row[3]) for row in rows)])
        self._last = rows[-1]
        known.events += rows
        known.keys += intake
        return ()

    def _due(self, tables: frozenset[str] | None) -> list[Statement]:
        """What has to be written before these tables are read, or anything is kept: then it is None."""
        known, found = self.mine.known, list[Statement]()
        if known is None:
            return found
        if known.waiting and (tables is None or any(tables & tables_of(one) for one, _ in known.waiting)):
            found += _gathered(known.waiting)
            known.waiting = []
        if known.changed and (tables is None or "settings" in tables):
            found += _changes(known.changed)
            known.changed = {}
        if known.events and (tables is None or EVENTS in tables or INTAKE in tables):
            keys = [[*column] for column in zip(*known.keys, strict=True)] or [[], [], []]
            events = [[*column] for column in zip(*known.events, strict=True)]
            found.append((_INSERT_BOTH, [*keys, *events]))
            known.events, known.keys = [], []
        if found:
            found[:0] = [(self.WITHIN[0], ())] * self._parts.count(False)
            self._parts[:] = [True] * len(self._parts)
        return found

    def _run(self, statements: Sequence[Statement]) -> list[psycopg.Cursor[Any]]:
        """Several go to the server at once, where the driver can: it is as far away for one as for all."""
        if len(statements) == 1:
            return [self._say(*statements[0])]
        with translated(), self.writer().pipeline() if psycopg.Pipeline.is_supported() else nullcontext():
            return [self._say(*one) for one in statements]

    @contextmanager
    def claim(self, statement: str, parameters: Sequence[Any]) -> Iterator[list[Any]]:
        """The rows are locked and nothing else: whoever works at them may be slow. What others have is
        skipped. What is written goes with the commit."""
        assert not self._within, "A claim is a transaction of its own."
        found: list[Any] = []

        def begin() -> None:
            asked = [("BEGIN", ()), (f"{statement} FOR UPDATE SKIP LOCKED", parameters)]
            found[:] = self._begin_with(asked)[1].fetchall()
            self.mine.known = Known()

        with self._lock, self._whole(begin):
            yield found

    def number_on(self, tables: Sequence[str]) -> None:
        for table in tables:
            self._execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), max(id)) FROM {table}")

    def _execute(self, statement: str, parameters: Sequence[Any] = ()) -> psycopg.Cursor[Any]:
        """After what it may have to do with."""
        tables = frozenset[str]() if statement.startswith(BY_NAME) else tables_of(statement)
        return self._run([*self._due(tables), (statement, parameters)])[-1]

    def _say(self, statement: str, parameters: Sequence[Any]) -> psycopg.Cursor[Any]:
        with translated():
            given = storable(parameters) if parameters else None
            return self.writer().execute(native(statement), given)

    def _execute_all(self, statement: str, rows: Sequence[Sequence[Any]]) -> None:
        if due := self._due(tables_of(statement)):
            self._run(due)
        with translated(), self.writer().cursor() as cursor:
            cursor.executemany(native(statement), map(storable, rows))

    def _begin(self, game: str | None = None, ahead: Ahead = list) -> None:
        """Of a game that is not there no event can be had: then it is the whole store."""
        server = self.datastore.server
        if game is not None and self._is_by_game:
            beside = server_tables.taking(server_tables.BESIDE, server)
            questions = ahead()
            asked = [("BEGIN", ()), (beside, ()), (server_tables.A_GAME, (game,)), *questions]
            _, _, first, *answers = self._begin_with(asked)
            if first.fetchall():
                self.mine.known = Known(game)
                for (statement, parameters), rows in zip(questions, answers, strict=True):
                    self.mine.known.learn(statement, parameters, rows.fetchall())
                return
            self._undo(("ROLLBACK",))
        self._begin_with([(f"BEGIN; {server_tables.taking(server_tables.WRITES, server)}", ())])
        self.mine.known = Known()

    def _commit(self) -> None:
        """A transaction in which something failed cannot be committed: the server would only say ROLLBACK."""
        if self.writer().info.transaction_status == TransactionStatus.INERROR:
            raise OperationalError("a statement in it had failed")
        self._run([*self._due(None), ("COMMIT", ())])

    def _is_open(self) -> bool:
        writer = self._writer
        return writer is not None and writer.info.transaction_status in _OPEN

    def _begin_with(self, statements: Sequence[Statement]) -> list[psycopg.Cursor[Any]]:
        """A connection that was lost is made again: nothing was written yet."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                return self._run(statements)
            except self.FAILED as error:
                self._undo(("ROLLBACK",))
                is_there = self._writer is not None and not self._writer.closed
                if isinstance(error.__cause__, psycopg.errors.LockNotAvailable):
                    raise Held(_who_holds(self.datastore.server)) from error
                if is_there or time.monotonic() > until:
                    raise
                self.close()
                time.sleep(PAUSE)

    def _insert_rows(self, rows: Sequence[Row]) -> Sequence[int]:
        found = self._execute(_INSERT, [list(column) for column in zip(*rows, strict=True)])
        return [place for (place,) in found.fetchall()]

    def _state_of(self, game: str, position: int) -> bytes | None:
        """In its turn: whatever has become of the lost transaction, it is over by then."""
        self._begin()
        found = self._execute(
            "SELECT state FROM stored_events WHERE originator_id=? AND originator_version=?", (game, position)
        ).fetchall()
        self._commit()
        return bytes(found[0][0]) if found else None

    @retry((InterfaceError, OperationalError), max_attempts=TRIES, wait=PAUSE)
    def _read(self, statement: str, parameters: Sequence[Any]) -> list[Any]:
        with self.datastore.get_connection() as connection:
            cursor = RawCursor(connection, row_factory=tuple_row)
            return cursor.execute(native(statement), storable(parameters)).fetchall()


_OPEN = (TransactionStatus.INTRANS, TransactionStatus.INERROR, TransactionStatus.ACTIVE)

_INSERT = (
    "SELECT es_insert_events_text(ARRAY(SELECT ROW(g, v, t, s)::stored_event_text "
    "FROM unnest(?::text[], ?::bigint[], ?::text[], ?::bytea[]) AS e (g, v, t, s)))"
)
"""The library's function: it inserts, tells whoever listens, and gives the numbers, in one go."""

_INSERT_BOTH = (
    f"WITH keys AS (INSERT INTO intake SELECT * FROM unnest(?::text[], ?::text[], ?::bigint[])) {_INSERT}"
)
"""The same with the keys of what was applied."""

BY_NAME = "SELECT name, value FROM settings WHERE name IN "
"""Of settings that this transaction does not know, and so has not written."""

AT_ANY_TIME = "INSERT INTO mails "
"""What nobody has to be kept from, and what changes nothing where it is done twice: a mail is kept."""

OF_NO_GAME = tuple(
    f"INSERT INTO {table} " for table in ("mails", "mail_piles", "mail_cases", "mail_answers", "outbox")
)
"""New rows that are nobody else's."""

OF_ONE_GAME = tuple(
    f"{act} {table} "
    for act in ("INSERT INTO", "UPDATE", "DELETE FROM")
    for table in ("clocks", "dues", "folds", "observers")
)
"""Tables in which each row is of the game that it names."""


def _gathered(statements: Sequence[Statement]) -> list[Statement]:
    """Mails that go out as one statement, however many; before them the others, as they came."""
    mails = [one for one in statements if one[0].startswith("INSERT INTO outbox ")]
    if len(mails) < 2:
        return [*statements]
    rows = _ROW.sub(lambda found: ",".join([found[0]] * len(mails)), mails[0][0])
    others = [one for one in statements if one not in mails]
    return [*others, (rows, [value for _, values in mails for value in values])]


_ROW = re.compile(r"\((?:\?,)+\?\)")


def _changes(settings: Mapping[str, bytes | None]) -> Iterator[Statement]:
    """All of them at once, however many."""
    kept = {name: value for name, value in settings.items() if value is not None}
    if kept:
        yield _SET, ([*kept], [*kept.values()])
    if gone := [name for name in settings if name not in kept]:
        yield "DELETE FROM settings WHERE name=ANY(?)", (gone,)


_SET = (
    "INSERT INTO settings SELECT * FROM unnest(?::text[], ?::bytea[]) "
    "ON CONFLICT (name) DO UPDATE SET value=excluded.value"
)


class Factory(library.PostgresFactory):
    application_recorder_class = Recorder

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        self.datastore = Datastore(Server(self.env[self.POSTGRES_DBNAME]))

    def application_recorder(self) -> Recorder:
        recorder = Recorder(self.datastore, events_table_name="stored_events")
        recorder.create_table()
        return recorder


# ---- locks between processes


@contextmanager
def serving(server: Server) -> Iterator[None]:
    """One of the desks that serve the store. It ends with the process, and with its connection: a transaction
    in which nothing is done, and which keeps no row from being cleaned up."""
    with closing(connect(server)) as connection:
        with translated():
            connection.execute("SET idle_in_transaction_session_timeout = 0")
            connection.execute(f"BEGIN; {server_tables.taking(server_tables.SERVES, server)}")
        yield


def desks(server: Server) -> int:
    """How many serve it now."""
    return len(_holding(server, "RowShareLock"))


def _who_holds(server: Server) -> str:
    """Who has kept everybody else from writing, and what would do."""
    alone, beside = _holding(server, "ShareRowExclusiveLock"), _holding(server, "RowExclusiveLock")
    for pid, role, program, seconds in alone or beside:
        return (
            f"process {pid} of the server ({program or 'a program without a name'}, role {role}) has kept it "
            f"for {seconds} s. If it hangs, its owner can end it: SELECT pg_terminate_backend({pid})"
        )
    return f"another program has kept it for {SETTINGS['lock_timeout']}"


def _holding(server: Server, mode: str) -> list[tuple[int, str, str, int]]:
    with translated(), connect(server) as connection:
        rows = connection.execute(
            "SELECT l.pid, a.usename::text, a.application_name, "
            "extract(epoch FROM clock_timestamp() - a.xact_start)::bigint "
            "FROM pg_locks l JOIN pg_stat_activity a USING (pid) "
            "WHERE l.locktype='relation' AND l.granted AND l.mode=$2 "
            "AND l.database=(SELECT oid FROM pg_database WHERE datname=current_database()) "
            "AND l.relation=to_regclass(quote_ident($1) || '.bugyo') ORDER BY 4 DESC NULLS LAST",
            (server.schema, mode),
        ).fetchall()
    return [(pid, _shown(role), _shown(program), seconds or 0) for pid, role, program, seconds in rows]


def _shown(name: str | None) -> str:
    return "".join(sign for sign in name or "" if sign.isprintable())
