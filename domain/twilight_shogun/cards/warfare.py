"""Section 9.4: warfare events.

9.4(i)    the seat that resolves the event chooses a clan
9.4(ii)   a die, one more for each clan in or next to the target that it controls, one less for the opponent's
9.4(iii)  with the number of the event or more, all influence of the opponent there is removed
9.4(iv)   where the opponent has no influence nothing happens
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.kit.bars import Bar, Bars
from domain.kit.chance import Chance
from domain.kit.facts import Outcome, does
from domain.kit.sums import Sum, Term
from domain.twilight_shogun.board.bans import forbidding
from domain.twilight_shogun.board.events import WarfareFought
from domain.twilight_shogun.board.state import Board, change, controller, is_clan, neighbours, other, title_of
from domain.twilight_shogun.book import BOOK, REFUSALS, space_bars
from domain.twilight_shogun.cards.resolving import nothing, printed, resolves, spaces_where
from domain.twilight_shogun.data import effects as x
from domain.twilight_shogun.data.tables import SIDES
from domain.twilight_shogun.words import orders
from domain.twilight_shogun.words.items import Attack, Resolve


@resolves(x.Warfare, "9.4")
def warfare(board: Board, item: Resolve, effect: x.Warfare, chance: Chance) -> Outcome:
    """The seat that resolves the event chooses the target [9.4], where no lasting event forbids it [2.35]."""
    seat, within = item.player, spaces_where(board, effect.where)
    spaces = tuple(
        name
        for name in within
        if may_be_attacked(board, name) and not forbidding(board, seat, "warfare", name)
    )
    return does(then=(Attack(item.player, item.card, effect.target, spaces),))


def may_be_attacked(board: Board, name: str) -> bool:
    """Only a clan can be the target of warfare [9.4]; an option takes "any one space" by its letter."""
    return is_clan(board, name) or not board.setting.options.warfare_clans_only


@BOOK.offered(Attack, "9.4")
def attacks(board: Board, item: Attack, seat: str) -> Iterator[orders.Attack]:
    """Any of the spaces that the event allows [9.4]."""
    yield from map(orders.Attack, item.spaces)


@BOOK.answer(Attack, orders.Attack, "9.4")
def attack(board: Board, item: Attack, seat: str, order: orders.Attack, chance: Chance) -> Outcome:
    """With the number of the event or more all influence of the opponent is removed [9.4]."""
    REFUSALS.guard(attack_bars(board, item, order), attacks(board, item, seat))
    name, enemy = order.space, other(seat)
    if not board.influence[name][enemy]:
        return nothing(item, f"There is no influence of {SIDES[enemy]} in {title_of(board, name)}.")
    (face,) = chance.throw("9.4", f"warfare by {SIDES[seat]} in {title_of(board, name)}", sides=6)
    value = warfare_value(board, name, seat, face)
    won = value.total >= item.target
    lost = (change(board, name, enemy, -board.influence[name][enemy]),) if won else ()
    return does(WarfareFought(seat, item.card, name, value, item.target, won, lost))


def warfare_value(board: Board, name: str, seat: str, face: int) -> Sum:
    """The die, and the clans in and next to the target that either side controls [9.4].

    Edo is deemed to be controlled by Pro-Bakufu for its neighbours [2.11].
    """
    terms = [Term(face, "die", "9.4")]
    for one in (name, *neighbours(board, name)):
        holder = controller(board, one)
        if holder:
            sign = 1 if holder == seat else -1
            terms.append(Term(sign, f"{SIDES[holder]} controls {title_of(board, one)}", "9.4"))
    return Sum(tuple(terms))


def attack_bars(board: Board, item: Attack, order: orders.Attack) -> Bars:
    """One of the spaces that the event allows [9.4]."""
    yield from space_bars(board, "9.4", order.space)
    if order.space not in item.spaces:
        yield Bar("9.4", f"{printed(board, item.card)} cannot attack {title_of(board, order.space)}.")


@BOOK.when_none(Attack, "9.4")
def no_target(board: Board, item: Attack, chance: Chance) -> Outcome:
    """Where the event allows no space, nothing happens [9.4]."""
    return nothing(item, "There is no space that the event lets anybody attack.")
