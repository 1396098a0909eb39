"""The tables of a store; and of one in a file its settings, and the files that are refused."""

from __future__ import annotations

import logging
import re
import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from functools import cache
from pathlib import Path

from domain.kit.formats import STORES
from referee.record.private_files import (
    NotOrdinary,
    check_ordinary,
    close_to_others,
    keep_names,
    make_private,
    private_folder,
)
from referee.record.schema_check import Objects

APPLICATION = 0x42554759
"""What SQLite's `application_id` says in a store of ours: "BUGY"."""

SCHEMA = STORES[-1]
"""The version of the tables and of the stored form of an event, in SQLite's `user_version`.

Version 1 spells the topics of events out. It is read as it stands, and becomes version 2 with the next event.
"""

_HEADER = b"SQLite format 3\x00"
_JOURNAL = bytes.fromhex("d9d505f920a163d7")

BESIDE = ("-journal", "-wal", "-shm")
"""Files that SQLite takes for parts of a store, by what stands after its name."""

_OF_SQLITE = (_JOURNAL, b"\x37\x7f\x06", b"\x18\xe2\x2d\x00", b"\x00\x2d\xe2\x18")
"""How they begin: a journal, a write-ahead log, and its index in either order of bytes."""

TABLES = """
CREATE TABLE IF NOT EXISTS intake (
    game {text} NOT NULL, key {text} NOT NULL, position {int} NOT NULL, PRIMARY KEY (game, key)
) {keyed};
CREATE TABLE IF NOT EXISTS mails (
    digest {text} PRIMARY KEY, received_at {int} NOT NULL, raw {blob} NOT NULL {rowid}
) {plain};
CREATE TABLE IF NOT EXISTS datasets (digest {text} PRIMARY KEY, title {text} NOT NULL, files {blob} NOT NULL)
{plain}; CREATE TABLE IF NOT EXISTS cells (
    game {text} NOT NULL, sheet {int} NOT NULL, place {int} NOT NULL, cell {blob} NOT NULL,
    PRIMARY KEY (game, sheet, place)
) {keyed};
CREATE TABLE IF NOT EXISTS settings (name {text} PRIMARY KEY, value {blob} NOT NULL) {plain};
CREATE TABLE IF NOT EXISTS addresses (
    game {text} NOT NULL, seat {text} NOT NULL, address {text} NOT NULL, PRIMARY KEY (game, seat)
) {plain};
CREATE INDEX IF NOT EXISTS addresses_by_address ON addresses (address);
CREATE TABLE IF NOT EXISTS outbox (
    id {id}, message_id {text} NOT NULL, recipient {text} NOT NULL, about {text} NOT NULL,
    digest {text} NOT NULL, raw {blob} NOT NULL, queued_at {int} NOT NULL, due {int} NOT NULL,
    tries {int} NOT NULL DEFAULT 0, state {text} NOT NULL DEFAULT 'waiting', why {text} NOT NULL DEFAULT '',
    ended_at {int}
) {plain};
CREATE UNIQUE INDEX IF NOT EXISTS outbox_waiting ON outbox (message_id, recipient) WHERE state='waiting';
CREATE INDEX IF NOT EXISTS outbox_due ON outbox (due) WHERE state='waiting';
CREATE INDEX IF NOT EXISTS outbox_unsent ON outbox (id) WHERE state<>'sent';
CREATE INDEX IF NOT EXISTS outbox_by_id ON outbox (message_id);
CREATE TABLE IF NOT EXISTS clocks (game {text} PRIMARY KEY, due {int}) {keyed};
CREATE INDEX IF NOT EXISTS clocks_due ON clocks (due) WHERE due IS NOT NULL;
CREATE TABLE IF NOT EXISTS dues (
    game {text} NOT NULL, kind {text} NOT NULL, seat {text} NOT NULL, at {int} NOT NULL,
    position {int} NOT NULL, text {text} NOT NULL, done {int} NOT NULL DEFAULT 0,
    PRIMARY KEY (game, kind, seat, at)
) {keyed};
CREATE INDEX IF NOT EXISTS dues_open ON dues (done) WHERE done=0;
CREATE TABLE IF NOT EXISTS people (
    game {text} NOT NULL, person {text} NOT NULL, address {text} NOT NULL, PRIMARY KEY (game, person)
) {keyed};
CREATE INDEX IF NOT EXISTS people_by_address ON people (address);
CREATE TABLE IF NOT EXISTS mail_cases (
    id {id}, at {int} NOT NULL, digest {text} NOT NULL, kind {text} NOT NULL, why {text} NOT NULL,
    address {text} NOT NULL, game {text} NOT NULL, seat {text} NOT NULL, turn {text} NOT NULL,
    evidence {blob} NOT NULL, answered {int} NOT NULL, mark {text} NOT NULL
) {plain};
CREATE INDEX IF NOT EXISTS mail_cases_by_address ON mail_cases (address, at);
CREATE INDEX IF NOT EXISTS mail_cases_by_seat ON mail_cases (game, seat, turn);
CREATE INDEX IF NOT EXISTS mail_cases_by_mark ON mail_cases (mark) WHERE mark<>'';
CREATE INDEX IF NOT EXISTS mail_cases_by_digest ON mail_cases (digest);
CREATE TABLE IF NOT EXISTS mail_answers (
    id {id}, at {int} NOT NULL, standing {text} NOT NULL, what {text} NOT NULL, mailbox {text} NOT NULL,
    game {text} NOT NULL, seat {text} NOT NULL, turn {text} NOT NULL, given {int} NOT NULL
) {plain};
CREATE INDEX IF NOT EXISTS mail_answers_at ON mail_answers (at);
CREATE INDEX IF NOT EXISTS mail_answers_by_mailbox ON mail_answers (mailbox, at);
CREATE INDEX IF NOT EXISTS mail_answers_by_seat ON mail_answers (game, seat, turn);
CREATE TABLE IF NOT EXISTS mail_piles (
    digest {text} PRIMARY KEY, pile {text} NOT NULL, at {int} NOT NULL, bytes {int} NOT NULL
) {keyed};
CREATE INDEX IF NOT EXISTS mail_piles_by_age ON mail_piles (pile, at, bytes);
CREATE TABLE IF NOT EXISTS mails_swept (
    id {id}, digest {text} NOT NULL UNIQUE, bytes {int} NOT NULL, received_at {int} NOT NULL,
    swept_at {int} NOT NULL, why {text} NOT NULL, beginning {text} NOT NULL
) {plain};
CREATE TABLE IF NOT EXISTS digests (address {text} PRIMARY KEY, due {int} NOT NULL) {keyed};
CREATE INDEX IF NOT EXISTS digests_due ON digests (due);
CREATE TABLE IF NOT EXISTS lists (
    name {text} PRIMARY KEY, state {text} NOT NULL, maker {text} NOT NULL, made_at {int} NOT NULL,
    until {int} NOT NULL, terms {blob} NOT NULL
) {plain};
CREATE INDEX IF NOT EXISTS lists_waiting ON lists (until) WHERE state='waiting';
CREATE INDEX IF NOT EXISTS lists_by_maker ON lists (maker, made_at);
CREATE TABLE IF NOT EXISTS sign_ons (
    list {text} NOT NULL, mailbox {text} NOT NULL, number {int} NOT NULL, address {text} NOT NULL,
    person {text} NOT NULL, wish {text} NOT NULL, stays {int} NOT NULL, at {int} NOT NULL,
    PRIMARY KEY (list, mailbox)
) {keyed};
CREATE INDEX IF NOT EXISTS sign_ons_by_mailbox ON sign_ons (mailbox);
CREATE TABLE IF NOT EXISTS observers (
    game {text} NOT NULL, mailbox {text} NOT NULL, address {text} NOT NULL, person {text} NOT NULL,
    at {int} NOT NULL, told {int} NOT NULL, sent_at {int} NOT NULL, shown {int} NOT NULL,
    ended_at {int} NOT NULL DEFAULT 0, PRIMARY KEY (game, mailbox)
) {keyed};
CREATE INDEX IF NOT EXISTS observers_by_mailbox ON observers (mailbox);
CREATE TABLE IF NOT EXISTS folds (
    game {text} NOT NULL, position {int} NOT NULL, program {text} NOT NULL, head {blob} NOT NULL,
    at {int} NOT NULL, state {blob} NOT NULL, digest {text} NOT NULL, PRIMARY KEY (game, position)
) {plain};
"""
"""What is kept beside the events, in both stores: the words in braces are each store's own."""

