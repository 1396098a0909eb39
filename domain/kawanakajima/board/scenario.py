"""Which scenario is played, and what hangs on it: chapters 17 and 18."""

from __future__ import annotations

from domain.kawanakajima.board.state import Board
from domain.kawanakajima.data.options import HYPOTHETICAL
from domain.kawanakajima.data.tables import Scenario


def hypothetical(board: Board) -> bool:
    """Whether the scenario of chapter 18 is played."""
    return board.options.scenario == HYPOTHETICAL


def scenario_of(board: Board) -> Scenario:
    return board.data.scenarios[board.options.scenario]


def victory_rule(board: Board) -> str:
    """The section that says what an elimination is worth, and who has won in the end [17.5, 18.3]."""
    return "18.3" if hypothetical(board) else "17.5"
