"""The proof of throws by lanes: roots when they may be committed, sheets under them, cells that are bound to
orders or spent, the witness, and the faces.

Each function gives, in a sentence, why an entry does not hold; "" where it does.
"""

from __future__ import annotations

from typing import Any

from domain.game.entries import entries
from domain.game.entries.levels import REFEREE_SHEET, WITNESS, WITNESSED
from domain.game.state.ledger import NO_CELLS, LaneLedger
from domain.game.state.order_digests import order_digest
from domain.game.state.phrases import fault_of_phrase, settled
from domain.game.state.scopes import Scopes
from domain.kit import cells
from domain.kit.chance import Question, SheetShown, Thrown
from domain.kit.roots import CELLS, MOST_SHEETS, is_digest

# ---- roots and phrases


def wrong_root_of(entry: entries.Opened[Any]) -> str:
    """Of an opening."""
    if not entry.level:
        none = (entry.protocol, entry.root, entry.sheets) == (1, "", 0)
        return "" if none else "At level 0 there are no cells."
    if entry.before and not is_digest(entry.before):
        return "It does not name the opening before it by a digest."
    if (entry.key and not entry.opening) or (entry.opening > 1) != bool(entry.before):
        return "It is not numbered among the openings of its key, or names none before it, or too many."
    return _wrong_form(entry.root, entry.sheets)


def _wrong_form(root: str, sheets: int) -> str:
    is_well = is_digest(root) and 1 <= sheets <= MOST_SHEETS
    return "" if is_well else "This is no root of cells."


def wrong_root(ledger: LaneLedger, entry: entries.RootCommitted, asked: Question | None) -> str:
    party = entry.party
    if not ledger.level:
        return "At level 0 nobody commits to cells."
    if party == REFEREE_SHEET:
        return wrong_renewal(ledger, entry, asked)
    if party not in ledger.committers() or entry.reason:
        return f"{party} has no cells of its own at level {ledger.level}, or gives a reason."
    if entry.root == NO_CELLS and not entry.sheets and party != WITNESS:
        return "" if ledger.has_cells(party) else f"{party} has no cells to give up."
    if party == WITNESS:
        is_due = not ledger.has_cells(party) and not any(ledger.questions.values())
        is_due |= asked is not None and ledger.has_cells(party) and not ledger.place(party, asked)
    else:
        is_due = party in ledger.may_commit or (ledger.has_cells(party) and not ledger.left(party))
    return _wrong_form(entry.root, entry.sheets) if is_due else f"{party} cannot commit further cells now."


def wrong_renewal(ledger: LaneLedger, entry: entries.RootCommitted, asked: Question | None) -> str:
    """Of the referee's next root: it comes before new phrases, and never where a cell would answer."""
    if not entry.reason.strip():
        return "The referee commits to new cells without a reason."
    if ledger.absent:
        return "The referee commits to new cells before all have joined."
    if asked and ledger.place(REFEREE_SHEET, asked):
        return "The referee commits to new cells while a question is open that a cell is left for."
    return _wrong_form(entry.root, entry.sheets)


def wrong_phrase(entry: entries.Joined) -> str:
    if settled(entry.phrase) != entry.phrase:
        return "The phrase does not stand in its one form."
    return fault_of_phrase(entry.phrase)


def wrong_sheet_shown(ledger: LaneLedger, entry: SheetShown) -> str:
    root, lane = ledger.roots.get(REFEREE_SHEET), entry.lane
    due = root.place(lane, ledger.next_index(lane)) if root else None
    if root is None or due != (entry.sheet, 1):
        return f"Sheet {entry.sheet} of lane {lane} is not due."
    if not root.has_sheet(lane, entry.sheet, entry.cells, entry.proof):
        return f"This is not sheet {entry.sheet} of lane {lane} under the referee's root."
    return ""


# ---- the cells of seats and of the witness


def wrong_cell_of(ledger: LaneLedger, entry: entries.Ordered[Any]) -> str:
    """Of an order."""
    seat = entry.seat
    if not entry.cell:
        owes = ledger.has_cells(seat) and entry.by == entries.SEAT
        return f"{seat} has cells, and none came with the order." if owes else ""
    if not ledger.has_cells(seat):
        return f"{seat} has committed to no cells."
    known = ledger.known(seat, entry.cell)
    if known is None:
        return _wrong_next(ledger, seat, entry.cell, entry.proof)
    is_it = known.place == ledger.next_place(seat) and known.order in (b"", order_digest(entry))
    return "" if is_it and not entry.proof else f"This cell of {seat} is bound to another order."


