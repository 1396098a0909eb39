"""How much work something was, in rounds of a fixed piece of work that is done here and now.

A limit in seconds holds on one machine and fails on a busy one; what is too much work is too much on each.
"""

from __future__ import annotations

import hashlib
import json
import time
from statistics import median

ROUND = json.dumps([{"at": n, "name": f"event {n}", "faces": [n % 6, n % 10]} for n in range(2_000)])


def rounds(seconds: float) -> float:
    """As how many rounds so many seconds of CPU are: each some 10 ms of a processor that does nothing else.

    To be called when the work is done, as the machine may be busier then than it was before.
    """
    return seconds / median(_round() for _ in range(9))


def pace() -> tuple[float, float]:
    """Rounds in a second of CPU, and seconds of the clock that such a second lasts: 1 where nobody else wants
    the processor."""
    start, began = time.process_time(), time.monotonic()
    found = rounds(1.0)
    return found, max(1.0, (time.monotonic() - began) / (time.process_time() - start))


def _round() -> float:
    start = time.process_time()
    for found in json.loads(ROUND):
        hashlib.sha256(json.dumps(found, sort_keys=True).encode()).digest()
    return time.process_time() - start