NAMES = tuple(re.findall(r"CREATE TABLE IF NOT EXISTS (\w+)", TABLES))

FOLDS = "folds"
"""The one of them that may be emptied at any time: it is made of events."""

TYPES = {
    "text": "TEXT",
    "int": "INTEGER",
    "blob": "BLOB",
    "id": "INTEGER PRIMARY KEY",
    "rowid": "",
    "plain": "STRICT",
    "keyed": "STRICT, WITHOUT ROWID",
}
"""What stands for them in a file; the rowid of its mails is there by itself."""

APPEND_ONLY = {
    "stored_events": ("originator_id", "originator_version"),
    "intake": ("game", "key"),
    "mails": ("digest",),
    "mails_swept": ("digest",),
    "datasets": ("digest",),
    "cells": ("game", "sheet", "place"),
}
"""Tables from which nothing is ever taken and in which nothing is ever changed, with their keys."""

GUARDED = ("update", "delete", "replace")
"""The acts that a trigger of each of them forbids."""

SWEPT = "EXISTS (SELECT 1 FROM mails_swept WHERE digest=OLD.digest)"
"""What alone lets a mail be taken away: that it was is on record before."""

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
    """Makes a new store, or makes sure that the file is one. Only its owner may read it from then on. Raises
    `StoreRefused`, which leaves a file of somebody else as it was."""
    _check_file(path)
    _recover(path)  # also where the power went off while the store was being made: then it is empty again
    if path.exists() and path.stat().st_size:
        header = _header_of_ours(path)
        _check_beside(path)
        _keep_private(path)
        _check_whole(path, header)
        return
    _check_beside(path)
    private_folder(path.parent)
    make_private(path)  # SQLite gives the same rights to its journal
    close_to_others(parts_of(path))
    connection = connect(str(path))
    try:
        connection.executescript(
            f"BEGIN; PRAGMA application_id={APPLICATION}; PRAGMA user_version={SCHEMA}; COMMIT"
        )  # together: a file with only one of them would be refused for ever
    finally:
        connection.close()
    keep_names(path.parent)


