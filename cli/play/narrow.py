"""Lines for a narrow terminal: broken between words; tables first lose what is blank in all rows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from shutil import get_terminal_size

from projections.language.messages import COLUMNS, columns

LEAST = 30
"""Columns below which nothing can be read anyhow."""

_RULE = re.compile(r"-{20,}")
_CELLS = re.compile(r"\S {3,}\S|^ {8,}\S$")
"""What only rows of a table have, and no sentence."""


def width() -> int:
    """Columns of this terminal, at most those of a mail."""
    return max(LEAST, min(COLUMNS, get_terminal_size((COLUMNS, 24)).columns))


def fitted(lines: Sequence[str]) -> Iterator[str]:
    """The lines, each as wide as the terminal at most, but for words that are wider."""
    room = width()
    for line in lines:
        if _RULE.fullmatch(line):
            yield line[:room]
        else:
            yield from _broken(line, room)


def _broken(line: str, room: int) -> Iterator[str]:
    """Its pieces, those after the first a little further in."""
    begin = min(len(line) - len(line.lstrip()), room // 3)
    while columns(line) > room:
        at = line.rfind(" ", begin + 1, room + 1)
        if at < 0 or not line[:at].strip():
            break
        yield line[:at].rstrip()
        line = " " * (begin + 2) + line[at:].lstrip()
    yield line


def board(text: str) -> Iterator[str]:
    """The lines of a board. What is blank in all rows of its tables is left out until they fit."""
    head, *rest = text.splitlines()
    rows = [at for at, line in enumerate(rest) if _CELLS.search(line)]
    longest = max((len(rest[at]) for at in rows), default=0)
    for column in range(longest - 2, 0, -1):
        if max(columns(rest[at]) for at in rows) <= width():
            break
        if all(not rest[at][column : column + 2].strip() for at in rows):
            for at in rows:
                rest[at] = rest[at][:column] + rest[at][column + 1 :]
    yield from fitted([head if columns(head) <= width() else re.sub(r" {2,}", "  ", head), *rest])
