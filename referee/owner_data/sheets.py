"""A file of a data set in pieces, to compare and mend: the rows of a CSV file, the tables of a TOML file."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

SOURCE = "source"

TABLE = ""
"""The name of the head among the cells of a TOML table."""

_TABLE = re.compile(r"\s*(\[\[?[\w.-]+\]\]?)\s*(?:#.*)?")
_KEY = re.compile(r"([\w-]+)\s*=\s*(.*)", re.DOTALL)
_SOURCES = re.compile(r"source\s*=\s*[\"'](.*?)[\"']")


class Piece(NamedTuple):
    """`raw` is the piece as it is written, `line` where it begins; 0 where it is ours. One without cells is a
    comment, or nothing."""

    line: int
    key: tuple[str, ...]
    cells: dict[str, str]
    raw: str

    @property
    def source(self) -> str:
        return "; ".join(_SOURCES.findall(self.raw)) if TABLE in self.cells else self.cells.get(SOURCE, "")

    def values(self) -> dict[str, str]:
        """The cells but the source, each as it would stand alone."""
        named = {name: cell for name, cell in self.cells.items() if name not in (SOURCE, TABLE)}
        return {name: shown(cell) for name, cell in named.items()} if TABLE in self.cells else named


class Found(NamedTuple):
    """The piece that a line is of, its place among the pieces, and the line of it."""

    at: int
    piece: Piece
    within: int


class Sheet(NamedTuple):
    """`columns` are () in a TOML file."""

    name: str
    head: tuple[str, ...]
    columns: tuple[str, ...]
    pieces: tuple[Piece, ...]

    def text(self) -> str:
        return "\n".join((*self.head, *(piece.raw for piece in self.pieces))) + "\n"

    def by_key(self) -> dict[tuple[str, ...], Piece]:
        return {piece.key: piece for piece in self.pieces if piece.cells}

    def found(self, line: int) -> Found | None:
        """What stands in a line of `text`; None for the head."""
        at = len(self.head)
        for nth, piece in enumerate(self.pieces):
            count = piece.raw.count("\n") + 1
            if at < line <= at + count:
                return Found(nth, piece, line - at - 1)
            at += count
        return None

    def put(self, at: int, *pieces: Piece) -> Sheet:
        """With other pieces in the place of one."""
        return self._replace(pieces=(*self.pieces[:at], *pieces, *self.pieces[at + 1 :]))

    def with_cell(self, piece: Piece, name: str, cell: str) -> Piece:
        """A piece with another cell."""
        cells = piece.cells | {name: cell}
        raw = _row_text([cells[column] for column in self.columns]) if self.columns else _table_text(cells)
        return piece._replace(cells=cells, raw=raw)


def sheet_of(name: str, text: str, keys: int = 0) -> Sheet:
    """A file in pieces. `keys` is how many columns name a row; 0 lets the rows themselves say."""
    lines = text.splitlines()
    return _of_csv(name, lines, keys) if name.endswith(".csv") else _of_toml(name, lines)


def keys_of(sheet: Sheet) -> int:
    """How many columns from the left name each row of ours by themselves."""
    rows = [tuple(piece.cells.values()) for piece in sheet.pieces if piece.cells]
    return next((n for n in range(1, len(sheet.columns)) if len({row[:n] for row in rows}) == len(rows)), 1)


# ---- CSV


def cells_of(line: str) -> list[str]:
    """The cells of one line; the whole of it where it cannot be read."""
    try:
        return next(csv.reader([line]), [])
    except csv.Error:
        return [line]


def _of_csv(name: str, lines: Sequence[str], keys: int) -> Sheet:
    at = next((nth for nth, line in enumerate(lines) if line and not line.startswith("#")), len(lines))
    columns = tuple(cells_of(lines[at])) if at < len(lines) else ()
    pieces = [_row(columns, nth, line, 1) for nth, line in enumerate(lines[at + 1 :], at + 2)]
    sheet = Sheet(name, tuple(lines[: at + 1]), columns, tuple(pieces))
    count = keys or keys_of(sheet)
    return sheet._replace(pieces=tuple(_told_apart(_named(piece, count) for piece in pieces)))


def _named(piece: Piece, count: int) -> Piece:
    """A row with its key; of one that cannot be read, what stands where its key would."""
    cells = tuple(piece.cells.values()) or tuple(cell.strip('"') for cell in piece.raw.split(",", count))
    return piece._replace(key=cells[:count])


def _row(columns: Sequence[str], at: int, line: str, keys: int) -> Piece:
    cells = [] if line.startswith("#") else cells_of(line)
    named = {column: cell.strip() for column, cell in zip(columns, cells, strict=False)}
    return Piece(at, (), named if len(cells) == len(columns) else {}, line)


def _row_text(cells: Sequence[str]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="").writerow(cells)
    return out.getvalue()


# ---- TOML


def _of_toml(name: str, lines: Sequence[str]) -> Sheet:
    heads = [nth for nth, line in enumerate(lines) if _TABLE.fullmatch(line)]
    first = heads[0] if heads else len(lines)
    spans = zip(heads, [*heads[1:], len(lines)], strict=False)
    pieces = [_table(start, lines[start:end]) for start, end in spans]
    return Sheet(name, tuple(lines[:first]), (), tuple(_told_apart(pieces)))


def _table(start: int, lines: Sequence[str]) -> Piece:
    cells, last = {TABLE: lines[0]}, TABLE
    for line in lines[1:]:
        key = _KEY.match(line)
        if key and key[1] not in cells:
            last, cells[key[1]] = key[1], line
        else:
            cells[last] += f"\n{line}"
    head = (_TABLE.fullmatch(lines[0]) or [""])[1]
    named = next((cell for name, cell in cells.items() if name), "") if head.startswith("[[") else ""
    return Piece(start + 1, (head.strip("[]"), *filter(None, [_value(named)])), cells, "\n".join(lines))


def _value(cell: str) -> str:
    found = _KEY.match(cell)
    return found[2].strip().strip('"') if found else ""


def _table_text(cells: dict[str, str]) -> str:
    return "\n".join(cells.values())


def cell_at(piece: Piece, within: int) -> str:
    """The key of a TOML table that is written in its nth line; "" for its head."""
    for name, cell in piece.cells.items():
        within -= cell.count("\n") + 1
        if within < 0:
            return name
    return ""


def shown(cell: str) -> str:
    """A cell of a TOML table without its key, its source and comments below it."""
    found = _KEY.match(cell)
    lines = (found[2] if found else cell).splitlines()
    said = " ".join(line.strip() for line in lines if line.strip() and not line.startswith("#"))
    return _SOURCES.sub("", said).replace(", }", " }")


def _told_apart(pieces: Iterator[Piece] | Sequence[Piece]) -> Iterator[Piece]:
    """The second of a name is told from the first by its number."""
    seen: dict[tuple[str, ...], int] = {}
    for piece in pieces:
        seen[piece.key] = nth = seen.get(piece.key, 0) + 1
        yield piece if nth == 1 or not piece.cells else piece._replace(key=(*piece.key, f"({nth})"))
