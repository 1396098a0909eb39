"""Backup and restore: a copy of a live store that is proved before it counts, and a store made from one.

A backup is a store of its own: `bugyo audit --all --store BACKUP` reads it. What people have sent by a page
and no desk has taken yet lies beside it, as beside any store (sent_by_pages.py). Its manifest is written
last, so that a copy which was not checked, or was cut short, has none.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from errno import EEXIST
from hashlib import file_digest
from importlib.metadata import version
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.kit.errors import BrokenRecord
from referee.audit.audit import FAILS, WITNESSES, Check, check_whole, holds
from referee.audit.witnesses import Mailbox
from referee.copies import sent_by_pages
from referee.record.damage import true_rows
from referee.record.locks import served
from referee.record.private_files import (
    NotOrdinary,
    check_ordinary,
    ordinary,
    private_folder,
)
from referee.record.record import Record
from referee.record.schema import BESIDE, StoreRefused, close_store, examine
from referee.record.snapshots import Unreadable, head_at, newest_positions, readable, row_counts, snapshot
from referee.transport.spool import path_of

FORMAT = "bugyo/1/backup"

MOST_BYTES = 64 << 20
"""Of a manifest: a line for each of 200,000 games."""


class CannotBackUp(Exception):
    """No backup was made; the sentence says why."""


class NotABackup(Exception):
    """Nothing was restored: the file is not what its manifest says, or does not hold."""


class NotAsMailed(Exception):
    """Nothing was restored: mails that were sent name heads which the backup does not have."""


class Stood(Struct, frozen=True):
    """Where a game stands: the number of its newest event, and that event's digest, hexadecimal."""

    game: str
    title: str
    position: int
    head: str


