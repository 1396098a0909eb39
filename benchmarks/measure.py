"""Cases that are compared run in turn, in an order that changes, so that a busy machine is unfair to none."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Mapping
from random import Random

Case = Callable[[], float]
"""Runs once and gives the seconds that count."""

LEAST = 5
"""Times that a case is run at least, where it is kept how fast it was."""


def interleaved(cases: Mapping[str, Case], repeats: int) -> dict[str, float]:
    """The least seconds of each case: what else a machine does can only make it slower. None pays for what
    another one has left: that is collected before, and what is kept is not looked at again meanwhile."""
    times: dict[str, list[float]] = {name: [] for name in cases}
    order, random = list(cases), Random(0)
    for _ in range(repeats):
        random.shuffle(order)
        for name in order:
            gc.collect()
            gc.freeze()
            times[name].append(cases[name]())
            gc.unfreeze()
    return {name: min(found) for name, found in times.items()}


def least(work: Callable[[], object], repeats: int) -> float:
    """The least seconds of the processor that it takes."""
    return interleaved({"it": lambda: cpu_seconds(work)}, repeats)["it"]


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def cpu_seconds(work: Callable[[], object]) -> float:
    """Of the processor: a busy machine is unfair to none."""
    start = time.process_time()
    work()
    return time.process_time() - start
