"""Cells of parties: the roots that they commit, the cells that go with orders and contributions, and those
that are spent. In games of protocol 1 their sheets.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from binascii import Error
from collections.abc import Sequence
from typing import Any, NamedTuple, NoReturn

from msgspec.structs import replace

from domain.game.entries.entries import (
    LOST,
    Contributed,
    Ordered,
    RootCommitted,
    SheetCommitted,
    Spent,
)
from domain.game.entries.levels import REFEREE_SHEET, WITNESS
from domain.game.entries.protocol_orders import Commit, Root
from domain.game.state.first_ledger import FirstLedger
from domain.game.state.game_state import GameState
from domain.game.state.ledger import NO_CELLS, Given, LaneLedger
from domain.game.state.order_digests import order_digest
from domain.kit.chance import Question
from domain.kit.errors import IllegalMove, StaleOrder
from domain.kit.roots import CELLS, MOST_SHEETS, is_digest
from domain.kit.sealed import Sealed

RULE = "protocol/cell"

NONE = "none"
"""What a seat writes that goes on without cells: “root none”."""

_NUMBER = re.compile(r"[1-9][0-9]{0,6}")

MOST_STEPS = 32
"""Of a path: more cells than that many levels hold nobody can draw."""


class Shown(NamedTuple):
    """A cell as a party writes it: its number for a seat, lane and index for the witness, who adds the head
    that it has answered. Cells, steps and head are hexadecimal."""

    number: int
    lane: str
    cell: str
    proof: tuple[str, ...] = ()
    head: str = ""


def shown_cell(text: str) -> Shown:
    """Reads “NUMBER CELL [PATH]”, or “LANE/INDEX CELL PATH HEAD”. Raises `IllegalMove`."""
    words = text.split()
    where, cell, path, head = (*words[:4], "", "", "", "")[:4]
    lane, _, index = where.rpartition("/")
    is_well = _NUMBER.fullmatch(index) and is_digest(cell) and (not head or is_digest(head))
    if not is_well or len(words) > 4:
        _refuse("This is no cell.", "A line “cell …” goes into the mail as your program has printed it.")
    return Shown(int(index), lane, cell, _steps(path), head)


def _steps(path: str) -> tuple[str, ...]:
    try:
        raw = b64decode(path, validate=True)
    except (Error, ValueError):
        raw = b"?"
    if len(raw) % CELLS or len(raw) > MOST_STEPS * CELLS:
        _refuse("The proof of this cell is damaged.", "Send the line as your program has printed it.")
    return tuple(raw[at : at + CELLS].hex() for at in range(0, len(raw), CELLS))


def _refuse(why: str, way_out: str = "") -> NoReturn:
    raise IllegalMove(RULE, why, way_out)


def written(where: str, cell: str, proof: Sequence[str], *head: str) -> str:
    """A cell as its party writes it behind the word “cell”; `where` is its number, or lane and index."""
    path = b64encode(bytes.fromhex("".join(proof))).decode()
    return " ".join(filter(None, (where, cell, path, *head)))


def line_of_order(game: GameState, entry: Ordered[Any]) -> str:
    """How the cell of an order on record was written; "" where it has none."""
    ledger = game.ledger
    if isinstance(ledger, FirstLedger) or not entry.cell:
        return entry.cell
    return written(str(ledger.next_number(entry.seat)), entry.cell, entry.proof)


def line_of_spent(game: GameState, entry: Spent) -> str:
    return written(str(game.ledger.next_number(entry.seat)), entry.cell, entry.proof)


def line_of_witness(game: GameState, entry: Contributed) -> str:
    if isinstance(game.ledger, FirstLedger):
        return entry.cell
    return written(f"{entry.lane}/{entry.index}", entry.cell, entry.proof, entry.head)


# ---- roots


def root_of(ledger: LaneLedger, party: str, order: Root, asked: Question | None = None) -> RootCommitted:
    """The root that a party publishes; `asked` is the question that is open. Raises `IllegalMove` or
    `StaleOrder`."""
    if party not in ledger.committers():
        _refuse(
            f"At level {ledger.level}, {party} has no cells of its own.",
            "Your joining phrase is all that the throws need of you.",
        )
    words = order.root.split()
    if words == [NONE] and party != WITNESS:
        if not ledger.has_cells(party):
            raise StaleOrder(f"{party} has no cells.", "Nothing is to be done.")
        return RootCommitted(party, NO_CELLS)
    if len(words) != 2 or not is_digest(words[0]) or not _NUMBER.fullmatch(words[1]):
        _refuse("A root is 64 hexadecimal digits, and how many sheets stand under it.", "root DIGITS SHEETS")
    root, sheets = words[0], int(words[1])
    if sheets > MOST_SHEETS:
        _refuse(f"A lane has at most {MOST_SHEETS} sheets.")
    known = ledger.roots.get(party)
    if known and known.root == root:
        raise StaleOrder("This root was committed before.", "It counts; nothing is to be done.")
    if not may_commit(ledger, party, asked):
        _refuse(
            f"{party} cannot commit further cells now.",
            "All are committed before anybody speaks: when a seat joins or is taken, or when its cells are "
            "used up.",
        )
    return RootCommitted(party, root, sheets)


def may_commit(ledger: LaneLedger, party: str, asked: Question | None = None) -> bool:
    """Whether a party may commit a root as the game stands; `asked` is the question that is open."""
    if party == WITNESS:
        if not ledger.has_cells(party):
            return not any(ledger.questions.values())
        return asked is not None and not ledger.place(party, asked)
    return party in ledger.may_commit or (ledger.has_cells(party) and not ledger.left(party))


def check_renewal(game: GameState, committed: RootCommitted) -> None:
    """The referee's next root: for a reason, in a game that is on, and never once a question is open that it
    could choose the answer to. Raises `IllegalMove` or `StaleOrder`."""
    ledger = game.ledger
    if not ledger.level or ledger.fork:
        _refuse("The throws of this game follow from no cells.", "Nothing has to be committed.")
    if game.is_over() or ledger.absent:
        raise StaleOrder("The game is over, or has not begun.", "Nothing is to be done.")
    if not committed.reason.strip():
        _refuse("A reason is missing; the players read it.")
    asked = game.asked
    if asked and (isinstance(ledger, FirstLedger) or ledger.place(REFEREE_SHEET, asked)):
        raise StaleOrder("An order is locked and its throw is awaited.", "Wait until the throw is there.")


# ---- cells that go with orders


def with_cell(game: GameState, order: Ordered[Any], text: str) -> Ordered[Any]:
    """The order with the cell that is bound to it; `text` is what stood in its line “cell …”. Raises
    `IllegalMove`."""
    ledger, seat = game.ledger, order.seat
    if isinstance(ledger, FirstLedger):
        check_cell(ledger, seat, text)
        return replace(order, cell=text)
    if not ledger.has_cells(seat):
        if text:
            _refuse(f"{seat} has committed to no cells.", "Send no cell.")
        return order
    if not text:
        _refuse(f"{seat} has cells, and none came with this order.", _wanted(ledger, seat))
    shown = shown_cell(text)
    known = ledger.known(seat, shown.cell)
    if known is None:
        check_next(ledger, seat, shown)
        return replace(order, cell=shown.cell, proof=shown.proof)
    if not _is_bound(ledger, order, known):
        _refuse(
            f"This is cell {shown.number} of {seat}, and it was shown before, for another order.",
            _wanted(ledger, seat),
        )
    return replace(order, cell=shown.cell)


def _is_bound(ledger: LaneLedger, order: Ordered[Any], known: Given) -> bool:
    is_it = known.order in (b"", order_digest(order))
    return known.place == ledger.next_place(order.seat) and is_it


def check_next(ledger: LaneLedger, seat: str, shown: Shown) -> None:
    """It is the next cell of the seat, under its root. Raises `IllegalMove`."""
    number, root = ledger.next_number(seat), ledger.roots[seat]
    at = root.place(seat, number)
    if at is None:
        _refuse(f"{seat} has no cell left.", "Commit new ones: “bugyo seat new”.")
    if shown.number != number:
        _refuse(f"This is cell {shown.number} of {seat}.", _wanted(ledger, seat))
    if not root.has_cell(ledger.game, seat, at, shown.cell, shown.proof):
        _refuse(f"This is not cell {number} of {seat}.", "Send the line as your program has printed it.")


def _wanted(ledger: LaneLedger, seat: str) -> str:
    number = ledger.next_number(seat)
    return f"Cell {number} is wanted."


def spent(game: GameState, seat: str, text: str, why: str, line: str) -> Spent | None:
    """The record of a cell that came with a line which was not played; None where it is not the next of the
    seat, or was shown before."""
    ledger = game.ledger
    if isinstance(ledger, FirstLedger) or not ledger.has_cells(seat) or not text:
        return None
    try:
        shown = shown_cell(text)
        if ledger.known(seat, shown.cell):
            return None
        check_next(ledger, seat, shown)
    except IllegalMove:
        return None
    place = 0 if why == LOST else ledger.next_place(seat)
    return Spent(seat, shown.cell, shown.proof, why, Sealed((seat,), line), place)


def lost(game: GameState, seat: str, text: str) -> Spent:
    """A cell that was lost on the way, as its seat brings it. Raises `IllegalMove` or `StaleOrder`."""
    ledger = game.ledger
    if isinstance(ledger, FirstLedger) or not ledger.has_cells(seat):
        _refuse(f"{seat} has committed to no cells.", "Nothing is to be done.")
    shown = shown_cell(text)
    if ledger.known(seat, shown.cell):
        raise StaleOrder(f"Cell {shown.number} has come before.", "It counts; nothing is to be done.")
    check_next(ledger, seat, shown)
    return Spent(seat, shown.cell, shown.proof, LOST, Sealed((seat,), ""))


# ---- the witness


def contribution(game: GameState, text: str) -> Contributed:
    """The cell of the witness for the question that is open. Raises `IllegalMove`."""
    ledger, asked = game.ledger, game.asked
    if asked is None:
        raise StaleOrder("No throw is awaited.")
    if isinstance(ledger, FirstLedger):
        check_cell(ledger, WITNESS, text)
        return Contributed(WITNESS, asked.index, text)
    shown = shown_cell(text)
    if (shown.lane, shown.number) != (asked.lane, asked.index):
        _refuse(
            f"This cell is for throw {shown.lane}/{shown.number}.",
            f"Throw {asked.lane}/{asked.index} is awaited.",
        )
    if not shown.head:
        _refuse("It names no event that it answers.", "Send the line as your program has printed it.")
    at = ledger.place(WITNESS, asked)
    root = ledger.roots[WITNESS]
    if at is None or not root.has_cell(ledger.game, asked.lane, at, shown.cell, shown.proof):
        _refuse(f"This is not the cell of the witness for throw {asked.lane}/{asked.index}.")
    return Contributed(WITNESS, asked.index, shown.cell, asked.lane, shown.proof, shown.head)


# ---- protocol 1


def sheet_of(ledger: FirstLedger, party: str, order: Commit) -> SheetCommitted:
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


def check_cell(ledger: FirstLedger, party: str, cell: str) -> None:
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


def _wrong_cell(ledger: FirstLedger, party: str, at: int, cell: str) -> str:
    """What is wrong with a cell that is not the one at place `at`, from 0."""
    if not cell:
        return f"{party} has a sheet, and no cell came with this order."
    used = next((n for n in range(at) if ledger.fits(party, n, cell)), None)
    if used is not None:
        return f"This is cell {used + 1} of the sheet of {party}, and it was used before."
    return f"This is not cell {at + 1} of the sheet of {party}."
