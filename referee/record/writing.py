"""The library's events in transactions of ours: the part that the recorders of both stores share."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from itertools import chain
from typing import Any, ClassVar, NamedTuple

from eventsourcing.persistence import (
    ApplicationRecorder,
    IntegrityError,
    Mapper,
    OperationalError,
    PersistenceError,
    StoredEvent,
    Transcoder,
)

from referee.record.envelope import Envelope, decoder, encode, title_of, topic
from referee.record.known import EVENTS, INTAKE, LONGEST, STATES, Intake, Known, Row, Statement, tables_of


class Recorded(NamedTuple):
    """An event as the library sees it: its game, its position, and what we store."""

    originator_id: str
    originator_version: int
    title: str
    envelope: Envelope[Any]


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
        return StoredEvent(game, position, topic(title, envelope.entry), encode(envelope))

    def to_domain_event(self, stored_event: StoredEvent) -> Any:
        title = title_of(stored_event.topic)
        envelope = decoder(title).decode(stored_event.state)
        return Recorded(str(stored_event.originator_id), stored_event.originator_version, title, envelope)


NOTHING = "The store could not be written: {error}. Nothing of this was recorded."
UNKNOWN = "The store could not be written: {error}. Whether this was recorded is not known yet."

Driver = type[Exception] | tuple[type[Exception], ...]


class Unwritten(OperationalError):
    """A sentence that says already what became of that which was to be written."""


class Held(OperationalError):
    """Somebody else keeps the store to himself; the sentence says who, and what would do."""


class Wider(BaseException):
    """What is to be written is not of the game that the transaction is about: it has to be done again, with
    the whole store. It is no `Exception`: nobody who catches what a rule may raise may catch this."""


Ahead = Callable[[], Sequence[Statement]]
"""Makes what will be asked."""


class _Mine(threading.local):
    """What the transaction of a thread knows; None where it has none."""

    known: Known | None = None


class Transactions(ABC):
    """One pinned writer, which has the store to itself before it writes, and rows of plain tuples. Statements
    are common SQL with `?` for each value.

    A store says how its writer is come by (`writer`), how it begins and ends, and what its driver raises.
    """

    FAILED: ClassVar[Driver]
    """What the driver raises where the store could not do it now."""

    TAKEN: ClassVar[Driver]
    """Where somebody else was first, or the record would have been altered."""

    ERROR: ClassVar[Driver]
    """Whatever it raises."""

    WITHIN = ("SAVEPOINT within", "RELEASE within", ("ROLLBACK TO within", "RELEASE within"))
    """What begins, ends and undoes a part of a transaction."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._lock = threading.RLock()
        self._writer: Any = None
        self._within = 0
        self.mine = _Mine()
        self._parts: list[bool] = []
        self._last: Row | None = None

    # ---- what a store brings

    @abstractmethod
    def writer(self) -> Any:
        """The connection that writes; a new one where there is none, or it was lost."""

    @abstractmethod
    def _execute(self, statement: str, parameters: Sequence[Any] = ()) -> Any:
        """The cursor of a statement on the writer."""

    @abstractmethod
    def _execute_all(self, statement: str, rows: Sequence[Sequence[Any]]) -> None: ...

    @abstractmethod
    def _begin(self, game: str | None = None, ahead: Ahead = list) -> None:
        """Begins a transaction that has the store to itself among all that write, and makes its `Known`.

        With a game a store may let others write beside it, if nothing but that is had alone; `ahead` is what
        will be asked for, where asking together costs less."""

    @abstractmethod
    def _commit(self) -> None: ...

    @abstractmethod
    def _is_open(self) -> bool:
        """Whether the writer is in a transaction."""

    @abstractmethod
    def _read(self, statement: str, parameters: Sequence[Any]) -> list[Any]:
        """The rows of a query on a connection that only reads."""

    @abstractmethod
    def write(self, statement: str, parameters: Sequence[Any], *, counts: bool = False) -> int:
        """One statement of ours, by itself and never inside the transaction of another thread. Where it
        `counts`, the number of rows that it wrote; else it may be written as late as the commit."""

    @abstractmethod
    def claim(self, statement: str, parameters: Sequence[Any]) -> AbstractContextManager[list[Any]]:
        """The rows of a query that no other process works at, until the block ends."""

    @abstractmethod
    def _look_up(self, error: Exception) -> None:
        """What became of a transaction whose commit failed. Raises the error, where nothing did."""

    # ---- what is the same

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    def write_all(self, statement: str, rows: Sequence[Sequence[Any]]) -> None:
        """One statement of ours for each row, all or none."""
        with self.together():
            self._writes(statement)
            self._execute_all(statement, rows)

    @contextmanager
    def together(self, game: str | None = None, ahead: Ahead = list) -> Iterator[Any]:
        """What this thread writes within is one transaction, all of it or nothing, durable when it ends; it
        reads what it wrote. A `game` is the only one that is written to: where that turns out wrong, `Wider`
        is raised, and nothing was done. `ahead` are questions that will be asked.

        Within another it is a part of that one, which may be undone alone. A commit that failed is unknown,
        not refused: where events were written, the last is looked up again. Raises `OperationalError`, or
        what the driver raises where no event was written, where it could not be kept.
        """
        with self._lock:
            if self._within:
                with self._part():
                    yield self._writer
            else:
                with self._whole(partial(self._begin, game, ahead)):
                    yield self._writer

    @contextmanager
    def _whole(self, begin: Callable[[], object]) -> Iterator[None]:
        begin()
        self._within = threading.get_ident()
        self._parts.clear()
        try:
            yield
            self._commit()
        except BaseException as error:
            if not isinstance(error, self.FAILED):
                self._roll_back()
                raise
            self._look_up(error)
        finally:
            self._within, self._last, self.mine.known = 0, None, None

    @contextmanager
    def _part(self) -> Iterator[None]:
        """Where nothing is written within, nothing is said of it to the store."""
        _, end, undo = self.WITHIN
        known, depth = self.mine.known, len(self._parts)
        before = known.before() if known and (known.changed or known.waiting or known.events) else None
        self._parts.append(False)
        try:
            yield
            if self._parts[depth]:
                self._execute(end)
        except BaseException:
            self.mine.known = before or (Known(known.game) if known else None)
            if self._parts[depth]:
                self._undo(undo)
            raise
        finally:
            del self._parts[depth:]

    def _writes(self, statement: str, *, later: bool = False) -> None:
        """Before anything is written within a transaction: its parts begin; what was read is read anew."""
        for _ in range(0 if later else self._parts.count(False)):
            self._execute(self.WITHIN[0])
        self._parts[:] = self._parts if later else [True] * len(self._parts)
        known, tables = self.mine.known, tables_of(statement)
        if known and EVENTS in tables:
            known.tails = {}
        if known and known.answers:
            kept = {one: rows for one, rows in known.answers.items() if tables_of(one[0]).isdisjoint(tables)}
            known.answers = kept

    def _roll_back(self) -> None:
        """Where not even that can be done, the connection goes, and the transaction with it."""
        try:
            self._undo(("ROLLBACK",))
        except self.ERROR:
            self.close()

    def _undo(self, statements: Sequence[str]) -> None:
        if self._is_open():
            for statement in statements:
                self._execute(statement)

    def columns(self, table: str) -> tuple[str, ...]:
        """The names of the columns of a table, within a transaction."""
        return tuple(column[0] for column in self._execute(f"SELECT * FROM {table} LIMIT 0").description)

    def rows(self, statement: str, parameters: Sequence[Any] = ()) -> list[Any]:
        """Plain tuples of a query of ours. Within a transaction each is asked once, until something is
        written to a table that it names."""
        if self._within != threading.get_ident():
            return self._read(statement, parameters)
        known, asked = self.mine.known, (statement, tuple(parameters))
        found: list[Any] | None = known.answers.get(asked) if known else None
        if found is None:
            found = self._execute(*asked).fetchall()
            if known:
                known.answers[asked] = found
        return [*found]


