"""Section 8.3: the action "coup".

8.3(1)   target, coup value and result
8.3(2)   each coup raises the powers' intervention level
"""

from __future__ import annotations

from msgspec import Struct

from domain.kit.bars import Bar, Bars
from domain.kit.chance import Chance
from domain.kit.facts import By
from domain.kit.sums import Sum, Term
from domain.twilight_shogun.actions.reach import act_bars, lasting_bars, reaches, target_bars
from domain.twilight_shogun.board.events import Couped, InterventionChanged
from domain.twilight_shogun.board.state import Board, Change, change, is_clan, other, space_of, tracks
from domain.twilight_shogun.book import space_bars
from domain.twilight_shogun.data.tables import SIDES
from domain.twilight_shogun.words.items import Act


def couped(board: Board, act: Act, name: str, chance: Chance) -> tuple[Struct, ...]:
    """A die and the APs, less twice the stability; and the level rises by one [8.3]."""
    (face,) = chance.throw("8.3", f"coup of {SIDES[act.seat]} in {name}", sides=6)
    stability = space_of(board, name).stability
    value = Sum(
        (
            Term(face, "die", "8.3"),
            Term(act.ap, "APs", "8.3"),
            Term(-2 * stability, f"twice the stability of {stability}", "8.3"),
        )
    )
    raised = InterventionChanged(board.intervention, board.intervention + 1, "coup")
    result = shift(board, name, act.seat, value.total)
    return Couped(act.seat, name, value, result), By("8.3", raised)


def shift(board: Board, name: str, seat: str, value: int) -> tuple[Change, ...]:
    """The opponent's influence falls by the value; what exceeds it becomes influence of the player [8.3]."""
    if value <= 0:
        return ()
    fallen = change(board, name, other(seat), -value)
    excess = value - (fallen.before - fallen.after)
    return (fallen, change(board, name, seat, excess)) if excess else (fallen,)


def coup_bars(board: Board, act: Act, name: str) -> Bars:
    """A clan with the opponent's influence, in or next to one's own, and room on the track [8.3]."""
    yield from act_bars(act, "coup")
    yield from ban_bars(board)
    yield from space_bars(board, "8.3", name)
    yield from target_bars(act, name)
    yield from lasting_bars(board, act.seat, "coup", name)
    if not is_clan(board, name):
        yield Bar("8.3", f"{name} is no clan; a coup can be attempted in a clan only.")
    if not board.influence[name][other(act.seat)]:
        yield Bar("8.3", f"There is no influence of {SIDES[other(act.seat)]} in {name}.")
    if not reaches(board, name, act.seat):
        yield Bar("8.3", f"You have no influence in {name} or next to it.")


def ban_bars(board: Board) -> Bars:
    """No coup when the level would become the one that loses [11.2]."""
    if board.intervention >= tracks(board).coup_forbidden_at:
        yield Bar("11.2", f"The intervention level is {board.intervention}; no coup may raise it further.")


def may_coup(board: Board, act: Act, name: str) -> bool:
    """Whether a coup is possible there [8.3]."""
    return not any(True for _ in coup_bars(board, act, name))
