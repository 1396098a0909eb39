"""How a board looks for a side before the end, and what ranks the sides at it [14 to 17]."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, sqrt

from domain.kawanakajima.board.fortress import card, garrison, markers_of
from domain.kawanakajima.board.memo import kept_in_the_field
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
from domain.kawanakajima.data.tables import SEATS, SECOND
from domain.kawanakajima.programs.reckoning import PAIN, danger, nearest, price, prospect

# Found by logistic regression on 118 games of steady programs (3005 boards), every second one with some
# orders at random: what foretold the result, in victory points. On games that were left out of it in turn the
# log loss is 0.44, that of the numbers before 0.49, of the mean alone 0.56.

HURT, RESTED = 0.4, 0.62
"""How much of what worn units have lost of their worth counts as if it were lost; in a clan that rests."""

FEAR, MOST_FEARED = 0.26, 3.0
"""How much of what the enemy next to a clan could do to it counts, and what counts of it at most."""

HOPE, MOST_HOPED, AT_HAND = 0.036, 3.0, 3
"""The same for what a clan in attack could do to enemies within so many hexes."""

BITE = 0.14
"""What it is worth that a clan is in attack."""

FRESH = 0.021
"""What a point of Elan or Mass of Kosaka's contingent is worth once it is there: it decides late."""

TIRING = 0.34
"""Points that the Takeda are still to lose in a turn that is left, in the historical scenario."""

SPREAD, SPREAD_AHEAD = 1.6, 1.0
"""How uncertain the rest of a game is at its end, and by the root of the turns that are left."""


def places(board: Board) -> Mapping[str, float]:
    """One point for whoever has won, a half for each side of a draw [17.5]."""
    share = 1 / max(1, len(board.winners))
    return {seat: share if seat in board.winners else 0.0 for seat in SEATS}


def worth(board: Board, seat: str) -> float:
    """How likely a side is to win, a draw for a half: from the points, and what both have at stake."""
    hope = lead(board) + promise_of(board, "takeda") - promise_of(board, "uesugi")
    if not hypothetical(board):
        hope += FRESH * _contingent(board) - TIRING * turns_left(board)
    hope = hope * (1 if seat == "takeda" else -1) + _kaizu(board, seat)
    margin, spread = scenario_of(board).draw_margin + 0.5, SPREAD + SPREAD_AHEAD * sqrt(turns_left(board))
    return (_share((hope - margin) / spread) + _share((hope + margin) / spread)) / 2


def turns_left(board: Board) -> int:
    return max(0, scenario_of(board).turns - board.turn)


def _share(deviations: float) -> float:
    return 1 / (1 + exp(-max(-20.0, min(20.0, deviations))))


def promise_of(board: Board, side: str) -> float:
    """What the clans of a side on the map promise, less what they have lost and have to fear."""
    return sum(_of_clan(board, clan) for clan in clans_of(board, side))


@kept_in_the_field
def _of_clan(board: Board, clan: str) -> float:
    units, posture = units_of(board, clan), board.postures[clan]
    if not units:
        return 0.0
    lost = sum(price(board, unit) * PAIN[min(board.units[unit].losses, ELIMINATED)] for unit in units)
    found = -(RESTED if posture == "regroup" else HURT) * lost - FEAR * min(MOST_FEARED, danger(board, clan))
    if posture != "attack":
        return found
    strikes = prospect(board, clan) if nearest(board, clan) <= AT_HAND else 0.0
    return found + BITE + HOPE * max(0.0, min(MOST_HOPED, strikes))


@kept_in_the_field
def _contingent(board: Board) -> int:
    """The strength of the clans on the map that come with Kosaka [17.1]."""
    data = board.data
    clans = (clan for clan, known in data.clans.items() if known.general == SECOND)
    there = [data.units[unit] for clan in clans for unit in units_of(board, clan)]
    return sum(unit.elan + unit.mass for unit in there)


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
