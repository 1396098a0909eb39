"""A target fuzzed in a process of its own, within a time."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from msgspec import Struct

ROOT = Path(__file__).parents[2]


class Fuzzed(Struct, frozen=True):
    """How many inputs were tried, and the files with those that made the target fall over."""

    inputs: int
    crashes: tuple[Path, ...]
    said: str


PATIENCE = 1_200
"""Seconds that reading all modules for it, and the input begun last, may take beside, on a busy machine."""


def fuzzed(name: str, seconds: int, folder: Path) -> Fuzzed:
    command = [sys.executable, "-m", "tests.fuzz", name, str(seconds), str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=seconds + PATIENCE, check=False)
    said = done.stderr.decode("utf-8", "replace")
    inputs = re.search(r"number_of_executed_units: (\d+)", said)
    crashes = tuple(sorted(path for path in folder.iterdir() if path.is_file()))
    assert crashes or done.returncode == 0, said
    return Fuzzed(int(inputs[1]) if inputs else 0, crashes, said)
