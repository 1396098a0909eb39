"""The file of a store: its tables, its settings, and the files that are refused."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

APPLICATION = 0x42554759
"""What SQLite's `application_id` says in a store of ours: "BUGY"."""

SCHEMA = 1
"""The version of the tables and of the stored form of an event, in SQLite's `user_version`."""

_HEADER = b"SQLite format 3\x00"

TABLES = """
CREATE TABLE IF NOT EXISTS intake (
    game TEXT NOT NULL, key TEXT NOT NULL, position INTEGER NOT NULL, PRIMARY KEY (game, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS mails (
    digest TEXT PRIMARY KEY, received_at INTEGER NOT NULL, raw BLOB NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS datasets (digest TEXT PRIMARY KEY, title TEXT NOT NULL, files BLOB NOT NULL)
STRICT; CREATE TABLE IF NOT EXISTS cells (
    game TEXT NOT NULL, sheet INTEGER NOT NULL, place INTEGER NOT NULL, cell BLOB NOT NULL,
    PRIMARY KEY (game, sheet, place)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS addresses (
    game TEXT NOT NULL, seat TEXT NOT NULL, address TEXT NOT NULL, PRIMARY KEY (game, seat)
) STRICT;
CREATE INDEX IF NOT EXISTS addresses_by_address ON addresses (address);
CREATE TABLE IF NOT EXISTS outbox (
    id INTEGER PRIMARY KEY, message_id TEXT NOT NULL, recipient TEXT NOT NULL, about TEXT NOT NULL,
    digest TEXT NOT NULL, raw BLOB NOT NULL, queued_at INTEGER NOT NULL, due INTEGER NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0, state TEXT NOT NULL DEFAULT 'waiting', why TEXT NOT NULL DEFAULT '',
    ended_at INTEGER
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS outbox_waiting ON outbox (message_id, recipient) WHERE state='waiting';
CREATE INDEX IF NOT EXISTS outbox_due ON outbox (due) WHERE state='waiting';
CREATE INDEX IF NOT EXISTS outbox_unsent ON outbox (id) WHERE state<>'sent';
CREATE INDEX IF NOT EXISTS outbox_by_id ON outbox (message_id);
CREATE TABLE IF NOT EXISTS clocks (game TEXT PRIMARY KEY, due INTEGER) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS clocks_due ON clocks (due) WHERE due IS NOT NULL;
CREATE TABLE IF NOT EXISTS dues (
    game TEXT NOT NULL, kind TEXT NOT NULL, seat TEXT NOT NULL, at INTEGER NOT NULL,
    position INTEGER NOT NULL, text TEXT NOT NULL, done INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (game, kind, seat, at)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS dues_open ON dues (done) WHERE done=0;
CREATE TABLE IF NOT EXISTS people (
    game TEXT NOT NULL, person TEXT NOT NULL, address TEXT NOT NULL, PRIMARY KEY (game, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS people_by_address ON people (address);
CREATE TABLE IF NOT EXISTS mail_cases (
    id INTEGER PRIMARY KEY, at INTEGER NOT NULL, digest TEXT NOT NULL, kind TEXT NOT NULL, why TEXT NOT NULL,
    address TEXT NOT NULL, game TEXT NOT NULL, seat TEXT NOT NULL, turn TEXT NOT NULL,
    evidence BLOB NOT NULL, answered INTEGER NOT NULL, mark TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS mail_cases_by_address ON mail_cases (address, at);
CREATE INDEX IF NOT EXISTS mail_cases_by_seat ON mail_cases (game, seat, turn);
CREATE INDEX IF NOT EXISTS mail_cases_by_mark ON mail_cases (mark) WHERE mark<>'';
"""

APPEND_ONLY = {
    "stored_events": ("originator_id", "originator_version"),
    "intake": ("game", "key"),
    "mails": ("digest",),
    "datasets": ("digest",),
    "cells": ("game", "sheet", "place"),
}
"""Tables from which nothing is ever taken and in which nothing is ever changed, with their keys."""

