"""Whether the work of something grows with what it is given, and no faster."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from statistics import median

FIRST = (16, 24, 32, 128, 512)
"""Sizes at which what is worse than a power shows itself before it takes a minute."""
STEP = 4096
NOTICED = 0.025
"""Seconds of CPU: what takes less is not judged."""
STOPPED = 1.0
"""Seconds of CPU after which a first look is stopped, since it may take a minute."""
CHEAP = 250e-9
"""Seconds of CPU for a sign: what takes less at the first step goes on so."""
MOST = 2.5
"""Times the work for twice the size: twice, and what a busy machine adds."""


class TooLong(BaseException):
    """It is stopped. No reader catches it."""


Grown = Callable[[int], str]


def grows_faster(work: Callable[[str], object], grown: Grown, longest: int = 1 << 17) -> str:
    """How much more work twice the size is, where it is too much; "" where it is not."""
    for size, spent in _looks(work, grown, longest):
        if spent > NOTICED:
            return _judged(work, grown(size // 2), grown(size), spent)
        if size >= STEP and spent < size * CHEAP:
            break
    return ""


def _looks(work: Callable[[str], object], grown: Grown, longest: int) -> Iterator[tuple[int, float]]:
    """Sizes, and the CPU that each took. Nearly always the first look is enough; what may take a minute is
    stopped, and looked at from the shortest on."""
    size = min(STEP, longest)
    try:
        with stopped_after(STOPPED):
            spent = _spent(work, grown(size))
    except TooLong:
        yield from ((short, _spent(work, grown(short))) for short in (*FIRST, size) if short <= size)
    else:
        yield size, spent
    while size < longest:
        size = min(size * 2, longest)
        yield size, _spent(work, grown(size))


@contextmanager
def stopped_after(seconds: float) -> Iterator[None]:
    """Seconds of CPU. A regular expression looks for signals too."""
    _listen()
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


@cache
def _listen() -> None:
    """Once: a text is looked at in less time than that takes."""

    def stop(*_: object) -> None:
        raise TooLong

    signal.signal(signal.SIGPROF, stop)


def _judged(work: Callable[[str], object], half: str, whole: str, spent: float) -> str:
    """One look of several that finds nothing is enough: a busy machine adds, and takes nothing away."""
    if spent <= MOST * _spent(work, half):
        return ""
    for looks in (1, 3, 5):
        pairs = [(_spent(work, half), _spent(work, whole)) for _ in range(looks)]
        short, long = (median(times) for times in zip(*pairs, strict=True))
        if long <= max(MOST * short, NOTICED):
            return ""
    return f"{long:.2f} s for {len(whole):,} signs, {short:.2f} s for {len(half):,}"


def _spent(work: Callable[[str], object], text: str) -> float:
    begun = time.process_time()
    work(text)
    return time.process_time() - begun
