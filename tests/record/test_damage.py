"""What is damaged in a store as a file is named, table by table; what cannot be read is named as well."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path

import pytest
from msgspec.structs import replace

from domain.kit.errors import BrokenRecord
from referee.record import snapshots
from referee.record.damage import true_rows
from referee.record.envelope import encode
from referee.record.outbox import OutboxTable
from referee.record.record import Record
from referee.record.schema import StoreRefused, examine
from tests.record.stores import First, opened, repeatable, tamper

pytestmark = pytest.mark.of_files

STATE = "UPDATE stored_events SET state=? WHERE originator_id=? AND originator_version=?"
MAIL = sha256(b"one").hexdigest()


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game by sheets of cells, one whose cells follow from a seed, and a mail each way."""
    record = repeatable(tmp_path_factory.mktemp("damage") / "s.db")
    opened(record, "g", kind=First)
    opened(record, "h")
    OutboxTable(record).put("<1@desk>", "aki@example.org", b"raw", "Your turn", 1)
    record.keep_mail(MAIL, b"one")
    record.close()
    return Path(record.path)


@contextmanager
def damaged(store: Path, tmp_path: Path, *statements: tuple[str, tuple[object, ...]]) -> Iterator[Record]:
    with closing(Record(tamper(store, tmp_path / "copy.db", *statements))) as record:
        yield record


DAMAGES = [
    ("UPDATE mails SET raw=x'00'", f"mails: mail {MAIL[:12]}"),
    ("UPDATE outbox SET raw=x'00'", "outbox: mail 1"),
    ("UPDATE cells SET cell=x'00' WHERE place=2", "cells: sheet 1 of g"),
    ("UPDATE settings SET value=x'00' WHERE name='cells/h/1'", "settings: the seed of the cells of h"),
]


@pytest.mark.parametrize(("statement", "said"), DAMAGES)
def test_a_row_that_is_not_what_was_kept_is_named(
    store: Path, tmp_path: Path, statement: str, said: str
) -> None:
    with damaged(store, tmp_path, (statement, ())) as record:
        assert true_rows(record, lambda _record, _game: True) == [f"Table {said} is not what was kept."]
        others = true_rows(record, lambda _record, _game: False)
        assert others == ([] if "cells" in said else [f"Table {said} is not what was kept."])


def test_of_a_whole_store_nothing_is_said_nor_of_a_game_that_is_for_the_audit(
    store: Path, tmp_path: Path
) -> None:
    with damaged(store, tmp_path) as record:
        assert true_rows(record, lambda _record, _game: True) == []
    unreadable = [(STATE, (b"\xc1", game, 3)) for game in ("g", "h")]
    with damaged(store, tmp_path, *unreadable, ("UPDATE cells SET cell=x'00'", ())) as record:
        assert true_rows(record, lambda _record, _game: True) == []


def test_an_opening_that_is_none_is_named_as_the_first_event(store: Path, tmp_path: Path) -> None:
    with closing(Record(store)) as record:
        second = record.recorder.state("h", 2)
    for state, why in ((b"\xc1", "It cannot be read"), (second, "does not begin with an opening")):
        broken = pytest.raises(BrokenRecord, match=f"broken at event 1. .*{why}")
        with damaged(store, tmp_path, (STATE, (state, "h", 1))) as record, broken:
            record.fold("h")


def test_a_title_that_a_package_brings_is_named_with_the_package(store: Path, tmp_path: Path) -> None:
    with closing(Record(store)) as record:
        opening = record.envelopes("h")[0]
    brought = encode(replace(opening, entry=replace(opening.entry, package="chess-title")))
    topic = ("UPDATE stored_events SET topic='chess/opened' WHERE originator_version=1", ())
    named = pytest.raises(BrokenRecord, match="install the package chess-title, which brings it")
    with damaged(store, tmp_path, topic, (STATE, (brought, "h", 1))) as record, named:
        record.title("h")


def test_a_folder_is_no_store_for_whoever_reads_either(tmp_path: Path) -> None:
    with pytest.raises(StoreRefused, match=r"is a directory. Name a file with --store\."):
        examine(tmp_path)


class Failing:
    """A connection whose disk fails, with the code that SQLite gives."""

    def __init__(self, code: int) -> None:
        self._error = sqlite3.OperationalError("disk")
        self._error.sqlite_errorcode = code

    def execute(self, *_words: object) -> None:
        raise self._error

    def close(self) -> None:
        pass


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (sqlite3.SQLITE_FULL, OSError),
        (sqlite3.SQLITE_IOERR_WRITE, OSError),
        (sqlite3.SQLITE_CANTOPEN, sqlite3.OperationalError),
    ],
)
def test_a_copy_that_the_disk_does_not_take_is_an_error_of_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, kind: type[Exception]
) -> None:
    monkeypatch.setattr(snapshots, "connect", lambda _path: Failing(code))
    with pytest.raises(kind):
        snapshots.snapshot(tmp_path / "s.db", tmp_path / "copy.db")
