"""Chapter 9: cards that an event lets a side draw, see or take back, or costs it [9.0]."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from domain.kit.bars import Bar, Bars
from domain.kit.chance import Chance
from domain.kit.facts import Outcome, does
from domain.kit.sealed import Sealed
from domain.twilight_shogun.board.events import CardDropped, CardRetrieved, HandSeen, NothingDone
from domain.twilight_shogun.board.state import Board, other
from domain.twilight_shogun.book import BOOK, REFUSALS
from domain.twilight_shogun.cards.resolving import nothing, printed, resolves, side_of
from domain.twilight_shogun.data import effects as x
from domain.twilight_shogun.data.tables import SIDES
from domain.twilight_shogun.words import orders
from domain.twilight_shogun.words.items import Draw, DropCards, Resolve, Retrieve


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
    if not board.hands[seat]:
        return nothing(item, f"{SIDES[seat]} has no card in hand.")
    count = min(effect.count, len(may_be_dropped(board, seat)))
    if not count:
        return nothing(item, must_be_kept(seat))
    if not effect.at_random:
        return does(then=(DropCards(seat, item.card, count),))
    dropped = dropped_at_random(board, item, seat, count, chance)
    return does(*(CardDropped(item.card, seat, card, True) for card in dropped))


def dropped_at_random(board: Board, item: Resolve, seat: str, count: int, chance: Chance) -> tuple[str, ...]:
    """So many cards of a hand; those that must be kept are passed over, and nobody sees how many they are."""
    hand, free = board.hands[seat], may_be_dropped(board, seat)
    asked = len(hand) if board.setting.options.must_stays else count
    drawn = chance.draw("9.0", f"{printed(board, item.card)}: discard of {SIDES[seat]}", hand, asked)
    return tuple(card for card in drawn if card in free)[:count]


def may_be_dropped(board: Board, seat: str) -> tuple[str, ...]:
    """The cards of a hand that an event can cost: from edition 2 on none that must be played.

    [8.4, rules/edition]
    """
    hand = board.hands[seat]
    if not board.setting.options.must_stays:
        return hand
    return tuple(card for card in hand if board.setting.tables.cards[card].side != "must")


def must_be_kept(seat: str) -> str:
    return f"{SIDES[seat]} holds no card but such as must be played."


@BOOK.offered(DropCards, "9.0", private=True)
def droppable(board: Board, item: DropCards, seat: str) -> Iterator[orders.Discard]:
    """Any card of the hand [9.0] that need not be played [8.4]."""
    yield from map(orders.Discard, may_be_dropped(board, seat))


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
    elif order.card not in may_be_dropped(board, seat):
        yield Bar("8.4", f"{printed(board, order.card)} must be played; it cannot be discarded.")


@BOOK.when_none(DropCards, "8.4")
def none_to_drop(board: Board, item: DropCards, chance: Chance) -> Outcome:
    """Who holds only cards that must be played keeps them [8.4]."""
    return does(NothingDone(item.card, item.seat, must_be_kept(item.seat)))


# ---- hands that are seen, cards that come back


@resolves(x.Look, "9.0")
def look(board: Board, item: Resolve, effect: x.Look, chance: Chance) -> Outcome:
    """The seat sees the hand of the other, as it is now; nobody else does [9.0]."""
    holder = other(item.player)
    hand = board.hands[holder]
    if not hand:
        return nothing(item, f"{SIDES[holder]} has no card in hand.")
    return does(HandSeen(item.card, item.player, holder, len(hand), Sealed((item.player, holder), hand)))


@resolves(x.Retrieve, "9.0")
def retrieve(board: Board, item: Resolve, effect: x.Retrieve, chance: Chance) -> Outcome:
    """A side takes cards out of the discards into its hand [9.0]."""
    cards = tuple(card for card in board.discard if comes_back(board, effect, card))
    count = min(effect.count, len(cards))
    if not count:
        return nothing(item, "There is no such card among the discards.")
    return does(then=(Retrieve(side_of(item, effect.side), item.card, count, cards),))


def comes_back(board: Board, effect: x.Retrieve, card: str) -> bool:
    """Whether the event brings a card back: one that it names, or one of the sides that it names [9.0]."""
    if effect.cards:
        return card in effect.cards
    return not effect.sides or board.setting.tables.cards[card].side in effect.sides


@BOOK.offered(Retrieve, "9.0")
def retrievable(board: Board, item: Retrieve, seat: str) -> Iterator[orders.Retrieve]:
    """Any of the discards that the event allows [9.0]."""
    yield from (orders.Retrieve(card) for card in item.cards if card in board.discard)


@BOOK.answer(Retrieve, orders.Retrieve, "9.0")
def take_back(board: Board, item: Retrieve, seat: str, order: orders.Retrieve, chance: Chance) -> Outcome:
    """The card is in the hand again, for everybody to see [9.0]."""
    REFUSALS.guard(retrieve_bars(board, item, order), retrievable(board, item, seat))
    rest = (replace(item, count=item.count - 1),) if item.count > 1 else ()
    return does(CardRetrieved(item.card, seat, order.card), then=rest)


def retrieve_bars(board: Board, item: Retrieve, order: orders.Retrieve) -> Bars:
    """Only a card of the discards, and one that the event allows [9.0]."""
    if order.card not in board.discard:
        yield Bar("9.0", f"The card {order.card} is not among the discards.")
    elif order.card not in item.cards:
        yield Bar("9.0", f"{printed(board, item.card)} does not bring back {order.card}.")


@BOOK.when_none(Retrieve, "9.0")
def none_to_retrieve(board: Board, item: Retrieve, chance: Chance) -> Outcome:
    """What a ruling has taken out of the discards in the meantime does not come back [9.0]."""
    return nothing(item, "There is no such card among the discards.")
