"""Fuzzing as a campaign: `times` are seconds, and what is counted are the inputs that were tried in them.

What makes a target fall over is kept in `tests/fuzz/crashes/`: it has to be mended, and is tried ever after.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.faults.campaigns import Counts, Try
from tests.fuzz.running import fuzzed

CRASHES = Path(__file__).parents[1] / "fuzz" / "crashes"


def campaign(name: str) -> Try:
    def run(seconds: int, folder: Path, _seed: int) -> Counts:
        found = fuzzed(name, seconds, folder)
        for crash in found.crashes:
            (CRASHES / name).mkdir(parents=True, exist_ok=True)
            shutil.copy(crash, CRASHES / name)
        return Counts(found.inputs, corrupt=len(found.crashes))

    return run