def close_store(path: Path) -> list[Path]:
    """Takes away what others may do with a store and its parts; gives those that were open. What is no store
    keeps its rights."""
    try:
        _header_of_ours(path)
    except (StoreRefused, OSError):
        return []
    return close_to_others(parts_of(path))


def parts_of(path: Path) -> list[Path]:
    """The store and what SQLite has laid beside it. What is only called so is somebody else's."""
    beside = (path.with_name(path.name + end) for end in BESIDE)
    return [path, *(one for one in beside if one.is_file() and _begins(one, _OF_SQLITE))]


def _begins(path: Path, how: tuple[bytes, ...]) -> bool:
    """Whether a file begins so, or is empty: SQLite writes on in one that it has emptied."""
    try:
        with path.open("rb") as file:
            beginning = file.read(len(_JOURNAL))
    except OSError:  # whoever may not read it takes nothing of it away
        return True
    return not beginning.strip(b"\0") or beginning.startswith(how)


def _check_beside(path: Path) -> None:
    """Refuses what SQLite would take away, since it is called like a part of the store."""
    for one in (path.with_name(path.name + end) for end in BESIDE):
        torn = (_JOURNAL[:1],) if one.name.endswith(BESIDE[0]) else ()  # after a power cut
        if one.exists() and not _begins(one, (*_OF_SQLITE, *torn)):
            raise StoreRefused(f"{one} is in the way: SQLite would take it away. Give it another name.")


def _keep_private(path: Path) -> None:
    """It holds keys, hands and tokens; what an older Bugyo has left open is closed, and that is said."""
    mended = close_to_others(parts_of(path))
    if mended:
        names = ", ".join(map(str, mended))
        logging.getLogger("bugyo").warning(
            "Other users of this machine could read %s; now only you can. Who has read it knows what it "
            "holds: secret links and tokens are made anew with “bugyo link new”.",
            names,
        )


def _check_file(path: Path) -> None:
    """Refuses what is no file: a pipe would be waited for."""
    try:
        check_ordinary(path)
    except FileNotFoundError:
        return
    except NotOrdinary:
        kind = "a directory" if path.is_dir() else "no ordinary file"
        raise StoreRefused(f"{path} is {kind}. Name a file with --store.") from None


def examine(path: Path) -> None:
    """Refuses a file that is not a whole store of this version."""
    _check_file(path)
    _recover(path)
    _check_whole(path, _header_of_ours(path))


def _header_of_ours(path: Path) -> bytes:
    """How a store begins. Raises `StoreRefused` where the file is no store of ours."""
    with path.open("rb") as file:
        header = file.read(100)
    if not header.startswith(_HEADER) or len(header) < 100:
        raise StoreRefused(
            f"{path} is not a Bugyo store: it is no SQLite file. Name another file with --store."
        )
    application = int.from_bytes(header[68:72], "big")
    if application != APPLICATION:
        raise StoreRefused(f"{path} is an SQLite file of another program. Name another file with --store.")
    return header


def _check_whole(path: Path, header: bytes) -> None:
    """Refuses a store of another version, or one that is cut short or altered."""
    version = int.from_bytes(header[60:64], "big")
    if version not in STORES:
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
    wrong = objects_of(path).wrong()
    if wrong:
        raise StoreRefused(wrong)


