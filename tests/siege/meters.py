"""What a process and all that it has started have used, as Linux counts it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

TICKS = os.sysconf("SC_CLK_TCK")


class Memory(NamedTuple):
    """Of one process, in MB: now, and at its most."""

    now: float
    most: float


def pids(pid: int) -> list[int]:
    return [pid, *(other for child in _children(pid) for other in pids(child))]


def _children(pid: int) -> Iterator[int]:
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            with suppress(OSError):
                yield from map(int, (task / "children").read_text().split())


def seconds(pid: int) -> float:
    return sum(map(_seconds, pids(pid)))


def _seconds(pid: int) -> float:
    """utime, stime, and both of the children that were waited for: fields 14 to 17 of proc(5)."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / TICKS


def memory(pid: int) -> Memory:
    found = {"VmRSS": 0.0, "VmHWM": 0.0}
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            name, _, value = line.partition(":")
            if name in found:
                found[name] = int(value.split()[0]) / 1024
    return Memory(found["VmRSS"], found["VmHWM"])
