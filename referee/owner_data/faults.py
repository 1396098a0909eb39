"""All that does not fit in a data set, not the first of it alone: what was found is mended with ours, and the
set is read on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from msgspec import Struct

from domain.kit.errors import BadTable
from referee.owner_data.sheets import TABLE, Piece, Sheet, cell_at, keys_of, sheet_of

MOST_FAULTS, MOST_READINGS = 100, 250
"""What is looked for in one go, and how often the set is read for it."""

MOST_STRANGERS = 5
"""Rows of a file with names that ours have not, in which a missing one is looked for."""

LONGEST = 160
"""Characters of what stands in a cell that are shown."""

_KINDS = {"int": "a whole number", "str": "a text", "bool": "true, or nothing"}
"""Kinds of values as their library calls them."""

TOML = "TOML"
"""What is expected of a file that cannot be told into tables."""

Read = Callable[[Mapping[str, bytes]], Any]


class Fault(Struct, frozen=True):
    """`line` is 0 for a whole file, and `cell` "" where the fault is of no cell alone."""

    file: str
    line: int
    cell: str
    expected: str
    got: str


class Faults(Struct, frozen=True):
    """`all_found` is False where there may be more, because nothing that was tried has put a fault right."""

    found: tuple[Fault, ...]
    all_found: bool


class Mend(NamedTuple):
    """What a file would be, and which cell of which line was wrong then, as far as that is told by it."""

    file: str
    sheet: Sheet
    cell: str = ""
    line: int = 0


def faults(read: Read, ours: Mapping[str, bytes], own: Mapping[str, bytes]) -> Faults:
    """What is wrong, each with file, line and cell, what was expected and what stands there."""
    return _Reader(read, ours, own).all()


class _Reader:
    """Reads a set again and again, each time with one thing more put right."""

    def __init__(self, read: Read, ours: Mapping[str, bytes], own: Mapping[str, bytes]) -> None:
        self._read = read
        self._ours = {name: sheet_of(name, raw.decode()) for name, raw in ours.items()}
        self._own = {name: _sheet(name, raw, self._ours.get(name)) for name, raw in own.items()}
        self._files = {**ours, **own}
        self._left = MOST_READINGS

    def all(self) -> Faults:
        found: list[Fault] = []
        wrong = self._wrong(self._files)
        while wrong and len(found) < MOST_FAULTS:
            fault, after = self._mended(wrong)
            found.append(fault)
            if after is wrong:
                return Faults(tuple(found), False)
            wrong = after
        return Faults(tuple(found), wrong is None)

    def _wrong(self, files: Mapping[str, bytes]) -> BadTable | None:
        self._left -= 1
        try:
            self._read(files)
        except BadTable as wrong:
            return wrong
        return None

    def _mended(self, wrong: BadTable) -> tuple[Fault, BadTable | None]:
        """The fault with its cell, and what is wrong once it is mended; `wrong` itself where nothing is."""
        at, cell = self._origin(wrong)
        for mend in self._mends(wrong, cell):
            if self._left <= 0:
                break
            files = {**self._files, mend.file: mend.sheet.text().encode()}
            after = self._wrong(files)
            if after is None or _said(after) != _said(wrong):
                fault = self._fault(wrong, mend.line or at, mend.cell or cell)
                self._files, self._own[mend.file] = files, mend.sheet
                return fault, after
        return self._fault(wrong, at, cell), wrong

    def _origin(self, wrong: BadTable) -> tuple[int, str]:
        """The line in the owner's file, and the cell that the reader means, as far as it says so."""
        sheet = self._own.get(wrong.path)
        found = sheet.found(wrong.line) if sheet else None
        if sheet is None or found is None:
            return min(wrong.line, len(sheet.head)) if sheet else 0, ""
        piece, within = found.piece, found.within
        if not sheet.columns:
            return piece.line + within, cell_at(piece, within)
        meant = [name for name, cell in piece.cells.items() if cell and cell == wrong.got.strip('"')]
        named = [name for name in piece.cells if wrong.expected.endswith(f"in the column {name}")]
        return piece.line, (named or (meant if len(meant) == 1 else []) or [""])[0]

    def _fault(self, wrong: BadTable, line: int, cell: str) -> Fault:
        kind, space, rest = wrong.expected.partition(" ")
        expected, got = (
            f"{_KINDS.get(kind, kind)}{space}{rest}".removesuffix(f" in the column {cell}"),
            wrong.got,
        )
        if cell and wrong.got in (*_KINDS, "array", "object"):
            sheet = self._own[wrong.path]
            here = (one for one in sheet.pieces if one.line <= line <= one.line + one.raw.count("\n"))
            got = next((one.values().get(cell, got) for one in here), got)
            got = f'"{got}"' if sheet.columns else got
        return Fault(wrong.path, line, cell, short(expected), short(got))

    # ---- what may put it right, the least first

    def _mends(self, wrong: BadTable, meant: str) -> Iterator[Mend]:
        name, sheet, ours = wrong.path, self._own.get(wrong.path), self._ours.get(wrong.path)
        if sheet and (found := sheet.found(wrong.line)):
            yield from self._of_piece(sheet, found.at, meant)
        if sheet and ours and sheet.columns == ours.columns and wrong.expected != TOML:
            yield from self._of_strangers(sheet, ours)
            yield Mend(name, _filled(sheet, ours))
        if ours:
            yield Mend(name, ours)
        for other, mine in self._ours.items():
            if other != name and other in self._own and self._own[other] != mine:
                yield Mend(other, mine)

    def _of_piece(self, sheet: Sheet, at: int, meant: str) -> Iterator[Mend]:
        piece = sheet.pieces[at]
        ours = _counterpart(sheet, piece, self._ours.get(sheet.name))
        if ours:
            for name in sorted(_unlike(piece, ours), key=lambda name: name != meant):
                mended = sheet.with_cell(piece, name, ours.cells[name])
                yield Mend(sheet.name, sheet.put(at, mended), name)
        if ours and ours.raw != piece.raw:
            yield Mend(sheet.name, sheet.put(at, ours._replace(line=0)))
        if meant and sheet.columns:
            yield Mend(sheet.name, sheet.put(at, sheet.with_cell(piece, meant, "")), meant)
        yield Mend(sheet.name, sheet.put(at))

    def _of_strangers(self, sheet: Sheet, ours: Sheet) -> Iterator[Mend]:
        """Pieces with names that ours have not, in the place of which ours may be meant."""
        known = ours.by_key()
        strange = [(at, one) for at, one in enumerate(sheet.pieces) if one.cells and one.key not in known]
        for at, piece in strange[:MOST_STRANGERS]:
            if meant := _counterpart(sheet, piece, ours):
                cell = next(iter(_unlike(piece, meant)), "")
                yield Mend(sheet.name, sheet.put(at, meant._replace(line=0)), cell, piece.line)


