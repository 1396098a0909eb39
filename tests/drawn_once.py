"""The cells of a party that follow from one seed are drawn once, and not for each game that has them.

To draw all cells of a game takes most of the time of its opening. Tests draw seeds that can be foreseen, so
that many games have the same. What is drawn is a value, and nothing can change it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import pytest

from domain.kit.drawn_cells import Drawn

_once = lru_cache(maxsize=512)(Drawn.whole)


@pytest.fixture(autouse=True, scope="session")
def drawn_once() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Drawn, "whole", lambda drawn: _once(drawn))
        yield
