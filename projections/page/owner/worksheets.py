"""Files of a data set as the page knows them: CSV as text, TOML as values and the text between.

Which words and numbers a column takes is read off our own files, whatever the owner has written into his.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence

from msgspec import Struct

from projections.page.owner.toml_places import Path, Place, places

MOST_WORDS = 40
"""A column with more different words than these holds names."""

NUMBER, WORD, TEXT, TRUTH, LIST = "number", "word", "text", "truth", "list"
_WHOLE, _SPACE = re.compile("-?[0-9]+"), re.compile(r"\s").search


class Rule(Struct, frozen=True):
    """What stands in the cells of a column: of which kind, whether they may be empty, and which words."""

    kind: str
    empty: bool
    words: tuple[str, ...] = ()


class Value(Struct, frozen=True):
    """A value of a TOML file: its name in its record, which record that is, and which value is its source."""

    name: str
    record: int
    source: int
    kind: str


class Worksheet(Struct, frozen=True):
    """A file. `text` is what it holds; of TOML the `pieces` are what stands around its `values`, in turn."""

    name: str
    text: str
    rules: Mapping[str, Rule] = {}
    pieces: tuple[str, ...] = ()
    values: tuple[Value, ...] = ()
    records: tuple[str, ...] = ()


def worksheets(files: Mapping[str, bytes], shipped: Mapping[str, bytes]) -> list[Worksheet]:
    """The files in the order of `files`. Raises UnicodeDecodeError where one is no UTF-8."""
    return [_worksheet(name, raw.decode(), shipped.get(name, raw).decode()) for name, raw in files.items()]


def _worksheet(name: str, text: str, ours: str) -> Worksheet:
    if name.endswith(".csv"):
        return Worksheet(name, text, _rules(ours))
    found = places(text)
    return Worksheet(name, text) if found is None else _of_toml(name, text, found, places(ours) or (), ours)


def _rules(ours: str) -> dict[str, Rule]:
    """A rule for each column. Columns with a number for a name are one printed grid, with one rule."""
    rows = list(csv.reader(line for line in ours.splitlines() if line and not line.startswith("#")))
    columns = {name: cells for name, *cells in zip(*rows, strict=False)}
    grid = [cell for name, cells in columns.items() if name.isdigit() for cell in cells]
    return {name: _rule(grid if name.isdigit() else cells) for name, cells in columns.items()}


def _rule(cells: Sequence[str]) -> Rule:
    filled = [cell for cell in cells if cell]
    words = {*filled}
    if filled and all(map(_WHOLE.fullmatch, filled)):
        return Rule(NUMBER, "" in cells)
    is_word = 0 < len(words) <= MOST_WORDS and len(words) * 2 <= len(filled) and not any(map(_SPACE, words))
    return Rule(WORD, "" in cells, tuple(sorted(words))) if is_word else Rule(TEXT, "" in cells)


def _of_toml(name: str, text: str, found: Sequence[Place], ours_at: Sequence[Place], ours: str) -> Worksheet:
    at = {place.path: nth for nth, place in enumerate(found)}
    ends = (0, *(place.end for place in found))
    starts = (*(place.start for place in found), len(text))
    records = sorted({place.table for place in found})
    heads = {place.table: _head(place.path) for place in reversed(found)}
    values = [
        Value(
            _name(place.path),
            records.index(place.table),
            _source(place.path, at),
            _kind(text[place.start : place.end]),
        )
        for place in found
    ]
    pieces = tuple(text[end:start] for end, start in zip(ends, starts, strict=True))
    rules = _words_of(ours_at, ours)
    return Worksheet(name, text, rules, pieces, tuple(values), tuple(heads[nth] for nth in records))


def _words_of(found: Sequence[Place], text: str) -> dict[str, Rule]:
    """Which words the values of each name take."""
    cells: dict[str, list[str]] = {}
    for place in found:
        raw = text[place.start : place.end]
        if _kind(raw) == TEXT:
            cells.setdefault(_name(place.path), []).append(raw[1:-1])
    return {name: rule for name, words in cells.items() if (rule := _rule(words)).kind == WORD}


def _head(path: Path) -> str:
    """What a record is called: its table, and its number in a list of them."""
    named = path[:2] if len(path) > 2 and isinstance(path[1], int) else path[: len(path) > 1]
    return " ".join(str(part + 1) if isinstance(part, int) else part for part in named)


def _name(path: Path) -> str:
    """The keys of a value below its record."""
    below = path[2:] if len(path) > 2 and isinstance(path[1], int) else path[1:] or path
    return ".".join(map(str, below))


def _source(path: Path, at: Mapping[Path, int]) -> int:
    """The value that says where this one comes from: its own, or the nearest table's; -1 if none does."""
    *above, last = path
    named = [(*above, f"{last}_source"), *((*above[:depth], "source") for depth in range(len(above), 0, -1))]
    return next((at[one] for one in named if one in at and one != path), -1)


def _kind(raw: str) -> str:
    if raw in ("true", "false"):
        return TRUTH
    if raw[0] in "\"'":
        return TEXT
    return LIST if raw[0] == "[" else NUMBER
