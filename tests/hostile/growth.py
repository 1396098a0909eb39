"""Whether the work of something grows with what it is given, and no faster."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median

FIRST = (16, 24, 32, 128, 512)
"""Sizes at which what is worse than a power shows itself before it takes a minute."""
STEP = 4096
NOTICED = 0.05
"""Seconds of CPU: what takes less is not judged."""
CHEAP = 250e-9
"""Seconds of CPU for a sign: what takes less at the first step goes on so."""
MOST = 2.5
"""Times the work for twice the size: twice, and what a busy machine adds."""

Grown = Callable[[int], str]


def grows_faster(work: Callable[[str], object], grown: Grown, longest: int = 1 << 17) -> str:
    """How much more work twice the size is, where it is too much; "" where it is not."""
    sizes = [*(size for size in (*FIRST, STEP) if size < longest), longest]
    while sizes[-2] * 2 < longest and sizes[-2] >= STEP:
        sizes.insert(-1, sizes[-2] * 2)
    for size in sizes:
        spent = _spent(work, text := grown(size))
        if spent > NOTICED:
            return _judged(work, grown(size // 2), text)
        if size >= STEP and spent < size * CHEAP:
            break
    return ""


def _judged(work: Callable[[str], object], half: str, whole: str) -> str:
    """One look of several that finds nothing is enough: a busy machine adds, and takes nothing away."""
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
