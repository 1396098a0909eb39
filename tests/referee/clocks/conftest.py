"""A club in a new store."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.game.entries.policy import Policy
from tests.referee.clocks.club import CLOCKED, Club

Make = Callable[..., Club]


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Make]:
    """Opens a club with a policy; everybody has joined where they have to."""
    made: list[Club] = []

    def make(policy: Policy = CLOCKED, *, joined: bool = True, **more: Any) -> Club:
        one = Club(tmp_path, policy, **more)
        made.append(one)
        if joined and one.game.ledger.absent:
            one.join()
        return one

    yield make
    for one in made:
        one.record.close()
