"""Section 3.2: whose control the markers show. Control itself follows from the influence, `state.controller`.

3.2(i)    a lead of at least the stability
3.2(ii)   the markers are flipped when control changes
"""

from __future__ import annotations

from domain.kit.chance import Chance
from domain.kit.facts import Outcome, does
from domain.kit.sums import Sum, Term
from domain.twilight_shogun.board.events import ControlShifted, Shift
from domain.twilight_shogun.board.state import Board, held_by, other
from domain.twilight_shogun.book import BOOK
from domain.twilight_shogun.data.tables import SIDES
from domain.twilight_shogun.words.items import FlipMarkers


@BOOK.step(FlipMarkers, "3.2")
def flip_markers(board: Board, item: FlipMarkers, chance: Chance) -> Outcome:
    """The markers are flipped where control is another than they show [3.2].

    Rules look at the influence, never at the markers; so it is enough to tell it after each round.
    """
    before, influence = board.shown, board.influence
    shifts = tuple(
        Shift(name, shown, now, space.stability, lead(board, name, now or shown))
        for name, space in board.setting.tables.spaces.items()
        if space.kind == "clan"
        and (shown := before.get(name, "")) != (now := held_by(space, influence[name]))
    )
    return does(ControlShifted(shifts)) if shifts else does()


def lead(board: Board, name: str, seat: str) -> Sum:
    """The influence of a side less that of the other: it controls a clan with its stability or more [3.2]."""
    here = board.influence[name]
    return Sum(
        (
            Term(here[seat], f"influence of {SIDES[seat]}", "3.2"),
            Term(-here[other(seat)], f"influence of {SIDES[other(seat)]}", "3.2"),
        )
    )