WRITTEN = f"{EVENTS} {INTAKE}"
"""The tables of events."""


class Writing(Transactions, ApplicationRecorder):
    """A recorder of the library whose events are rows that are ready, in transactions of ours."""

    ROW: ClassVar[str]
    """The column of `stored_events` by which they stand in the order of their commits."""

    RENEW: ClassVar[str]
    """What makes a store of an older version one of ours."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._is_old = False

    # ---- what a store brings

    @abstractmethod
    def _insert_rows(self, rows: Sequence[Row]) -> Sequence[int]:
        """Inserts events within a transaction; their places in the order of the store."""

    @abstractmethod
    def _state_of(self, game: str, position: int) -> bytes | None:
        """The bytes of an event, once it is certain whether it is there. Raises what the driver raises."""

    @abstractmethod
    def number_on(self, tables: Sequence[str]) -> None:
        """The next rows of these tables get numbers after those that are there."""

    # ---- what is the same

    def insert_events(
        self, stored_events: Sequence[StoredEvent], *, intake: Sequence[Intake] = (), **_: Any
    ) -> Sequence[int] | None:
        """All events and intake keys in one transaction. `IntegrityError`: somebody else was first."""
        rows = [(str(s.originator_id), s.originator_version, s.topic, s.state) for s in stored_events]
        return [*self.insert(rows, intake)] if rows else None

    def insert(self, rows: Sequence[Row], intake: Sequence[Intake] = ()) -> Sequence[int]:
        """As `insert_events`, with rows that are ready."""
        if not rows:
            return ()
        with self._lock:
            try:
                with self.together():
                    self._last = rows[-1]
                    self._writes(WRITTEN)
                    if self._is_old:
                        self._execute(self.RENEW)
                    places = self._insert_rows(rows)
                    if intake:
                        keys = ",".join(["(?,?,?)"] * len(intake))
                        self._execute(f"INSERT INTO intake VALUES {keys}", [*chain.from_iterable(intake)])
                    return places
            except Unwritten:
                raise
            except self.TAKEN as error:
                raise IntegrityError(error) from error
            except self.FAILED as error:
                if self._within:
                    raise
                raise Unwritten(NOTHING.format(error=error)) from error
            except self.ERROR as error:
                raise PersistenceError(error) from error

    def _look_up(self, error: Exception) -> None:
        """Whether the last event of a transaction that failed was recorded all the same: a fresh connection
        says it. Raises `OperationalError` where it was not; the error itself where there was no event."""
        self.close()
        if self._last is None:
            raise error
        game, position, _, state = self._last
        try:
            found = self._state_of(game, position)
        except self.ERROR:
            raise Unwritten(UNKNOWN.format(error=error)) from error
        if found != state:
            raise Unwritten(NOTHING.format(error=error)) from error

    def states(self, game: str, after: int = 0) -> list[tuple[int, bytes]]:
        """(position, stored bytes) of a game, in order."""
        known = self.mine.known
        first, kept = known.tails.get(game, (after + 1, [])) if known else (after + 1, [])
        if first <= after:
            return [one for one in kept if one[0] > after]
        found = self.rows(STATES, (game, after))
        if known and len(found) <= LONGEST:
            known.tails[game] = (after, [*found])
        return found

    def topics(self, game: str) -> list[str]:
        """What the topic column says of each event of a game, in order."""
        found = self.rows(
            "SELECT topic FROM stored_events WHERE originator_id=? ORDER BY originator_version", (game,)
        )
        return [str(topic) for (topic,) in found]

    def first_topic(self, game: str) -> str:
        """The same of its first event; "" where there is none."""
        found = self.rows(
            "SELECT topic FROM stored_events WHERE originator_id=? ORDER BY originator_version LIMIT 1",
            (game,),
        )
        return str(found[0][0]) if found else ""

    def first_state(self, game: str) -> bytes:
        """The stored bytes of its first event; b"" where there is none."""
        found = self.rows(
            "SELECT state FROM stored_events WHERE originator_id=? ORDER BY originator_version LIMIT 1",
            (game,),
        )
        return bytes(found[0][0]) if found else b""

    def state(self, game: str, position: int) -> bytes:
        """The stored bytes of an event; b"" where there is none."""
        found = self.rows(
            "SELECT state FROM stored_events WHERE originator_id=? AND originator_version=?", (game, position)
        )
        return bytes(found[0][0]) if found else b""

    def newer(self, after: int, limit: int) -> list[tuple[int, str, int, str, bytes]]:
        """So many events of all games after a place in the store: place, game, position, topic, bytes."""
        return self.rows(
            f"SELECT {self.ROW}, originator_id, originator_version, topic, state FROM stored_events "
            f"WHERE {self.ROW}>? ORDER BY {self.ROW} LIMIT ?",
            (after, limit),
        )
