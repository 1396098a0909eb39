"""Commands: what people want of a game, each a function of a `Run` that raises `OrderError`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

from msgspec import Struct

from domain.game.deciding import authority, own_cells
from domain.game.deciding.bars_people import bars, may_follow_the_end
from domain.game.deciding.citing import board_bars
from domain.game.deciding.consequences import consequences, impossible, stands_in
from domain.game.deciding.real_dice import thrown_now
from domain.game.deciding.run import Run, ordered, settle, unit
from domain.game.entries.entries import (
    PROGRAM,
    Entry,
    Imagined,
    Joined,
    Looked,
    Opened,
    RootCommitted,
    SheetCommitted,
)
from domain.game.entries.levels import REFEREE_SHEET, WITNESS
from domain.game.entries.people import (
    UNASKED,
    Conduct,
    Deadline,
    DeadlinesSet,
    OrderReleased,
)
from domain.game.entries.policy import AT_REVEAL
from domain.game.entries.protocol_orders import OF_EVERY_GAME, Cell, Commit, Join, Root, Spend
from domain.game.entries.rulings import LookedUnseen
from domain.game.state.first_ledger import FirstLedger
from domain.game.state.game_state import GameState, begun
from domain.game.state.ledger import LaneLedger
from domain.game.state.phrases import fault_of_phrase, settled
from domain.game.state.positions import state_of
from domain.game.state.words import WORDS, notation_of
from domain.kit.bars import first_reason, refuse_first
from domain.kit.chance import Answer, Chance, Faces, thrown
from domain.kit.errors import BrokenRecord, IllegalMove, StaleOrder
from domain.kit.facts import Fact
from domain.kit.sealed import Sealed


def open_game(run: Run, opened: Opened[Any], data: Any, sheets: Sequence[SheetCommitted] = ()) -> None:
    """The first entries of a game: its opening and the sheets that are committed.

    Where nobody has to join, also the set-up and all that follows unasked. Raises `IllegalMove`.
    """
    game = run.game
    policy = opened.policy or game.register.policy
    wrong = first_reason(bars(game.register, opened)) or impossible(game.rules, policy)
    if wrong:
        raise IllegalMove("game", wrong)
    run.take(opened, *sheets)
    if opened.level and not run.game.ledger.has_cells(REFEREE_SHEET):
        raise BrokenRecord(run.game.id, 2, "The referee has committed to no cells.")
    run.game = begun(run.game, data)
    _start(run)


def join(run: Run, seat: str, phrase: str) -> None:
    """A seat answers the invitation with words of its own; the last one begins the game.

    Raises `IllegalMove` or `StaleOrder`.
    """
    if seat not in run.game.seats:
        raise authority.nobody(run.game, seat)
    if seat not in run.game.ledger.absent:
        raise StaleOrder(f"{seat} has joined already.", "A phrase cannot be changed.")
    is_first = isinstance(run.game.ledger, FirstLedger)
    if why := "" if is_first and phrase.strip() else fault_of_phrase(phrase):
        raise IllegalMove("join", why, "Choose a sentence of your own that nobody can guess.")
    run.take(Joined(seat, phrase.strip() if is_first else settled(phrase)))
    _start(run)


def commit(run: Run, committed: SheetCommitted | RootCommitted) -> None:
    """A party publishes its root, or a further sheet in a game of protocol 1."""
    waited = bool(run.game.ledger.absent)
    run.take(committed)
    if waited:
        _start(run)


def renew(run: Run, committed: RootCommitted) -> None:
    """The referee commits to new cells in the place of the others: all join anew, and play goes on.

    Raises `IllegalMove` or `StaleOrder`.
    """
    authority.check_whole(run.game)
    own_cells.check_renewal(run.game, committed)
    run.take(committed)


def spend(run: Run, seat: str, cell: str, why: str, line: str) -> None:
    """Records that a cell of a seat was shown with a line that was not played; nothing where it is not the
    next one."""
    entry = own_cells.spent(run.game, seat, cell, why, line)
    if entry and not run.game.is_over():
        run.take(entry)


def _start(run: Run) -> None:
    """What follows unasked, once everybody has joined: the set-up, or what has waited for that."""
    game = run.game
    if game.ledger.absent:
        return
    if (imagined := game.opening().imagined) is not None:
        run.take(_taken_up(game, imagined))
    elif not (isinstance(game.ledger, LaneLedger) and game.ledger.renewed):
        run.take(*game.rules.setup(game.state.board))
        _lay_sheets(run)
    settle(run, again=True)


def _taken_up(game: GameState, imagined: Imagined) -> Fact[Any, Any]:
    """What is still to be done in a position that was imagined."""
    return Fact("", then=state_of(game.id, game.rules, game.state.board, imagined.state.value).agenda)


def _lay_sheets(run: Run) -> None:
    """Every seat begins with the standing orders that are recommended to it, where the policy says so."""
    rules = run.game.rules
    if not run.game.register.policy.sheets or rules.takes_sheet is None:
        return
    for seat in run.game.seats:
        if rules.sheet(run.game.data, seat):
            run.take(*rules.decide(run.game.state, seat, rules.takes_sheet, Chance(Faces())))


def post(run: Run, seat: str, order: Struct, cell: str = "") -> None:
    """A seat's order, and all that follows from it.

    `cell` is the next cell of the seat's own sheet. Raises `StaleOrder` or `IllegalMove`, with what
    would do.
    """
    authority.check_playing(run.game)
    if type(order) in OF_EVERY_GAME:
        _for_the_proof(run, seat, order)  # type: ignore[arg-type]
        return
    authority.check_authority(run.game, seat, order)
    given = ordered(run.game, seat, order)
    if cell or run.game.ledger.has_cells(seat):
        given = own_cells.with_cell(run.game, given, cell)
    unit(run, given)
    settle(run)


def stand_in(run: Run, seat: str, order: Struct) -> None:
    """A program's order for a seat that was silent, and all that follows. Raises `OrderError`."""
    game = run.game
    authority.check_playing(game)
    authority.check_authority(game, seat, order)
    if stands_in(game.rules, game.state, game.register) != seat:
        raise StaleOrder(f"No program is to order for {seat} now.")
    unit(run, ordered(game, seat, order, PROGRAM))
    settle(run)


