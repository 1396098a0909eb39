"""Chapter 4: set-up.

4.1   the decks: closed cards are drawn, open ones wait
4.2   influence
4.3   other markers
"""

from __future__ import annotations

from domain.kit.facts import facts, keeps
from domain.kit.rules import Facts
from domain.twilight_shogun.board.events import GameSetUp
from domain.twilight_shogun.board.state import Board, Change
from domain.twilight_shogun.words.items import BeginTurn, FlipMarkers


def setup(board: Board) -> Facts:
    """For two players [1.0]: as much influence as the inherent numbers say [4.0, 4.2].

    All tracks begin at zero, all markers on their heads, Yokohama closed, Anti-Bakufu first [4.3]. The closed
    deck is drawn from when the first hands are dealt [4.1].
    """
    inherent = board.setting.tables.inherent
    changes = tuple(Change(space, seat, 0, number) for (space, seat), number in inherent.items())
    return facts("4.2", keeps(GameSetUp(changes), then=(FlipMarkers(), BeginTurn())))
