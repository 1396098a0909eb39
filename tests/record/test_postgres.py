"""What only a store on a server has: its settings, what cannot be changed, and servers that are refused.

All that holds for both kinds of store is tested by the other modules, which run on both.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from urllib.parse import quote

import psycopg
import pytest
from click.testing import CliRunner
from eventsourcing.persistence import IntegrityError, OperationalError, PersistenceError

import referee.record
from cli.main import commands
from referee.games.referee import AlreadyTaken
from referee.record import postgres
from referee.record.library_settings import exists
from referee.record.location import Server, place_of, written
from referee.record.outbox import OutboxTable
from referee.record.postgres import Recorder
from referee.record.record import Record
from referee.record.schema import APPEND_ONLY, SCHEMA, StoreRefused
from tests.record import stores
from tests.record.servers import Cluster
from tests.record.stores import ACT, one_order, opened, play
from tests.record.test_file import STRAY
from tests.record.test_kill import ROOT
from tests.record.test_together import everything, first_offer, holds

pytestmark = pytest.mark.of_files


@pytest.fixture
def place(cluster: Cluster) -> Server:
    return cluster.fresh()


@pytest.fixture
def record(place: Server) -> Iterator[Record]:
    made = Record(place, clock=stores.clock(), entropy=stores.entropy())
    yield made
    made.close()


@pytest.fixture
def other(record: Record) -> Iterator[psycopg.Connection[tuple[object, ...]]]:
    """Another program, which knows nothing of ours."""
    assert isinstance(record.place, Server)
    path = f"-c search_path={record.place.schema}"
    with psycopg.connect(record.place.conninfo, autocommit=True, options=path) as connection:
        yield connection


# ---- addresses

ADDRESSES = [
    (
        "postgresql://bugyo@db.example.org/club",
        "public",
        "postgresql://bugyo@db.example.org/club",
        "postgresql://bugyo@db.example.org/club",
    ),
    (
        "postgres://bugyo:s3cret@db.example.org:5433/club?schema=summer",
        "summer",
        "postgresql://bugyo:s3cret@db.example.org:5433/club",
        "postgresql://bugyo@db.example.org:5433/club?schema=summer",
    ),
    (
        "postgresql://bugyo@/club?host=/run/postgresql&password=s3cret&sslmode=verify-full",
        "public",
        "postgresql://bugyo@/club?host=%2Frun%2Fpostgresql&password=s3cret&sslmode=verify-full",
        "postgresql://bugyo@/club?host=/run/postgresql&sslmode=verify-full",
    ),
    ("postgresql:///club", "public", "postgresql:///club", "postgresql:///club"),
]


@pytest.mark.parametrize(("url", "schema", "conninfo", "shown"), ADDRESSES)
def test_an_address_and_what_is_shown_of_it(url: str, schema: str, conninfo: str, shown: str) -> None:
    place = place_of(url)
    assert isinstance(place, Server)
    assert (place.schema, place.conninfo, str(place)) == (schema, conninfo, shown)
    assert place_of(written(place)) == place


@pytest.mark.parametrize("name", ["games.db", "/srv/club/games.db", "postgresql", "C:\\g.db"])
def test_everything_else_is_a_file(name: str) -> None:
    assert place_of(name) == Path(name)
    assert written(place_of(name)) == name


# ---- settings

SETTINGS = {
    "synchronous_commit": "on",
    "transaction_isolation": "read committed",
    "lock_timeout": "10s",
    "idle_in_transaction_session_timeout": "10min",
    "client_encoding": "UTF8",
}


def test_the_writer_has_the_durability_that_is_promised(record: Record) -> None:
    writer = record.recorder.writer()
    assert {name: writer.execute(f"SHOW {name}").fetchone()[0] for name in SETTINGS} == SETTINGS


def test_reading_connections_have_it_too_whatever_the_database_says(record: Record, place: Server) -> None:
    with postgres.connect(place) as connection:
        connection.execute("ALTER DATABASE postgres SET synchronous_commit = off")
    try:
        fresh = Record(place)
        found = {name: fresh.recorder.rows(f"SHOW {name}")[0][0] for name in SETTINGS}
        assert found == SETTINGS
        assert fresh.recorder.writer().execute("SHOW synchronous_commit").fetchone()[0] == "on"
        fresh.close()
    finally:
        record.recorder.writer().execute("ALTER DATABASE postgres RESET synchronous_commit")


def test_whoever_only_reads_sees_what_is_recorded_and_writes_nothing(record: Record, place: Server) -> None:
    opened(record)
    with closing(Record(place, only_read=True)) as reading:
        assert reading.load("g").head == record.load("g").head
        with pytest.raises(PersistenceError, match="read-only"):
            reading.set("x", b"y")


def test_a_stray_environment_variable_changes_nothing(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = stored(cluster.fresh())
    stray = {"POSTGRES_DBNAME": "x", "POSTGRES_SCHEMA": "public", "POSTGRES_HOST": "x", "POSTGRES_PORT": "1"}
    for name, value in {**STRAY, **stray, "PGOPTIONS": "-c synchronous_commit=off"}.items():
        monkeypatch.setenv(name, value)
    assert stored(cluster.fresh()) == plain
    assert len(plain) > 17


def stored(place: Server) -> list[tuple[object, ...]]:
    record = Record(place, clock=stores.clock(), entropy=stores.entropy())
    play(opened(record), "g", 5, Random(1))
    rows: list[tuple[object, ...]] = record.recorder.rows(
        "SELECT * FROM stored_events ORDER BY notification_id"
    )
    record.close()
    return rows


# ---- nothing is ever changed

ALTERATIONS = [
    "UPDATE stored_events SET state='\\x00' WHERE originator_version=2",
    "UPDATE stored_events SET topic='shinobi/opened'",
    "UPDATE stored_events SET notification_id=99 WHERE originator_version=2",
    "DELETE FROM stored_events WHERE originator_version=17",
    "DELETE FROM stored_events",
    "TRUNCATE stored_events",
    "INSERT INTO stored_events VALUES ('g', 2, 'x', '\\x00') ON CONFLICT (originator_id, originator_version) "
    "DO UPDATE SET state='\\x00'",
    "UPDATE intake SET position=1",
    "DELETE FROM intake",
    "UPDATE mails SET raw='\\x00'",
    "DELETE FROM mails",
    "TRUNCATE mails, datasets",
    "UPDATE datasets SET title='chess'",
    "DELETE FROM datasets",
    "UPDATE cells SET cell='\\x00'",
    "TRUNCATE cells",
]


def test_nothing_that_is_recorded_can_be_changed(
    record: Record, other: psycopg.Connection[tuple[object, ...]]
) -> None:
    """From a connection of any program, not only of ours; also where it says that it replicates."""
    opened(record)
    record.keep_mail("digest", b"raw")
    before = [other.execute(f"SELECT * FROM {table}").fetchall() for table in APPEND_ONLY]
    for role in ("origin", "replica"):
        other.execute(f"SET session_replication_role={role}")
        for statement in ALTERATIONS:
            with pytest.raises(psycopg.IntegrityError, match=r"^the record is append-only"):
                other.execute(statement)
    assert [other.execute(f"SELECT * FROM {table}").fetchall() for table in APPEND_ONLY] == before


# ---- servers and schemas that are refused


def refusal(place: Server) -> str:
    with pytest.raises(StoreRefused) as refused:
        Record(place)
    with pytest.raises(StoreRefused):
        exists(place)
    return str(refused.value)


def test_another_version_of_the_format_is_refused(record: Record) -> None:
    assert isinstance(record.place, Server)
    record.recorder.write("UPDATE bugyo SET version=?", (SCHEMA + 1,))
    assert refusal(record.place) == (
        f"{record.place} has version 3 of the store's format; this program reads version 2. "
        "Open it with the Bugyo that wrote it and export its games, then import them here."
    )


def test_the_schema_of_another_program_is_refused(cluster: Cluster, place: Server) -> None:
    with psycopg.connect(cluster.database().conninfo, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {place.schema}")
        connection.execute(f"CREATE TABLE {place.schema}.places (url TEXT)")
    assert refusal(place) == (
        f"{place} holds tables of another program. Name an empty database, or add ?schema=NAME."
    )


@pytest.mark.soak
@pytest.mark.parametrize("setting", ["fsync", "full_page_writes"])
def test_a_server_that_does_not_wait_for_its_disk_is_refused(
    cluster: Cluster, place: Server, setting: str
) -> None:
    with psycopg.connect(cluster.database().conninfo, autocommit=True) as connection:
        connection.execute(f"ALTER SYSTEM SET {setting} = off")
        connection.execute("SELECT pg_reload_conf(), pg_sleep(0.3)")
        try:
            assert refusal(place) == (
                f"{place} does not wait for its disk: fsync or full_page_writes is off, and a power cut can "
                "take what was acknowledged. Set both to on in its postgresql.conf, and restart it."
            )
        finally:
            connection.execute(f"ALTER SYSTEM RESET {setting}")
            connection.execute("SELECT pg_reload_conf(), pg_sleep(0.3)")
    assert not exists(place)


def test_a_database_in_another_encoding_is_refused(cluster: Cluster) -> None:
    with psycopg.connect(cluster.database().conninfo, autocommit=True) as connection:
        connection.execute("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    place = cluster.database("latin")
    assert refusal(place) == (f"{place} is in the encoding LATIN1. Make a database with ENCODING 'UTF8'.")


def test_a_server_that_is_not_there(tmp_path: Path) -> None:
    nobody = Server(f"postgresql://bugyo:s3cret@/club?host={tmp_path}&port=5432")
    for attempt in (Record, exists):
        with pytest.raises(OperationalError) as error:
            attempt(nobody)
        assert "No such file or directory" in str(error.value)
        assert "s3cret" not in str(error.value)


WITHOUT = """
import sys
sys.modules["psycopg"] = None
from cli.main import run
sys.argv = ["bugyo", "list", "--store", "postgresql:///club"]
run()
"""


NEEDED = (
    "Error: A store on a server needs the package psycopg: "
    f"{shlex.quote(sys.executable)} -m pip install 'bugyo[postgres]'.\n"
)


def test_without_the_driver_it_is_said_what_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if neither it nor what imports it had been read; the whole program, in a long proof."""
    monkeypatch.setitem(sys.modules, "psycopg", None)
    monkeypatch.delitem(sys.modules, postgres.__name__)
    monkeypatch.delattr(referee.record, "postgres")
    done = CliRunner().invoke(commands, ["list", "--store", "postgresql:///club"], prog_name="bugyo")
    assert (done.exit_code, done.stdout, done.stderr) == (65, "", NEEDED)


