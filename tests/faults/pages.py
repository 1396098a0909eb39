"""A disk that gives back other bytes than it was given: every page of a small store, one at a time.

A page is flipped in a bit, zeroed, replaced by another that was written to the wrong place, or torn in
half; or the file is cut. `bugyo audit --all` must name what is damaged: the event, or the table.
"""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import NamedTuple

from click.testing import CliRunner

from cli.frame.codes import BAD_DATA, OK, REFUSED
from cli.main import commands
from tests.faults.campaigns import Counts
from tests.faults.games import PLAYS

PAGE, SECTOR = 4096, 512

COVERED = {
    "stored_events": "SELECT originator_id, originator_version, typeof(topic), topic, state "
    "FROM stored_events",
    "mails": "SELECT digest, raw FROM mails ORDER BY rowid",
    "datasets": "SELECT digest, title, files FROM datasets ORDER BY rowid",
    "cells": "SELECT * FROM cells",
    "outbox": "SELECT digest, raw FROM outbox WHERE state<>'sent' ORDER BY id",
}
"""What a digest covers. Of the rest a page that is no page any more is noticed, and a letter that is another
is not."""

NAMED, HARMLESS, UNCOVERED, MISSED, MISNAMED = "named", "harmless", "uncovered", "missed", "misnamed"

FLIPPED, ZEROED, MISDIRECTED, TORN = "flipped", "zeroed", "misdirected", "torn"
KINDS = (FLIPPED, ZEROED, MISDIRECTED, TORN)

Said = dict[str, list[tuple[object, ...]] | None]
"""What each table says of what a digest covers; None where it cannot be read."""


class Damage(NamedTuple):
    page: int
    kind: str
    raw: bytes


def damages(raw: bytes, times: int, random: Random) -> Iterator[Damage]:
    """So many damages of a file, spread evenly over its pages."""
    pages = len(raw) // PAGE
    for number in range(times):
        page, kind = number % pages, random.choice(KINDS)
        yield Damage(page + 1, kind, _damaged(raw, page * PAGE, kind, random))


