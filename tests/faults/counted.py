"""Faults that other folders of the tests inject: run, and counted by the tests that pass."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.faults.campaigns import Counts, Try

ROOT = Path(__file__).parents[2]


def tests(*nodes: str) -> Try:
    """A campaign that is some tests, each run once, however often is asked."""
    return lambda _times, _folder, _seed: _counted(nodes)


def _counted(nodes: tuple[str, ...]) -> Counts:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *nodes]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    told = done.stdout.strip().splitlines()[-1] if done.stdout.strip() else done.stderr
    passed, failed = (_number(told, word) for word in ("passed", "failed"))
    broken = failed or int(done.returncode != 0)
    skipped = _number(told, "skipped")
    return Counts(passed + failed, corrupt=broken, also=f"{skipped} skipped" if skipped else "")


def _number(told: str, word: str) -> int:
    found = re.search(rf"(\d+) {word}", told)
    return int(found[1]) if found else 0