@pytest.mark.soak
def test_the_program_without_the_driver() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert (done.returncode, done.stdout, done.stderr) == (65, "", NEEDED)


def test_a_store_is_there_once_it_was_made(place: Server) -> None:
    assert not exists(place)
    Record(place).close()
    assert exists(place)
    again = Record(place)
    assert again.games() == ()
    again.close()


def test_a_table_that_a_newer_bugyo_has_added_is_made_when_the_store_is_opened(
    record: Record, place: Server, other: psycopg.Connection[tuple[object, ...]]
) -> None:
    opened(record)
    other.execute("DROP TABLE people, cells")
    again = Record(place)
    again.keep_cells("g", 1, [b"1"])
    with pytest.raises(psycopg.IntegrityError, match=r"^the record is append-only"):
        other.execute("DELETE FROM cells")
    assert again.recorder.rows("SELECT * FROM people") == []
    again.close()


def test_many_who_make_the_same_store_at_once(place: Server) -> None:
    made: list[Record] = []
    threads = [threading.Thread(target=lambda: made.append(Record(place))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 6
    opened(made[0])
    assert [one.games() for one in made] == [("g",)] * 6
    for one in made:
        one.close()


ODD = 'Sum "mer \\ x'


def test_a_schema_may_have_any_name(cluster: Cluster) -> None:
    place = Server(f"{cluster.database().url}&schema={quote(ODD)}")
    record = Record(place)
    play(opened(record), "g", 3, Random(1))
    assert exists(place)
    assert holds(record)
    record.close()


def test_stores_of_one_database_know_nothing_of_each_other(cluster: Cluster) -> None:
    first, second = (Record(cluster.fresh()) for _ in range(2))
    with first.recorder.together():  # its lock is no lock of the other
        second.set("a", b"2")
        first.set("a", b"1")
    assert (first.setting("a"), second.setting("a")) == (b"1", b"2")
    first.close()
    second.close()


# ---- texts


def test_texts_that_a_server_cannot_hold(record: Record) -> None:
    """A stranger's mail may say anything: it stops no desk, and its bytes are kept as they are."""
    outbox = OutboxTable(record)
    outbox.put("<1@x>", "a\0b@example.org", b"raw\0", "subject \0 x", 5)
    (mail,) = outbox.unsent()
    assert (mail.to, mail.about, outbox.raw(mail.id)) == ("a�b@example.org", "subject � x", b"raw\0")
    outbox.put("<1@x>", "a\0b@example.org", b"raw\0", "subject \0 x", 5)
    assert len(outbox.unsent()) == 1
    record.register("g", "oda", "Ö\0@example.org")
    assert record.seats_of("ö\0@EXAMPLE.org") == [("g", "oda")]


# ---- in the order of the commits


def follow(connection: psycopg.Connection[tuple[object, ...]], after: int) -> list[tuple[object, ...]]:
    return connection.execute(
        "SELECT notification_id, originator_id FROM stored_events WHERE notification_id>%s ORDER BY 1",
        (after,),
    ).fetchall()


INSERT = "INSERT INTO stored_events VALUES (%s, 1, 'shinobi/x', '\\x00') RETURNING notification_id"


LIBRARY = "SELECT es_insert_events_text(ARRAY[ROW(%s, 1, 'shinobi/x', '\\x00')::stored_event_text])"


def test_who_comes_second_waits_for_the_commit_of_the_first(
    record: Record, place: Server, other: psycopg.Connection[tuple[object, ...]]
) -> None:
    """Also where it is no program of ours that inserts: the table sees to it."""
    with record.recorder.together():
        record.recorder.insert([("ours", 1, "shinobi/x", b"1")])
        other.execute("SET lock_timeout = '50ms'")
        with pytest.raises(psycopg.errors.LockNotAvailable):
            other.execute(INSERT, ("theirs",))
        assert follow(other, 0) == []
    other.execute(INSERT, ("theirs",))
    assert [game for _, game in follow(other, 0)] == ["ours", "theirs"]


def test_without_the_lock_a_follower_would_miss_an_event_for_ever(
    record: Record, place: Server, other: psycopg.Connection[tuple[object, ...]]
) -> None:
    """The control: what the library's function does by itself."""
    other.execute("DROP TRIGGER in_order ON stored_events")
    with psycopg.connect(place.conninfo, options=f"-c search_path={place.schema}") as slow:
        slow.execute(LIBRARY, ("slow",))
        other.execute(LIBRARY, ("quick",))
        seen = follow(other, 0)
        slow.commit()
    assert [game for _, game in seen] == ["quick"]
    last = seen[-1][0]
    assert isinstance(last, int)
    assert follow(other, last) == []


# ---- connections that are lost


def end_of(record: Record, other: psycopg.Connection[tuple[object, ...]]) -> None:
    """The server takes the connection of the writer away."""
    other.execute("SELECT pg_terminate_backend(%s, 5000)", (record.recorder.writer().info.backend_pid,))


def test_a_connection_that_was_lost_between_two_orders_is_made_again(
    record: Record, other: psycopg.Connection[tuple[object, ...]]
) -> None:
    referee = opened(record)
    end_of(record, other)
    one_order(referee, record.load("g").game, Random(1))
    end_of(record, other)
    assert record.keep_mail("digest", b"raw")
    other.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid<>pg_backend_pid()")
    assert holds(record)


def test_a_connection_that_was_lost_in_the_middle_leaves_nothing(
    record: Record, other: psycopg.Connection[tuple[object, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    referee = opened(record)
    seat, order = first_offer(record.load("g").game)
    before = everything(record)
    commit = Recorder._commit

    def lost(recorder: Recorder) -> None:
        monkeypatch.setattr(Recorder, "_commit", commit)
        end_of(record, other)
        commit(recorder)

    monkeypatch.setattr(Recorder, "_commit", lost)
    with pytest.raises(OperationalError) as error:
        referee.take("g", seat, order, ACT, ("id:1",))
    assert str(error.value) == (
        "The store could not be written: terminating connection due to administrator command. "
        "Nothing of this was recorded."
    )
    assert everything(record) == before
    assert referee.take("g", seat, order, ACT, ("id:1",)).kept.game.position > 17
    assert holds(record)


def test_a_commit_whose_answer_was_lost_and_that_is_there_counts(
    record: Record, other: psycopg.Connection[tuple[object, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    referee = opened(record)
    seat, order = first_offer(record.load("g").game)
    commit = Recorder._commit

    def lost(recorder: Recorder) -> None:
        monkeypatch.setattr(Recorder, "_commit", commit)
        commit(recorder)
        raise OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(Recorder, "_commit", lost)
    taken = referee.take("g", seat, order, ACT, ("id:1",))
    assert record.load("g").head == taken.kept.head
    assert record.seen("g", ("id:1",)) == 22
    assert holds(record)


def test_where_the_server_is_gone_it_is_said_that_it_is_not_known(
    record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    referee = opened(record)
    seat, order = first_offer(record.load("g").game)
    commit = Recorder._commit

    def lost(recorder: Recorder) -> None:
        monkeypatch.setattr(Recorder, "_commit", commit)
        commit(recorder)
        monkeypatch.setattr(postgres, "connect", gone)
        raise OperationalError("server closed the connection unexpectedly")

    def gone(server: Server) -> psycopg.Connection[object]:
        raise OperationalError("connection refused")

    monkeypatch.setattr(Recorder, "_commit", lost)
    monkeypatch.setattr(postgres, "PATIENCE", 0.01)
    with pytest.raises(OperationalError) as error:
        referee.take("g", seat, order, ACT, ("id:1",))
    assert str(error.value) == (
        "The store could not be written: server closed the connection unexpectedly. "
        "Whether this was recorded is not known yet."
    )
    monkeypatch.undo()
    with pytest.raises(AlreadyTaken):
        referee.take("g", seat, order, ACT, ("id:1",))


def test_a_writer_that_keeps_the_others_waiting_is_an_error(
    place: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(postgres.SETTINGS, "lock_timeout", "50ms")
    record, slow = Record(place), Record(place)
    referee = opened(record)
    seat, order = first_offer(record.load("g").game)
    before = everything(record)
    with slow.recorder.together(), pytest.raises(OperationalError) as error:
        referee.take("g", seat, order, ACT, ("id:1",))
    assert re.fullmatch(
        r"The store could not be written: process \d+ of the server \(bugyo, role bugyo\) has kept it for "
        r"0 s\. If it hangs, its owner can end it: SELECT pg_terminate_backend\(\d+\)\. Nothing of this was "
        r"recorded\.",
        str(error.value),
    )
    assert everything(record) == before
    assert referee.take("g", seat, order, ACT, ("id:1",)).kept.game.position > 17
    record.close()
    slow.close()


def test_a_transaction_in_which_something_failed_is_not_acknowledged(record: Record) -> None:
    """The server answers COMMIT with ROLLBACK and no error; we do not."""

    def go_on() -> None:
        with record.recorder.together():
            record.set("a", b"1")
            try:
                record.recorder.write("INSERT INTO nowhere VALUES (?)", (1,), counts=True)
            except PersistenceError:
                return

    with pytest.raises(OperationalError, match="a statement in it had failed"):
        go_on()
    assert record.setting("a") == b""
    record.set("a", b"2")
    assert record.setting("a") == b"2"


def test_a_transaction_whose_connection_was_lost_does_not_go_on_with_another(
    record: Record, other: psycopg.Connection[tuple[object, ...]]
) -> None:
    """Not even where the first error is passed over: what follows would be written by itself."""

    def go_on() -> None:
        with record.recorder.together():
            record.set("a", b"1")
            end_of(record, other)
            for name in ("b", "c"):
                with suppress(PersistenceError):
                    record.recorder.write("INSERT INTO settings VALUES (?,?)", (name, b"1"), counts=True)

    with pytest.raises(OperationalError, match="the connection was lost"):
        go_on()
    assert [record.setting(name) for name in "abc"] == [b"", b"", b""]
    record.set("a", b"2")
    assert record.setting("a") == b"2"


def test_two_at_one_position_of_two_processes(record: Record, place: Server) -> None:
    second = Record(place)
    record.recorder.insert([("g", 1, "shinobi/x", b"1")])
    with pytest.raises(IntegrityError):
        second.recorder.insert([("g", 1, "shinobi/x", b"2")])
    assert second.recorder.states("g") == [(1, b"1")]
    assert (
        list(second.recorder.insert([("h", 1, "x/y", b"1"), ("h", 2, "x/y", b"2")]))
        == sorted(place for place, _ in second.recorder.rows("SELECT notification_id, 1 FROM stored_events"))[
            1:
        ]
    )
    second.close()
