"""Every throw of a game, checked: its cell against the sheet, its question against the orders, its
faces against both.
"""

from __future__ import annotations

from collections.abc import Sequence

from domain.game.audit import Finding
from domain.game.entries import Contributed, Entry, Joined, Opened, Ordered, SheetCommitted
from domain.game.ledger import REFEREE_SHEET, Ledger, is_digest
from domain.kit import cells
from domain.kit.chance import Thrown
from domain.kit.sealed import Sealed

UNKNOWN_CELL = Sealed((), "")
"""The cell of a throw that is still sealed from whoever checks."""

MOST_SIDES = 1 << 32
"""No die has more sides, and no deck more cards."""

MOST_FACES = 10_000
"""No question asks for more."""


def check_throws(game: str, entries: Sequence[Entry], *, partial: bool = False) -> Finding | None:
    """The first throw, or cell that a party has opened, that does not hold; None where all do, and at
    level 0.

    Cells are used in order and one for one question; a gap, a second cell for a question, a cell that
    is not the committed one and a face that does not follow are findings. With `partial`, a throw of which
    the cell is not known yet (`UNKNOWN_CELL`) counts and is not recomputed.
    """
    ledger = Ledger(game)
    waited: set[str] = set()
    for position, entry in enumerate(entries, 1):
        if isinstance(entry, Opened):
            waited = {held.seat for held in entry.seats}
        why = _impossible(ledger, entry, position, waited)
        skipped = partial and isinstance(entry, Thrown) and entry.cell == UNKNOWN_CELL
        why = why or (_wrong(ledger, entry) if ledger.level and not skipped else "")
        if why:
            return Finding(position, why)
        ledger.fold(entry)
    return None


def _impossible(ledger: Ledger, entry: Entry, position: int, waited: set[str]) -> str:
    """What can never stand there, whatever the cells: a sheet out of order, a seat that joins twice, faces
    that cannot answer their question. `waited` are the seats that have not joined."""
    if position == 2 and ledger.level and not _is_first_sheet(entry):
        return "The sheet of the referee does not follow the opening."
    if isinstance(entry, SheetCommitted):
        number = len(ledger.sheets.get(entry.party, ())) + 1
        if entry.sheet != number or not all(map(is_digest, entry.cells)):
            return f"This is not sheet {number} of {entry.party}."
    if isinstance(entry, Joined):
        if entry.seat not in waited:
            return f"{entry.seat} has joined before, or nobody sits there."
        waited.remove(entry.seat)
    if isinstance(entry, Thrown) and not _is_possible(entry):
        return "Its faces cannot answer its question."
    return ""


def _is_first_sheet(entry: Entry) -> bool:
    return isinstance(entry, SheetCommitted) and entry.party == REFEREE_SHEET


def _is_possible(entry: Thrown) -> bool:
    """Asked before anything is computed: a count without end would keep the audit busy for ever."""
    question, faces = entry.question, entry.answer()
    least = question.count if question.draw else 1
    if not (1 <= question.count <= MOST_FACES and least <= question.sides <= MOST_SIDES):
        return False
    still_sealed = isinstance(entry.faces, Sealed) and not faces
    return still_sealed or len(faces) == question.count


def _wrong(ledger: Ledger, entry: Entry) -> str:
    if isinstance(entry, Thrown):
        return (
            "Real dice do not belong in a game of this level." if entry.real else _wrong_throw(ledger, entry)
        )
    if isinstance(entry, Ordered) and entry.cell:
        return _wrong_cell(ledger, entry.seat, entry.cell)
    if isinstance(entry, Contributed):
        return _wrong_cell(ledger, entry.party, entry.cell)
    return ""


def _wrong_cell(ledger: Ledger, party: str, cell: str) -> str:
    at = ledger.opened.get(party, 0)
    return "" if ledger.fits(party, at, cell) else f"This is not cell {at + 1} of the sheet of {party}."


def _wrong_throw(ledger: Ledger, entry: Thrown) -> str:
    question, cell = entry.question, entry.opened_cell()
    index, bound = ledger.binding((), 0)
    if question.index != index:
        return f"It answers question {question.index}; the next question is {index}."
    if (
        isinstance(entry.faces, Sealed) != question.secret
        or isinstance(entry.cell, Sealed) != question.secret
    ):
        return "A secret draw is open, or an open throw is sealed."
    if ledger.awaits_witness(index):
        return "The witness has not contributed to it."
    if not ledger.fits(REFEREE_SHEET, index - 1, cell):
        return f"This is not cell {index} of the referee's sheets."
    inputs, given = bound(index)
    asked = cells.question_digest(ledger.game, ledger.phrases_digest(), question, inputs)
    faces = cells.faces(bytes.fromhex(cell), asked, given, question.limits())
    if entry.answer() == faces:
        return ""
    return f"From its cell the faces {faces} follow; {entry.answer()} is on record."
