"""The chances of a seat on a board before the end, and its place when the game is over."""

from __future__ import annotations

from math import exp

from domain.twilight_shogun.board.state import Board, other
from domain.twilight_shogun.data.tables import ANTI, PRO
from domain.twilight_shogun.players.stakes import Stakes

SURE, SURER = 9.0, 4.0
"""Points of a lead that is e to 1 a won game, in the first turn and in the last."""

CARD = 0.8
"""What each card that is still in a hand is worth."""

ENEMY = 0.9
"""How much less a card of the other is worth."""


def worth(board: Board, seat: str) -> float:
    """How likely a seat is to win, 0 to 1."""
    lead = Stakes(board, (ANTI, PRO)).total() + hand_worth(board, ANTI) - hand_worth(board, PRO)
    part = board.turn / board.setting.tables.tracks.turns
    won = 1 / (1 + exp(-lead / (SURE + (SURER - SURE) * part)))
    return won if seat == ANTI else 1 - won


def hand_worth(board: Board, seat: str) -> float:
    """What the cards of a hand may still do."""
    cards, foe = board.setting.tables.cards, other(seat)
    return sum([CARD - ENEMY * (cards[card].side == foe) for card in board.hands[seat]])


def places(board: Board) -> dict[str, float]:
    """Who has won; there is no second place, and no draw [11.0]."""
    return {seat: float(seat == board.winner) for seat in board.setting.seats}
