"""Texts of several lines that people write to people: press, disputes, appeals, each down to its end.

passages      the first and the last line of each
press_goes_on whether a text has more lines than its first
PRESS         how such a text begins
END_PRESS     how it ends
NO_TEXT       a first line whose text stands in the lines below it

What stands between is the writer's, whatever it looks like: a quotation, a signature, a table, a smile at the
start of a line. Only a fence is never part of a text.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence

PRESS = re.compile(r"(?:(?:anonymous )?press|dispute|appeal)\b", re.IGNORECASE)
END_PRESS = re.compile(r"end ?(?:press|dispute|appeal)\W*", re.IGNORECASE)
NO_TEXT = re.compile(
    r"(?:anonymous )?press\b[^:]*|(?:dispute(?:[ ,]+\d+)*|appeal(?: \d+)?)(?: ?\[[^\]\s]*\])?[ :]*",
    re.IGNORECASE,
)


def passages(bodies: Sequence[str], fences: Sequence[int]) -> dict[int, int]:
    """First and last line of each text; `bodies` are plain and undressed, "" for a line that is quoted."""
    begins = [index for index, body in enumerate(bodies) if PRESS.match(body)]
    ends = [index for index, body in enumerate(bodies) if END_PRESS.fullmatch(body)]
    found: dict[int, int] = {}
    last = -1
    for first in begins:
        end = _next(ends, first)
        stops = [_next(fences, first)]
        if not NO_TEXT.fullmatch(bodies[first]):
            stops.append(_next(begins, first))
        if first > last and end >= 0 and all(end < stop or stop < 0 for stop in stops):
            found[first] = last = end
    return found


def _next(places: Sequence[int], after: int) -> int:
    """The first of the places, which rise, after one; -1 where there is none."""
    index = bisect_right(places, after)
    return places[index] if index < len(places) else -1


def press_goes_on(first: str, following: Sequence[str]) -> bool:
    """Whether a press has more lines than its first: it has no text yet, or its end comes before another."""
    if NO_TEXT.fullmatch(first):
        return True
    for body in following:
        if END_PRESS.fullmatch(body) or PRESS.match(body):
            return bool(END_PRESS.fullmatch(body))
    return False