def _damaged(raw: bytes, at: int, kind: str, random: Random) -> bytes:
    new = bytearray(raw)
    if kind == FLIPPED:
        new[at + random.randrange(PAGE)] ^= 1 << random.randrange(8)
    elif kind == ZEROED:
        new[at : at + PAGE] = bytes(PAGE)
    elif kind == MISDIRECTED:
        other = random.randrange(len(raw) // PAGE) * PAGE
        new[at : at + PAGE] = raw[other : other + PAGE]
    else:
        half = random.randrange(1, PAGE // SECTOR) * SECTOR
        new[at + half : at + PAGE] = bytes(PAGE - half)
    return bytes(new)


class Judge:
    """Audits damaged copies of a store, and compares what is said with what is so."""

    def __init__(self, store: Path, folder: Path) -> None:
        self.raw = store.read_bytes()
        self._copy = folder / "damaged.db"
        self._sound = self._said(self.raw)
        self._pages = _owners(store)

    def _said(self, raw: bytes) -> Said:
        with closing(sqlite3.connect(":memory:")) as connection:
            connection.deserialize(raw)
            connection.text_factory = bytes
            return {table: _rows(connection, query) for table, query in COVERED.items()}

    def verdict(self, damage: Damage) -> str:
        said = self._said(damage.raw)
        changed = [table for table, rows in said.items() if rows != self._sound[table]]
        code, words = self.audited(damage.raw)
        if code == OK:
            return MISSED if changed else HARMLESS if self._is_same(damage.raw) else UNCOVERED
        if code == REFUSED:
            event = re.match(r"g: does not hold at event (\d+): ", words)
            return NAMED if event and int(event[1]) == self._first(said["stored_events"]) else MISNAMED
        if code != BAD_DATA or not words.startswith("Error: ") or words.count("\n") != 1:
            return MISNAMED
        return NAMED if self._names(words, damage.page, changed) else MISNAMED

    def audited(self, raw: bytes) -> tuple[int, str]:
        """What `bugyo audit --all` ends with, and says."""
        return self.asked(raw, "audit", "--all")

    def asked(self, raw: bytes, *words: str) -> tuple[int, str]:
        """What a command ends with, and says."""
        self._copy.write_bytes(raw)
        env = {"BUGYO_STORE": str(self._copy)}
        done = CliRunner(env=env).invoke(commands, list(words), prog_name="bugyo")
        assert self._copy.read_bytes() == raw, f"{words} has written into the store"
        return done.exit_code, done.stderr or done.stdout

    def owner(self, page: int) -> str:
        """The table that a page belongs to; "" for one that is free."""
        return self._pages.get(page, "")

    def _is_same(self, raw: bytes) -> bool:
        """Whether all that stands in the tables is as it was: free space may hold anything."""
        return _all(raw) == _all(self.raw)

    def _first(self, rows: list[tuple[object, ...]] | None) -> int:
        """The first event that is another."""
        sound = self._sound["stored_events"] or []
        differ = (n for n, (one, other) in enumerate(zip(rows or [], sound, strict=False), 1) if one != other)
        return next(differ, min(len(rows or []), len(sound)) + 1)

    def _names(self, words: str, page: int, changed: list[str]) -> bool:
        """Whether the sentence names a table that is damaged; or the page, where no table has it any more."""
        owner = self.owner(page)
        if re.search(r"is damaged\. The file: .*\b[Pp]age \d", words):
            return True
        if owner == "sqlite_schema":  # of a schema that cannot be read, nothing can
            return (
                re.search("cannot be read|is not a|is an SQLite|has version|Table|cut short", words)
                is not None
            )
        return any(f"Table {name}: " in words for name in (owner, *changed))


def _rows(connection: sqlite3.Connection, query: str) -> list[tuple[object, ...]] | None:
    try:
        return connection.execute(query).fetchall()
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        return None


def _all(raw: bytes) -> list[list[tuple[object, ...]] | None]:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(raw)
        connection.text_factory = bytes
        made = _rows(connection, "SELECT name, type, sql FROM sqlite_master ORDER BY name") or []
        tables = [bytes(name).decode() for name, kind, _ in made if kind == b"table"]  # type: ignore[call-overload]
        return [made, *(_rows(connection, f'SELECT * FROM "{name}"') for name in tables)]


def _owners(store: Path) -> dict[int, str]:
    """The table that each page belongs to, itself or by one of its indices."""
    with closing(sqlite3.connect(store)) as connection:
        rows = connection.execute(
            "SELECT pageno, coalesce(tbl_name, dbstat.name) FROM dbstat "
            "LEFT JOIN sqlite_master ON sqlite_master.name=dbstat.name"
        ).fetchall()
    return dict(rows)


def small_store(folder: Path) -> Path:
    PLAYS["mails"](folder / "small.db")
    return folder / "small.db"


def judged(times: int, folder: Path, seed: int) -> Counter[tuple[str, str]]:
    """What became of so many damages: (kind, verdict)."""
    judge, random = Judge(small_store(folder), folder), Random(seed)
    return Counter((damage.kind, judge.verdict(damage)) for damage in damages(judge.raw, times, random))


def campaign(times: int, folder: Path, seed: int) -> Counts:
    found = Counter[str]()
    for (_, verdict), number in judged(times, folder, seed).items():
        found[verdict] += number
    also = (
        f"{found[NAMED]} named, {found[HARMLESS]} in free space, {found[UNCOVERED]} bits of what no digest "
        "covers, not noticed"
    )
    return Counts(found.total(), corrupt=found[MISSED] + found[MISNAMED], also=also)


def cut_campaign(times: int, folder: Path, seed: int) -> Counts:
    """The file cut anywhere: it is refused, and left as it is."""
    judge, random = Judge(small_store(folder), folder), Random(seed)
    bad, sectors = 0, len(judge.raw) // SECTOR
    for number in range(times):
        sector = SECTOR * (1 + number // 2 % (sectors - 1))
        size = random.randrange(1, len(judge.raw)) if number % 2 else sector
        code, words = judge.audited(judge.raw[:size])
        bad += code != BAD_DATA or not re.match(r"Error: .* is (cut short|not a Bugyo store): ", words)
    return Counts(times, corrupt=bad)
