"""The rule functions of Shinobi, entered by the modules of the chapters, and the form of their refusals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from msgspec import Struct
from msgspec.structs import asdict

from domain.kit.book import Book
from domain.kit.errors import IllegalMove
from domain.shinobi.board.state import Board
from domain.shinobi.data.tables import NINJA

BOOK: Book[Board] = Book()

Bar = tuple[str, str]
"""What forbids an order: the heading and the sentence."""

Bars = Iterator[Bar]
"""All of it, the first reason first."""

SHOWN = 4
"""Legal orders that a refusal shows."""


def guard(bars: Iterable[Bar], legal: Iterable[Struct]) -> None:
    """Refuses with the first reason, if there is one, and shows what would do."""
    for heading, why in bars:
        raise refusal(heading, why, legal)


def refusal(heading: str, why: str, legal: Iterable[Struct]) -> IllegalMove:
    """The refusal for that reason, with what would do."""
    return IllegalMove(heading, why, instead(tuple(legal)))


def instead(legal: Sequence[Struct]) -> str:
    """The first few legal orders, as a sentence in the notation of the mails."""
    shown = "; ".join(f'"{written(order)}"' for order in islice(legal, SHOWN))
    more = len(legal) - SHOWN
    return f"Possible now: {shown}{f'; and {more} more' if more > 0 else ''}."


def written(order: Struct) -> str:
    """The order as a player writes it."""
    form: str = order.FORM  # type: ignore[attr-defined]
    return form.format(**asdict(order))


def unknown_names(
    board: Board, heading: str, *, provinces: tuple[str, ...] = (), cards: tuple[str, ...] = ()
) -> list[Bar]:
    """Names that this game does not have."""
    bars: list[Bar] = []
    for province in provinces:
        if province not in board.table:
            why = f"There is no province {province} in this game; there are {', '.join(board.table)}."
            bars.append((heading, why))
    for card in cards:
        if card not in board.deck:
            bars.append((heading, f"There are no cards of {card}; there are {', '.join(board.deck)}."))
    return bars


def not_in_hand(board: Board, heading: str, seat: str, card: str) -> tuple[Bar, ...]:
    """A card can only be played from the hand."""
    hand = board.hands[seat]
    if card in hand:
        return ()
    held = ", ".join(kind for kind in board.deck for _ in range(hand.count(kind))) or "nothing"
    return ((heading, f"You have no {card} in hand; you hold {held}."),)


def not_an_army(heading: str, clan: str) -> tuple[Bar, ...]:
    """Ninja belong to no clan, form no army and never lie on the table."""
    return ((heading, "Ninja belong to no clan and never lie in a province."),) if clan == NINJA else ()


def cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"
