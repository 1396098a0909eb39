"""Tables out of the files of a data set, each cell marked as known or as ours.

Every row of a data set says its source: printed, example, inferred, or reconstructed, which is ours. Where a
row has several sources, they name the cells that they are of, by the head of the column or "(column, row)".
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from domain.kit.data_files import SOURCES, decode_toml
from projections.language.messages import COLUMNS, _, columns, wrap
from projections.references import Asked, Printed

OURS, PARTLY = "*", "~"
"""The marks of a cell that is ours, and of one in a row of which some cells are."""

SOURCE = "source"

MOST_PARTS = 2
"""Parts of a table that is too wide for one; a wider one stands row by row."""

_COORDINATES = re.compile(r"\((\d+), (\d+)\)")
_PARTS = re.compile(rf"; (?=(?:{'|'.join(SOURCES)}): )")
_REST = re.compile(r"the other cells|the rest|the others")


class Row(Struct, frozen=True):
    cells: tuple[str, ...]
    source: str


class Grid(Struct, frozen=True):
    heads: tuple[str, ...]
    rows: tuple[Row, ...]


def page(asked: Asked, name: str, printed: Printed) -> Iterator[str]:
    """The table, its marks, and where its values come from."""
    yield f"{name}: {printed.says} [{printed.rule}]."
    for grid in grids(asked.files, printed):
        yield ""
        yield from _drawn(grid)
        yield ""
        yield from _sources(grid)
    yield ""
    yield _(
        "{ours} is ours, for lack of the publisher's; {partly} stands in a row that is ours in part. All "
        "else is known: printed, or from an example."
    ).format(ours=OURS, partly=PARTLY)


def grids(files: Mapping[str, bytes], printed: Printed) -> list[Grid]:
    text = files[printed.file].decode()
    if printed.file.endswith(".csv"):
        return [_of_csv(text)]
    return list(_of_toml(decode_toml(text, dict[str, Any]), printed))


def _of_csv(text: str) -> Grid:
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    heads, *rows = csv.reader(lines)
    kept = [
        at for at, head in enumerate(heads) if head not in (SOURCE, "also") and any(row[at] for row in rows)
    ]
    source = heads.index(SOURCE)
    return Grid(
        tuple(heads[at] for at in kept),
        tuple(Row(tuple(row[at].replace("|", " ") for at in kept), row[source]) for row in rows),
    )


def _of_toml(known: Mapping[str, Any], printed: Printed) -> Iterator[Grid]:
    """The tables of a file; those of single values together, each of which is a row."""
    single: list[Row] = []
    for name, value in known.items():
        if name == printed.but or printed.part not in ("", name):
            continue
        if isinstance(value, list):
            yield _of_records(value)
        else:
            single += _values((name,), value)
    if single:
        yield Grid(("what", "value"), tuple(single))


def _values(path: tuple[str, ...], value: Mapping[str, Any]) -> Iterator[Row]:
    if "value" in value:
        yield Row((" ".join(path).replace("_", " "), _text(value["value"])), value.get(SOURCE, ""))
        return
    for name, inner in value.items():
        if isinstance(inner, dict):
            yield from _values((*path, name), inner)
        elif name != SOURCE:
            yield Row((" ".join((*path, name)).replace("_", " "), _text(inner)), value.get(SOURCE, ""))


def _of_records(records: Sequence[Mapping[str, Any]]) -> Grid:
    flat = [dict(_flat(record)) for record in records]
    heads = tuple(dict.fromkeys(head for record in flat for head in record if not head.endswith(SOURCE)))
    rows = (Row(tuple(record.get(head, "") for head in heads), _source_of(record)) for record in flat)
    return Grid(heads, tuple(rows))


def _source_of(record: Mapping[str, str]) -> str:
    return "; ".join(dict.fromkeys(text for head, text in record.items() if head.endswith(SOURCE)))


def _flat(record: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    for name, value in record.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{name} ")
        elif name != "also":
            yield f"{before}{name}", _text(value)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " ".join(map(_text, value))
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


# ---- marks


def mark(head: str, key: str, source: str) -> str:
    """Whether a cell is ours, by the source of its row."""
    parts = _PARTS.split(source)
    if len({_is_ours(part) for part in parts}) == 1:
        return OURS if _is_ours(parts[0]) else ""
    named = [part for part in parts if _names(part, head, key)]
    rest = [part for part in parts if _REST.search(part)]
    for part in (*named, *rest):
        return OURS if _is_ours(part) else ""
    return PARTLY


def _is_ours(part: str) -> bool:
    return part.startswith("reconstructed")


def _names(part: str, head: str, key: str) -> bool:
    if (head, key) in _COORDINATES.findall(part):
        return True
    return re.search(rf"\b{re.escape(head)}s?\b", part) is not None and not head.isdigit()


def _marked(grid: Grid) -> list[tuple[str, ...]]:
    return [
        tuple(
            f"{cell}{mark(head, row.cells[0], row.source)}" if cell and place else cell
            for place, (head, cell) in enumerate(zip(grid.heads, row.cells, strict=True))
        )
        for row in grid.rows
    ]


# ---- drawing


def _drawn(grid: Grid) -> Iterator[str]:
    """The grid in columns; one that is too wide in several parts, each with the first column."""
    rows = [grid.heads, *_marked(grid)]
    widths = [max(columns(row[at]) for row in rows) for at in range(len(grid.heads))]
    if len(_parts(widths)) > MOST_PARTS or widths[0] + max(widths[1:], default=0) + 2 > COLUMNS:
        for row in rows[1:]:
            yield from wrap(_as_record(grid.heads, row), "", "    ")
        return
    for nth, part in enumerate(_parts(widths)):
        yield from [""] * bool(nth)
        for row in rows:
            yield "  ".join(_padded(row[at], widths[at]) for at in (0, *part)).rstrip()


def _as_record(heads: Sequence[str], row: Sequence[str]) -> str:
    told = [f"{head} {cell}" for head, cell in zip(heads[1:], row[1:], strict=True) if cell]
    return f"{row[0]}: {', '.join(told)}"


def _padded(cell: str, width: int) -> str:
    return cell + " " * (width - columns(cell))


def _parts(widths: Sequence[int]) -> list[list[int]]:
    """The columns after the first, so many together as a line holds."""
    parts: list[list[int]] = [[]]
    room = COLUMNS - widths[0]
    left = room
    for at in range(1, len(widths)):
        if widths[at] + 2 > left and parts[-1]:
            parts.append([])
            left = room
        parts[-1].append(at)
        left -= widths[at] + 2
    return parts


def _sources(grid: Grid) -> Iterator[str]:
    """Where the rows come from, those of one source together."""
    rows: dict[str, list[str]] = {}
    for row in grid.rows:
        rows.setdefault(row.source, []).append(row.cells[0])
    for source, keys in rows.items():
        if len(rows) == 1:
            yield from wrap(_("Source: {source}.").format(source=source))
        elif source:
            yield from wrap(f"{_keys(keys)}: {source}", "", "    ")


def _keys(keys: Sequence[str]) -> str:
    shown = list(dict.fromkeys(keys))
    return ", ".join(shown) if len(shown) <= 8 else ", ".join((*shown[:3], "…", shown[-1]))
