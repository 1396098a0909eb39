"""The power goes off, again and again: every image that is left is opened and judged.

What the real record has said to SQLite (`script.py`) is said again over a disk that forgets (`disk.py`), with
the same settings or with others. Each image is opened with the library that the program uses. It holds if it
is whole there, and every table says exactly what it said after one and the same transaction, which is not
older than the last that was acknowledged.
"""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from random import Random

import apsw
from msgspec import Struct

from referee.audit.audit import audit_game
from referee.record.record import Record
from referee.record.schema import StoreRefused, examine
from tests.faults.campaigns import Counts, Try
from tests.faults.disk import MODES, Acknowledged, DirectorySync, Disk, Operation, Platter
from tests.faults.games import PLAYS
from tests.faults.script import DIRECTORY, Spoken, written

STORE = "store"
_VFS = "forgetful"

AUDITS = 0.02
"""The share of the images that the program itself opens and audits."""

WHOLE, CORRUPT, LOST, HALF = "whole", "corrupt", "lost", "half"

Contents = tuple[tuple[str, tuple[object, ...]], ...]
"""Every table of a store by its name, with its rows."""


class Settings(Struct, frozen=True):
    """How SQLite is told to write, and the disk: on a `kind` one names need no sync."""

    journal: str = "TRUNCATE"
    synchronous: str = "EXTRA"
    kind: bool = False

    def said(self, statement: str) -> str:
        """A statement of the program under these settings."""
        statement = re.sub(r"(?<=PRAGMA synchronous=)\w+", self.synchronous, statement)
        return re.sub(r"(?<=PRAGMA journal_mode=)\w+", self.journal, statement)


OURS = Settings()


class Written(Struct, frozen=True):
    """What was done to a disk, and what the store said after each transaction, with its number."""

    operations: Sequence[Operation]
    states: dict[Contents, int]


