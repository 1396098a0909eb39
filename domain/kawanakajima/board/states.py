"""Chapter 5, third section: states and the values of a unit.

5.1  the leader of a unit, as long as he lives
5.3  states, by the steps lost
"""

from __future__ import annotations

from domain.kawanakajima.board.state import Board, clan_of, side_of, units_of
from domain.kawanakajima.data.tables import STATES


def state_word(losses: int) -> str:
    """In order, shaken, disorganised, exhausted, eliminated: a step down for each loss [5.3]."""
    return STATES[losses]


def after_losses(losses: int, steps: int) -> int:
    """The steps lost in all; the fourth eliminates a unit [5.3]."""
    return min(losses + steps, len(STATES) - 1)


def after_rally(losses: int, levels: int) -> int:
    """The steps still lost after so many levels of rally; nothing is better than in order [5.3]."""
    return max(losses - levels, 0)


def leader_value(board: Board, unit: str) -> int:
    """The value of the unit's leader while he lives, or of a samurai with it if higher [5.1, 14.3]."""
    known = board.units[unit]
    if not known.hex:
        return 0
    own = 0 if known.leader_killed else board.data.units[unit].leader
    hosts = board.armies[side_of(unit)].samurai == unit
    return max(own, board.data.numbers.samurai) if hosts else own


def clan_leader(board: Board, clan: str) -> int:
    """The best leader of a clan: where several could be added, one counts [6.4, 11.12, 12.1]."""
    return max((leader_value(board, unit) for unit in units_of(board, clan)), default=0)


def posture_of(board: Board, unit: str) -> str:
    """The posture of the unit's clan: a clan has one at a time [6.1]."""
    return board.postures[clan_of(unit)]