def wrong_spent(ledger: LaneLedger, entry: entries.Spent) -> str:
    seat = entry.seat
    if seat not in ledger.seats or entry.line.to != (seat,):
        return f"{seat} is no seat here, or its line is open to others."
    said: object = entry.line.value  # None, or what stands for it, where it is not known
    if entry.why == entries.LOST and isinstance(said, str) and said:
        return "A cell that was lost came with no line."
    place = 0 if entry.why == entries.LOST else ledger.next_place(seat)
    if entry.why not in (entries.LOST, entries.REFUSED, entries.UNREADABLE) or entry.place != place:
        return f"No cell is spent as “{entry.why}” at place {entry.place}."
    if not ledger.has_cells(seat) or ledger.known(seat, entry.cell):
        return f"{seat} has no such cell left."
    return _wrong_next(ledger, seat, entry.cell, entry.proof)


def _wrong_next(ledger: LaneLedger, seat: str, cell: str, proof: tuple[str, ...]) -> str:
    root, number = ledger.roots[seat], ledger.next_number(seat)
    at = root.place(seat, number)
    fits = at and root.has_cell(ledger.game, seat, at, cell, proof)
    return "" if fits else f"This is not cell {number} of {seat}."


def wrong_contribution(
    ledger: LaneLedger, entry: entries.Contributed, asked: Question | None, head: str | None
) -> str:
    """`head` is the digest of the event that asked; None where it is not known."""
    if entry.party != WITNESS or ledger.level < WITNESSED:
        return f"{entry.party} has nothing to contribute at level {ledger.level}."
    named = (entry.lane, entry.index)
    if ledger.absent or (asked and not ledger.place(REFEREE_SHEET, asked)):
        return "The witness opens its cell while somebody is awaited, or while the referee has none for it."
    if asked is None or named != (asked.lane, asked.index) or not ledger.awaits_witness(asked):
        return f"Question {entry.lane}/{entry.index} was not asked, or is answered."
    if head is not None and entry.head != head:
        return "The witness has answered another history: its head is not that of the event that asked."
    root, at = ledger.roots.get(WITNESS), ledger.place(WITNESS, asked)
    if root and at and root.has_cell(ledger.game, entry.lane, at, entry.cell, entry.proof):
        return ""
    return f"This is not the cell of the witness for {entry.lane}/{entry.index}."


# ---- throws


def wrong_asking(ledger: LaneLedger, question: Question) -> str:
    if ledger.level >= WITNESSED or not ledger.level or not ledger.place(REFEREE_SHEET, question):
        return ""
    return "Nothing is missing for an answer, and the question waits."


def wrong_lane(ledger: LaneLedger, lane: str, order: entries.Ordered[Any] | None, scopes: Scopes) -> str:
    """`order` is that of the unit, None in a step of the game."""
    due = "" if not ledger.level else order.seat if order else scopes[-1].lane
    return "" if lane == due else f"It is asked in lane “{lane}”; “{due}” is due."


def wrong_showing(ledger: LaneLedger, question: Question, shown: SheetShown | None) -> str:
    """The sheet of a cell is shown directly before the first of it is opened."""
    at = ledger.place(REFEREE_SHEET, question)
    if at is None:
        return f"No cell of the referee is left in lane {question.lane}."
    is_shown = shown is not None and (shown.lane, shown.sheet) == (question.lane, at[0])
    return (
        ""
        if is_shown == (at[1] == 1)
        else f"Sheet {at[0]} of lane {question.lane} is not shown where it is due."
    )


def wrong_faces(ledger: LaneLedger, entry: Thrown, order: entries.Ordered[Any] | None, scopes: Scopes) -> str:
    question, cell = entry.question, entry.opened_cell()
    at = ledger.place(REFEREE_SHEET, question)
    shown, root = ledger.shown.get(question.lane, ()), ledger.roots[REFEREE_SHEET]
    if at is None or not is_digest(cell) or len(shown) != CELLS:
        return f"This is no cell of the referee in lane {question.lane}."
    made = root.commitment(ledger.game, question.lane, at, bytes.fromhex(cell))
    if made.hex() != shown[at[1] - 1]:
        return f"This is not cell {question.index} of the referee in lane {question.lane}."
    bound = ledger.binding(order, scopes, 0, is_new=False).bound(question.index)
    asked = cells.question_digest(ledger.game, ledger.phrases_digest(), question, bound.inputs)
    faces = cells.faces(bytes.fromhex(cell), asked, bound.given, question.limits(), 2)
    if entry.answer() == faces:
        return ""
    return f"From its cell the faces {faces} follow; {entry.answer()} is on record."
