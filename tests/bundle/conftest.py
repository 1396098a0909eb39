"""What an audit of a file costs, measured in a process that does nothing else."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

AUDITS = """
import gc, os, signal, sys, time
from pathlib import Path
from referee.bundle.checking import NotABundle, audit_bundle, read_bundle
gc.freeze()
for line in sys.stdin:
    if os.fork():
        if os.wait()[1]:
            print("broken", flush=True)
        continue
    signal.alarm(60)
    since, found = time.process_time(), None
    try:
        found = audit_bundle(read_bundle(Path(line.rstrip()))).finding
    except NotABundle as refused:
        found = refused
    seconds = time.process_time() - since
    peak = Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0]
    print(int(found is not None), seconds, peak, flush=True)
    os._exit(0)
"""
"""Forks for each file: what is loaded is loaded once, and each is audited by a process of its own."""


class Cost(NamedTuple):
    found: bool
    """Whether it was refused, or something found in it."""

    seconds: float
    kilobytes: int
    """The most memory that the process ever had."""


Audit = Callable[[Path], Cost]


@pytest.fixture(scope="session")
def audit() -> Iterator[Audit]:
    with subprocess.Popen(
        [sys.executable, "-c", AUDITS],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        asked, answers = process.stdin, process.stdout
        assert asked is not None
        assert answers is not None

        def audited(path: Path) -> Cost:
            print(path, file=asked, flush=True)
            found, seconds, kilobytes = answers.readline().split()
            return Cost(found == "1", float(seconds), int(kilobytes))

        yield audited
        asked.close()
