"""How a battle looks for an army: its victory points, and the units that may still hold something."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp

from domain.clan_war.board.state import Board
from domain.clan_war.programs.grounds import ENDING, OBJECTIVE, claims, holders
from domain.clan_war.words.reports import Points

SWING = 2.0
"""Victory points by which a lead is likely to be kept."""

HELD = 0.5
"""How likely a unit in good order still holds something at the end of a later turn."""

SHINE = 0.01
"""Victory points that a point of honor is worth: it shakes enemies and steadies one's own."""

WON = 10_000.0
"""More than all victory points: by resignation an army may win with fewer."""


def worth(board: Board, seat: str) -> float:
    """How likely the seat is ahead of another at the end, on the mean of all others: 0 to 1."""
    prospects = {army: prospect(board, army) for army in board.armies}
    own = prospects.pop(seat)
    ahead = [1 / (1 + exp((other - own) / SWING)) for other in prospects.values()]
    return sum(ahead) / len(ahead)


def prospect(board: Board, army: str) -> float:
    """The victory points of an army at the end, as far as they can be seen."""
    ledger = board.armies[army]
    turns = board.setting.options.turn_limit - board.turn
    return ledger.vp + SHINE * ledger.honor + HELD * OBJECTIVE * turns * len(holders(board, army))


def may_end(board: Board, seat: str) -> bool:
    """Whether a seat may propose the end, or agree to it, and not lose by it [battle/end].

    A proposal stands for the whole turn: whoever reports more in the rest of it may agree then. Where all
    others have agreed, the battle ends at once.
    """
    own, others = board.armies[seat].vp, [army for army in board.armies if army != seat]
    if all(army in board.agreed for army in others):
        return all(own > board.armies[army].vp for army in others)
    return all(own > board.armies[army].vp + still_to_report(board, army) for army in others)


def still_to_report(board: Board, army: str) -> int:
    """The victory points that an army may yet report in this turn, in fairness [battle/points]."""
    found = (one for one in claims(board, army, ENDING) if isinstance(one, Points))
    return sum(one.amount for one in found)


def places(board: Board) -> Mapping[str, float]:
    """Victory points; who has won stands first."""
    return {army: one.vp + WON * (army in board.winners) for army, one in board.armies.items()}
