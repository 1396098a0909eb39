"""Sheets, cells and faces of real dice that parties give for the proof of throws, checked as they come."""

from __future__ import annotations

from collections.abc import Sequence

from domain.game.entries.entries import SheetCommitted
from domain.game.entries.protocol_orders import Commit
from domain.game.state.ledger import WITNESS, Ledger, is_digest
from domain.kit.chance import Question
from domain.kit.errors import IllegalMove, StaleOrder


def sheet_of(ledger: Ledger, party: str, order: Commit) -> SheetCommitted:
    """The sheet that a party publishes. Raises `IllegalMove`."""
    if party not in ledger.committers():
        raise IllegalMove(
            "protocol/sheet",
            f"At level {ledger.level}, {party} has no sheet of its own.",
            "Your joining phrase is all that the throws need of you.",
        )
    cells = tuple(order.cells.split())
    if not all(map(is_digest, cells)):
        raise IllegalMove("protocol/sheet", "A commitment is 64 hexadecimal digits.", "Blanks stand between.")
    if not set(cells).isdisjoint(ledger.commitments.get(party, ())):
        raise StaleOrder("This sheet was committed before.", "It counts; nothing is to be done.")
    return SheetCommitted(party, len(ledger.sheets.get(party, ())) + 1, cells)


def check_cell(ledger: Ledger, party: str, cell: str) -> None:
    """A party with a sheet opens exactly its next cell; one without has none to open."""
    if not ledger.commitments.get(party):
        if cell or party == WITNESS:
            raise IllegalMove("protocol/sheet", f"{party} has committed no sheet.", "Send no cell.")
        return
    at = ledger.opened.get(party, 0)
    if at >= len(ledger.commitments[party]):
        raise IllegalMove("protocol/sheet", f"{party} has no cell left.", "Commit a further sheet.")
    if not ledger.fits(party, at, cell):
        way_out = f"Send the line “cell …” that your sheet has for cell {at + 1}."
        raise IllegalMove("protocol/sheet", _wrong_cell(ledger, party, at, cell), way_out)


def _wrong_cell(ledger: Ledger, party: str, at: int, cell: str) -> str:
    """What is wrong with a cell that is not the one at place `at`, from 0."""
    if not cell:
        return f"{party} has a sheet, and no cell came with this order."
    used = next((n for n in range(at) if ledger.fits(party, n, cell)), None)
    if used is not None:
        return f"This is cell {used + 1} of the sheet of {party}, and it was used before."
    return f"This is not cell {at + 1} of the sheet of {party}."


def misfit(question: Question, faces: Sequence[int]) -> IllegalMove:
    """Faces that cannot answer a question."""
    limits, given = question.limits(), ", ".join(map(str, faces)) or "Nothing"
    each = f"of at most {', '.join(map(str, limits))}" if question.draw else f"of 1 to {question.sides}"
    what = ("place" if question.draw else "face") + ("s" if len(limits) > 1 else "")
    return IllegalMove(
        question.rule, f"{given} cannot answer {question.purpose}.", f"Enter {len(limits)} {what} {each}."
    )
