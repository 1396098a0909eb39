"""Every throw of a game, checked: its cell against the sheet, its question against the orders, its
faces against both.
"""

from __future__ import annotations

from collections.abc import Sequence

from domain.game.audit import Finding
from domain.game.entries import Contributed, Entry, Ordered
from domain.game.ledger import REFEREE_SHEET, Ledger
from domain.kit import cells
from domain.kit.chance import Thrown
from domain.kit.sealed import Sealed


def check_throws(game: str, entries: Sequence[Entry]) -> Finding | None:
    """The first throw, or cell that a party has opened, that does not hold; None where all do, and at
    level 0.

    Cells are used in order and one for one question; a gap, a second cell for a question, a cell that
    is not the committed one and a face that does not follow are findings.
    """
    ledger = Ledger(game)
    for position, entry in enumerate(entries, 1):
        why = _wrong(ledger, entry) if ledger.level else ""
        if why:
            return Finding(position, why)
        ledger.fold(entry)
    return None


def _wrong(ledger: Ledger, entry: Entry) -> str:
    if isinstance(entry, Thrown):
        return "" if entry.real else _wrong_throw(ledger, entry)
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
    if not ledger.fits(REFEREE_SHEET, index - 1, cell):
        return f"This is not cell {index} of the referee's sheets."
    inputs, given = bound(index)
    asked = cells.question_digest(ledger.game, ledger.phrases_digest(), question, inputs)
    faces = cells.faces(bytes.fromhex(cell), asked, given, question.limits())
    if entry.answer() == faces:
        return ""
    return f"From its cell the faces {faces} follow; {entry.answer()} is on record."