WITHOUT_ROWID = ("intake", "cells")
"""Those of them that have no rowid which could be replaced as well."""


class StoreRefused(Exception):
    """The file cannot be used as a store; the sentence says why, and what would do."""


def connect(path: str, *, synchronous: str = "EXTRA") -> sqlite3.Connection:
    """A connection with the durability that an acknowledged order needs.

    `synchronous` is set before the journal mode: the other way round, a hot journal of the first opening can
    bring lost commits back.
    """
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=30)
    for pragma in (
        f"synchronous={synchronous}",
        "journal_mode=TRUNCATE",
        "foreign_keys=ON",
        "trusted_schema=OFF",
        "cell_size_check=ON",
        "mmap_size=0",
    ):
        connection.execute(f"PRAGMA {pragma}").fetchall()
    return connection


def prepare(path: Path) -> None:
    """Makes a new store, or makes sure that the file is one. Raises `StoreRefused`."""
    if path.exists() and path.stat().st_size:
        examine(path)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = connect(str(path))
    try:
        connection.executescript(
            f"BEGIN; PRAGMA application_id={APPLICATION}; PRAGMA user_version={SCHEMA}; COMMIT"
        )  # together: a file with only one of them would be refused for ever
    finally:
        connection.close()
    _keep_the_name(path.parent)


def examine(path: Path) -> None:
    """Refuses a file that is not a whole store of this version."""
    if path.is_dir():
        raise StoreRefused(f"{path} is a directory. Name a file with --store.")
    with path.open("rb") as file:
        header = file.read(100)
    if not header.startswith(_HEADER) or len(header) < 100:
        raise StoreRefused(
            f"{path} is not a Bugyo store: it is no SQLite file. Name another file with --store."
        )
    application = int.from_bytes(header[68:72], "big")
    if application != APPLICATION:
        raise StoreRefused(f"{path} is an SQLite file of another program. Name another file with --store.")
    version = int.from_bytes(header[60:64], "big")
    if version != SCHEMA:
        raise StoreRefused(
            f"{path} has version {version} of the store's format; this program reads version {SCHEMA}. "
            "Open it with the Bugyo that wrote it and export its games, then import them here."
        )
    page = int.from_bytes(header[16:18], "big")
    pages = int.from_bytes(header[28:32], "big")
    if pages * (65536 if page == 1 else page) > path.stat().st_size and not _has_journal(path):
        raise StoreRefused(
            f"{path} is cut short: its header speaks of {pages} pages and they are not all there. "
            "Restore it from a backup, or import the games from their exports."
        )


def create_tables(connection: sqlite3.Connection) -> None:
    """Our own tables beside the library's, and the triggers that forbid to alter the record."""
    connection.executescript(TABLES)
    for table, key in APPEND_ONLY.items():
        _forbid(connection, table, "update", "UPDATE", "")
        _forbid(connection, table, "delete", "DELETE", "")
        # REPLACE takes away what has the same key, or the same rowid, without asking the trigger on DELETE.
        same = [" AND ".join(f"{column}=NEW.{column}" for column in key)]
        if table not in WITHOUT_ROWID:
            same.append("rowid=NEW.rowid")
        there = " OR ".join(f"EXISTS (SELECT 1 FROM {table} WHERE {each})" for each in same)
        _forbid(connection, table, "replace", "INSERT", f"WHEN {there}")


def _forbid(connection: sqlite3.Connection, table: str, name: str, act: str, when: str) -> None:
    connection.execute(
        f"CREATE TRIGGER IF NOT EXISTS {table}_no_{name} BEFORE {act} ON {table} {when} "
        "BEGIN SELECT RAISE(ABORT, 'the record is append-only'); END"
    )


def _has_journal(path: Path) -> bool:
    journal = path.with_name(path.name + "-journal")
    return journal.exists() and journal.stat().st_size > 0


def _keep_the_name(directory: Path) -> None:
    """A new file is only there after a power cut once its directory is written too."""
    if hasattr(os, "O_DIRECTORY"):
        handle = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
