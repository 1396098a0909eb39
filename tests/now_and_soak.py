"""Tests that are in every run, that are run by turns, and that are left to soak.

Whose turn it is follows from the last commit, so a run can be repeated. What `make test` leaves to another
turn is marked `rest`: `make rest` runs it, and each landing does.
"""

from __future__ import annotations

import subprocess
import tomllib
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

ROOT = Path(__file__).parents[1]

THIRDS = 3

BY_TURNS = 10
"""Rounds of `tests.pace`, some tenth of a second, above which a test with all its cases is run by thirds."""

MEASURED = ROOT / "tests" / "families.toml"

HEAD = """\
# Tests of which `make test` runs a third of the cases by turns, `make rest` the others, and what all cases
# take in rounds of tests/pace.py: those above 10. Written by `make costs`; a new row can be added by hand.
"""

FAMILIES: Mapping[str, float] = tomllib.loads(MEASURED.read_text("utf-8"))

CASES = pytest.StashKey[int]()
"""Of a test: how many cases its family has."""


def in_every_run(now: Collection[str], values: Iterable[str]) -> list[Any]:
    """The parameters: those of `now` in every run. Each of these must be among the values."""
    known = list(values)
    assert set(now) <= set(known), set(now) - set(known)
    return [pytest.param(one, marks=[] if one in now else [pytest.mark.soak]) for one in known]


def family_of(name: str) -> str:
    """All cases of a test are its family; its name begins below `tests`."""
    return name.partition("[")[0].removeprefix("tests/")


@cache
def turn() -> int:
    """The third whose turn it is: by the digest of the last commit, 0 where there is none."""
    words = ("git", "rev-parse", "HEAD")
    with suppress(OSError):
        said = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
        return int(said.stdout[:7] or "0", 16) % THIRDS
    return 0


def leave_to_others(items: Sequence[pytest.Item], families: Collection[str], third: int) -> None:
    """Of each of the families the cases of the two other turns."""
    named = [(item, family_of(item.nodeid)) for item in items if not item.get_closest_marker("soak")]
    many, seen = Counter(name for _, name in named), Counter[str]()
    for item, name in named:
        item.stash[CASES] = many[name]
        if name in families and (crc32(name.encode()) + seen[name]) % THIRDS != third:
            item.add_marker(pytest.mark.rest)
        seen[name] += 1


def of_other_thirds(items: Sequence[pytest.Item], third: int) -> list[pytest.Item]:
    """The longer proofs of the other two thirds. A case is always of the same third, so that three runs are
    all of them; the cases of one test are spread over the three."""
    return [
        item
        for item in items
        if item.get_closest_marker("soak") and crc32(item.nodeid.encode()) % THIRDS != third
    ]


def keep(measured: Mapping[str, float]) -> None:
    """Writes down those that are dear. Those that have not run stay as they are."""
    known = sorted({**FAMILIES, **measured}.items())
    dear = {name: taken for name, taken in known if taken > BY_TURNS}
    MEASURED.write_text("\n".join([HEAD, *map(row, dear, dear.values()), ""]), "utf-8")


def row(name: str, taken: float) -> str:
    return f'"{name}" = {taken:.0f}'