class Told:
    """Says what the record has said to SQLite once more, over a disk that notes what is done."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._disk = Disk(_VFS)
        self._connections: dict[int, apsw.Connection] = {}
        self._before = b""
        self._number = 0
        self.states: dict[Contents, int] = {_contents(b""): 0}

    def all(self, script: Sequence[Spoken]) -> Written:
        try:
            for spoken in script:
                self._say(spoken)
                self._look()
        finally:
            for connection in self._connections.values():
                connection.close()
            self._disk.unregister()
        return Written(self._disk.noted, self.states)

    def _say(self, spoken: Spoken) -> None:
        if spoken.statement == DIRECTORY:
            self._disk.noted.append(DirectorySync())
            return
        connection = self._connections.get(spoken.by) or self._connected(spoken.by)
        statement = self._settings.said(spoken.statement)
        for row in spoken.rows:
            connection.execute(statement, row or None).fetchall()

    def _connected(self, by: int) -> apsw.Connection:
        connection = self._connections[by] = apsw.Connection(STORE, vfs=_VFS)
        connection.exec_trace = lambda *_: self._look()  # between the statements of a script
        return connection

    def _look(self) -> bool:
        """Where a transaction has come to its end: what the store says now, and that it is acknowledged."""
        file = self._disk.files.get(STORE)
        now = bytes(file.content) if file else b""
        if now != self._before and not any(one.in_transaction for one in self._connections.values()):
            self._before = now
            self._number += 1
            self.states[_contents(now)] = self._number
            self._disk.noted.append(Acknowledged(self._number))
        return True


def performed(script: Sequence[Spoken], settings: Settings = OURS) -> Written:
    return Told(settings).all(script)


def _contents(raw: bytes) -> Contents:
    with closing(sqlite3.connect(":memory:")) as connection:
        if raw:
            connection.deserialize(raw)
        return told(connection)


def told(connection: sqlite3.Connection) -> Contents:
    """What a store says: its own marks, its tables, triggers and indices, and all their rows."""
    made = connection.execute("SELECT name, type, sql FROM sqlite_master ORDER BY name").fetchall()
    marks = [
        connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")
    ]
    tables = [name for name, kind, _ in made if kind == "table"]
    rows = [(name, tuple(connection.execute(f'SELECT * FROM "{name}"').fetchall())) for name in tables]
    return (("", (*marks, *made)), *rows)


class Judge:
    """Opens images in a folder of its own. With `audits` a random share of them is audited as well."""

    def __init__(self, folder: Path, done: Written, audits: float = 0.0, seed: int = 0) -> None:
        self._path = folder / STORE
        self._journal = folder / f"{STORE}-journal"
        self._states = done.states
        self._audits = audits
        self._random = Random(seed)
        self.audited = 0

    def verdict(self, image: dict[str, bytes], acknowledged: int) -> str:
        """What has become of a store of which so many transactions were acknowledged."""
        for path in (self._path, self._journal):
            path.unlink(missing_ok=True)
            if path.name in image:
                path.write_bytes(image[path.name])
        try:
            state = self._state(acknowledged)
        except (sqlite3.DatabaseError, StoreRefused, UnicodeDecodeError):
            return CORRUPT
        if state is None:
            return HALF
        return WHOLE if state >= acknowledged else LOST

    def _state(self, acknowledged: int) -> int | None:
        """The number of the transaction after which the store was as it is now; None for in between."""
        if not acknowledged:
            self._make_again()
        elif self._path.exists() and self._path.stat().st_size:
            examine(self._path)
        with closing(sqlite3.connect(self._path)) as connection:
            if connection.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
                raise sqlite3.DatabaseError("It is not whole.")
            state = self._states.get(told(connection))
        if state is not None and self._random.random() < self._audits:
            self._audit()
        return state

    def _make_again(self) -> None:
        """Whatever is left of a store that was being made, a copy of it can be opened, and once more."""
        for path in (self._path, self._journal):
            if path.exists():
                shutil.copy(path, path.with_name(f"again-{path.name}"))
        again = self._path.with_name(f"again-{STORE}")
        for _ in range(2):
            Record(again).close()
        for path in (again, again.with_name(f"{again.name}-journal")):
            path.unlink(missing_ok=True)

    def _audit(self) -> None:
        """As the program opens it. Raises `StoreRefused` where any game does not hold."""
        self.audited += 1
        with closing(Record(self._path)) as record:
            for game in record.games():
                finding = audit_game(record, game).finding
                if finding is not None:
                    raise StoreRefused(f"{game}: {finding}")


class Cuts(Struct):
    """What became of the images of a campaign."""

    verdicts: Counter[str]
    audited: int = 0

    @property
    def images(self) -> int:
        return self.verdicts.total()


def cut(
    done: Written, images: int, folder: Path, seed: int, *, kind: bool = False, audits: float = 0.0
) -> Cuts:
    """Cuts the power so often, spread over all moments, and judges what is left each time."""
    judge, random = Judge(folder, done, audits, seed), Random(seed)
    verdicts: Counter[str] = Counter()
    for platter, acknowledged, share in _moments(done, images, kind=kind):
        for _ in range(share):
            image = platter.image(random.choice(MODES), random)
            verdicts[judge.verdict(image, acknowledged)] += 1
    return Cuts(verdicts, judge.audited)


def _moments(done: Written, images: int, *, kind: bool) -> Iterator[tuple[Platter, int, int]]:
    """The platter after each operation, what was acknowledged by then, and how many images are its share."""
    platter, acknowledged, given = Platter(kind=kind), 0, 0
    for number, operation in enumerate(done.operations, 1):
        platter.take(operation)
        if isinstance(operation, Acknowledged):
            acknowledged = operation.state
        due = images * number // len(done.operations)
        yield platter, acknowledged, due - given
        given = due


# ---- campaigns


def campaign(times: int, folder: Path, seed: int) -> Counts:
    """Cuts of every play, under the settings of the program."""
    return _over_all(times, folder, seed, OURS)


def control(settings: Settings) -> Try:
    """The same under settings that are known to be bad."""
    return lambda times, folder, seed: _over_all(times, folder, seed, settings)


def _over_all(times: int, folder: Path, seed: int, settings: Settings) -> Counts:
    total, moments = Cuts(Counter()), 0
    for number, (name, play) in enumerate(PLAYS.items()):
        share = times * (number + 1) // len(PLAYS) - times * number // len(PLAYS)
        done = performed(written(play, folder / f"{name}.db"), settings)
        moments += len(done.operations)
        found = cut(done, share, folder, seed + number, kind=settings.kind, audits=AUDITS)
        total.verdicts.update(found.verdicts)
        total.audited += found.audited
    verdicts = total.verdicts
    also = f"{moments} moments of {len(PLAYS)} plays; {total.audited} images audited as well"
    return Counts(total.images, verdicts[LOST], verdicts[CORRUPT], verdicts[HALF], also)
