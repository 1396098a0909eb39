"""How a board looks for a side before the end, and what ranks the sides at it [14 to 17]."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, sqrt

from domain.kawanakajima.board.fortress import card, garrison, markers_of
from domain.kawanakajima.board.state import (
    ELIMINATED,
    Board,
    clans_of,
    enemy,
    hypothetical,
    lead,
    scenario_of,
    units_of,
)
from domain.kawanakajima.data.tables import SEATS
from domain.kawanakajima.players.reckoning import PAIN, danger, price

HURT = 0.8
"""How much of what worn units have lost of their worth counts as if it were lost."""

RESTED = 0.6
"""How much less a clan that rests suffers from its losses."""

FEAR = 0.35
"""How much of what the enemy next to a clan could do to it counts."""


def places(board: Board) -> Mapping[str, float]:
    """One point for whoever has won, a half for each side of a draw [17.5]."""
    share = 1 / max(1, len(board.winners))
    return {seat: share if seat in board.winners else 0.0 for seat in SEATS}


def worth(board: Board, seat: str) -> float:
    """How likely a side is to win, a draw for a half: from the points, and what both have at stake."""
    ahead = lead(board) * (1 if seat == "takeda" else -1)
    hope = ahead + losses(board, enemy(seat)) - losses(board, seat) + _kaizu(board, seat)
    margin, spread = scenario_of(board).draw_margin + 0.5, 1.0 + 0.8 * sqrt(turns_left(board))
    return (_share((hope - margin) / spread) + _share((hope + margin) / spread)) / 2


def turns_left(board: Board) -> int:
    return max(0, scenario_of(board).turns - board.turn)


def _share(deviations: float) -> float:
    return 1 / (1 + exp(-1.7 * max(-20.0, min(20.0, deviations))))


def losses(board: Board, side: str) -> float:
    """What the units of a side on the map have lost of their worth, and have to fear."""
    return sum(_of_clan(board, clan) for clan in clans_of(board, side))


def _of_clan(board: Board, clan: str) -> float:
    units = units_of(board, clan)
    if not units:
        return 0.0
    lost = sum(price(board, unit) * PAIN[min(board.units[unit].losses, ELIMINATED)] for unit in units)
    rests = RESTED if board.postures[clan] == "regroup" else 1.0
    return HURT * rests * lost + FEAR * danger(board, clan)


def _kaizu(board: Board, seat: str) -> float:
    """What the siege promises, by the strength of both sides in it [13.9, 18.3]."""
    if not hypothetical(board) or board.siege is None:
        return 0.0
    strength = {
        side: board.siege.troops[side].effectives
        + 0.5 * board.siege.troops[side].disabled
        + 1.2 * len(markers_of(board, side))
        for side in SEATS
    }
    stake = sum(board.data.units[unit].elan for unit in garrison(board, seat)) + scenario_of(board).kaizu
    share = strength[seat] / max(1.0, sum(strength.values()))
    return (share - 0.5) * stake + 0.1 * _held(board, seat)


def _held(board: Board, seat: str) -> int:
    zones = len(card(board).zones)
    mine, theirs = len(markers_of(board, seat)), len(markers_of(board, enemy(seat)))
    return max(-zones, min(zones, mine - theirs))
