"""Chapter 9: cards that an event lets a side draw, or costs it [9.0]."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from domain.kit.bars import Bar, Bars
from domain.kit.chance import Chance
from domain.kit.facts import Outcome, does
from domain.twilight_shogun.board.events import CardDropped
from domain.twilight_shogun.board.state import Board
from domain.twilight_shogun.book import BOOK, REFUSALS
from domain.twilight_shogun.cards.resolving import nothing, printed, resolves, side_of
from domain.twilight_shogun.data import effects as x
from domain.twilight_shogun.data.tables import SIDES
from domain.twilight_shogun.words import orders
from domain.twilight_shogun.words.items import Draw, DropCards, Resolve


@resolves(x.Draw, "6.3")
def draw(board: Board, item: Resolve, effect: x.Draw, chance: Chance) -> Outcome:
    """Cards out of the draw deck; where it runs out the discards are the new deck at once [6.3]."""
    if not board.deck and not board.discard:
        return nothing(item, "There is no card to draw.")
    return does(then=(Draw(side_of(item, effect.side), effect.count),))


@resolves(x.Discard, "9.0")
def discard(board: Board, item: Resolve, effect: x.Discard, chance: Chance) -> Outcome:
    """A side discards cards of its hand: its own choice, or at random [9.0]."""
    seat = side_of(item, effect.side)
    hand = board.hands[seat]
    count = min(effect.count, len(hand))
    if not count:
        return nothing(item, f"{SIDES[seat]} has no card in hand.")
    if not effect.at_random:
        return does(then=(DropCards(seat, item.card, count),))
    dropped = chance.draw("9.0", f"{printed(board, item.card)}: discard of {SIDES[seat]}", hand, count)
    return does(*(CardDropped(item.card, seat, card, True) for card in dropped))


@BOOK.offered(DropCards, "9.0", private=True)
def droppable(board: Board, item: DropCards, seat: str) -> Iterator[orders.Discard]:
    """Any card of the hand [9.0]."""
    yield from map(orders.Discard, board.hands[seat])


@BOOK.answer(DropCards, orders.Discard, "9.0")
def drop(board: Board, item: DropCards, seat: str, order: orders.Discard, chance: Chance) -> Outcome:
    """The card goes to the discards, and its event does not occur [9.0]."""
    REFUSALS.guard(drop_bars(board, seat, order), droppable(board, item, seat))
    rest = (replace(item, count=item.count - 1),) if item.count > 1 else ()
    return does(CardDropped(item.card, seat, order.card, False), then=rest)


def drop_bars(board: Board, seat: str, order: orders.Discard) -> Bars:
    """Only a card that the seat holds [9.0]."""
    if order.card not in board.hands[seat]:
        yield Bar("9.0", f"You do not hold the card {order.card}.")
