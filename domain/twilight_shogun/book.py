"""The rule functions of the title, entered by the modules of the chapters, and the bars that they share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from domain.kit.bars import Bar, Bars, Refusals
from domain.kit.book import Book
from domain.twilight_shogun.board.state import Board, in_play, is_edo

BOOK: Book[Board] = Book(over=lambda board: bool(board.winner))

REFUSALS = Refusals("Possible now, for example: {shown}.")


def alike(order: Struct, legal: Iterable[Struct]) -> Iterator[Struct]:
    """The legal orders, first those with the same card, and among these those of the same kind."""
    card = getattr(order, "card", "")
    yield from sorted(legal, key=lambda one: (getattr(one, "card", "") != card, type(one) is not type(order)))


def space_bars(board: Board, rule: str, name: str) -> Bars:
    """A name that the map does not have, or a space where no influence may stand."""
    if name not in board.influence:
        yield Bar(rule, f"There is no space {name} on the map.")
    elif is_edo(board, name):
        yield Bar("2.11", f"No influence may stand in {name}.")
    elif not in_play(board, name):
        yield Bar("2.24", f"{name} is not in play until its port is opened.")


def points(count: int) -> str:
    return "1 AP" if count == 1 else f"{count} APs"
