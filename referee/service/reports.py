"""Lines of the report of a desk, and of what works beside it."""

from __future__ import annotations

from collections.abc import Callable


class Trouble(str):
    """A line of a report that somebody should look at."""

    __slots__ = ()


Report = Callable[[str], None]
