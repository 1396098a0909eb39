"""The made-up title is known, and the disk is not waited for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from domain.titles import TITLES
from tests.protocol.wager import RULES


@pytest.fixture(autouse=True, scope="module")
def wager() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(TITLES, "wager", RULES)
        yield
