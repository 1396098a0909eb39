"""Chapter "turn", the first action."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn

from domain.kit.bars import Bar, Bars, unbarred
from domain.kit.chance import Chance
from domain.kit.facts import Outcome, does
from domain.shinobi.board.events import ActionSkipped, NinjaSent, Placed
from domain.shinobi.board.state import Board, armies, kinds, others
from domain.shinobi.book import BOOK, REFUSALS, not_an_army, not_in_hand, unknown_names
from domain.shinobi.data.tables import NINJA
from domain.shinobi.words import orders
from domain.shinobi.words.items import Deploy

Offer = orders.Place | orders.Ninja


@BOOK.offered(Deploy, "turn/deploy", private=True)
def first_actions(board: Board, item: Deploy, seat: str) -> Iterator[Offer]:
    """Any card but a ninja before any other player; a ninja at any card there [turn/deploy]."""
    provinces = others(board, seat)
    placed = (orders.Place(card, where) for card in kinds(board, board.hands[seat]) for where in provinces)
    yield from unbarred(placed, lambda order: deploy_bars(board, seat, order))
    sent = (orders.Ninja(clan, where) for where in provinces for clan in armies(board, where))
    yield from unbarred(sent, lambda order: ninja_bars(board, seat, order))


@BOOK.answer(Deploy, orders.Place, "turn/deploy")
def deploy(board: Board, item: Deploy, seat: str, order: orders.Place, chance: Chance) -> Outcome:
    """A card of the hand is placed face up before another player [turn/deploy]."""
    REFUSALS.guard(deploy_bars(board, seat, order), first_actions(board, item, seat))
    return does(Placed(seat, order.card, order.province))


def deploy_bars(board: Board, seat: str, order: orders.Place) -> Bars:
    """Not in one's own province, no ninja, and only from the hand [turn/deploy]."""
    yield from unknown_names(board, "turn/deploy", provinces=(order.province,), cards=(order.card,))
    if order.province == seat:
        yield Bar("turn/deploy", f"The first card goes before another player; {seat} is your own province.")
    if order.card == NINJA:
        yield Bar("turn/ninja", "A ninja is sent against a card; it is never placed.")
    yield from not_in_hand(board, "turn/deploy", seat, order.card)


@BOOK.answer(Deploy, orders.Ninja, "turn/ninja")
def send_ninja(board: Board, item: Deploy, seat: str, order: orders.Ninja, chance: Chance) -> Outcome:
    """A ninja of the hand and one card of any army before another player are discarded [turn/ninja]."""
    REFUSALS.guard(ninja_bars(board, seat, order), first_actions(board, item, seat))
    return does(NinjaSent(seat, order.clan, order.province))


def ninja_bars(board: Board, seat: str, order: orders.Ninja) -> Bars:
    """A ninja in hand, another player's province, and a card of that clan in it [turn/ninja]."""
    yield from not_an_army("turn/ninja", order.clan)
    yield from unknown_names(board, "turn/ninja", provinces=(order.province,), cards=(order.clan,))
    yield from not_in_hand(board, "turn/ninja", seat, NINJA)
    if order.province == seat:
        yield Bar("turn/ninja", f"A ninja strikes before another player; {seat} is your own province.")
    if not board.table[order.province][order.clan]:
        yield Bar("turn/ninja", f"There is no army of {order.clan} in {order.province}.")


@BOOK.answer(Deploy, orders.Pass, "turn/order")
def first_action_is_mandatory(
    board: Board, item: Deploy, seat: str, order: orders.Pass, chance: Chance
) -> NoReturn:
    """Whoever can take the first action has to [turn/order]."""
    why = "The three actions of a turn are mandatory, and you can take the first."
    raise REFUSALS.refusal(Bar("turn/order", why), first_actions(board, item, seat))


@BOOK.when_none(Deploy, "turn/deploy")
def no_first_action(board: Board, item: Deploy, chance: Chance) -> Outcome:
    """Where no card can be placed and no ninja sent, the action is skipped [turn/deploy]."""
    held = len(board.hands[item.seat])
    why = f"None of the {held} cards in hand can be placed or sent." if held else "The hand is empty."
    return does(ActionSkipped(item.seat, "deploy", why))
