"""A party's sheet in a game of protocol 1, which is played on with it: cell by cell, strictly in order."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from msgspec.structs import replace

from domain.game.entries.levels import WITNESS
from domain.game.state.words import is_for_every_game
from domain.kit.cells import CELL, cell_commitment
from referee.own_cells.files import Answered, Entropy, FirstSheet, PartyFile, SheetTrouble, WitnessCells
from referee.reading.reading import ReadMail, read_mail
from referee.reading.senders import is_address
from referee.seats.witness_requests import FirstAsked, first_asked_in, recipient, reply

LINE = 14
"""Commitments of a line, each line a sheet of its own: no mail server may break a line of 998 signs."""

SIZE = 112
"""Cells that are drawn at once where nothing else is asked."""

FEW = 16
"""With fewer cells left than this, a witness's reply publishes further ones."""

NO_REQUEST = "This mail asks for no cell."


def first_sheet(cells: object) -> FirstSheet:
    """Raises `SheetTrouble` where the file is one of a later protocol."""
    if not isinstance(cells, FirstSheet):
        raise SheetTrouble("All cells of this file are committed at once: none can be added to it.")
    return cells


def more_cells(
    sheet: PartyFile, size: int = SIZE, *, entropy: Entropy = secrets.token_bytes
) -> tuple[str, ...]:
    """Draws further cells; gives the lines that publish them, to be sent before the first of them is used."""
    with sheet.locked() as kept:
        cells = first_sheet(kept)
        sheet.write(_drawn(cells, size, entropy))
    return commit_lines(sheet, len(cells.sizes) + 1)


def commit_lines(sheet: PartyFile, first: int = 1) -> tuple[str, ...]:
    """The lines that publish the sheets from number `first` on, in their order; each line is one sheet."""
    return _commit_lines(first_sheet(sheet.read()), first)


def _commit_lines(cells: FirstSheet, first: int) -> tuple[str, ...]:
    lines, at = [], 0
    for number, size in enumerate(cells.sizes, 1):
        made = (
            cell_commitment(cells.game, cells.party, number, place, bytes.fromhex(cell)).hex()
            for place, cell in enumerate(cells.cells[at : at + size], 1)
        )
        lines.append(f"commit {' '.join(made)}")
        at += size
    return tuple(lines[first - 1 :])


def _drawn(cells: FirstSheet, size: int, entropy: Entropy) -> FirstSheet:
    if size < 1:
        raise SheetTrouble("A sheet has at least one cell.")
    drawn = tuple(entropy(CELL).hex() for _ in range(size))
    sizes = tuple(min(LINE, size - start) for start in range(0, size, LINE))
    return replace(cells, cells=cells.cells + drawn, sizes=cells.sizes + sizes)


# ---- a seat


def fill(sheet: PartyFile, orders: Sequence[str], first: int = 0) -> tuple[str, ...]:
    """The lines with a line “cell …” before each order; comments, and lines that join or commit, stay as
    they are. Raises `SheetTrouble`, and then nothing is used.

    `first` is the number of the cell that the referee asks for, where that is one that was given out before:
    its order was refused, or its mail was lost, and the game has not used it. The same orders get the same
    cells again.
    """
    with sheet.locked() as kept:
        cells = first_sheet(kept)
        at = first - 1 if first else cells.used
        if not 0 <= at <= cells.used:
            raise SheetTrouble(f"Cell {first} cannot be next: {cells.used} cells were given out so far.")
        wanted = sum(map(_is_order, orders))
        given = iter(_taken(replace(cells, used=at), wanted))
        sheet.write(replace(cells, used=at + wanted))
    lines: list[str] = []
    for line in orders:
        lines += [f"cell {next(given)}", line] if _is_order(line) else [line]
    return tuple(lines)


def _is_order(line: str) -> bool:
    text = line.strip()
    return bool(text) and not text.startswith((";", "#")) and not is_for_every_game(text)


def _taken(cells: FirstSheet, count: int) -> tuple[str, ...]:
    left = len(cells.cells) - cells.used
    if left < count:
        raise SheetTrouble(
            f"The sheet has {left} cells left, and {count} are wanted. Draw further ones and publish them."
        )
    return cells.cells[cells.used : cells.used + count]


# ---- a witness


def answer_request(
    sheet: PartyFile, raw: bytes, *, at: int | None = None, entropy: Entropy = secrets.token_bytes
) -> bytes | str:
    """The reply to a request, as a mail to be sent; or, in a sentence, why there is none.

    The same request gets the same reply. A request for a question that was answered for other orders gets
    none: somebody asks twice. `at` dates the reply, in milliseconds since 1970. Raises `SheetTrouble`.
    """
    mail = read_mail(raw)
    asked, own = first_asked_in(mail), recipient(raw)
    with sheet.locked() as kept:
        cells = first_sheet(kept)
        why = _wrong(cells, mail, asked, own)
        if why or asked is None:
            return why or "This mail asks for no cell."
        before = next((one for one in cells.answered if one.index == asked.index), None)
        if before is None:
            cells, before = _answered(cells, asked, mail.sender, entropy)
            sheet.write(cells)
    return reply(mail, before.lines, own, at)


def not_for_us(cells: FirstSheet | WitnessCells, mail: ReadMail, own: str) -> str:
    """Why a mail is no request to this witness, in either protocol; "" where it is one."""
    if not mail.block.token:
        return NO_REQUEST
    if mail.block.game.lower() != cells.game or mail.block.seat.lower() != WITNESS:
        return f"This request is not for the witness of {cells.game}."
    if not (is_address(mail.sender) and is_address(own)):
        return "This request does not say who asks, or whom."
    if cells.desk and mail.sender != cells.desk:
        return f"This request comes from {mail.sender}, and the referee of {cells.game} is {cells.desk}."
    return ""


def _wrong(cells: FirstSheet, mail: ReadMail, asked: FirstAsked | None, own: str) -> str:
    """Why a request is not answered; "" where it is."""
    if cells.party != WITNESS:
        return f"This is the sheet of {cells.party}, who is no witness."
    why = not_for_us(cells, mail, own)
    if why or asked is None:
        return why or NO_REQUEST
    before = {one.index: one.inputs for one in cells.answered}
    if before.get(asked.index, asked.inputs) != asked.inputs:
        return (
            f"Throw {asked.index} was answered before, for other orders. No second cell is given for it. "
            "Keep both requests, and ask the referee."
        )
    if asked.index not in before and asked.index != len(before) + 1:
        return f"This request is for throw {asked.index}; the next one is throw {len(before) + 1}."
    return ""


def _answered(
    cells: FirstSheet, asked: FirstAsked, desk: str, entropy: Entropy
) -> tuple[FirstSheet, Answered]:
    """The next cell given for a question; where few are left, with further commitments above it."""
    (cell,) = _taken(cells, 1)
    drawn = cells
    if len(cells.cells) - cells.used <= FEW:
        drawn = _drawn(cells, SIZE, entropy)
    lines = (*_commit_lines(drawn, len(cells.sizes) + 1), f"cell {cell}")
    answered = Answered(asked.index, asked.inputs, lines)
    return (
        replace(drawn, used=cells.used + 1, desk=cells.desk or desk, answered=(*cells.answered, answered)),
        answered,
    )
