"""The check of a file's schema: tables, indexes and triggers must be as Bugyo makes them.

A trigger of somebody else runs at what we write, and so does a unique index; a backup carries them along.
What else others have put in, tables, views and plain indexes to browse it by, is left alone and named.
"""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

EVENTS = (
    "CREATE TABLE stored_events (originator_id TEXT, originator_version INTEGER, topic TEXT, state BLOB, "
    "PRIMARY KEY (originator_id, originator_version));"
)
"""The table of the eventsourcing library, as every version has made it that we have built on."""

LONGEST_NAME = 60
TRIGGER, INDEX = "trigger", "index"
_A = {TRIGGER: "a trigger", INDEX: "a unique index"}

_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class _Object(NamedTuple):
    kind: str
    name: str
    table: str
    sql: str

    @property
    def shown(self) -> str:
        """Its name, which may be anybody's words."""
        return "".join(sign for sign in self.name if sign.isprintable())[:LONGEST_NAME]


class Objects:
    """The schema of the store at `path`; `script` makes what it should have, `former` gives other texts of a
    trigger that earlier versions have made, by its name."""

    def __init__(self, path: Path, script: str, former: Mapping[str, tuple[str, ...]]) -> None:
        self._path = path
        self._ours = _made_by(EVENTS + script)
        self._former = former
        self._there = _objects_of(path)

    def wrong(self) -> str:
        """Why the store is refused, in a sentence; "" where it is not."""
        return next(map(self._said, self._bad()), "")

    def strange(self) -> list[str]:
        """What others have put in, and may: "view “busy”"."""
        return [f"{one.kind} “{one.shown}”" for one in self._there if one.name.lower() not in self._ours]

    def _bad(self) -> Iterator[_Object]:
        tables = {one.table.lower() for one in self._ours.values()}
        for one in self._there:
            made = self._ours.get(one.name.lower())
            if made is not None:
                if (one.kind, one.table.lower()) != (made.kind, made.table.lower()) or not self._is_as(
                    one, made
                ):
                    yield one
            elif one.kind == TRIGGER or (
                one.kind == INDEX and _is_unique(one) and one.table.lower() in tables
            ):
                yield one

    def _is_as(self, one: _Object, made: _Object) -> bool:
        return _plain(one.sql) in map(_plain, (made.sql, *self._former.get(made.name, ())))

    def _said(self, one: _Object) -> str:
        if one.name.lower() in self._ours:
            return (
                f"The {one.kind} “{one.shown}” of {self._path} is not as Bugyo makes it: what is recorded "
                "there could be changed, or kept out. Restore the store from a backup, or import the games "
                "from their exports."
            )
        return (
            f"{self._path} has {_A[one.kind]} “{one.shown}” that Bugyo did not make: it could change what is "
            "recorded, or keep it out. Restore the store from a backup; or take it away with the program "
            f"sqlite3 (DROP {one.kind.upper()}), and see with “bugyo audit --all” what still holds."
        )


def _is_unique(one: _Object) -> bool:
    return re.match(r"\s*CREATE\s+UNIQUE\b", one.sql, re.IGNORECASE) is not None


def _plain(sql: str) -> str:
    """Without the space that says nothing."""
    return re.sub(r" ?([(),;=]) ?", r"\1", " ".join(sql.split())).rstrip(";")


@cache
def _made_by(script: str) -> Mapping[str, _Object]:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(script)
        return {one.name.lower(): one for one in _read(connection)}


def address(path: Path, how: str) -> str:
    """A file as SQLite opens it in some way. Behind two slashes it would look for the name of a machine."""
    return f"file:/{quote(os.fsencode(path.absolute())).lstrip('/')}?{how}"


def _objects_of(path: Path) -> list[_Object]:
    """Nothing is written, and nothing trusted. A file that is damaged is for others to tell of. What stands
    beside it and is no journal of SQLite's would have to be taken away, and is not looked at."""
    for how in ("mode=ro", "immutable=1"):
        try:
            with closing(sqlite3.connect(address(path, how), uri=True, timeout=30)) as connection:
                connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
                return list(_read(connection))
        except sqlite3.DatabaseError as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            if code not in _DAMAGED and code != sqlite3.SQLITE_READONLY:
                raise
    return []


def _read(connection: sqlite3.Connection) -> Iterable[_Object]:
    rows = connection.execute("SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_master").fetchall()
    found = (_Object(*map(str, row)) for row in rows)
    return [one for one in found if one.kind == TRIGGER or not one.name.startswith("sqlite_")]
