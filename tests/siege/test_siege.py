"""A desk under siege for a few seconds, and for a minute; for an hour by hand: `python -m tests.siege`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.siege import meters
from tests.siege.promises import Figures
from tests.siege.siege import EVERY, Orders, besieged
from tests.siege.storm import FULL, HOUR


def held(made: Figures) -> None:
    assert made.broken == [], "\n".join(made.broken)


@pytest.mark.soak
def test_a_desk_is_besieged_for_some_seconds(tmp_path: Path) -> None:
    """Each kind of mail once or more; what takes long, or many, is for the longer sieges."""
    kinds = EVERY - {"giant", "oversize"}
    made = besieged(tmp_path, Orders(minutes=0.05, mails=6, kinds=kinds, poll=0.1, patience=20))
    held(made)
    assert made.handed_in == made.played == 6
    assert made.typos == 1
    assert made.attacks.keys() == HOUR.keys() & kinds
    assert made.half_requests["at once"] > 10
    assert made.oddities


@pytest.mark.soak
def test_a_desk_is_besieged_for_a_minute(tmp_path: Path) -> None:
    """With 1,300 half-requests, and a mail of 300 MB."""
    made = besieged(tmp_path, Orders(minutes=1, mails=30, patience=60))
    held(made)
    assert made.attacks.keys() == HOUR.keys()
    assert made.attacks["forged"] == round(HOUR["forged"] / FULL)
    assert made.giants


# ---- what a siege measures

BURNS = """
import os, time
kept = b"x" * 50_000_000
until = time.process_time() + 0.2
while time.process_time() < until:
    os.urandom(100)
print("burned", flush=True)
time.sleep(60)
"""


def test_cpu_and_memory_are_those_of_all_that_a_process_has_started() -> None:
    starts = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {BURNS!r}])"
    with subprocess.Popen([sys.executable, "-c", starts], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "burned\n"
            parent, child = meters.pids(process.pid)
            assert parent == process.pid
            assert meters.memory(child).most > 50
            assert meters.seconds(parent) >= 0.1
        finally:
            for pid in reversed(meters.pids(process.pid)):
                os.kill(pid, 9)
    assert meters.pids(process.pid) == [process.pid]
    assert meters.seconds(process.pid) == 0