class Manifest(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a backup holds. `made_at` is RFC 3339, UTC; `rows` counts the rows of each table; `sha256` and
    `bytes` are those of the whole file; `waiting` are the digests of what waits beside it for a desk."""

    format: str
    made_at: str
    program: str
    bytes: int
    sha256: str
    rows: dict[str, int]
    games: tuple[Stood, ...]
    waiting: dict[str, str] = {}


class Lacking(Struct, frozen=True):
    """A game of the store that is replaced which goes on longer there than in the backup."""

    game: str
    there: int
    here: int


class Restored(Struct, frozen=True):
    """What was restored. `aside` is where the store that was there before is kept, "" where there was none;
    `lacking` are its games that the backup does not have as long, None where it could not be read.

    `proved` says whether a manifest was there to compare with.
    """

    games: tuple[Stood, ...]
    rows: dict[str, int]
    made_at: str
    proved: bool
    witnesses: int
    aside: str = ""
    lacking: tuple[Lacking, ...] | None = ()


def manifest_of(backup: Path) -> Path:
    """Where the manifest of a backup stands."""
    return backup.with_name(f"{backup.name}.json")


# ---- backup


def back_up(record: Record, to: Path) -> Manifest:
    """Copies the store as it stands at one moment, while others write to it, and proves the copy.

    Both files are on the disk when this returns. Raises `CannotBackUp`, `FileExistsError`.
    """
    for path in (to, manifest_of(to), path_of(to)):
        if path and os.path.lexists(path):
            raise FileExistsError(
                EEXIST, "It is there already, and a backup never replaces a file", str(path)
            )
    with _scratch(to) as copy:
        waiting = sent_by_pages.waiting(record.path)  # first: what the desk takes now is in the snapshot
        snapshot(record.path, copy)
        made = replace(_proved(record, copy), waiting=sent_by_pages.digests(waiting))
        sent_by_pages.lay(waiting, to)
        _on_disk(copy)
        _name(copy, to)
        with _scratch(manifest_of(to)) as listed:
            listed.write_bytes(msgspec.json.format(msgspec.json.encode(made), indent=2) + b"\n")
            _on_disk(listed)
            _name(listed, manifest_of(to))
    _on_disk(to.absolute().parent)
    return made


def _proved(record: Record, copy: Path) -> Manifest:
    """The manifest of a copy that holds, and is one of this store. Raises `CannotBackUp`."""
    try:
        games, rows, _ = _checked(copy)
    except NotABackup as broken:
        raise CannotBackUp(f"The store does not hold: {broken} No backup was made.") from broken
    for stood in games:
        if head_at(record, stood.game, stood.position).hex() != stood.head:
            raise CannotBackUp(f"The copy of {stood.game} has another head than the store. It was not kept.")
    at = f"{datetime.fromtimestamp(record.clock() / 1000, UTC):%Y-%m-%dT%H:%M:%SZ}"
    program = f"bugyo {version('bugyo')}"
    return Manifest(FORMAT, at, program, copy.stat().st_size, _sha256(copy), rows, games)


# ---- restore


def restore(
    backup: Path, store: Path, mailboxes: Sequence[Mailbox] = (), *, replace: bool = False
) -> Restored:
    """Makes a store of a backup: checked whole, with the heads of its manifest and those that mails name.

    A store that is there is kept aside where `replace` allows it, and left alone otherwise. Raises
    `NotABackup`, `NotAsMailed`, `FileExistsError`, `InUse`; then nothing has changed.
    """
    if store.exists() and not replace:
        raise FileExistsError(EEXIST, "There is a store already, and --force would keep it aside", str(store))
    manifest = read_manifest(backup)
    private_folder(store.parent)
    with _scratch(store) as copy:
        _fill(copy, backup, manifest)
        sendings = _sent(backup, manifest)
        games, rows, heard = _checked(copy, mailboxes)
        if manifest and (games, _held(rows)) != (manifest.games, _held(manifest.rows)):
            raise NotABackup(f"{backup} holds other games or rows than its manifest says.")
        _on_disk(copy)
        with served(store):
            sent_by_pages.lay(sendings, store)  # what waits there already stays
            aside, lacking = _kept_aside(store, games)
            if aside:
                copy.replace(store)
            else:
                _name(copy, store)
        _on_disk(store.absolute().parent)
    return Restored(games, rows, manifest.made_at if manifest else "", bool(manifest), heard, aside, lacking)


def _held(rows: dict[str, int]) -> dict[str, int]:
    """Without the tables that hold nothing: a store that an older Bugyo has backed up lacks the newest."""
    return {table: count for table, count in rows.items() if count}


def read_manifest(backup: Path) -> Manifest | None:
    """The manifest beside a backup; None where there is none. Raises `NotABackup`."""
    path = manifest_of(backup)
    if not path.exists():
        return None
    try:
        manifest = msgspec.json.decode(ordinary(path, MOST_BYTES), type=Manifest)
    except (msgspec.MsgspecError, RecursionError, NotOrdinary) as error:
        raise NotABackup(f"{path} is no manifest of a backup: {error}.") from None
    if manifest.format != FORMAT:
        raise NotABackup(f"{path} is of the form “{manifest.format}”; this program reads “{FORMAT}”.")
    return manifest


def _fill(copy: Path, backup: Path, manifest: Manifest | None) -> None:
    """Copies a backup, which is never opened itself. Raises `NotABackup`, `StoreRefused`."""
    try:
        check_ordinary(backup)
    except NotOrdinary as no_file:
        raise NotABackup(str(no_file)) from None
    with backup.open("rb") as source, copy.open("wb") as target:
        while part := source.read(1 << 20):
            target.write(part)
    if manifest and (copy.stat().st_size, _sha256(copy)) != (manifest.bytes, manifest.sha256):
        raise NotABackup(
            f"{backup} is not the file of {manifest.bytes} bytes that its manifest describes: it was changed "
            "or cut short since. Take another backup."
        )
    examine(backup)


def _sent(backup: Path, manifest: Manifest | None) -> dict[str, bytes]:
    """What waited for a desk, read once: what is compared is what is laid down. Raises `NotABackup`."""
    try:
        found = sent_by_pages.waiting(backup)
    except (NotOrdinary, OSError) as error:
        raise NotABackup(str(error)) from None
    if manifest and (wrong := sent_by_pages.differing(backup, found, manifest.waiting)):
        raise NotABackup(wrong)
    return found


def _kept_aside(store: Path, games: Sequence[Stood]) -> tuple[str, tuple[Lacking, ...] | None]:
    """Gives what is there a second name, and moves away what SQLite has left beside a store: it would be
    played back into the new one."""
    lacking = _longer(store, games) if store.exists() else ()
    stamp = f"{datetime.now(UTC):%Y%m%dT%H%M%S}"
    tries = (store.with_name(f"{store.name}.before-{stamp}{more}") for more in ("", "-2", "-3", "-4"))
    aside = next(path for path in tries if not path.exists())
    for end in BESIDE:
        path = store.with_name(store.name + end)
        if not path.exists():
            continue
        if path.stat().st_size:
            path.rename(aside.with_name(aside.name + end))
        else:
            path.unlink()
    if not store.exists():
        return "", lacking
    close_store(store)
    try:
        os.link(store, aside)
    except OSError:  # a file system without links: that of a memory stick
        store.rename(aside)
    return str(aside), lacking


def _longer(store: Path, games: Sequence[Stood]) -> tuple[Lacking, ...] | None:
    """The games of a store that go on longer than these; None where it cannot be read."""
    known = {stood.game: stood.position for stood in games}
    try:
        with readable(store) as record:
            rows = newest_positions(record)
    except (StoreRefused, Unreadable, OSError):
        return None
    found = (Lacking(game, position, known.get(game, 0)) for game, position in rows)
    return tuple(one for one in found if one.there > one.here)


# ---- what both do


def _checked(copy: Path, mailboxes: Sequence[Mailbox] = ()) -> tuple[tuple[Stood, ...], dict[str, int], int]:
    """Every game of a copy as it stands, the rows of its tables, and how many receipts and checkpoints have
    its heads. Raises `NotABackup`, `NotAsMailed`."""
    try:
        with readable(copy) as record:
            for said in true_rows(record, holds):
                raise NotABackup(said)
            found = [_stands(record, game, mailboxes) for game in record.games()]
            return tuple(stood for stood, _ in found), row_counts(record), sum(heard for _, heard in found)
    except BrokenRecord as broken:
        raise NotABackup(str(broken)) from broken
    except Unreadable as error:
        raise NotABackup(f"The file is damaged: {error}.") from error


def _stands(record: Record, game: str, mailboxes: Sequence[Mailbox]) -> tuple[Stood, int]:
    whole = check_whole(record, game, mailboxes)
    if whole.finding is None:
        return Stood(game, whole.title, whole.events, whole.head), whole.believed
    if Check(WITNESSES, FAILS) not in whole.checks:
        raise NotABackup(f"{game} does not hold at event {whole.finding.position}: {whole.finding.why}")
    raise NotAsMailed(
        f"{game} does not have the heads that were mailed. {whole.finding.why} Nothing was restored: look "
        "for a newer backup. To restore this one all the same, name no mailbox; then put the mails that came "
        "since back into the desk's inbox, and tell the players from which event on play goes on anew."
    )


@contextmanager
def _scratch(beside: Path) -> Iterator[Path]:
    """An empty file in the same directory, which only its owner may read; gone at the end, or renamed."""
    handle, name = tempfile.mkstemp(dir=beside.absolute().parent, prefix=f".{beside.name}.")
    os.close(handle)
    path = Path(name)
    try:
        yield path
    finally:
        for end in ("", *BESIDE):
            with suppress(FileNotFoundError):
                os.unlink(name + end)


def _name(path: Path, to: Path) -> None:
    """Gives a file its name, unless somebody has it already. Raises `FileExistsError`."""
    try:
        os.link(path, to)
    except FileExistsError:
        raise
    except OSError:  # no links there either
        if to.exists():
            raise FileExistsError(EEXIST, "It is there already", str(to)) from None
        path.rename(to)


def _on_disk(path: Path) -> None:
    """Waits until a file, or the names in a directory, would survive a power cut."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()
