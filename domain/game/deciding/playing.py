"""Play: a game is opened, parties join it, seats order, chance is answered. Each is a command of a `Run`.

open_game   the opening and the sheets that are committed with it
join        a seat answers the invitation
commit      a party publishes a further sheet
post        a seat's order
contribute  the witness opens a cell
enter       faces of real dice
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from domain.game.deciding.authority import check_authority, check_playing, nobody
from domain.game.deciding.bars_people import bars
from domain.game.deciding.consequences import impossible
from domain.game.deciding.contributions import check_cell, misfit, sheet_of
from domain.game.deciding.run import Run
from domain.game.deciding.unit import decided, ordered, settle
from domain.game.entries.entries import Contributed, Joined, Opened, SheetCommitted
from domain.game.entries.protocol_orders import Cell, Commit, Join
from domain.game.state.game_state import begun
from domain.game.state.ledger import REFEREE_SHEET, WITNESS
from domain.kit.bars import first_reason
from domain.kit.chance import Answer, thrown
from domain.kit.errors import BrokenRecord, IllegalMove, StaleOrder


def open_game(run: Run, opened: Opened[Any], data: Any, sheets: Sequence[SheetCommitted] = ()) -> None:
    """The first entries of a game: its opening and the sheets that are committed.

    Where nobody has to join, also the set-up and all that follows unasked. Raises `IllegalMove`.
    """
    game = run.game
    wrong = first_reason(bars(game.register, opened)) or impossible(game.rules, opened.policy or game.policy)
    if wrong:
        raise IllegalMove("game", wrong)
    run.take(opened, *sheets)
    if opened.level and REFEREE_SHEET not in run.game.ledger.commitments:
        raise BrokenRecord(run.game.id, 2, "The referee has committed to no sheet.")
    run.game = begun(run.game, data)
    _start(run)


def join(run: Run, seat: str, phrase: str) -> None:
    """A seat answers the invitation with words of its own; the last one begins the game.

    Raises `IllegalMove` or `StaleOrder`.
    """
    if seat not in run.game.seats:
        raise nobody(run.game, seat)
    if seat not in run.game.ledger.missing():
        raise StaleOrder(f"{seat} has joined already.", "A phrase cannot be changed.")
    if not phrase.strip():
        raise IllegalMove("join", "The phrase is empty.", "Any words of your own will do.")
    run.take(Joined(seat, phrase.strip()))
    _start(run)


def commit(run: Run, sheet: SheetCommitted) -> None:
    """A party publishes a further sheet, or the witness its first one."""
    waited = bool(run.game.ledger.missing())
    run.take(sheet)
    if waited:
        _start(run)


def _start(run: Run) -> None:
    """The set-up and what follows unasked, once everybody has joined."""
    if not run.game.ledger.missing():
        run.take(*run.game.rules.setup(run.game.state.board))
        settle(run)


def post(run: Run, seat: str, order: Struct, cell: str = "") -> None:
    """A seat's order, and all that follows from it.

    `cell` is the next cell of the seat's own sheet. Raises `StaleOrder` or `IllegalMove`, with what
    would do.
    """
    check_playing(run.game)
    if isinstance(order, Join):
        join(run, seat, order.phrase)
    elif isinstance(order, Commit):
        commit(run, sheet_of(run.game.ledger, seat, order))
    elif isinstance(order, Cell):
        contribute(run, seat, order.cell)
    else:
        check_authority(run.game, seat, order)
        check_cell(run.game.ledger, seat, cell)
        decided(run, ordered(run.game, seat, order, cell=cell))
        settle(run)


def contribute(run: Run, party: str, cell: str) -> None:
    """The witness opens its next cell for the question that is open, and all that follows.

    Raises `StaleOrder` or `IllegalMove`.
    """
    check_playing(run.game)
    asked = run.game.asked
    if party != WITNESS:
        raise IllegalMove(
            "protocol/sheet", f"{party} is not the witness.", "A seat's cell goes with its order."
        )
    if asked is None:
        raise StaleOrder("No throw is awaited.")
    check_cell(run.game.ledger, party, cell)
    run.take(Contributed(party, asked.index, cell))
    settle(run)


def enter(run: Run, faces: Sequence[int]) -> None:
    """Faces that were thrown with real dice, by agreement, for the question that is open.

    Raises `StaleOrder` or `IllegalMove`.
    """
    check_playing(run.game)
    asked = run.game.asked
    if asked is None:
        raise StaleOrder("No throw is awaited.")
    if run.game.ledger.level:
        raise IllegalMove(
            "protocol/throw",
            "The throws of this game follow from sheets; no dice can be entered.",
            "The throw waits for the cell of the witness.",
        )
    if not asked.fits(faces):
        raise misfit(asked, faces)
    run.take(thrown(asked, Answer(tuple(faces)), real=True))
    settle(run)
