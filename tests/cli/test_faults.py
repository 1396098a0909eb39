"""Bad input, and what is wrong outside of us: a sentence and a code, and nothing is lost."""

from __future__ import annotations

import errno
import sqlite3
from importlib import import_module
from pathlib import Path

import pytest
from eventsourcing.persistence import OperationalError, PersistenceError

from cli.frame.codes import (
    BAD_DATA,
    CANNOT_CREATE,
    EXIT_CODES,
    IO_ERROR,
    NOT_ALLOWED,
    NOT_FOUND,
    OURS,
    REFUSED,
    TRY_AGAIN,
)
from cli.frame.faults import CODES, stopped
from domain.kit.errors import BadTable, BrokenRecord, IllegalMove, StaleOrder, TableMissing
from projections.replay import NoSuchPosition
from referee.audit.game_lines import Altered, NotAnExport
from referee.copies.importing import CannotImport
from referee.games.opening import CannotOpen
from referee.games.referee import TryAgain
from referee.record.record import UnknownGame
from referee.record.schema import StoreRefused
from referee.transport.boxes import NotAMaildir
from tests.cli.conftest import Bugyo

# what was raised                                        the code, and a part of the sentence
KNOWN = [
    (IllegalMove("7.2", "No.", "Yes."), REFUSED, "[7.2] No. Yes."),
    (StaleOrder("Too late."), REFUSED, "Too late."),
    (CannotOpen("No."), REFUSED, "No."),
    (CannotImport("No."), REFUSED, "No."),
    (StoreRefused("No store."), BAD_DATA, "No store."),
    (NotAnExport("No export."), BAD_DATA, "No export."),
    (Altered(7, "It differs."), BAD_DATA, "It differs."),
    (BrokenRecord("x", 7, "It ends."), BAD_DATA, "event 7"),
    (BadTable("t.csv", 7, "a number", "x"), BAD_DATA, "t.csv, line 7"),
    (TableMissing("map", "5.1"), BAD_DATA, "needs the table"),
    (UnknownGame("x", ()), NOT_FOUND, "no game “x”"),
    (NoSuchPosition("x", 7, 3), NOT_FOUND, "no event 7"),
    (TryAgain("Busy."), TRY_AGAIN, "Busy."),
    (NotAMaildir("No."), 78, "No."),
    (OSError(errno.ENOSPC, "No space left on device"), IO_ERROR, "There is no room to write"),
    (OSError(errno.EFBIG, "File too large"), IO_ERROR, "There is no room to write"),
    (OSError(errno.EIO, "Input/output error"), IO_ERROR, "Input/output error."),
    (PermissionError(errno.EACCES, "Permission denied", "x"), NOT_ALLOWED, "x: Permission denied."),
    (FileNotFoundError(errno.ENOENT, "No such file", "x"), NOT_FOUND, "x: No such file."),
    (FileExistsError(errno.EEXIST, "File exists", "x"), CANNOT_CREATE, "x: File exists."),
]


@pytest.mark.parametrize(("error", "code", "said"), KNOWN)
def test_a_known_error_has_its_sentence_and_its_code(error: Exception, code: int, said: str) -> None:
    stop = stopped(error)
    assert stop.exit_code == code
    assert code in EXIT_CODES
    assert said in stop.message


@pytest.mark.parametrize(("module", "names"), [of for modules in CODES.values() for of in modules.items()])
def test_an_error_that_is_known_by_its_name_is_there(module: str, names: str) -> None:
    """Where it is defined, and not only where it is used."""
    found = [getattr(import_module(module), name) for name in names.split()]
    assert [(one.__module__, issubclass(one, Exception)) for one in found] == [(module, True)] * len(found)


# what SQLite reports                 the code, and a part of the sentence
SQLITE = [
    (sqlite3.SQLITE_BUSY, TRY_AGAIN, "in use"),
    (sqlite3.SQLITE_FULL, IO_ERROR, "cannot be written"),
    (sqlite3.SQLITE_IOERR_WRITE, IO_ERROR, "cannot be written"),
    (sqlite3.SQLITE_CORRUPT, BAD_DATA, "cannot be read"),
    (sqlite3.SQLITE_NOTADB, BAD_DATA, "cannot be read"),
    (sqlite3.SQLITE_READONLY_DIRECTORY, NOT_ALLOWED, "by this user"),
    (sqlite3.SQLITE_CANTOPEN, NOT_ALLOWED, "by this user"),
]


@pytest.mark.parametrize(("number", "code", "said"), SQLITE)
def test_an_error_of_sqlite_is_told_by_its_number(number: int, code: int, said: str) -> None:
    bare = sqlite3.OperationalError("database says no")
    bare.sqlite_errorcode = number
    wrapped = OperationalError(bare)
    for error in (bare, wrapped):
        stop = stopped(error)
        assert (stop.exit_code, said in stop.message) == (code, True)


@pytest.mark.parametrize("number", [sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR])
def test_a_statement_that_sqlite_quotes_is_told_in_one_line(number: int) -> None:
    error = sqlite3.DatabaseError('malformed database schema (outbox) - near "TABLE":\n    id\n\tINTEGER')
    error.sqlite_errorcode = number
    said = stopped(error).message
    assert 'malformed database schema (outbox) - near "TABLE": id INTEGER' in said
    assert "\n" not in said.strip()


def test_a_mistake_of_ours_leaves_a_file_for_the_report(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    for error in (ZeroDivisionError("oops"), PersistenceError("what?")):
        stop = stopped(error)
        assert stop.exit_code == OURS
        (file,) = tmp_path.glob("bugyo-*.txt")
        assert str(file) in stop.message
        assert str(error) in file.read_text()
        file.unlink()


def test_a_store_that_is_not_there(fresh: Bugyo) -> None:
    for args in (("list",), ("show", "x"), ("what",), ("log", "x"), ("audit", "--all"), ("export", "x")):
        assert f"There is no store {fresh.store}." in fresh(*args, code=NOT_FOUND).stderr
    assert not fresh.store.parent.exists()


def test_a_new_user_has_no_game_and_gets_no_error(fresh: Bugyo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(fresh.store.parent))
    nobody = Bugyo.__new__(Bugyo)
    nobody.store = Path("")
    nobody.store = ""  # type: ignore[assignment]  # an empty BUGYO_STORE is none
    assert nobody.json("list") == nobody.json("what") == []
    assert "There is no game yet." in nobody("list").stderr
    assert not fresh.store.parent.exists()


def _foreign(path: Path) -> None:
    path.unlink()
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE mine (x)")
    connection.close()


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def _text(path: Path) -> None:
    path.write_text("Dear diary")


def _scrambled(path: Path) -> None:
    raw = bytearray(path.read_bytes())
    raw[4096:] = bytes(len(raw) - 4096)
    path.write_bytes(raw)


@pytest.mark.parametrize("damage", [_foreign, _cut, _text, _scrambled])
@pytest.mark.parametrize("args", [("list",), ("show", "summer"), ("orders", "summer", "iga", "-")])
def test_a_store_that_is_none_is_refused_and_left_as_it_is(
    bugyo: Bugyo, damage: object, args: tuple[str, ...]
) -> None:
    damage(bugyo.store)  # type: ignore[operator]
    before = bugyo.store.read_bytes()
    assert "Error: " in bugyo(*args, code=BAD_DATA, stdin="pass").stderr
    assert bugyo.store.read_bytes() == before


def test_a_file_of_orders_that_is_not_there(bugyo: Bugyo) -> None:
    assert "No such file" in bugyo("orders", "summer", "iga", "/nowhere/orders", code=2).stderr
