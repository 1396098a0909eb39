"""The book in which the chapters enter their rule functions, and words that their refusals share."""

from __future__ import annotations

from collections.abc import Iterable

from domain.kawanakajima.board.state import Board, short
from domain.kit.book import Book
from domain.kit.errors import either

BOOK: Book[Board] = Book(over=lambda board: bool(board.ending))


def listed(names: Iterable[str]) -> str:
    """The names as the player writes them, in a sentence: "B, D or G"; "none" if there are none."""
    return either([short(name) for name in names]) or "none"


def points(count: int) -> str:
    return "1 command point" if count == 1 else f"{count} command points"
