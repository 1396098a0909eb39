"""The rule functions of Shinobi, entered by the chapters, and the bars that several of them share."""

from __future__ import annotations

from domain.kit.bars import Bar, Bars, Refusals
from domain.kit.book import Book
from domain.shinobi.board.state import Board
from domain.shinobi.data.tables import NINJA

BOOK: Book[Board] = Book()

REFUSALS = Refusals("Possible now: {shown}.", "Possible now: {shown}; and {more} more.")


def unknown_names(
    board: Board, rule: str, *, provinces: tuple[str, ...] = (), cards: tuple[str, ...] = ()
) -> Bars:
    """Names that this game does not have."""
    for province in provinces:
        if province not in board.table:
            why = f"There is no province {province} in this game; there are {', '.join(board.table)}."
            yield Bar(rule, why)
    for card in cards:
        if card not in board.deck:
            yield Bar(rule, f"There are no cards of {card}; there are {', '.join(board.deck)}.")


def not_in_hand(board: Board, rule: str, seat: str, card: str) -> Bars:
    """A card can only be played from the hand."""
    hand = board.hands[seat]
    if card not in hand:
        held = ", ".join(kind for kind in board.deck for _ in range(hand.count(kind))) or "nothing"
        yield Bar(rule, f"You have no {card} in hand; you hold {held}.")


def not_an_army(rule: str, clan: str) -> Bars:
    """Ninja belong to no clan, form no army and never lie on the table."""
    if clan == NINJA:
        yield Bar(rule, "Ninja belong to no clan and never lie in a province.")


def cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"
