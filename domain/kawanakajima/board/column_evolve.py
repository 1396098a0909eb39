"""Folds the events of chapter 18 into the board. Never refuses, never asks chance."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.kawanakajima.board.events import KaizuChanged, SavingSealed, SurplusEntered
from domain.kawanakajima.board.state import Board, clan_of, noted, with_army, with_chit, with_unit
from domain.kawanakajima.data.tables import AWAY, RESERVE


def _surplus_entered(board: Board, event: SurplusEntered) -> Board:
    """With its first unit the chit of a clan comes into the reserve."""
    clan = clan_of(event.unit)
    board = with_unit(board, event.unit, hex=event.path[-1])
    return with_chit(board, clan, RESERVE) if board.chits[clan] == AWAY else board


def _saving_sealed(board: Board, event: SavingSealed) -> Board:
    """Like points that are saved openly; what is tried, is tried when both have saved."""
    saved, points, tries = board.armies[event.side].saved, event.points.value, event.tries.value
    board = with_army(board, event.side, saved=saved + points, saved_now=points, trying=tries)
    return noted(board, event.side, (points, tries))


def _kaizu_changed(board: Board, event: KaizuChanged) -> Board:
    return replace(board, kaizu=event.side)


COLUMN_FOLDS: dict[type, Callable[[Board, Any], Board]] = {
    SurplusEntered: _surplus_entered,
    SavingSealed: _saving_sealed,
    KaizuChanged: _kaizu_changed,
}
