"""What is written together: all of it or nothing, seen at once by whoever writes, by others at the end."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

import pytest
from eventsourcing.persistence import IntegrityError, PersistenceError

from referee.games.referee import Referee
from referee.record.record import Record
from tests.record.stores import one_order, opened


@pytest.fixture
def record(tmp_path: Path) -> Iterator[Record]:
    made = Record(tmp_path / "s.db")
    yield made
    made.close()


class Stop(Exception):
    pass


@contextmanager
def undone(record: Record) -> Iterator[None]:
    """Written together, and taken back at the end."""
    with suppress(Stop), record.recorder.together():
        yield
        raise Stop


def settings(record: Record, *names: str) -> list[bytes]:
    return [record.setting(name) for name in names]


def test_all_of_it_or_nothing(record: Record) -> None:
    with record.recorder.together():
        record.set("a", b"1")
        record.set("b", b"2")
        assert settings(record, "a", "b") == [b"1", b"2"]
    with undone(record):
        record.set("a", b"3")
        assert settings(record, "a") == [b"3"]
    assert settings(record, "a", "b") == [b"1", b"2"]


def test_others_see_it_at_the_end(record: Record) -> None:
    seen: list[bytes] = []

    def look() -> None:
        seen.append(record.setting("a"))

    with record.recorder.together():
        record.set("a", b"1")
        other = threading.Thread(target=look)
        other.start()
        other.join()
    look()
    assert seen == [b"", b"1"]


def test_a_part_may_be_undone_alone(record: Record) -> None:
    with record.recorder.together():
        record.set("a", b"1")
        with undone(record):
            record.set("b", b"2")
        with record.recorder.together():
            record.set("c", b"3")
    assert settings(record, "a", "b", "c") == [b"1", b"", b"3"]


def test_events_are_part_of_it_and_a_game_is_not_remembered_as_it_was_undone(record: Record) -> None:
    opened(record, "g", seed="g", seats=3)
    referee, before = Referee(record), record.load("g")
    with undone(record):
        taken = one_order(referee, before.game, Random(1))
        assert record.load("g").game.position == taken.kept.game.position
    after = record.load("g")
    assert (after.game.position, after.head) == (before.game.position, record.fold("g").head)
    with record.recorder.together():
        one_order(referee, after.game, Random(2))
    assert record.load("g").head == record.fold("g").head


def test_what_was_read_in_it_is_read_anew_where_it_was_written(record: Record) -> None:
    with record.recorder.together():
        for number in range(2):
            assert (len(record.settings_below("x/")), len(record.seats_of("a@x"))) == (number, number)
            assert [position for position, _ in record.recorder.states("g")] == [*range(1, number + 1)]
            assert record.setting(f"x/{number}") == b""
            record.set(f"x/{number}", b"1")
            record.register(f"g{number}", "iga", "a@x")
            record.recorder.insert([("g", number + 1, "s", b"1"), ("h", number + 1, "s", b"1")])
            assert record.setting(f"x/{number}") == b"1"
            assert len(record.recorder.states("h")) == number + 1
        record.unset("x/0")
        assert (record.setting("x/0"), list(record.settings_below("x/"))) == (b"", ["x/1"])
    assert (record.setting("x/0"), list(record.settings_below("x/"))) == (b"", ["x/1"])


def test_two_at_one_position_within_it(record: Record) -> None:
    """Who is second is refused, and what was written before stands."""
    row = ("g", 1, "shinobi/x", b"1")
    with record.recorder.together():
        record.set("a", b"1")
        record.recorder.insert([row])
        with pytest.raises(IntegrityError):
            record.recorder.insert([("g", 1, "shinobi/x", b"2")])
    assert settings(record, "a") == [b"1"]
    assert record.recorder.states("g") == [(1, b"1")]


def test_a_store_that_fails_within_it_is_usable_afterwards(record: Record) -> None:
    def fail() -> None:
        with record.recorder.together():
            record.set("a", b"1")
            record.recorder.write("INSERT INTO nowhere VALUES (1)", ())

    with pytest.raises((sqlite3.OperationalError, PersistenceError)):
        fail()
    record.set("b", b"2")
    assert settings(record, "a", "b") == [b"", b"2"]


def test_another_thread_waits_its_turn(record: Record) -> None:
    order: list[str] = []

    def write() -> None:
        record.set("b", b"2")
        order.append("the other")

    with record.recorder.together():
        other = threading.Thread(target=write)
        other.start()
        other.join(0.1)
        record.set("a", b"1")
        order.append("together")
    other.join()
    assert order == ["together", "the other"]
    assert settings(record, "a", "b") == [b"1", b"2"]
