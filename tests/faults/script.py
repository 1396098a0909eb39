"""What the real record says to SQLite, written down so that it can be said again over another disk."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Iterable, Sequence
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from tests.faults.games import Play

DIRECTORY = "the directory is synced"
"""What stands for a statement where the program itself has synced the directory of the store."""

_READS = ("SELECT", "PRAGMA integrity_check", "EXPLAIN")


class Spoken(NamedTuple):
    """A statement of the connection `by`, with one row of values for each time that it is executed."""

    by: int
    statement: str
    rows: tuple[tuple[Any, ...], ...] = ((),)


def written(play: Play, path: Path) -> list[Spoken]:
    """What is said while a store at `path` is made and played with; what only reads is left out."""
    said: list[Spoken] = []
    numbers = count()
    connect, fsync = sqlite3.connect, os.fsync

    def connected(*words: Any, **more: Any) -> sqlite3.Connection:
        made: Hearing = connect(*words, factory=Hearing, **more)
        made.said, made.number = said, next(numbers)
        return made

    def synced(handle: int) -> None:
        fsync(handle)
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            said.append(Spoken(0, DIRECTORY))

    with patch.object(sqlite3, "connect", connected), patch.object(os, "fsync", synced):
        play(path)
    return said


class Hearing(sqlite3.Connection):
    """A connection that writes down what it is told, also by its cursors."""

    said: list[Spoken]
    number: int

    def hear(self, statement: str, rows: Iterable[Sequence[Any]] = ((),)) -> None:
        if not statement.lstrip().startswith(_READS):
            self.said.append(Spoken(self.number, statement, tuple(map(tuple, rows))))

    def cursor(self, _: Any = None, /) -> Heard:  # type: ignore[override]
        return super().cursor(Heard)

    def execute(self, *words: Any) -> sqlite3.Cursor:
        return self.cursor().execute(*words)

    def executemany(self, *words: Any) -> sqlite3.Cursor:
        return self.cursor().executemany(*words)

    def executescript(self, script: str, /) -> sqlite3.Cursor:
        return self.cursor().executescript(script)

    def commit(self) -> None:
        if self.in_transaction:
            self.execute("COMMIT")

    def rollback(self) -> None:
        if self.in_transaction:
            self.execute("ROLLBACK")


class Heard(sqlite3.Cursor):
    connection: Hearing

    def execute(self, statement: str, values: Any = (), /) -> Heard:
        self.connection.hear(statement, (values,))
        super().execute(statement, values)
        return self

    def executemany(self, statement: str, rows: Iterable[Any], /) -> Heard:
        rows = list(rows)
        self.connection.hear(statement, rows)
        super().executemany(statement, rows)
        return self

    def executescript(self, script: str, /) -> sqlite3.Cursor:
        self.connection.hear(script)
        return super().executescript(script)
