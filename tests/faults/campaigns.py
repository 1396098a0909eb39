"""What is injected, how often, and what is counted: the rows of the table in docs/reliability.md."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from msgspec import Struct


class Counts(Struct, frozen=True):
    """What became of so many tries.

    `lost` is acknowledged work that was gone, `corrupt` damage that was not noticed or not named, `half` work
    that was applied in part or twice. `also` says what else was counted, in a few words.
    """

    tried: int
    lost: int = 0
    corrupt: int = 0
    half: int = 0
    also: str = ""

    def is_clean(self) -> bool:
        return not (self.lost or self.corrupt or self.half)


Try = Callable[[int, Path, int], Counts]
"""Tries a fault so often, in a folder, from a seed."""


class Campaign(Struct, frozen=True):
    """One row. `times` is how often the published campaign tries it; a `control` must lose something."""

    name: str
    fault: str
    by: str
    unit: str
    times: int
    run: Try
    control: bool = False

    @property
    def command(self) -> str:
        return f"python -m tests.faults {self.name}"
