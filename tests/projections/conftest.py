"""The keeper of games that every test of the read model begins with."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from projections import file
from referee.record.store import Pool
from tests.projections.games import Keeper


@pytest.fixture
def keeper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Keeper]:
    """A record to follow; neither file waits for the disk."""
    connect = file.connect
    monkeypatch.setattr(file, "connect", lambda path: _in_haste(connect(path)))
    monkeypatch.setattr(Pool, "synchronous", "OFF")
    made = Keeper(tmp_path / "record.sqlite", 0, 1, 2)
    yield made
    made.record.close()


def _in_haste(connection: sqlite3.Connection) -> sqlite3.Connection:
    connection.execute("PRAGMA synchronous=OFF")
    return connection
