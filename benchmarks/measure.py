"""Cases that are compared run in turn, in an order that changes, so that a busy machine is unfair to none."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Mapping
from random import Random
from statistics import median

Case = Callable[[], float]
"""Runs once and gives the seconds that count."""


def interleaved(cases: Mapping[str, Case], repeats: int) -> dict[str, float]:
    """The median seconds of each case. None pays for what another one has left: that is collected before,
    and what is kept is not looked at again meanwhile."""
    times: dict[str, list[float]] = {name: [] for name in cases}
    order, random = list(cases), Random(0)
    for _ in range(repeats):
        random.shuffle(order)
        for name in order:
            gc.collect()
            gc.freeze()
            times[name].append(cases[name]())
            gc.unfreeze()
    return {name: median(found) for name, found in times.items()}


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def cpu_seconds(work: Callable[[], object]) -> float:
    """Of the processor: a busy machine is unfair to none."""
    start = time.process_time()
    work()
    return time.process_time() - start
