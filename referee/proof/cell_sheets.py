"""The referee's sheets in games of protocol 1: cells that nobody sees before they are used, and the faces
that follow from them."""

from __future__ import annotations

from msgspec import Struct

from domain.game.entries.entries import SheetCommitted
from domain.game.entries.levels import REFEREE_SHEET
from domain.game.state.first_ledger import FirstLedger
from domain.kit import cells
from domain.kit.chance import Answer, Bound, NotYet, Question
from referee.record.chain import Entropy
from referee.record.record import Record

SHEET = 128
"""Cells of a sheet."""

LOW = 64
"""With fewer cells left than this, the next sheet is committed: before the first of its cells can be
used, and with more in reserve than one order has ever asked for.
"""


class SheetChance(Struct):
    """Chance from the referee's committed sheets, for one game."""

    record: Record
    ledger: FirstLedger

    def answer(self, question: Question, bound: Bound) -> Answer:
        """Raises `NotYet` while a witness has not contributed to a game that has one."""
        ledger = self.ledger
        if ledger.awaits_witness(question):
            raise NotYet(question)
        sheet, place = ledger.place(REFEREE_SHEET, question.index - 1)
        cell = self.record.cell(ledger.game, sheet, place)
        asked = cells.question_digest(ledger.game, ledger.phrases_digest(), question, bound.inputs)
        return Answer(cells.faces(cell, asked, bound.given, question.limits()), cell.hex())


def draw_sheet(record: Record, game: str, sheet: int, entropy: Entropy, size: int = SHEET) -> SheetCommitted:
    """Draws the cells of a new sheet, keeps them, and gives what is published of them."""
    record.keep_cells(game, sheet, [entropy(cells.CELL) for _ in range(size)])
    drawn = record.cells(game, sheet)
    made = (cells.cell_commitment(game, REFEREE_SHEET, sheet, n, cell) for n, cell in enumerate(drawn, 1))
    return SheetCommitted(REFEREE_SHEET, sheet, tuple(commitment.hex() for commitment in made))
