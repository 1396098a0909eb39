"""Damage to a store as a file, beside its games: the table, and the row where a digest names it.

The audit of a game finds what is wrong with its events. What nothing digests is not found here: addresses,
settings, when a mail is due, and the keys of what was taken in. Nor is a fold: one that is not what was kept
is not read (folds.py), so that nothing is lost with it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from hashlib import sha256
from pathlib import Path

from domain.game.entries.entries import Entry, Opened, RootCommitted, SheetCommitted
from domain.game.entries.levels import REFEREE_SHEET
from domain.kit.cells import cell_commitment
from domain.kit.drawn_cells import drawn_from
from domain.kit.errors import BrokenRecord
from domain.kit.roots import GAME, named
from referee.record.record import Record, data_digest
from referee.record.schema import StoreRefused, connect

Holds = Callable[[Record, str], bool]
"""Whether what is on record of a game holds, as its audit says."""

_Check = Callable[[Record], Iterator[str]]


def check_store(record: Record, holds: Holds) -> None:
    """Looks at every page and at every row with a digest. Raises `StoreRefused`, which names the tables."""
    found = whole_tables(record.place) if isinstance(record.place, Path) else []
    found = found or true_rows(record, holds)
    if found:
        raise StoreRefused(
            f"{record.place} is damaged. {' '.join(found)} "
            "Restore it from a backup, or import the games from their exports."
        )


def whole_tables(path: Path) -> list[str]:
    """A sentence for each table of which a page or an index is damaged, or about the file where none is."""
    with closing(connect(str(path))) as connection:
        connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
        said = _said(connection, "PRAGMA integrity_check(1)")
        if said == "ok":
            return []
        names = _tables(connection)
        told = [(name, _said(connection, f"PRAGMA integrity_check('{name}')")) for name in names]
    found = [f"Table {name}: {why}." for name, why in told if why != "ok"]
    return found or [f"The file: {said}."]


def _tables(connection: sqlite3.Connection) -> list[str]:
    try:
        rows = connection.execute("SELECT name FROM sqlite_master WHERE type='table'").fetchall()
    except sqlite3.DatabaseError:
        return []
    return sorted(name for (name,) in rows if name.isidentifier())


def _said(connection: sqlite3.Connection, check: str) -> str:
    """The first thing that SQLite says, on one line."""
    try:
        (said,) = connection.execute(check).fetchone()
    except sqlite3.DatabaseError as error:
        said = str(error)
    return " ".join(str(said).removeprefix("*** in database main ***").split())


def true_rows(record: Record, holds: Holds) -> list[str]:
    """A sentence for each table in which a row is not what its digest says, or cannot be read."""
    checks: dict[str, _Check] = {
        **_CHECKS,
        "cells": partial(_cells, holds=holds),
        "settings": partial(_seeds, holds=holds),
    }
    return [said for table, check in checks.items() if (said := _first(record, table, check))]


def _first(record: Record, table: str, check: _Check) -> str:
    try:
        row = next(check(record), "")
    except (sqlite3.Error, UnicodeDecodeError) as error:
        return f"Table {table}: it cannot be read ({error})."
    return f"Table {table}: {row} is not what was kept." if row else ""


def _mails(record: Record) -> Iterator[str]:
    for name, _, raw in record.mails():
        if sha256(raw).hexdigest() != name:
            yield f"mail {name[:12]}"


def _outbox(record: Record) -> Iterator[str]:
    for number, digest, raw in record.recorder.rows("SELECT id, digest, raw FROM outbox WHERE state<>'sent'"):
        if sha256(raw).hexdigest() != digest:
            yield f"mail {number}"


def _datasets(record: Record) -> Iterator[str]:
    for name, title, files in record.recorder.rows("SELECT digest, title, files FROM datasets"):
        if data_digest(title, files) != name:
            yield f"data set {name[:12]}"


def _cells(record: Record, holds: Holds) -> Iterator[str]:
    """A game that was imported has none; and of a game that does not hold, it is not the cells that are to
    blame."""
    for game in record.games():
        for sheet, entry in enumerate(_committed(record, game), 1):
            kept = record.cells(game, sheet)
            made = (cell_commitment(game, REFEREE_SHEET, sheet, n, cell) for n, cell in enumerate(kept, 1))
            if kept and tuple(map(bytes.hex, made)) != entry.cells and holds(record, game):
                yield f"sheet {sheet} of {game}"


def _seeds(record: Record, holds: Holds) -> Iterator[str]:
    """The same of a game whose cells all follow from a seed."""
    for game in record.games():
        entries = _entries(record, game)
        if not entries or not isinstance(entries[0], Opened):
            continue
        lanes = (*(held.seat for held in entries[0].seats), GAME)
        for generation, root in enumerate(_roots(entries), 1):
            raw = record.seed(game, generation)
            if raw and not _is_drawn(raw, game, generation, lanes, root) and holds(record, game):
                yield f"the seed of the cells of {game}"


def _is_drawn(raw: bytes, game: str, generation: int, lanes: tuple[str, ...], root: str) -> bool:
    kept = drawn_from(raw, game, named(REFEREE_SHEET, generation), lanes)
    return bool(kept.sheets) and kept.whole() == kept and kept.root() == root


def _roots(entries: Sequence[Entry]) -> list[str]:
    """Those of the referee, in their order."""
    found = [one.root for one in entries if isinstance(one, Opened)]
    found += [one.root for one in entries if isinstance(one, RootCommitted) and one.party == REFEREE_SHEET]
    return [root for root in found if root]


def _committed(record: Record, game: str) -> list[SheetCommitted]:
    entries = _entries(record, game)
    return [one for one in entries if isinstance(one, SheetCommitted) and one.party == REFEREE_SHEET]


def _entries(record: Record, game: str) -> list[Entry]:
    """None of a game that cannot be read: that is for the audit."""
    try:
        return [envelope.entry for envelope in record.envelopes(game)]
    except BrokenRecord:
        return []


def _names(record: Record) -> Iterator[str]:
    """The names of games and events are texts, or reading them fails; what they say is the audit's."""
    for game in record.games():
        record.recorder.topics(game)
    yield from ()


_CHECKS = {
    "stored_events": _names,
    "mails": _mails,
    "outbox": _outbox,
    "datasets": _datasets,
}
