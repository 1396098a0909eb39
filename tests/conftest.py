"""What holds for every test."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from referee.record.store import Pool


@pytest.fixture(scope="module")
def hasty() -> Iterator[None]:
    """A disk that is not waited for: for tests of what is done, where durability is proved elsewhere."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Pool, "synchronous", "OFF")
        patch.setattr(os, "fsync", lambda handle: None)
        yield
