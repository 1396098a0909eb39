"""Parameters of which some are tested in every run, and the others in soak."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import pytest


def in_every_run(now: Collection[str], values: Iterable[str]) -> list[Any]:
    """The parameters: those of `now` in every run. Each of these must be among the values."""
    known = list(values)
    assert set(now) <= set(known), set(now) - set(known)
    return [pytest.param(one, marks=[] if one in now else [pytest.mark.soak]) for one in known]


def every(nth: int, values: Iterable[Any], ids: Iterable[str] | None = None) -> list[Any]:
    """The parameters: the first of each `nth` in every run. A tuple is several arguments."""
    found = list(values)
    named: Sequence[str | None] = [*ids] if ids is not None else [None] * len(found)
    return [
        pytest.param(
            *(one if isinstance(one, tuple) else (one,)), marks=[pytest.mark.soak] if at % nth else [], id=name
        )
        for at, (one, name) in enumerate(zip(found, named, strict=True))
    ]
