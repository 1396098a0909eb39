"""The standing orders that a title recommends to each side, line by line: a file of its data set.

A data set from before it has none, and so has every game that is played with one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from domain.kit.data_files import line_of, text_of, toml_of, unsourced
from domain.kit.errors import BadTable

FILE = "standing.toml"

Sheets = Mapping[str, tuple[str, ...]]
"""The lines of each seat, as they would be mailed."""


class _Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    """`seats` share these lines; the `source` says of which kind they are, and why."""

    seats: tuple[str, ...]
    lines: tuple[str, ...]
    source: str


class _Sheets(Struct, frozen=True, forbid_unknown_fields=True):
    sheet: tuple[_Sheet, ...]


def read_sheets(files: Mapping[str, bytes], seats: Sequence[str]) -> Sheets:
    """The sheet of each seat of a title. Raises `BadTable`."""
    if FILE not in files:
        return {}
    text = text_of(files, FILE)
    found: dict[str, tuple[str, ...]] = {}
    for nth, sheet in enumerate(toml_of(FILE, text, _Sheets).sheet):
        at = line_of(text, "sheet", str(nth), "seats")
        if wanted := unsourced(sheet.source):
            raise BadTable(FILE, at, wanted, f'"{sheet.source}"')
        for seat in sheet.seats:
            if seat not in seats:
                raise BadTable(FILE, at, f"one of the seats {', '.join(seats)}", f'"{seat}"')
            found[seat] = (*found.get(seat, ()), *sheet.lines)
    return found
