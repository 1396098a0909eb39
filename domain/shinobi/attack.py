"""Chapter "turn", the third action.

turn/order        the action may not be passed (by an option it may)
turn/attack       a larger army of one's own province attacks an army in another
turn/ninja-bars   not where a ninja has struck in this turn
turn/same-clan    not an army of its own clan
turn/reinforced   not an army that has just received a card (an option)
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.kit.bars import Bar, Bars, unbarred
from domain.kit.chance import Chance
from domain.kit.facts import Outcome, does
from domain.shinobi.board.events import ActionSkipped, AttackDeclined, Attacked
from domain.shinobi.board.state import Board, armies, others
from domain.shinobi.book import BOOK, REFUSALS, cards, not_an_army, unknown_names
from domain.shinobi.words import orders
from domain.shinobi.words.items import Attack

Offer = orders.Attack | orders.Pass


@BOOK.offered(Attack, "turn/attack")
def third_actions(board: Board, item: Attack, seat: str) -> Iterator[Offer]:
    """Every attack that nothing forbids; by an option also none, where there is one [turn/attack]."""
    any_attack = False
    for order in attacks(board, seat):
        any_attack = True
        yield order
    if any_attack and not board.setting.options.must_attack:
        yield orders.Pass()


def attacks(board: Board, seat: str) -> Iterator[orders.Attack]:
    """Each army of one's own province on each army of the others that it may attack [turn/attack]."""
    own, table = armies(board, seat), board.table
    possible = (
        orders.Attack(clan, province, army)
        for province in others(board, seat)
        for clan in armies(board, province)
        for army in own
        if table[seat][army] > table[province][clan]  # most are not, and to word that for each is slow
    )
    return unbarred(possible, lambda order: fight_bars(board, seat, order))


@BOOK.answer(Attack, orders.Attack, "turn/attack")
def attack(board: Board, item: Attack, seat: str, order: orders.Attack, chance: Chance) -> Outcome:
    """The attacked army loses one card to the discard; the attacker loses nothing [turn/attack]."""
    REFUSALS.guard(attack_bars(board, seat, order), third_actions(board, item, seat))
    strength, defence = board.table[seat][order.army], board.table[order.province][order.clan]
    return does(Attacked(seat, order.clan, order.province, order.army, strength, defence))


def attack_bars(board: Board, seat: str, order: orders.Attack) -> Bars:
    """An own army that is larger, on an army of another province [turn/attack]."""
    clan, province, army = order.clan, order.province, order.army
    yield from not_an_army("turn/attack", clan)
    yield from not_an_army("turn/attack", army)
    yield from unknown_names(board, "turn/attack", provinces=(province,), cards=(clan, army))
    if province == seat:
        yield Bar("turn/attack", f"Only armies in other provinces can be attacked; {seat} is your own.")
    yield from fight_bars(board, seat, order)


def fight_bars(board: Board, seat: str, order: orders.Attack) -> Bars:
    """What bars one army from another, of clans and provinces that there are [turn/attack]."""
    clan, province, army = order.clan, order.province, order.army
    strength, defence = board.table[seat][army], board.table[province][clan]
    if not strength:
        yield Bar("turn/attack", f"There is no army of {army} in {seat} to attack with.")
    if not defence:
        yield Bar("turn/attack", f"There is no army of {clan} in {province}.")
    yield from shields(board, province, clan, army)
    if strength <= defence:
        why = (
            f"An army attacks a smaller one; {army} in {seat} has {cards(strength)} "
            f"and {clan} in {province} has {defence}."
        )
        yield Bar("turn/attack", why)


def shields(board: Board, province: str, clan: str, army: str) -> Bars:
    """What protects an army, whatever the strength of the attacker [turn/attack]."""
    yield from ninja_shields(board, province, clan)
    yield from clan_shields(board, clan, army)
    yield from reinforcement_shields(board, province, clan)


def ninja_shields(board: Board, province: str, clan: str) -> Bars:
    """The province where a ninja struck in this turn cannot be attacked in it [turn/ninja-bars]."""
    struck = board.done.ninja
    if struck is None or struck[0] != province:
        return
    if board.setting.options.ninja_bars == "province":
        why = f"You have sent a ninja to {province} in this turn; it cannot be attacked."
        yield Bar("turn/ninja-bars", why)
    elif struck[1] == clan:
        why = f"Your ninja has struck {clan} in {province} in this turn; it cannot be attacked."
        yield Bar("turn/ninja-bars", why)


def clan_shields(board: Board, clan: str, army: str) -> Bars:
    """An army does not attack its own clan [turn/same-clan]."""
    if clan == army and not board.setting.options.same_clan_attack:
        yield Bar("turn/same-clan", f"An army cannot attack an army of its own clan; both are {clan}.")


def reinforcement_shields(board: Board, province: str, clan: str) -> Bars:
    """An army that has received a card in this turn cannot be attacked in it [turn/reinforced]."""
    if board.setting.options.protect_reinforced and (province, clan) in board.done.reinforced:
        why = f"{clan} in {province} has received a card in this turn; it cannot be attacked."
        yield Bar("turn/reinforced", why)


@BOOK.answer(Attack, orders.Pass, "turn/order")
def decline(board: Board, item: Attack, seat: str, order: orders.Pass, chance: Chance) -> Outcome:
    """Whoever can attack has to; by an option nobody has to [turn/order]."""
    if board.setting.options.must_attack:
        why = "The three actions of a turn are mandatory, and you can attack."
        raise REFUSALS.refusal(Bar("turn/order", why), third_actions(board, item, seat))
    return does(AttackDeclined(seat))


@BOOK.when_none(Attack, "turn/attack")
def no_attack(board: Board, item: Attack, chance: Chance) -> Outcome:
    """Where no attack is possible, the action is skipped [turn/attack]."""
    return does(ActionSkipped(item.seat, "attack", "No army in another province can be attacked."))
