"""The preference for the rear of the column [18.1]; `conduct.py` has the others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from domain.kawanakajima.board.state import Board
from domain.kawanakajima.book import BOOK
from domain.kawanakajima.movement.ways import FAR, costs_to
from domain.kawanakajima.words.items import EnterSurplus
from domain.kawanakajima.words.orders import Bring, Done
from domain.kit.facts import State

REAR_WORDS = ("never", "always")


def rears(board: Board, item: Any, seat: str, wishes: tuple[str, ...]) -> Iterable[Struct]:
    """Units of the rear enter, as far towards Kaizu as they come; or they wait [18.1]."""
    if not isinstance(item, EnterSurplus):
        return ()
    if "never" in wishes:
        return (Done(),)
    left = costs_to(board.data.map, board.data.map.kaizu)
    offered = (order for order in BOOK.some(State(board, (item,)), seat) if isinstance(order, Bring))
    return (*sorted(offered, key=lambda order: (left.get(order.hex, FAR), order.hex)), Done())