def _for_the_proof(run: Run, seat: str, order: Join | Commit | Root | Cell | Spend) -> None:
    if isinstance(order, Join):
        join(run, seat, order.phrase)
    elif isinstance(order, Cell):
        contribute(run, seat, order.cell)
    elif isinstance(order, Spend):
        run.take(own_cells.lost(run.game, seat, order.cell))
    else:
        commit(run, _committed(run.game, seat, order))


def _committed(game: GameState, seat: str, order: Commit | Root) -> SheetCommitted | RootCommitted:
    """Raises `IllegalMove` or `StaleOrder`."""
    ledger = game.ledger
    if isinstance(ledger, FirstLedger) and isinstance(order, Commit):
        return own_cells.sheet_of(ledger, seat, order)
    if isinstance(ledger, LaneLedger) and isinstance(order, Root):
        return own_cells.root_of(ledger, seat, order, game.asked)
    raise IllegalMove(
        "protocol/cell",
        "This game takes no such line.",
        "Its parties commit by “commit …”." if isinstance(order, Root) else "Its parties commit by “root …”.",
    )


def contribute(run: Run, party: str, cell: str) -> None:
    """The witness opens its next cell for the question that is open, and all that follows.

    Raises `StaleOrder` or `IllegalMove`.
    """
    authority.check_playing(run.game)
    asked = run.game.asked
    if party != WITNESS:
        raise IllegalMove(
            "protocol/sheet", f"{party} is not the witness.", "A seat's cell goes with its order."
        )
    if asked is None or not run.game.ledger.awaits_witness(asked):
        raise StaleOrder("No throw is awaited.")
    if run.game.ledger.absent:
        raise StaleOrder("The game stands still until all have joined anew.", "Send the cell after that.")
    run.take(own_cells.contribution(run.game, cell))
    settle(run)


