"""`kill -9` of what writes, what answers and what follows; and two that write at once."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path

import pytest

from projections.read_model.following import Views
from referee.record.record import Record
from tests.faults import kills
from tests.faults.children import Child
from tests.record.stores import opened


def test_a_writer_that_is_killed(tmp_path: Path) -> None:
    found = kills.writers(4, tmp_path, 1)
    assert found.is_clean(), found
    assert int(found.also.split()[0]) >= 4


@pytest.mark.soak
def test_a_read_model_that_is_killed_while_it_follows(tmp_path: Path) -> None:
    found = kills.followers(12, tmp_path, 1)
    assert found.is_clean(), found


@pytest.mark.soak
def test_two_processes_play_the_same_games(tmp_path: Path) -> None:
    found = kills.together(60, tmp_path, 1)
    assert found.is_clean(), found
    assert found.tried > 40


@pytest.mark.soak
def test_many_kills(tmp_path: Path) -> None:
    """About twenty seconds. The desk is killed 500 times in tests/servers."""
    assert kills.writers(80, tmp_path, 2).is_clean()
    followed = kills.followers(50, tmp_path, 2)
    assert followed.is_clean()
    assert int(followed.also.split()[0]) >= 1
    assert kills.together(400, tmp_path, 2).is_clean()


def test_a_read_model_whose_making_is_undone_is_made_again(tmp_path: Path) -> None:
    """Killed while the marks of a new file are written: they are there, and the journal that undoes them."""
    path = tmp_path / "views.db"
    Views(path).close()
    made = path.read_bytes()
    path.write_bytes(made[:4096])
    path.with_name("views.db-journal").write_bytes(_undoing_all())
    for _ in range(2):
        Views(path).close()
    assert path.read_bytes()[60:72] == made[60:72]


def _undoing_all() -> bytes:
    """SQLite's journal of a file that was empty before: its magic, no page, a nonce, no page, its sizes."""
    numbers = (0, 7, 0, 512, 4096)
    head = bytes.fromhex("d9d505f920a163d7") + b"".join(number.to_bytes(4, "big") for number in numbers)
    return head.ljust(512, b"\0")


# ---- what the campaigns would see


def test_an_order_that_is_gone_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A child that acknowledges what it has not written."""
    monkeypatch.setattr(kills, "_write", lambda store, seed, told: _lie(store, told))
    assert kills.writers(2, tmp_path, 1).lost == 2


def _lie(store: Path, told: object) -> None:
    with closing(Record(store)) as record:
        if not record.games():
            opened(record, "g")
    print("g 1", "0" * 64, file=told)  # type: ignore[call-overload]


def test_a_child_says_what_went_wrong() -> None:
    with pytest.raises(AssertionError, match="ZeroDivisionError"):
        Child(lambda told: print(1 / 0, file=told)).finished()


def test_of_a_child_that_is_killed_the_whole_lines_count() -> None:
    def talk(told: object) -> None:
        print("whole", file=told)  # type: ignore[call-overload]
        os.write(told.fileno(), b"ha")  # type: ignore[attr-defined]
        os.kill(os.getpid(), 9)

    child = Child(talk)
    assert child.first() == "whole\n"
    assert child.killed_after(0) == []
