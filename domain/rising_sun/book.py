"""The rule functions of Rising Sun, entered by the chapters, and the bars that several of them share."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from domain.kit.bars import Bar, Bars, Refusals
from domain.kit.book import Book
from domain.kit.errors import either
from domain.rising_sun.board.state import Board

BOOK: Book[Board] = Book()

REFUSALS = Refusals("Possible now: {shown}.", "Possible now: {shown}; and {more} more.")


def among(rule: str, order: Struct, legal: Iterable[Struct], why: str) -> None:
    """Refuses an order that is not among the legal ones, for the reason that tells what they are."""
    some = tuple(legal)
    if order not in some:
        raise REFUSALS.refusal(Bar(rule, why), some)


def unknown_names(
    board: Board, rule: str, *, clans: tuple[str, ...] = (), provinces: tuple[str, ...] = ()
) -> Bars:
    """Names that this game does not have."""
    for clan in clans:
        if clan not in board.setting.clans:
            yield Bar(rule, f"{clan} does not play here; the clans are {', '.join(board.setting.clans)}.")
    known = board.setting.tables.provinces
    for province in provinces:
        if province not in known:
            yield Bar(rule, f"There is no province {province}; there are {', '.join(known)}.")


def not_yes_or_no(choice: str) -> str:
    """Why an answer is refused that is neither."""
    return f"The answer is {either(('yes', 'no'))}, not {choice}."


def counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"
