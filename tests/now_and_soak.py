"""Parameters of which some are tested in every run, and the others in soak."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import pytest


def in_every_run(now: Collection[str], values: Iterable[str]) -> list[Any]:
    """The parameters: those of `now` in every run. Each of these must be among the values."""
    known = list(values)
    assert set(now) <= set(known), set(now) - set(known)
    return [pytest.param(one, marks=[] if one in now else [pytest.mark.soak]) for one in known]
