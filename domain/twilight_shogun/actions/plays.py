"""Chapter 8: the actions, as answers to the question what the APs are spent for.

8.0   one action out of four; the fourth, court operation, takes a card of the hand (court.py)
8.1   placing influence (placing.py)
8.2   realignment (realigning.py)
8.3   coup (coup.py)
"""

from __future__ import annotations

from domain.kit.chance import Chance
from domain.kit.facts import Outcome, does
from domain.twilight_shogun.actions.coup import coup_bars, couped
from domain.twilight_shogun.actions.offers import actions, more_realignments
from domain.twilight_shogun.actions.placing import placed, placing_bars
from domain.twilight_shogun.actions.realigning import act_of, attempt_of, realign_bars
from domain.twilight_shogun.board.events import ActionEnded
from domain.twilight_shogun.board.state import Board
from domain.twilight_shogun.book import BOOK, alike, guard
from domain.twilight_shogun.words import orders
from domain.twilight_shogun.words.items import Act, Realign


@BOOK.answer(Act, orders.Influence, "8.1")
def place(board: Board, item: Act, seat: str, order: orders.Influence, chance: Chance) -> Outcome:
    """Each influence goes where the player has influence, or next to it [8.1]."""
    guard(placing_bars(board, item, order.places), alike(order, actions(board, item, seat)))
    return does(placed(board, item, order.places))


@BOOK.answer(Act, orders.Coup, "8.3")
def coup(board: Board, item: Act, seat: str, order: orders.Coup, chance: Chance) -> Outcome:
    """All APs are spent on one attempt in a clan [8.3]."""
    guard(coup_bars(board, item, order.space), alike(order, actions(board, item, seat)))
    return does(*couped(board, item, order.space, chance))


@BOOK.answer(Act, orders.Realign, "8.2")
def realign(board: Board, item: Act, seat: str, order: orders.Realign, chance: Chance) -> Outcome:
    """Attempts, paid one by one; several may have the same target [8.2]."""
    guard(realign_bars(board, item, order.spaces), alike(order, actions(board, item, seat)))
    return does(then=(attempt_of(item, order.spaces),))


@BOOK.answer(Realign, orders.Realign, "8.2")
def realign_again(board: Board, item: Realign, seat: str, order: orders.Realign, chance: Chance) -> Outcome:
    """The next target is chosen after the result of the last attempt [8.2]."""
    guard(realign_bars(board, act_of(item), order.spaces), alike(order, more_realignments(board, item, seat)))
    return does(then=(attempt_of(act_of(item), order.spaces),))


@BOOK.answer(Realign, orders.Pass, "8.2")
def stop_realigning(board: Board, item: Realign, seat: str, order: orders.Pass, chance: Chance) -> Outcome:
    """The APs that are left may be abandoned [8.2]."""
    return does(ActionEnded(seat, item.ap))


@BOOK.answer(Act, orders.Pass, "8.0")
def no_action(board: Board, item: Act, seat: str, order: orders.Pass, chance: Chance) -> Outcome:
    """Nobody has to spend his APs [8.0]."""
    return does(ActionEnded(seat, item.ap))


@BOOK.moot(Act, "8.0")
def nothing_to_spend(board: Board, item: Act) -> bool:
    """Without APs there is no action [8.0]."""
    return item.ap < 1
