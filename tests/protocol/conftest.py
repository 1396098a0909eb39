"""The made-up title is known; `kind` are the games of each protocol."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from domain.titles import TITLES
from tests.drawn_once import drawn_once
from tests.protocol.table import FirstTable, Table
from tests.protocol.wager import RULES

__all__ = ["drawn_once"]


@pytest.fixture(autouse=True, scope="module")
def wager() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(TITLES, "wager", RULES)
        yield


@pytest.fixture(params=[FirstTable, Table], ids=["protocol 1", "protocol 2"])
def kind(request: pytest.FixtureRequest) -> type[Table]:
    found: type[Table] = request.param
    return found
