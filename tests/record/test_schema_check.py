"""What somebody has put into the file of a store: refused where it could change the record, else named."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from referee.copies.backup import NotABackup, back_up, manifest_of, restore
from referee.record import schema
from referee.record.record import Record
from referee.record.schema import StoreRefused, examine, objects_of
from referee.record.schema_check import EVENTS, Objects
from tests.record.stores import opened

pytestmark = pytest.mark.of_files

THIEF = "CREATE TRIGGER thief AFTER INSERT ON mails BEGIN UPDATE settings SET value=NEW.raw; END"

# what was put in                                             what is named
REFUSED = [
    (THIEF, "has a trigger “thief” that Bugyo did not make"),
    ("CREATE TRIGGER quiet BEFORE INSERT ON addresses BEGIN SELECT RAISE(IGNORE); END", "a trigger “quiet”"),
    ("CREATE VIEW v AS SELECT 1; CREATE TRIGGER late INSTEAD OF INSERT ON v BEGIN SELECT 1; END", "“late”"),
    ("CREATE UNIQUE INDEX one_mail ON outbox (recipient)", "has a unique index “one_mail”"),
    ("ALTER TABLE settings ADD COLUMN more TEXT", "The table “settings” of"),
    ("ALTER TABLE dues ADD COLUMN twice INTEGER AS (at * 2)", "The table “dues” of"),
    (
        "DROP TRIGGER mails_no_update; "
        "CREATE TRIGGER mails_no_update BEFORE UPDATE ON mails BEGIN SELECT 1; END",
        "The trigger “mails_no_update” of",
    ),
    ("DROP INDEX dues_open; CREATE INDEX dues_open ON dues (kind)", "The index “dues_open” of"),
    ("DROP TABLE digests; CREATE VIEW Digests AS SELECT '' AS address, 0 AS due", "The view “Digests” of"),
    ('CREATE TRIGGER "a\x1b[2Jb\nc" AFTER INSERT ON mails BEGIN SELECT 1; END', "a trigger “a[2Jbc” that"),
]

ALLOWED = [
    ("CREATE VIEW busy AS SELECT game FROM dues", ["view “busy”"]),
    ("CREATE TABLE notes (text)", ["table “notes”"]),
    ("CREATE INDEX by_time ON mails (received_at)", ["index “by_time”"]),
    (
        "CREATE TABLE notes (text UNIQUE); CREATE UNIQUE INDEX one ON notes (text)",
        ["table “notes”", "index “one”"],
    ),
    ("CREATE VIRTUAL TABLE found USING fts5(raw)", ["table “found”"]),
    ("ANALYZE", []),
    ("SELECT 1", []),
]


@pytest.fixture
def store(tmp_path: Path) -> Path:
    with closing(Record(tmp_path / "games.db")) as record:
        opened(record)
    return tmp_path / "games.db"


def plant(store: Path, script: str) -> None:
    with closing(sqlite3.connect(store)) as connection:
        connection.executescript(script)


@pytest.mark.parametrize(("script", "said"), REFUSED)
def test_what_could_change_the_record_is_refused(store: Path, tmp_path: Path, script: str, said: str) -> None:
    plant(store, script)
    before = store.read_bytes()
    for attempt in (examine, Record):
        with pytest.raises(StoreRefused) as error:
            attempt(store)
        assert said in str(error.value)
        assert str(error.value).isprintable()
    assert store.read_bytes() == before
    with pytest.raises(StoreRefused):
        restore(store, tmp_path / "new.db")
    assert not (tmp_path / "new.db").exists()


def test_a_backup_in_which_somebody_has_put_a_trigger_is_not_restored(store: Path, tmp_path: Path) -> None:
    """Also where he has written the manifest anew, or taken it away."""
    with closing(Record(store)) as record:
        back_up(record, tmp_path / "b.db")
    plant(tmp_path / "b.db", THIEF)
    with pytest.raises(NotABackup, match="is not the file of"):
        restore(tmp_path / "b.db", tmp_path / "new.db")
    manifest_of(tmp_path / "b.db").unlink()
    with pytest.raises(StoreRefused, match="“thief”"):
        restore(tmp_path / "b.db", tmp_path / "new.db")
    assert not (tmp_path / "new.db").exists()


@pytest.mark.parametrize(("script", "named"), ALLOWED)
def test_what_only_browses_is_named_and_left_alone(store: Path, script: str, named: list[str]) -> None:
    plant(store, script)
    with closing(Record(store)) as record:
        assert record.games() == ("g",)
    assert [one for one in objects_of(store).strange() if "found_" not in one] == named


def test_a_guard_that_was_taken_away_comes_back_and_that_is_said(
    store: Path, caplog: pytest.LogCaptureFixture
) -> None:
    plant(store, "DROP TRIGGER stored_events_no_update")
    Record(store).close()
    (said,) = caplog.messages
    assert said.startswith(
        "The store had lost what keeps its record from being changed (stored_events_no_update)"
    )
    Record(store).close()
    assert len(caplog.messages) == 1


def test_a_table_that_a_newer_bugyo_has_added_is_no_news(
    store: Path, caplog: pytest.LogCaptureFixture
) -> None:
    plant(store, "DROP TABLE digests; DROP TABLE cells")
    Record(store).close()
    assert caplog.messages == []


def test_it_is_read_without_being_written(store: Path) -> None:
    store.chmod(0o400)
    store.parent.chmod(0o500)
    try:
        assert objects_of(store).wrong() == ""
    finally:
        store.parent.chmod(0o700)


@pytest.mark.parametrize("when", ["", " OR EXISTS (SELECT 1 FROM mails WHERE rowid=NEW.rowid)"])
def test_a_guard_as_an_earlier_version_has_made_it(store: Path, when: str) -> None:
    plant(
        store,
        "DROP TRIGGER mails_no_replace; CREATE TRIGGER mails_no_replace BEFORE INSERT ON mails "
        f"WHEN EXISTS (SELECT 1 FROM mails WHERE digest=NEW.digest){when} "
        "BEGIN SELECT RAISE(ABORT, 'the record is append-only'); END",
    )
    Record(store).close()


def test_the_table_of_the_library_is_as_it_makes_it(tmp_path: Path) -> None:
    """Without it every store would be refused once the library makes another."""
    Record(tmp_path / "s.db").close()
    assert Objects(tmp_path / "s.db", schema._script(), {}).wrong() == ""
    assert "stored_events" in EVENTS
