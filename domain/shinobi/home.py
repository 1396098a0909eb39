"""Chapter "turn", the second action."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn

from domain.kit.bars import Bar, Bars, unbarred
from domain.kit.chance import Chance
from domain.kit.facts import Outcome, does
from domain.shinobi.board.events import ActionSkipped, Moved, Placed
from domain.shinobi.board.state import Board, armies, kinds, others
from domain.shinobi.book import BOOK, REFUSALS, not_an_army, not_in_hand, unknown_names
from domain.shinobi.data.tables import NINJA
from domain.shinobi.words import orders
from domain.shinobi.words.items import Home

Offer = orders.Place | orders.Move


@BOOK.offered(Home, "turn/home", private=True)
def second_actions(board: Board, item: Home, seat: str) -> Iterator[Offer]:
    """Any card but a ninja at home; any card before another player to any other province [turn/home]."""
    placed = (orders.Place(card, seat) for card in kinds(board, board.hands[seat]))
    yield from unbarred(placed, lambda order: home_bars(board, seat, order))
    moved = (
        orders.Move(clan, source, target)
        for source in others(board, seat)
        for clan in armies(board, source)
        for target in board.setting.seats
    )
    yield from unbarred(moved, lambda order: move_bars(board, seat, order))


@BOOK.answer(Home, orders.Place, "turn/home")
def place_at_home(board: Board, item: Home, seat: str, order: orders.Place, chance: Chance) -> Outcome:
    """A card of the hand is placed face up before oneself [turn/home]."""
    REFUSALS.guard(home_bars(board, seat, order), second_actions(board, item, seat))
    return does(Placed(seat, order.card, order.province))


def home_bars(board: Board, seat: str, order: orders.Place) -> Bars:
    """Only in one's own province, no ninja, and only from the hand [turn/home]."""
    yield from unknown_names(board, "turn/home", provinces=(order.province,), cards=(order.card,))
    if order.province != seat:
        yield Bar("turn/home", f"The second card goes before yourself, in {seat}, not in {order.province}.")
    if order.card == NINJA:
        yield Bar("turn/ninja", "A ninja can be sent in the first action only; it is never placed.")
    yield from not_in_hand(board, "turn/home", seat, order.card)


@BOOK.answer(Home, orders.Move, "turn/move")
def move(board: Board, item: Home, seat: str, order: orders.Move, chance: Chance) -> Outcome:
    """A card that lies before another player is moved to oneself or to a third player [turn/move]."""
    REFUSALS.guard(move_bars(board, seat, order), second_actions(board, item, seat))
    return does(Moved(seat, order.clan, order.source, order.target))


def move_bars(board: Board, seat: str, order: orders.Move) -> Bars:
    """Not out of one's own province, a card that is there, and to another province [turn/move]."""
    clan, source, target = order.clan, order.source, order.target
    yield from not_an_army("turn/move", clan)
    yield from unknown_names(board, "turn/move", provinces=(source, target), cards=(clan,))
    if source == seat:
        yield Bar("turn/move", f"Troops may not be moved out of {seat}, your own province.")
    if source == target:
        yield Bar("turn/move", f"A moved card must change its province; this one would stay in {source}.")
    if not board.table[source][clan]:
        yield Bar("turn/move", f"There is no army of {clan} in {source}.")
    if is_take_back(board, source, clan):
        yield Bar(
            "turn/move", f"The only card of {clan} in {source} is the one that you have just placed there."
        )


def is_take_back(board: Board, source: str, clan: str) -> bool:
    """Whether the army has only the card that the first action placed, and may not be moved [turn/move]."""
    barred = board.setting.options.no_take_back
    return barred and board.done.placed == (source, clan) and board.table[source][clan] == 1


@BOOK.answer(Home, orders.Pass, "turn/order")
def second_action_is_mandatory(
    board: Board, item: Home, seat: str, order: orders.Pass, chance: Chance
) -> NoReturn:
    """Whoever can take the second action has to [turn/order]."""
    why = "The three actions of a turn are mandatory, and you can take the second."
    raise REFUSALS.refusal(Bar("turn/order", why), second_actions(board, item, seat))


@BOOK.when_none(Home, "turn/home")
def no_second_action(board: Board, item: Home, chance: Chance) -> Outcome:
    """Where no card can be placed at home and none moved, the action is skipped [turn/home]."""
    why = "No card in hand can be placed at home, and no card before another player can be moved."
    return does(ActionSkipped(item.seat, "home", why))
