"""The table as one army has it while army lists are under seal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from domain.clan_war.board.evolve import evolve
from domain.clan_war.board.state import Board

MUSTER = "muster"
"""The phase of a board on which no turn has begun."""


def are_sealed(board: Board) -> bool:
    """Whether what is entered now goes under seal: it does until all lists are opened."""
    return board.setting.options.army_lists == "sealed" and board.phase == MUSTER and not board.opened


def own_table(board: Board, army: str) -> Board:
    """The board as an army has it: with its own list, and nothing of the others'."""
    return with_entries(board, board.lists.get(army, ()))


def with_entries(board: Board, entries: Iterable[Any]) -> Board:
    """The board as a list leaves it."""
    for entry in entries:
        board = evolve(board, entry)
    return board
