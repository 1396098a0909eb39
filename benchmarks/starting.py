"""How long the program takes to say which it is: what every command waits for before it begins."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from statistics import median

from benchmarks.measure import seconds
from benchmarks.report import Figure

AT_MOST = 0.15
"""Seconds."""

STARTS = 15


def starts(repeats: int = STARTS) -> list[Figure]:
    """Seconds of `bugyo --version`, and of a Python that does nothing."""
    program = str(Path(sys.executable).with_name("bugyo"))
    ours, bare = (
        median(_started(command) for _ in range(repeats))
        for command in ((program, "--version"), (sys.executable, "-c", "pass"))
    )
    return [
        Figure(
            "bugyo --version, s; a Python that does nothing",
            f"{ours:.3f} s",
            f"{bare:.3f} s",
            ours,
            at_most=AT_MOST,
        )
    ]


def _started(command: tuple[str, ...]) -> float:
    return seconds(lambda: subprocess.run(command, stdout=subprocess.DEVNULL, check=True))