def _sheet(name: str, raw: bytes, ours: Sheet | None) -> Sheet:
    """An owner's file in pieces, as far as it is text."""
    return sheet_of(name, raw.decode(errors="replace"), keys_of(ours) if ours and ours.columns else 0)


def _counterpart(sheet: Sheet, piece: Piece, ours: Sheet | None) -> Piece | None:
    """Our piece of the same name; else of those that the owner's file lacks the one that is most like it."""
    known = ours.by_key() if ours and ours.columns == sheet.columns else {}
    if piece.key in known:
        return known[piece.key]
    there = sheet.by_key()
    alike = [
        (sum(piece.cells.get(name) == cell for name, cell in one.cells.items() if cell), one)
        for key, one in known.items()
        if key not in there
    ]
    most, best = max(alike, key=lambda found: found[0], default=(0, None))
    return best if most > 1 else None


def _unlike(piece: Piece, ours: Piece) -> list[str]:
    """The cells in which a piece is not as ours; none where it has others."""
    if piece.cells.keys() != ours.cells.keys():
        return []
    return [name for name, cell in piece.cells.items() if cell != ours.cells[name] and name != TABLE]


def _filled(sheet: Sheet, ours: Sheet) -> Sheet:
    """With the pieces of ours that it lacks."""
    there = sheet.by_key()
    lacking = (piece._replace(line=0) for key, piece in ours.by_key().items() if key not in there)
    return sheet._replace(pieces=(*sheet.pieces, *lacking))


def _said(wrong: BadTable) -> tuple[str, int, str, str]:
    return wrong.path, wrong.line, wrong.expected, wrong.got


def short(text: str) -> str:
    """What stands in a file of anybody's, so that it can be shown."""
    text = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