def enter(run: Run, faces: Sequence[int]) -> None:
    """Faces that were thrown with real dice, by agreement, for the question that is open.

    Raises `StaleOrder` or `IllegalMove`.
    """
    authority.check_playing(run.game)
    asked = run.game.asked
    if asked is None:
        raise StaleOrder("No throw is awaited.")
    if run.game.ledger.level:
        raise IllegalMove(
            "protocol/throw",
            "The throws of this game follow from cells; no dice can be entered.",
            "The throw waits for the cell of the witness.",
        )
    if run.game.ledger.dice.thrower:
        raise IllegalMove(
            "dice",
            f"{run.game.ledger.dice.thrower} throws for {asked.purpose}, and another seat confirms it.",
            "What nobody throws or confirms in time falls to you.",
        )
    if not asked.fits(faces):
        raise authority.misfit(asked, faces)
    run.take(thrown(asked, Answer(tuple(faces)), real=True))
    settle(run)


# ---- beside the play


def put(run: Run, entry: Conduct, at: int = 0) -> None:
    """What somebody does beside the play, received at `at`, and what follows.

    Raises `StaleOrder` or `IllegalMove`.
    """
    authority.check_whole(run.game)
    check_entry(run.game, entry, at)
    if isinstance(entry, OrderReleased) and entry.why in UNASKED:
        raise IllegalMove("held", "A condition ends by itself, and nobody can say so.")
    run.take(entry)
    if not run.game.is_over():
        run.take(*consequences(run.game.register, entry, at, run.game.sides))
    dice = run.game.ledger.dice
    if (dice.thrower or dice.confirmed) and not run.game.is_over():
        run.take(*thrown_now(run.game, entry))
    if not (run.game.ledger.absent or run.game.is_over() or run.game.register.docket.due):
        settle(run, again=run.game.ledger.dice.left)


def release(run: Run, released: OrderReleased, at: int = 0) -> None:
    """Plays an order that was held back. Raises `OrderError` where it can be neither read nor played."""
    game = run.game
    check_entry(game, released, at)
    (held,) = (one for one in game.held_by(released.seat) if one.number == released.number)
    *cells, line = held.line.value.splitlines()
    order = notation_of(game).read(line)
    run.take(released)
    post(run, released.seat, order, "".join(map(_cell, cells)))


def _cell(line: str) -> str:
    """The cell that goes with a held order. Raises `UnreadableOrder`."""
    read = WORDS.read(line)
    return read.cell if isinstance(read, Cell) else ""


def schedule(run: Run, deadlines: Sequence[Deadline], at: int) -> None:
    """The deadlines that hold from now on; nothing where they hold already."""
    known = run.game.register
    holds = known.deadlines == {one.seat: one for one in deadlines} and not known.running
    if not (run.game.is_over() or known.docket.due or holds):
        entry = DeadlinesSet(tuple(deadlines))
        check_entry(run.game, entry, at)
        run.take(entry)


def look(run: Run, looked: Looked) -> None:
    """A person looks at what no seat's mail would show; the players see it as the policy says."""
    game, entry = run.game, looked
    if game.register.policy.referee.looks != AT_REVEAL or game.is_over():
        run.take(entry)
        return
    what = "\n".join((looked.person, looked.at, looked.reason))
    run.take(LookedUnseen(game.register.docket.looked + 1, Sealed((), what)))


def check_entry(game: GameState, entry: Entry, at: int | None = None) -> None:
    """Something beside the play may be recorded. Raises `StaleOrder` or `IllegalMove`."""
    if game.is_over() and not may_follow_the_end(entry):
        raise authority.over()
    refuse_first(chain(bars(game.register, entry, at), board_bars(game, entry)))
