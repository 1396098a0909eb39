"""Files of a data set, read into frozen rows: CSV for what is printed as a grid, TOML for records.

The first line of a CSV file is a comment, the second names the columns. An empty cell is a value that is not
there. Whatever does not fit is a `BadTable` with file and line.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from domain.kit.data_files import csv_rows, text_of, toml_of, unsourced, whole_number
from domain.kit.errors import BadTable

YES_NO = {"yes": True, "no": False}

R = TypeVar("R", bound=Struct)
Files = Mapping[str, bytes]


class Row(Struct, frozen=True):
    """A row of a CSV file: the number of its line, and its cells by column."""

    number: int
    cells: dict[str, str]


def rows(files: Files, name: str, columns: Sequence[str]) -> list[Row]:
    """The rows of a CSV file, which must have exactly those columns, in that order; sources checked."""
    raw = text_of(files, name).splitlines()
    head = next((at for at, line in enumerate(raw) if not line.startswith("#")), len(raw))
    read = csv_rows(name, raw[head:], head)
    _, named = next(read, (head + 1, []))
    if named != list(columns):
        raise BadTable(name, head + 1, f"the columns {', '.join(columns)}", ", ".join(named) or "nothing")
    return [_row(name, number, columns, cells) for number, cells in read]


def columns_of(files: Files, name: str) -> tuple[str, ...]:
    """The names of the columns of a CSV file, as they stand there."""
    written = text_of(files, name).splitlines()
    return tuple(next((line for line in written if not line.startswith("#")), "").split(","))


def typed_rows(files: Files, name: str, kind: type[R]) -> list[tuple[int, R]]:
    """The rows of a CSV file as structs, each with the number of its line."""
    return [(row.number, _typed(name, row, kind)) for row in rows(files, name, kind.__struct_fields__)]


def records(files: Files, name: str, kind: type[R]) -> R:
    """A TOML file as a struct."""
    return toml_of(name, text_of(files, name), kind)


def check_source(name: str, line: int, source: str) -> None:
    """A source says of which kind it is, and where or why."""
    if wanted := unsourced(source, "printed: 6.5"):
        raise BadTable(name, line, wanted, f'"{source}"')


def number(name: str, line: int, cell: str) -> int:
    """A cell that must hold a whole number."""
    found = whole_number(cell)
    if found is None:
        raise BadTable(name, line, "a whole number", f'"{cell}"')
    return found


def must(name: str, line: int, holds: object, expected: str, got: str) -> None:
    """Refuses the line where something does not hold."""
    if not holds:
        raise BadTable(name, line, expected, f'"{got}"')


def one_of(name: str, line: int, word: str, words: Iterable[str]) -> None:
    known = tuple(words)
    must(name, line, word in known, f"one of {', '.join(known)}", word)


def runs(numbers: Sequence[int]) -> bool:
    """Whether each number is the one before and one more."""
    return list(numbers) == list(range(numbers[0], numbers[0] + len(numbers)))


def _row(name: str, at: int, columns: Sequence[str], cells: Sequence[str]) -> Row:
    if len(cells) != len(columns):
        raise BadTable(name, at, f"{len(columns)} cells", f"{len(cells)}")
    named = dict(zip(columns, cells, strict=True))
    check_source(name, at, named["source"])
    return Row(at, named)


def _typed(name: str, row: Row, kind: type[R]) -> R:
    cells = {field.name: _value(row.cells[field.name], field.type) for field in msgspec.structs.fields(kind)}
    try:
        return msgspec.convert(cells, kind, strict=False)
    except msgspec.ValidationError as error:
        what, _, path = str(error).replace("`", "").partition(" - at ")
        column = path.removeprefix("$.")
        expected = what.removeprefix("Expected ").partition(", got")[0]
        got = f'"{row.cells.get(column, "")}"'
        raise BadTable(name, row.number, f"{expected} in the column {column}", got) from None


def _value(cell: str, kind: Any) -> str | bool | None:
    if kind is bool:
        return YES_NO.get(cell, cell)
    return cell if cell or kind is str else None
