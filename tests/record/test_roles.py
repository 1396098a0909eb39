"""Roles that may connect to the server of a store, and nothing else: what they can see and hold up."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from random import Random

import psycopg
import pytest

from cli.frame.codes import TRY_AGAIN
from cli.frame.faults import stopped
from referee.mail.office.access_rights import OpenToOthers, check_server
from referee.record import postgres
from referee.record.location import Server
from referee.record.locks import is_served, served
from referee.record.record import Record
from referee.record.schema import NAMES, StoreRefused
from referee.record.writing import Held
from tests.record import stores
from tests.record.servers import Cluster
from tests.record.stores import one_order, opened

pytestmark = pytest.mark.of_files

Connection = psycopg.Connection[tuple[object, ...]]

_roles = count(1)


@pytest.fixture
def place(cluster: Cluster) -> Server:
    return cluster.fresh()


@pytest.fixture
def record(place: Server) -> Iterator[Record]:
    with closing(Record(place, clock=stores.clock(), entropy=stores.entropy())) as made:
        yield made


@pytest.fixture
def stranger(record: Record, place: Server) -> Iterator[Connection]:
    """A role that may connect; nobody has given it anything."""
    name = f"stranger{next(_roles)}"
    with psycopg.connect(place.conninfo, autocommit=True) as owner:
        owner.execute(f"CREATE ROLE {name} LOGIN")
        with psycopg.connect(place.conninfo, autocommit=True, user=name) as connection:
            yield connection


def advisory(place: Server, name: str) -> int:
    """The lock that an older Bugyo has taken."""
    named = hashlib.sha256(f"bugyo/{place.schema}/{name}".encode()).digest()
    return int.from_bytes(named[:8], "big", signed=True)


def test_nobody_else_can_hold_up_whoever_writes(
    record: Record, place: Server, stranger: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("writer", "desk"):
        stranger.execute("SELECT pg_advisory_lock(%s)", (advisory(place, name),))
    for mode in ("ACCESS SHARE", "ROW SHARE", "SHARE ROW EXCLUSIVE", "ACCESS EXCLUSIVE"):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            stranger.execute(f"BEGIN; LOCK TABLE {place.schema}.bugyo IN {mode} MODE")
        stranger.execute("ROLLBACK")
    monkeypatch.setitem(postgres.SETTINGS, "lock_timeout", "500ms")
    with closing(Record(place)) as again:
        one_order(opened(again), again.load("g").game, Random(1))
        with served(place):
            assert is_served(place)
        assert not is_served(place)


def test_nobody_else_can_make_believe_that_a_desk_is_there(
    record: Record, place: Server, stranger: Connection
) -> None:
    stranger.execute("SELECT pg_advisory_lock_shared(%s)", (advisory(place, "desk"),))
    assert not is_served(place)


def test_nobody_else_can_read_or_write_any_table(record: Record, place: Server, stranger: Connection) -> None:
    opened(record)
    for table in ("bugyo", "stored_events", *NAMES):
        for statement in (
            f"SELECT * FROM {{}}.{table}",
            f"INSERT INTO {{}}.{table} SELECT * FROM {{}}.{table}",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                stranger.execute(statement.replace("{}", place.schema))
    assert check_server(place).startswith("No role has rights")


def test_a_desk_keeps_nothing_from_being_cleaned_up(record: Record, place: Server) -> None:
    with served(place), psycopg.connect(place.conninfo, autocommit=True) as other:
        rows = other.execute(
            "SELECT a.backend_xid, a.backend_xmin FROM pg_locks l JOIN pg_stat_activity a USING (pid) "
            "WHERE l.mode='RowShareLock' AND l.relation=to_regclass(%s)",
            (f"{place.schema}.bugyo",),
        ).fetchall()
        assert rows == [(None, None)]
        other.execute(f"VACUUM {place.schema}.bugyo")
        with record.recorder.together():
            record.set("a", b"1")


def test_who_keeps_the_store_is_said_and_after_how_long(
    place: Server, record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(postgres.SETTINGS, "lock_timeout", "50ms")
    with closing(Record(place)) as late, record.recorder.together():
        with pytest.raises(Held) as error:
            late.set("a", b"1")
        assert "(bugyo, role bugyo) has kept it for 0 s." in str(error.value)
        stop = stopped(error.value)
    assert stop.exit_code == TRY_AGAIN
    assert stop.message.startswith("The store is in use: process ")
    assert stop.message.endswith("). Nothing was changed; try again.")


# ---- what others put there


def test_where_others_may_create_no_store_is_made(cluster: Cluster, place: Server) -> None:
    with psycopg.connect(place.conninfo, autocommit=True) as owner:
        owner.execute(f"CREATE SCHEMA {place.schema}")
        owner.execute(f"GRANT CREATE ON SCHEMA {place.schema} TO PUBLIC")
        with pytest.raises(
            StoreRefused, match=r"others may create in the schema .* FROM PUBLIC; or name another"
        ):
            Record(place)
        owner.execute(f"REVOKE CREATE ON SCHEMA {place.schema} FROM PUBLIC")
    with closing(Record(place)) as made:
        assert made.games() == ()


@pytest.mark.parametrize(
    ("granted", "said"),
    [
        ("CREATE ON SCHEMA {} TO PUBLIC", "others may create in the schema"),
        ("SELECT ON {}.cells TO PUBLIC", "every role that may connect has rights to the table cells"),
    ],
)
def test_what_others_were_given_later_the_check_of_the_desk_says(
    record: Record, place: Server, granted: str, said: str
) -> None:
    with psycopg.connect(place.conninfo, autocommit=True) as owner:
        owner.execute(f"GRANT {granted.format(place.schema)}")
    with pytest.raises(OpenToOthers, match=said):
        check_server(place)
    with closing(Record(place)) as again:  # games that are on go on
        assert again.games() == ()


def test_a_function_of_the_same_name_elsewhere_is_not_called(
    record: Record, place: Server, stranger: Connection
) -> None:
    """The search path names the schema of the store and no other."""
    path = [str(record.recorder.rows("SHOW search_path")[0][0])]
    path += [str(record.recorder.writer().execute("SHOW search_path").fetchone()[0])]
    assert path == [f'"{place.schema}"'] * 2


# ---- stores of an older Bugyo

OLD = """
CREATE OR REPLACE FUNCTION {schema}.record_in_order() RETURNS trigger LANGUAGE plpgsql AS
$$BEGIN PERFORM pg_advisory_xact_lock({lock}); RETURN NULL; END$$
"""


def test_an_older_store_gets_the_new_lock_when_its_owner_opens_it(
    record: Record, place: Server, stranger: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = advisory(place, "writer")
    with psycopg.connect(place.conninfo, autocommit=True) as owner:
        owner.execute(OLD.format(schema=place.schema, lock=lock))
    stranger.execute("SELECT pg_advisory_lock(%s)", (lock,))
    monkeypatch.setitem(postgres.SETTINGS, "lock_timeout", "500ms")
    with closing(Record(place)) as again:
        assert opened(again).record.games() == ("g",)


def test_its_desk_that_owns_nothing_works_on_with_both(record: Record, place: Server) -> None:
    with psycopg.connect(place.conninfo, autocommit=True) as owner:
        owner.execute(OLD.format(schema=place.schema, lock=advisory(place, "writer")))
        owner.execute(f"CREATE ROLE {place.schema}_desk LOGIN")
        owner.execute(f"GRANT USAGE ON SCHEMA {place.schema} TO {place.schema}_desk")
        for what in ("SELECT, INSERT, UPDATE, DELETE ON ALL TABLES", "USAGE ON ALL SEQUENCES"):
            owner.execute(f"GRANT {what} IN SCHEMA {place.schema} TO {place.schema}_desk")
    desk = Server(place.url.replace("bugyo@", f"{place.schema}_desk@"))
    with closing(Record(desk)) as again:
        assert opened(again).record.games() == ("g",)
        with served(desk):
            assert is_served(desk)
