"""A store that is only read: everything can be seen, and nothing can be written."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from eventsourcing.persistence import PersistenceError

from referee.audit.game_lines import export_lines
from referee.record.location import Server
from referee.record.record import Record
from referee.record.schema import StoreRefused
from referee.web.changes import CHANNEL
from tests.record.stores import one_order, opened, repeatable
from tests.record.test_kill import ROOT


@pytest.fixture
def record(tmp_path: Path) -> Iterator[Record]:
    made = repeatable(tmp_path / "s.bugyo")
    opened(made)
    yield made
    made.close()


@pytest.fixture
def reading(record: Record) -> Iterator[Record]:
    made = Record(record.place, only_read=True)
    yield made
    made.close()


def test_it_shows_the_same_and_what_comes(record: Record, reading: Record) -> None:
    referee = opened(record, "h", "another deal")
    for name in ("g", "h"):
        assert list(export_lines(reading, name, "public")) == list(export_lines(record, name, "public"))
    newest = reading.recorder.max_notification_id()
    one_order(referee, record.load("h").game, Random(1))
    assert reading.load("h").head == record.load("h").head
    assert reading.recorder.select_notifications(newest, 10, inclusive_of_start=False)


def test_nothing_can_be_written(record: Record, reading: Record) -> None:
    before = record.load("g").head
    for attempt in (
        lambda: reading.set("x", b"y"),
        lambda: reading.keep_mail("digest", b"raw"),
        lambda: reading.recorder.rows("DELETE FROM settings"),
        lambda: opened(reading, "other"),
    ):
        with pytest.raises((sqlite3.Error, PersistenceError), match=r"read-?only"):
            attempt()
    assert record.games() == ("g",)
    assert record.load("g").head == before


def test_whoever_only_reads_a_server_hears_of_commits(reading: Record) -> None:
    if isinstance(reading.place, Server):
        reading.recorder.rows(f"LISTEN {CHANNEL}")


@pytest.mark.of_files
@pytest.mark.parametrize("slashes", ["//", "///"])
def test_a_path_may_begin_with_slashes(record: Record, slashes: str) -> None:
    reading = Record(Path(f"{slashes}{str(record.place).lstrip('/')}"), only_read=True)
    assert reading.games() == ("g",)
    reading.close()


@pytest.mark.of_files
def test_there_must_be_a_store(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Record(tmp_path / "none", only_read=True)
    (tmp_path / "other").write_text("something else " * 10)
    with pytest.raises(StoreRefused, match="is not a Bugyo store"):
        Record(tmp_path / "other", only_read=True)
    assert not (tmp_path / "none").exists()


KILLED = """
import os, signal, sqlite3, sys
writer = sqlite3.connect(sys.argv[1], isolation_level=None)
writer.execute("PRAGMA cache_size=1")
writer.execute("BEGIN IMMEDIATE")
for number in range(400):
    writer.execute("INSERT INTO settings (name, value) VALUES (?, ?)", (f"s{number}", bytes(4000)))
os.kill(os.getpid(), signal.SIGKILL)
"""
"""A process without our modules, of which the half would be the time that they take to be read."""


@pytest.mark.of_files
def test_what_somebody_has_left_half_written_is_undone(record: Record, reading: Record) -> None:
    """While the reader is there: it could not read a file with a journal that must be gone back by."""
    shown = list(export_lines(reading, "g", "public"))
    script = [sys.executable, "-c", KILLED, str(record.path)]
    assert subprocess.run(script, cwd=ROOT, check=False, timeout=300).returncode == -signal.SIGKILL
    journal = record.path.with_name(record.path.name + "-journal")
    assert journal.stat().st_size > 0
    assert list(export_lines(reading, "g", "public")) == shown
    assert reading.setting("s1") == b""
    record.set("x", b"y")
    assert reading.setting("x") == b"y"
