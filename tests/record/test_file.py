"""The file: its settings, what cannot be changed in it, and the files that are refused."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from itertools import chain, repeat
from pathlib import Path
from random import Random

import pytest
from eventsourcing.persistence import IntegrityError

from domain.kit.errors import BrokenRecord
from referee.record.record import Record
from referee.record.schema import SCHEMA, StoreRefused, connect, create_tables, prepare
from referee.record.store import TOGETHER, Recorder
from tests.record import stores
from tests.record.stores import ACT, finished, opened, play, repeatable, tamper

pytestmark = pytest.mark.of_files

PRAGMAS = {
    "synchronous": 3,  # EXTRA
    "journal_mode": "truncate",
    "foreign_keys": 1,
    "trusted_schema": 0,
    "cell_size_check": 1,
    "mmap_size": 0,
    "busy_timeout": 30000,
}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Record]:
    record = repeatable(tmp_path / "s.bugyo")
    referee = opened(record)
    order = referee.record.load("g").game
    offers = order.rules.offers(order.state, order.awaited()[0]) or ()
    referee.take("g", order.awaited()[0], offers[0], ACT, ("mail:1",))
    record.keep_mail("digest", b"raw")
    yield record
    record.close()


def settings(connection: sqlite3.Connection) -> dict[str, object]:
    return {name: connection.execute(f"PRAGMA {name}").fetchone()[0] for name in PRAGMAS}


def test_the_writer_has_the_durability_that_is_promised(store: Record) -> None:
    assert settings(store.recorder.writer()) == PRAGMAS


def test_reading_connections_have_it_too(store: Record) -> None:
    assert isinstance(store.recorder, Recorder)
    with store.recorder.datastore.get_connection(commit=False) as connection:
        assert settings(connection._sqlite_conn) == PRAGMAS


def test_the_file_never_was_in_wal_mode(store: Record) -> None:
    assert store.path.read_bytes()[18:20] == b"\x01\x01"
    assert not store.path.with_name("s.bugyo-wal").exists()


ALTERATIONS = [
    "UPDATE stored_events SET state=x'00' WHERE originator_version=2",
    "UPDATE stored_events SET topic='shinobi/opened'",
    "DELETE FROM stored_events WHERE originator_version=17",
    "DELETE FROM stored_events",
    "REPLACE INTO stored_events SELECT originator_id, originator_version, topic, x'00' FROM stored_events",
    "INSERT OR REPLACE INTO stored_events VALUES ('g', 2, 'shinobi/asked', x'00')",
    "REPLACE INTO stored_events(rowid, originator_id, originator_version, topic, state) "
    "VALUES (2, 'g', 99, 'shinobi/asked', x'00')",
    "UPDATE intake SET position=1",
    "DELETE FROM intake",
    "REPLACE INTO intake VALUES ('g', 'mail:1', 1)",
    "UPDATE mails SET raw=x'00'",
    "DELETE FROM mails",
    "REPLACE INTO mails VALUES ('digest', 1, x'00')",
    "REPLACE INTO mails(rowid, digest, received_at, raw) VALUES (1, 'other', 1, x'00')",
    "UPDATE datasets SET title='chess'",
    "DELETE FROM datasets",
    "REPLACE INTO datasets SELECT digest, title, x'00' FROM datasets",
]


def test_nothing_that_is_recorded_can_be_changed(store: Record) -> None:
    """From a connection of any program, not only of ours."""
    other = sqlite3.connect(store.path)
    before = contents(other)
    for statement in ALTERATIONS:
        with pytest.raises(sqlite3.IntegrityError, match=r"^the record is append-only$"):
            other.execute(statement)
        assert contents(other) == before, statement
    other.close()


def contents(connection: sqlite3.Connection) -> list[list[object]]:
    tables = ("rowid, * FROM stored_events", "* FROM intake", "rowid, * FROM mails", "* FROM datasets")
    return [connection.execute(f"SELECT {table}").fetchall() for table in tables]


def test_the_same_mail_and_the_same_data_set_are_kept_once(store: Record) -> None:
    files = store.data_files("shinobi", store.load("g").game.opened.data)  # type: ignore[union-attr]
    assert store.keep_mail("digest", b"raw") is False
    assert store.keep_mail("another", b"raw") is True
    assert store.keep_data("shinobi", files) == store.keep_data("shinobi", files)
    assert [(name, raw) for name, _, raw in store.mails()] == [("digest", b"raw"), ("another", b"raw")]


@pytest.mark.parametrize("count", [1, TOGETHER - 1, TOGETHER, TOGETHER + 1, 2 * TOGETHER + 1])
def test_the_places_of_events_of_which_a_statement_takes_only_some(store: Record, count: int) -> None:
    ((last,),) = store.recorder.rows("SELECT max(rowid) FROM stored_events")
    rows = [("h", position, "s", bytes([position])) for position in range(1, count + 1)]
    assert list(store.recorder.insert(rows)) == list(range(last + 1, last + count + 1))
    assert store.recorder.newer(last, 1000) == [(last + row[1], *row) for row in rows]


def test_what_a_later_statement_refuses_takes_back_the_earlier_ones(store: Record) -> None:
    rows = [("h", position, "s", b"x") for position in range(1, TOGETHER + 1)]
    with pytest.raises(IntegrityError):
        store.recorder.insert([*rows, ("g", 1, "s", b"x")])
    assert store.games() == ("g",)
    assert store.recorder.states("h") == []


# ---- files that are refused


def refusal(path: Path) -> str:
    with pytest.raises(StoreRefused) as refused:
        Record(path)
    return str(refused.value)


def test_another_version_of_the_format_is_refused(store: Record) -> None:
    store.recorder.writer().execute(f"PRAGMA user_version={SCHEMA + 1}")
    store.close()
    assert refusal(store.path) == (
        f"{store.path} has version 3 of the store's format; this program reads version 2. "
        "Open it with the Bugyo that wrote it and export its games, then import them here."
    )


def test_a_file_of_another_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "places.sqlite"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE places (url TEXT)")
    connection.close()
    before = path.read_bytes()
    assert refusal(path) == f"{path} is an SQLite file of another program. Name another file with --store."
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"Dear all,\n", b"SQLite format 3\x00", b"\x00" * 4096])
def test_a_file_that_is_no_sqlite_file_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "letter.txt"
    path.write_bytes(content)
    assert refusal(path) == (
        f"{path} is not a Bugyo store: it is no SQLite file. Name another file with --store."
    )
    assert path.read_bytes() == content


def test_a_directory_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path) == f"{tmp_path} is a directory. Name a file with --store."


def test_a_file_that_was_cut_short_is_refused(store: Record) -> None:
    store.close()
    whole = store.path.read_bytes()
    store.path.write_bytes(whole[: len(whole) - 4096])
    assert refusal(store.path) == (
        f"{store.path} is cut short: its header speaks of {len(whole) // 4096} pages and they are not all "
        "there. Restore it from a backup, or import the games from their exports."
    )


def test_a_new_file_of_no_bytes_becomes_a_store(tmp_path: Path) -> None:
    path = tmp_path / "new.bugyo"
    path.touch()
    record = Record(path)
    assert record.games() == ()
    record.close()


def test_a_store_that_was_made_but_never_filled_can_be_opened(tmp_path: Path) -> None:
    """As after a power cut between the header and the tables."""
    prepare(tmp_path / "made.bugyo")
    record = Record(tmp_path / "made.bugyo")
    assert record.games() == ()
    record.close()


# ---- the environment

STRAY = {
    "COMPRESSOR_TOPIC": "zlib",
    "CIPHER_TOPIC": "eventsourcing.cipher:AESCipher",
    "CIPHER_KEY": "AAAAAAAAAAAAAAAAAAAAAA==",
    "MAPPER_TOPIC": "eventsourcing.persistence:Mapper",
    "TRANSCODER_TOPIC": "eventsourcing.persistence:JSONTranscoder",
    "PERSISTENCE_MODULE": "eventsourcing.popo",
    "RECORD_PERSISTENCE_MODULE": "eventsourcing.popo",
    "RECORD_SQLITE_DBNAME": ":memory:",
    "SQLITE_DBNAME": ":memory:",
    "SQLITE_LOCK_TIMEOUT": "0",
    "ORIGINATOR_ID_TYPE": "uuid",
    "IS_SNAPSHOTTING_ENABLED": "y",
    "AGGREGATE_CACHE_MAXSIZE": "5",
    "CREATE_TABLE": "n",
}


@pytest.mark.parametrize("lacking", ["intake", "outbox_due", "cells_no_replace"])
def test_what_a_store_lacks_is_made_all_or_nothing(tmp_path: Path, lacking: str) -> None:
    def refuse(act: int, name: str | None, *_: str | None) -> int:
        return sqlite3.SQLITE_DENY if act in making and name == lacking else sqlite3.SQLITE_OK

    making = (sqlite3.SQLITE_CREATE_TABLE, sqlite3.SQLITE_CREATE_INDEX, sqlite3.SQLITE_CREATE_TRIGGER)
    prepare(tmp_path / "s.bugyo")
    connection = connect(str(tmp_path / "s.bugyo"))
    connection.execute("CREATE TABLE stored_events (originator_id TEXT, originator_version INTEGER)")
    connection.set_authorizer(refuse)
    with pytest.raises(sqlite3.DatabaseError):
        create_tables(connection)
    assert names(connection) == {"stored_events"}
    assert not connection.in_transaction
    connection.set_authorizer(None)
    create_tables(connection)
    assert {lacking, "clocks_due", "stored_events_no_replace"} < names(connection)
    connection.close()


def names(connection: sqlite3.Connection) -> set[str]:
    return {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE sql<>''")}


def stored(path: Path) -> list[tuple[object, ...]]:
    record = Record(path, clock=stores.clock(), entropy=stores.entropy())
    play(opened(record), "g", 5, Random(1))
    rows: list[tuple[object, ...]] = record.recorder.rows("SELECT rowid, * FROM stored_events")
    record.close()
    return rows


def test_a_stray_environment_variable_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = stored(tmp_path / "plain")
    for name, value in STRAY.items():
        monkeypatch.setenv(name, value)
    assert stored(tmp_path / "stray") == plain
    assert len(plain) > 17


def test_received_at_never_goes_back(tmp_path: Path) -> None:
    times = chain([5_000, 4_000, 3_000, 2_000, 1_000, 500], repeat(6_000))
    record = Record(tmp_path / "s", clock=lambda: next(times), entropy=stores.entropy())
    play(opened(record), "g", 3, Random(1))
    at = [envelope.at for envelope in record.envelopes("g")]
    assert sorted(set(at)) == [5_000, 6_000]
    assert at == sorted(at)
    record.close()


def test_games_are_listed_in_the_order_of_their_opening(tmp_path: Path) -> None:
    record = finished(tmp_path / "s", "zeta")
    opened(record, "alpha")
    assert record.games() == ("zeta", "alpha")
    record.close()


def test_an_event_of_an_unknown_tag_is_named(tmp_path: Path) -> None:
    """A store of a later version, say: the game and the event are named, and nothing is guessed."""
    finished(tmp_path / "s.bugyo").close()
    where = "WHERE originator_id='g' AND originator_version=30"
    with sqlite3.connect(tmp_path / "s.bugyo") as connection:
        (state,) = connection.execute(f"SELECT state FROM stored_events {where}").fetchone()
    bent = tamper(
        tmp_path / "s.bugyo",
        tmp_path / "bent.bugyo",
        (f"UPDATE stored_events SET state=? {where}", (state.replace(b"\xa4type", b"\xa4tipe"),)),
    )
    record = Record(bent)
    for read in (record.fold, record.envelopes):
        with pytest.raises(BrokenRecord, match=r"event 30\. It cannot be read"):
            read("g")
    record.close()
