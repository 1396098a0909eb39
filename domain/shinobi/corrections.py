"""Corrections of a ruling: what forbids each, and what is recorded of it.

turn/deploy       the cards on the table: what is too many goes to the discard, what is missing comes from it
turn/refill       the discard, and the hands: they exchange with the deck
turn/ninja-bars   turn/reinforced   turn/move   the marks of the turn
end/last-turns    a correction never takes the last card of the deck

So each card can be put anywhere in steps, and none is made or lost.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec import Struct

from domain.kit.bars import Bar, Bars
from domain.kit.corrections import Correction, Corrections, on_board, so_already
from domain.kit.errors import either
from domain.kit.facts import By, State
from domain.kit.sealed import Sealed
from domain.shinobi.board.events import ArmyCorrected, DiscardCorrected, HandCorrected, MarkCorrected
from domain.shinobi.board.state import Army, Board
from domain.shinobi.book import BOOK, cards, not_an_army, unknown_names
from domain.shinobi.words.corrections import ClearMark, SetArmy, SetDiscard, SetHand, SetMark


def unfinished(state: State[Board, Any], said: Struct) -> Bars:
    """Cards are corrected between two orders, not while they are dealt or counted [turn/order].

    No prompt is about one card, so that while a seat is to act each can be corrected.
    """
    if not BOOK.awaited(state):
        why = "Nobody is to act now, and cards that are being dealt or counted cannot be corrected."
        yield Bar("turn/order", why, "Wait until a seat is to act, or go back to before it.")


# ---- the table


def correct_army(board: Board, said: SetArmy) -> tuple[ArmyCorrected]:
    """The cards of an army; the difference goes to the discard or comes from it [turn/deploy]."""
    return (ArmyCorrected(said.province, said.clan, board.table[said.province][said.clan], said.cards),)


def army_bars(board: Board, said: SetArmy) -> Bars:
    """An army of this game, and no more cards than are discarded [turn/deploy]."""
    clan, province, wanted = said.clan, said.province, said.cards
    yield from unknown_army("turn/deploy", board, province, clan)
    lying, discarded = board.table[province][clan], board.discard[clan]
    if wanted == lying:
        yield so_already("turn/deploy", f"{clan} in {province} has {cards(lying)}")
    if wanted - lying > discarded:
        why = f"{clan} in {province} has {cards(lying)}, and {cards(discarded)} of {clan} can come back."
        yield Bar("turn/deploy", why, "Take cards out of other provinces first, or correct the discard.")


def unknown_army(rule: str, board: Board, province: str, clan: str) -> Bars:
    """Armies that this game does not have."""
    yield from not_an_army(rule, clan)
    yield from unknown_names(board, rule, provinces=(province,), cards=(clan,))


# ---- discard and hands


def correct_discard(board: Board, said: SetDiscard) -> tuple[DiscardCorrected]:
    """The discarded cards of a kind; the difference goes to the deck or comes from it [turn/refill]."""
    return (DiscardCorrected(said.card, board.discard[said.card], said.cards),)


def discard_bars(board: Board, said: SetDiscard) -> Bars:
    """A card of this game, and no more than the deck has [turn/refill]."""
    card, wanted = said.card, said.cards
    yield from unknown_names(board, "turn/refill", cards=(card,))
    lying = board.discard[card]
    if wanted == lying:
        yield so_already("turn/refill", f"{cards(lying)} of {card} are discarded")
    yield from deck_bars(board, Counter({card: wanted - lying}))


def deck_bars(board: Board, taken: Counter[str]) -> Bars:
    """Only what the deck has, and never its last card [turn/refill, end/last-turns]."""
    for card, count in taken.items():
        if count > board.deck[card]:
            first = "Put them into it first, by a correction of the discard or of a hand."
            yield Bar("turn/refill", f"The deck does not have {count} of {card}.", first)
    if taken.total() == sum(board.deck.values()) and not board.last_turn:
        why = "This would take the last card of the deck, which begins the last turns."
        yield Bar("end/last-turns", why, "Leave a card in the deck.")


def correct_hand(board: Board, said: SetHand) -> tuple[HandCorrected]:
    """All cards of a hand; the difference goes to the deck or comes from it [turn/refill]."""
    seat = said.seat
    before, after = in_order(board, board.hands[seat]), in_order(board, said.cards)
    sealed = (Sealed((seat,), before), Sealed((seat,), after))
    return (HandCorrected(seat, len(before), len(after), *sealed),)


def hand_bars(board: Board, said: SetHand) -> Bars:
    """No more cards than a full hand has, and only what the deck has [turn/refill]."""
    seat, wanted, limit = said.seat, said.cards, board.setting.cards.hand.value
    yield from unknown_names(board, "turn/refill", provinces=(seat,), cards=wanted)
    if Counter(wanted) == Counter(board.hands[seat]):
        yield so_already("turn/refill", f"{seat} holds these cards")
    if len(wanted) > limit:
        why = f"A full hand has {cards(limit)}; these are {len(wanted)}."
        yield Bar("turn/refill", why, f"Name {limit} at most.")
    taken = Counter(wanted)
    taken.subtract(board.hands[seat])
    yield from deck_bars(board, taken)


def in_order(board: Board, hand: tuple[str, ...]) -> tuple[str, ...]:
    """The cards of a hand in the order of the data set."""
    return tuple(card for card in board.deck for _ in range(hand.count(card)))


# ---- the marks of the turn

HEADING_OF = {
    "struck": "turn/ninja-bars",
    "placed": "turn/move",
    "reinforced": "turn/reinforced",
}
"""What later actions of a turn depend on: where a ninja has struck, where the first action has placed its
card, and what has received a card."""


def marked(board: Board, mark: str) -> tuple[Army, ...]:
    """The armies that bear a mark in this turn."""
    done = board.done
    if mark == "reinforced":
        return done.reinforced
    one = done.ninja if mark == "struck" else done.placed
    return () if one is None else (one,)


def correct_mark(board: Board, said: SetMark | ClearMark) -> tuple[By]:
    """What has been done in this turn, as far as later actions ask [turn/ninja-bars, turn/reinforced]."""
    sets = isinstance(said, SetMark)
    return (By(HEADING_OF[said.mark], MarkCorrected(said.mark, said.province, said.clan, not sets, sets)),)


def mark_bars(board: Board, said: SetMark | ClearMark) -> Bars:
    """A mark that there is, and that the army has not or has [turn/order]."""
    name, clan, province = said.mark, said.clan, said.province
    if name not in HEADING_OF:
        yield Bar("turn/order", f"There is no mark {name}.", f"Write {either([*HEADING_OF])}.")
        return
    rule, sets = HEADING_OF[name], isinstance(said, SetMark)
    yield from unknown_army(rule, board, province, clan)
    if ((province, clan) in marked(board, name)) is sets:
        yield so_already(rule, f'{clan} in {province} is {"" if sets else "not "}marked "{name}"')


def new_mark_bars(board: Board, said: SetMark) -> Bars:
    """What the action that leaves the mark can have done [turn/ninja-bars, turn/move, turn/reinforced]."""
    yield from mark_bars(board, said)
    name, clan, province = said.mark, said.clan, said.province
    rule, bearing = HEADING_OF[name], marked(board, name)
    if name != "reinforced" and province == board.active:
        yield Bar(rule, f"The first action goes before another player; {province} is the own province.")
    if name != "reinforced" and bearing:
        other, its = bearing[0]
        yield Bar(rule, f"There is one such mark, and {its} in {other} has it.", "Clear that first.")
    if name != "struck" and not board.table[province][clan]:
        yield Bar(rule, f"There is no army of {clan} in {province}.", "Correct the army first.")


correct = Corrections(
    {
        SetArmy: Correction("turn/deploy", on_board(army_bars), correct_army),
        SetDiscard: Correction("turn/refill", on_board(discard_bars), correct_discard),
        SetHand: Correction("turn/refill", on_board(hand_bars), correct_hand),
        SetMark: Correction("turn/order", on_board(new_mark_bars), correct_mark),
        ClearMark: Correction("turn/order", on_board(mark_bars), correct_mark),
    },
    unfinished,
).correct
"""What follows from a correction, or `IllegalMove`."""
