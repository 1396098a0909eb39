"""Beside the play: people, clocks, press, held orders, disputes, looks. Each is a command of a `Run`.

put       something that somebody does, and what follows from it
release   an order that was held back is played
schedule  the deadlines that hold from now on
look      a person looks at what no seat's mail would show
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from domain.game.deciding.authority import check_whole, over
from domain.game.deciding.bars_people import bars, may_follow_the_end
from domain.game.deciding.citing import board_bars
from domain.game.deciding.consequences import consequences
from domain.game.deciding.playing import post
from domain.game.deciding.run import Run
from domain.game.deciding.unit import settle
from domain.game.entries.entries import Entry, Looked
from domain.game.entries.people import (
    Conduct,
    Deadline,
    DeadlinesSet,
    OrderReleased,
)
from domain.game.entries.policy import AT_REVEAL
from domain.game.entries.protocol_orders import WORDS, Cell
from domain.game.entries.rulings import LookedUnseen
from domain.game.state.game_state import GameState
from domain.kit.bars import refuse_first
from domain.kit.sealed import Sealed


def put(run: Run, entry: Conduct, at: int = 0) -> None:
    """What somebody does beside the play, received at `at`, and what follows.

    Raises `StaleOrder` or `IllegalMove`.
    """
    check_whole(run.game)
    check_entry(run.game, entry, at)
    run.take(entry)
    if not run.game.is_over():
        run.take(*consequences(run.game.register, entry, at))
    if not (run.game.ledger.missing() or run.game.is_over() or run.game.register.docket.due):
        settle(run)


def release(run: Run, released: OrderReleased, at: int = 0) -> None:
    """Plays an order that was held back. Raises `OrderError` where it can be neither read nor played."""
    game = run.game
    check_entry(game, released, at)
    (held,) = (one for one in game.held_by(released.seat) if one.number == released.number)
    *cells, line = held.line.value.splitlines()
    order = game.rules.notation(game.data, game.seats).read(line)
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
    if game.policy.referee.looks != AT_REVEAL or game.is_over():
        run.take(entry)
        return
    what = "\n".join((looked.person, looked.at, looked.reason))
    run.take(LookedUnseen(game.register.docket.looked + 1, Sealed((), what)))


def check_entry(game: GameState, entry: Entry, at: int | None = None) -> None:
    """Something beside the play may be recorded. Raises `StaleOrder` or `IllegalMove`."""
    if game.is_over() and not may_follow_the_end(entry):
        raise over()
    refuse_first(chain(bars(game.register, entry, at), board_bars(game, entry)))
