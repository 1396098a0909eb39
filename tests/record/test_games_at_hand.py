"""Games as they last stood: what is remembered is what would be folded, whoever writes in between."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from domain.game.deciding.decide import post
from referee.games.referee import Referee
from referee.record import record as records
from referee.record.record import Record
from tests.playing import follows
from tests.record.stores import one_order, opened


@pytest.fixture
def record(tmp_path: Path) -> Iterator[Record]:
    record = Record(tmp_path / "s.bugyo")
    yield record
    record.close()


def play(record: Record, orders: int) -> None:
    for n in range(orders):
        one_order(Referee(record), record.load("g").game, Random(n))


def alike(record: Record) -> bool:
    known, folded = record.load("g"), record.fold("g")
    return (known.game.position, known.head, known.at, known.game.state) == (
        folded.game.position,
        folded.head,
        folded.at,
        folded.game.state,
    )


def test_what_is_remembered_is_what_would_be_folded(record: Record) -> None:
    opened(record)
    for _ in range(12):
        play(record, 1)
        assert alike(record)


def test_what_another_process_wrote_is_caught_up(record: Record) -> None:
    opened(record)
    record.load("g")
    other = Record(record.place)
    play(other, 5)
    assert record.load("g").game.position == other.load("g").game.position
    assert alike(record)
    play(record, 3)
    assert other.load("g").game.position == record.load("g").game.position
    other.close()


def test_a_game_that_was_played_on_without_being_recorded_changes_nothing(record: Record) -> None:
    opened(record)
    kept = record.load("g")
    seat = kept.game.awaited()[0]
    played = follows(kept.game, Referee(record).cells.chance, post, seat, kept.game.examples(seat)[0]).game
    assert record.load("g").game.position == kept.game.position < played.position
    assert alike(record)


@pytest.mark.of_files
def test_a_store_that_says_otherwise_is_folded_anew(record: Record) -> None:
    """The newest event is gone behind the back of the record: what is remembered is not believed."""
    opened(record)
    play(record, 4)
    before = record.load("g")
    connection = sqlite3.connect(record.path)
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type='trigger'").fetchall():
        connection.execute(f"DROP TRIGGER {name}")
    connection.execute("DELETE FROM stored_events WHERE originator_version=?", (before.game.position,))
    connection.commit()
    connection.close()
    assert record.load("g").game.position == before.game.position - 1
    assert alike(record)


def test_of_many_games_the_longest_unasked_is_forgotten(
    record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "MOST_AT_HAND", 2)
    opened(record)
    opened(record, "h", "1")
    opened(record, "i", "2")
    for name in ("g", "h", "g", "i"):
        record.load(name)
    assert [name in record._newest for name in ("g", "h", "i")] == [True, False, True]