def objects_of(path: Path) -> Objects:
    """What the store is made of."""
    former = {f"{table}_no_replace": _former_guards(table, key) for table, key in APPEND_ONLY.items()}
    former["mails_no_delete"] = (_forbid("mails", "delete", "DELETE", "").replace("IF NOT EXISTS ", ""),)
    return Objects(path, _script(), former)


def create_tables(connection: sqlite3.Connection) -> None:
    """Our own tables beside the library's, and the triggers that forbid to alter the record. What is missing
    is made together, as one commit."""
    there = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    script = _script()
    if not there.issuperset(re.findall(r"IF NOT EXISTS (\w+)", script)):
        _say_unguarded(there)
        try:
            connection.executescript(f"BEGIN IMMEDIATE; {script} COMMIT")
        except sqlite3.Error:
            connection.rollback()
            raise


def _say_unguarded(there: set[str]) -> None:
    """A table of an older store may be missing, but a guard goes away only where somebody takes it away."""
    names = (f"{table}_no_{act}" for table in APPEND_ONLY if table in there for act in GUARDED)
    gone = [name for name in names if name not in there]
    if "intake" in there and gone:
        logging.getLogger("bugyo").warning(
            "The store had lost what keeps its record from being changed (%s), and has it again. “bugyo "
            "audit --all” says whether everything still holds.",
            ", ".join(gone),
        )


@cache
def _script() -> str:
    """What makes all of them, where they are not there."""
    guards = "".join(_guards(table, key) for table, key in APPEND_ONLY.items())
    # The one of stores that were made before mails could be swept lets none go.
    return f"{TABLES.format_map(TYPES)} DROP TRIGGER IF EXISTS mails_no_delete; {guards}"


def _former_guards(table: str, key: Sequence[str]) -> tuple[str, ...]:
    """What earlier versions have made of the trigger on REPLACE: it stays as it is."""
    same = " AND ".join(f"{column}=NEW.{column}" for column in key)
    by_key = f"EXISTS (SELECT 1 FROM {table} WHERE {same})"
    by_both = f"{by_key} OR EXISTS (SELECT 1 FROM {table} WHERE rowid=NEW.rowid)"
    made = (_forbid(table, "replace", "INSERT", f"WHEN {when}") for when in (by_key, by_both))
    return tuple(one.replace("IF NOT EXISTS ", "") for one in made)


def _guards(table: str, key: Sequence[str]) -> str:
    # REPLACE takes away what has the same key, or the same rowid, without asking the trigger on DELETE.
    same = " AND ".join(f"{column}=NEW.{column}" for column in key)
    there = f"EXISTS (SELECT 1 FROM {table} WHERE {same})"
    if table not in WITHOUT_ROWID:  # a rowid that was not given is -1: then nothing is looked up
        there += f" OR NEW.rowid>0 AND EXISTS (SELECT 1 FROM {table} WHERE rowid=NEW.rowid)"
    unless = f"WHEN NOT {SWEPT}" if table == "mails" else ""
    forbidden = ("update", "UPDATE", ""), ("delete", "DELETE", unless), ("replace", "INSERT", f"WHEN {there}")
    return "".join(_forbid(table, *act) for act in forbidden)


def _forbid(table: str, name: str, act: str, when: str) -> str:
    return (
        f"CREATE TRIGGER IF NOT EXISTS {table}_no_{name} BEFORE {act} ON {table} {when} "
        "BEGIN SELECT RAISE(ABORT, 'the record is append-only'); END;\n"
    )


def _has_journal(path: Path) -> bool:
    journal = path.with_name(path.name + "-journal")
    return journal.exists() and journal.stat().st_size > 0


def _recover(path: Path) -> None:
    """Lets SQLite undo what a power cut has left half written: that may be the header which is read next.

    Not in a database that is plainly another program's, and not where the file beside it is no journal of
    SQLite's, which would take it away.
    """
    if not _has_journal(path):
        return
    with path.with_name(path.name + "-journal").open("rb") as file:
        journal = file.read(20)
    if not journal.startswith(_JOURNAL) or (any(journal[16:20]) and _is_of_another(path)):
        return
    with suppress(sqlite3.Error), closing(sqlite3.connect(path, timeout=30)) as connection:
        connection.execute("PRAGMA synchronous=EXTRA")
        connection.execute("PRAGMA schema_version").fetchall()


def _is_of_another(path: Path) -> bool:
    """Whether the header is whole and names another program, or none."""
    if not path.exists():
        return False
    with path.open("rb") as file:
        header = file.read(100)
    return header.startswith(_HEADER) and int.from_bytes(header[68:72], "big") != APPLICATION
