"""Chapter "turn": the printed sequence of play, its three actions in their order, and the end of a turn.

turn/order        the sequence; no action may be passed (by an option an attack may)
turn/deploy       the first action: a card before another player
turn/ninja        or a ninja, at a card there
turn/home         the second: a card before oneself
turn/move         or a card from before another player to another province
turn/attack       the third: a larger army of one's own province attacks an army in another
turn/ninja-bars   not where a ninja has struck in this turn
turn/same-clan    not an army of its own clan
turn/reinforced   not an army that has just received a card (an option)
turn/refill       the hand is filled up
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn

from domain.kit.bars import Bar, Bars, unbarred
from domain.kit.chance import Chance
from domain.kit.facts import By, Outcome, does
from domain.kit.sealed import Sealed
from domain.shinobi.board.events import (
    ActionSkipped,
    AttackDeclined,
    Attacked,
    CardsDrawn,
    Moved,
    NinjaSent,
    Placed,
    TurnBegan,
)
from domain.shinobi.board.state import Board, armies, hidden_deck, kinds, others
from domain.shinobi.book import BOOK, REFUSALS, cards, not_an_army, not_in_hand, unknown_names
from domain.shinobi.data.tables import NINJA
from domain.shinobi.ending import last_turns
from domain.shinobi.words import orders
from domain.shinobi.words.items import Attack, BeginTurn, Deploy, EndTurn, Home, Refill, Reveal


@BOOK.step(BeginTurn, "turn/order")
def begin_turn(board: Board, item: BeginTurn, chance: Chance) -> Outcome:
    """A turn is three actions in their order, then the hand is refilled [turn/order]."""
    seat = item.player
    actions = (Deploy(seat), Home(seat), Attack(seat), Refill(seat), EndTurn(seat))
    return does(TurnBegan(seat, board.turn + 1), then=actions)


@BOOK.offered(Deploy, "turn/deploy", private=True)
def first_actions(board: Board, item: Deploy, seat: str) -> Iterator[orders.Place | orders.Ninja]:
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


@BOOK.offered(Home, "turn/home", private=True)
def second_actions(board: Board, item: Home, seat: str) -> Iterator[orders.Place | orders.Move]:
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


@BOOK.offered(Attack, "turn/attack")
def third_actions(board: Board, item: Attack, seat: str) -> Iterator[orders.Attack | orders.Pass]:
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
    if board.done.ninja is not None:
        yield from ninja_shields(board, province, clan)
    if clan == army:
        yield from clan_shields(board, clan, army)
    if board.done.reinforced:
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


@BOOK.step(Refill, "turn/refill")
def refill(board: Board, item: Refill, chance: Chance) -> Outcome:
    """The hand is filled up from the deck, as far as the deck goes; nothing is reshuffled [turn/refill].

    The last turns begin once, also where a ruling has put cards back into an empty deck.
    """
    seat, deck = item.player, hidden_deck(board)
    count = min(board.setting.cards.hand.value - len(board.hands[seat]), len(deck))
    if not count:
        return does()
    drawn = chance.draw("turn/refill", f"refill of {seat}, turn {board.turn}", deck, count)
    filled = CardsDrawn(seat, count, Sealed((seat,), drawn))
    if count < len(deck) or board.last_turn:
        return does(filled)
    return does(filled, By("end/last-turns", last_turns(board, seat)))


@BOOK.step(EndTurn, "turn/order")
def end_turn(board: Board, item: EndTurn, chance: Chance) -> Outcome:
    """The turn passes clockwise, until the last turn has been played [turn/order]."""
    if board.turn == board.last_turn:
        return does(then=(Reveal(),))
    return does(then=(BeginTurn(others(board, item.player)[0]),))
