"""The keeper of games that every test of the read model begins with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.projections.games import Keeper


@pytest.fixture
def keeper(tmp_path: Path) -> Iterator[Keeper]:
    """A record to follow."""
    made = Keeper(tmp_path / "record.sqlite", 0, 1, 2)
    yield made
    made.record.close()
