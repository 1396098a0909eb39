"""A seat's own cells: its root, and the lines “cell …” and “spent …” that go with its orders.

A cell that was given out is bound to its order: the same line at the same place gets the same cell again,
any other the next. So whoever loses a mail on purpose lets nobody throw twice.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from domain.game.deciding.own_cells import written
from domain.game.state.words import is_for_every_game
from domain.kit.drawn_cells import SEED, Drawn
from domain.kit.roots import CELLS, MOST_SHEETS
from referee.own_cells.files import Entropy, Given, PartyFile, SeatCells, SheetTrouble, new_file
from referee.reading.line_words import Later, takes
from referee.reading.passages import END_PRESS, press_goes_on
from referee.reading.reading import plain

SHEETS = 64
"""Of a lane, where nothing else is asked: cells for two thousand orders."""

COMMENTS = (";", "#")

OF_TITLES_TOO = ("ready",)
"""What may be an order of a title as it stands; for orders that wait the desk knows “release” as well."""


def new_cells(
    game: str,
    seat: str,
    path: Path,
    *,
    sheets: int = SHEETS,
    generation: int = 1,
    entropy: Entropy = secrets.token_bytes,
) -> PartyFile:
    """Draws the cells of a seat into a new file. Raises `SheetTrouble`."""
    check_sheets(sheets)
    return new_file(path, SeatCells(game, seat, entropy(SEED).hex(), sheets, generation))


def check_sheets(sheets: int) -> None:
    if not 1 <= sheets <= MOST_SHEETS:
        raise SheetTrouble(f"A lane has 1 to {MOST_SHEETS} sheets of {CELLS} cells.")


def root_line(drawn: Drawn) -> str:
    """The line that commits to all the cells."""
    return f"root {drawn.root()} {drawn.sheets}"


def fill(
    file: PartyFile, lines: Sequence[str], place: int, first: int = 0, *, anew: bool = False
) -> tuple[str, ...]:
    """The lines with a line “cell …” before each order; all others stay as they are. Raises `SheetTrouble`,
    and then no cell is given out.

    `place` is that of the first order, and `first` the number of the cell that the referee waits for: what
    was given out from there on has not come, and is sent as spent where it cannot be used again: all of it
    where there is no order. With `anew` each order gets the next cell, whatever it had before.
    """
    if place < 1:
        raise SheetTrouble("The place of the first order is wanted: the mail that asks for orders says it.")
    with file.locked() as cells:
        if not isinstance(cells, SeatCells):
            raise SheetTrouble(f"These are not the cells of a seat: {cells.party}.")
        filling = _Filling(cells, first or cells.used() + 1, anew=anew)
        made, found = list[str](), list(_orders(lines))
        if not any(is_one for _line, is_one in found):
            made += filling.lost()
        for line, is_one in found:
            made += [*filling.cell(place, line), line] if is_one else [line]
            place += is_one
        file.write(replace(cells, given=tuple(filling.given)))
    return tuple(made)


def _orders(lines: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """Each line, and whether it is an order. A text that goes on down to its end holds none."""
    texts = [plain(line) for line in lines]
    in_text = False
    for number, (line, text) in enumerate(zip(lines, texts, strict=True)):
        if in_text:
            in_text = not END_PRESS.fullmatch(text)
            yield line, False
        else:
            in_text = _begins_text(text) and press_goes_on(text, texts[number + 1 :])
            yield line, not in_text and _is_order(text)


def _begins_text(text: str) -> bool:
    return text.lower().startswith(("press", "anonymous press", "dispute", "appeal"))


def _is_order(text: str) -> bool:
    if not text or text.startswith(COMMENTS) or is_for_every_game(text):
        return False
    may_be_one = text.lower().startswith(Later.FORM.split()[0] + " ") or text.lower() in OF_TITLES_TOO
    return may_be_one or not takes(text, ())


class _Filling:
    """The cells that go out now. `given` is the journal as it becomes; what was given out from `first` on
    has not come, and those below `due` are dealt with."""

    def __init__(self, cells: SeatCells, first: int, *, anew: bool) -> None:
        if first > cells.used() + 1:
            raise SheetTrouble(
                f"Cell {first} cannot be next: {cells.used()} cells were given out of this file. If another "
                "copy of it was used, commit new cells: “bugyo seat new” with --again."
            )
        self.cells = cells
        self.given = list(cells.given)
        self._due = first
        self._anew = anew
        self._drawn = cells.drawn()

    def cell(self, place: int, line: str) -> Iterator[str]:
        """The line of the cell for an order, after those of the cells that were lost before it."""
        line = " ".join(line.split()).lower()
        number = 0 if self._anew else self._bound(place, line)
        if not number:
            yield from self._lost(len(self.given) + 1)
            number = len(self.given) + 1
            if number > self.cells.total():
                raise SheetTrouble(
                    f"All {self.cells.total()} cells are used. Draw new ones: “bugyo seat new” with "
                    f"--again {self.cells.generation + 1}. If the referee still waits for one of these, send "
                    "them as spent before the new root: “bugyo seat fill” with --first, and no order."
                )
            self.given.append(Given(number, place, line))
        yield from self._lost(number)
        self._due = max(self._due, number + 1)
        yield f"cell {self._written(number)}"

    def lost(self) -> Iterator[str]:
        """All that have not come."""
        return self._lost(len(self.given) + 1)

    def _bound(self, place: int, line: str) -> int:
        """The cell that was given out for this very order, 0 where none was."""
        known = (one for one in reversed(self.given) if (one.place, one.line) == (place, line))
        newest = next(known, None)
        return newest.number if newest and not newest.lost else 0

    def _lost(self, before: int) -> Iterator[str]:
        """Those that have not come, and that no order can have after a later cell."""
        for number in range(self._due, before):
            self.given[number - 1] = replace(self.given[number - 1], lost=True)
            yield f"spent {self._written(number)}"
        self._due = max(self._due, before)

    def _written(self, number: int) -> str:
        sheet, place = divmod(number - 1, CELLS)
        at, lane = (sheet + 1, place + 1), self.cells.party
        return written(str(number), self._drawn.cell(lane, at).hex(), self._drawn.proof(lane, at))
