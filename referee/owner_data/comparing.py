"""An owner's tables beside ours: what differs, how much is still ours, and what known values they miss."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from referee.games.datasets import FIXTURES
from referee.owner_data.faults import short
from referee.owner_data.sheets import Piece, Sheet, keys_of, sheet_of

KNOWN = FIXTURES / "known"

KEYS, AT_MOST = "|", "<="
"""In it: between the cells that name a row, and before a value that need not be reached."""


class Counts(Struct, frozen=True):
    """The rows of a file: `ours` are reconstructed, `known` are printed or follow from what is; neither has
    been changed. `own` are the owner's. A file that is not there is read as ours."""

    file: str
    ours: int
    known: int
    own: int


class Difference(Struct, frozen=True):
    """`cell` is "" where a whole row is there or missing; then one of the values is "" too."""

    file: str
    line: int
    row: str
    cell: str
    ours: str
    own: str


class Unmarked(Struct, frozen=True):
    file: str
    line: int
    row: str
    source: str


class Contradicted(Struct, frozen=True):
    """`rule` is the number or the example that binds the value."""

    file: str
    line: int
    row: str
    cell: str
    known: str
    own: str
    rule: str


class Pair(Struct, frozen=True):
    """A file as we ship it, and the owner's."""

    ours: Sheet
    own: Sheet


def pairs(ours: Mapping[str, bytes], own: Mapping[str, bytes], order: list[str]) -> list[Pair]:
    """The files of both sets, in an order; one whose columns do not say what its rows are is read as ours."""
    found = []
    for name in order:
        mine = sheet_of(name, ours[name].decode())
        text = own.get(name, ours[name]).decode(errors="replace")
        keys = keys_of(mine) if mine.columns else 0
        sheet = sheet_of(name, text, keys)
        found.append(Pair(mine, sheet if sheet.columns[:keys] == mine.columns[:keys] else mine))
    return found


def counted(pair: Pair) -> Counts:
    """Rows by file: ours, known, the owner's."""
    ours, kinds = pair.ours.by_key(), {"ours": 0, "known": 0, "own": 0}
    for key, piece in pair.own.by_key().items():
        kinds[_kind(piece, ours.get(key))] += 1
    return Counts(pair.ours.name, **kinds)


def _kind(piece: Piece, ours: Piece | None) -> str:
    if ours is None or piece.values() != ours.values() or piece.source != ours.source:
        return "own"
    return "ours" if "reconstructed" in piece.source else "known"


def differences(pair: Pair) -> Iterator[Difference]:
    """What differs, cell by cell."""
    ours, own = pair.ours.by_key(), pair.own.by_key()
    for key, piece in own.items():
        yield from _differing(pair.ours.name, piece, ours.get(key))
    for key, piece in ours.items():
        if key not in own:
            yield Difference(pair.ours.name, 0, _row(piece), "", _whole(piece), "")


def _differing(name: str, piece: Piece, ours: Piece | None) -> Iterator[Difference]:
    if ours is None:
        yield Difference(name, piece.line, _row(piece), "", "", _whole(piece))
        return
    before, after = ours.values(), piece.values()
    for cell in dict.fromkeys((*before, *after)):
        old, new = before.get(cell, ""), after.get(cell, "")
        if old != new:
            yield Difference(name, piece.line, _row(piece), short(cell), short(old), short(new))


def unmarked(pair: Pair) -> Iterator[Unmarked]:
    """Rows with other values whose source is still that of ours."""
    ours = pair.ours.by_key()
    for key, piece in pair.own.by_key().items():
        before = ours.get(key)
        if before and piece.values() != before.values() and piece.source == before.source:
            yield Unmarked(pair.ours.name, piece.line, _row(piece), short(piece.source))


def _row(piece: Piece) -> str:
    return short(" ".join(piece.key))


def _whole(piece: Piece) -> str:
    return short(", ".join(f"{name} {cell}" for name, cell in piece.values().items() if cell))


# ---- known values


def known(title: str) -> Sheet:
    """The table of values that any data set of a title must have; an empty one where none are bound."""
    path = KNOWN / f"{title}.csv"
    text = path.read_text("utf-8") if path.is_file() else "file,row,cell,value,rule\n"
    return sheet_of(path.name, text, 3)


def contradicted(title: str, found: list[Pair]) -> Iterator[Contradicted]:
    """Values that an example or a printed sentence binds, and that are others here."""
    own = {pair.own.name: pair.own.by_key() for pair in found}
    for bound in filter(None, (piece.cells for piece in known(title).pieces)):
        file, row, cell, value, rule = bound.values()
        piece = own[file].get(tuple(row.split(KEYS)))
        stands = piece.values().get(cell, "") if piece else ""
        if piece is None or not _holds(stands.strip('"'), value):
            line, row = piece.line if piece else 0, row.replace(KEYS, " ").strip()
            yield Contradicted(file, line, row, cell, value.replace(AT_MOST, "at most "), short(stands), rule)


def _holds(stands: str, value: str) -> bool:
    most = value.removeprefix(AT_MOST)
    if most == value:
        return stands == value
    return stands.isdecimal() and len(stands) <= len(most) and int(stands) <= int(most)
