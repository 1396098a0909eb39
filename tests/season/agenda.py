"""What is to happen, and when: virtual time goes from one thing to the next, and nothing waits."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count

SECOND, MINUTE, HOUR, DAY = 1_000, 60_000, 3_600_000, 86_400_000

Doing = Callable[[], object]


class Agenda:
    """Things at the same time happen in the order in which they were put down."""

    def __init__(self) -> None:
        self._waiting: list[tuple[int, int, Doing]] = []
        self._numbers = count()

    def put(self, at: int, doing: Doing) -> None:
        heappush(self._waiting, (at, next(self._numbers), doing))

    def next_at(self) -> int | None:
        return self._waiting[0][0] if self._waiting else None

    def due(self, now: int) -> Doing | None:
        """The first thing that is due by now, taken off."""
        if not self._waiting or self._waiting[0][0] > now:
            return None
        return heappop(self._waiting)[2]
