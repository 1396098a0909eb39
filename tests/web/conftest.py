"""A record with three games that have been played for a while, and the pages of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from referee.web.application import application
from tests.projections.games import NOON, Keeper

ROUNDS = 12


@pytest.fixture
def keeper(tmp_path: Path) -> Iterator[Keeper]:
    made = Keeper(tmp_path / "record.sqlite", 0, 1, 2).append_all(ROUNDS)
    yield made
    made.record.close()


@pytest.fixture
def web(keeper: Keeper) -> Iterator[TestClient]:
    with TestClient(application(keeper.record, clock=lambda: NOON)) as client:
        yield client
