"""The proof of throws in games of protocol 1: sheets in their order, the cells of orders and of the witness.

Each function gives, in a sentence, why an entry does not hold; "" where it does.
"""

from __future__ import annotations

from typing import Any

from domain.game.entries.entries import SEAT, Contributed, Ordered, SheetCommitted
from domain.game.entries.levels import REFEREE_SHEET, TWO_SHEETS, WITNESS, WITNESSED
from domain.game.state.first_ledger import FirstLedger
from domain.kit import cells
from domain.kit.chance import Question, Thrown
from domain.kit.roots import is_digest


def wrong_sheet(ledger: FirstLedger, entry: SheetCommitted) -> str:
    if not ledger.level:
        return "At level 0 there are no sheets."
    party = entry.party
    if party not in (REFEREE_SHEET, WITNESS, *ledger.seats):
        return f"{party} is no party of this game."
    number = len(ledger.sheets.get(party, ())) + 1
    if entry.sheet != number or not entry.cells or not all(map(is_digest, entry.cells)):
        return f"This is not sheet {number} of {party}."
    return ""


def wrong_cell_of(ledger: FirstLedger, entry: Ordered[Any]) -> str:
    """Of an order."""
    if entry.cell:
        return _wrong_cell(ledger, entry.seat, entry.cell)
    owes = ledger.level >= TWO_SHEETS and entry.by == SEAT and entry.seat in ledger.commitments
    return f"{entry.seat} has a sheet, and no cell came with the order." if owes else ""


def wrong_contribution(ledger: FirstLedger, entry: Contributed, asked: Question | None) -> str:
    due, index = ledger.questions + 1, entry.index
    if entry.party != WITNESS or ledger.level < WITNESSED:
        return f"{entry.party} has nothing to contribute at level {ledger.level}."
    if entry.lane or entry.proof or entry.head:
        return "This belongs to protocol 2."
    if asked is None or not asked.index == index == due or index in ledger.contributed:
        return f"Question {index} was not asked, or the witness has contributed to it before."
    return _wrong_cell(ledger, entry.party, entry.cell)


def _wrong_cell(ledger: FirstLedger, party: str, cell: str) -> str:
    at = ledger.opened.get(party, 0)
    fits = ledger.fits(party, at, cell)
    return "" if fits else f"This is not cell {at + 1} of the sheet of {party}."


def wrong_faces(ledger: FirstLedger, entry: Thrown) -> str:
    question, cell = entry.question, entry.opened_cell()
    if not ledger.fits(REFEREE_SHEET, question.index - 1, cell):
        return f"This is not cell {question.index} of the referee's sheets."
    bound = ledger.binding(None, (), 0, is_new=False).bound(question.index)
    asked = cells.question_digest(ledger.game, ledger.phrases_digest(), question, bound.inputs)
    faces = cells.faces(bytes.fromhex(cell), asked, bound.given, question.limits())
    if entry.answer() == faces:
        return ""
    return f"From its cell the faces {faces} follow; {entry.answer()} is on record."
