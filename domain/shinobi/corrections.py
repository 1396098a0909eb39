"""What forbids a correction of a ruling, and what is recorded of it.

turn/deploy       the cards on the table: what is too many goes to the discard, what is missing comes from it
turn/refill       the discard, and the hands: they exchange with the deck
turn/ninja-bars   turn/reinforced   turn/move   the marks of the turn
end/last-turns    a correction never takes the last card of the deck

So each card can be put anywhere in steps, and none is made or lost. Values are those that hold afterwards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from domain.kit.errors import IllegalMove, either
from domain.kit.facts import State, facts, keeps
from domain.kit.rules import Facts
from domain.kit.sealed import Sealed
from domain.shinobi.board.events import ArmyCorrected, DiscardCorrected, HandCorrected, MarkCorrected
from domain.shinobi.board.state import Army, Board
from domain.shinobi.book import BOOK, cards, not_an_army, unknown_names
from domain.shinobi.words.corrections import ClearMark, SetArmy, SetDiscard, SetHand, SetMark

Reasons = Iterator[tuple[str, str, str]]
"""What forbids a correction: the heading, the sentence, and what would do; the first reason first."""


def correct(state: State[Board, Any], correction: Any) -> Facts:
    """What follows from a correction, or `IllegalMove`."""
    refuse_first(unfinished(state))
    return _CORRECTED[type(correction)](state.board, correction)


def unfinished(state: State[Board, Any]) -> Reasons:
    """Cards are corrected between two orders, not while they are dealt or counted [turn/order].

    No prompt is about one card, so that while a seat is to act each can be corrected.
    """
    if not BOOK.awaited(state):
        why = "Nobody is to act now, and cards that are being dealt or counted cannot be corrected."
        yield "turn/order", why, "Wait until a seat is to act, or go back to before it."


def refuse_first(reasons: Iterable[tuple[str, str, str]]) -> None:
    for heading, why, instead in reasons:
        raise IllegalMove(heading, why, instead)


# ---- the table


def correct_army(board: Board, correction: SetArmy) -> Facts:
    """The cards of an army; the difference goes to the discard or comes from it [turn/deploy]."""
    clan, province = correction.clan, correction.province
    refuse_first(army_bars(board, correction))
    before = board.table[province][clan]
    return facts("turn/deploy", keeps(ArmyCorrected(province, clan, before, correction.cards)))


def army_bars(board: Board, correction: SetArmy) -> Reasons:
    """An army of this game, and no more cards than are discarded [turn/deploy]."""
    clan, province, wanted = correction.clan, correction.province, correction.cards
    yield from names("turn/deploy", board, province, clan)
    lying, discarded = board.table[province][clan], board.discard[clan]
    if wanted == lying:
        yield (
            "turn/deploy",
            f"{clan} in {province} has {cards(lying)} already; there is nothing to correct.",
            "",
        )
    if wanted - lying > discarded:
        why = f"{clan} in {province} has {cards(lying)}, and {cards(discarded)} of {clan} can come back."
        yield "turn/deploy", why, "Take cards out of other provinces first, or correct the discard."


def names(heading: str, board: Board, province: str, clan: str) -> Reasons:
    bars = (
        *not_an_army(heading, clan),
        *unknown_names(board, heading, provinces=(province,), cards=(clan,)),
    )
    yield from ((rule, why, "") for rule, why in bars)


# ---- discard and hands


def discard(board: Board, correction: SetDiscard) -> Facts:
    """The discarded cards of a kind; the difference goes to the deck or comes from it [turn/refill]."""
    refuse_first(discard_bars(board, correction))
    before = board.discard[correction.card]
    return facts("turn/refill", keeps(DiscardCorrected(correction.card, before, correction.cards)))


def discard_bars(board: Board, correction: SetDiscard) -> Reasons:
    """A card of this game, and no more than the deck has [turn/refill]."""
    card, wanted = correction.card, correction.cards
    yield from ((rule, why, "") for rule, why in unknown_names(board, "turn/refill", cards=(card,)))
    lying = board.discard[card]
    if wanted == lying:
        yield (
            "turn/refill",
            f"{cards(lying)} of {card} are discarded already; there is nothing to correct.",
            "",
        )
    yield from deck_bars(board, Counter({card: wanted - lying}))


def deck_bars(board: Board, taken: Counter[str]) -> Reasons:
    """Only what the deck has, and never its last card [turn/refill, end/last-turns]."""
    for card, count in taken.items():
        if count > board.deck[card]:
            why = f"The deck does not have {count} of {card}."
            yield "turn/refill", why, "Put them into it first, by a correction of the discard or of a hand."
    if taken.total() == sum(board.deck.values()) and not board.last_turn:
        why = "This would take the last card of the deck, which begins the last turns."
        yield "end/last-turns", why, "Leave a card in the deck."


def hand(board: Board, correction: SetHand) -> Facts:
    """All cards of a hand; the difference goes to the deck or comes from it [turn/refill]."""
    seat = correction.seat
    refuse_first(hand_bars(board, correction))
    before, after = in_order(board, board.hands[seat]), in_order(board, correction.cards)
    sealed = (Sealed((seat,), before), Sealed((seat,), after))
    return facts("turn/refill", keeps(HandCorrected(seat, len(before), len(after), *sealed)))


def hand_bars(board: Board, correction: SetHand) -> Reasons:
    """No more cards than a full hand has, and only what the deck has [turn/refill]."""
    seat, wanted, limit = correction.seat, correction.cards, board.setting.cards.hand.value
    bars = unknown_names(board, "turn/refill", provinces=(seat,), cards=wanted)
    yield from ((rule, why, "") for rule, why in bars)
    if Counter(wanted) == Counter(board.hands[seat]):
        yield "turn/refill", f"{seat} holds these cards already; there is nothing to correct.", ""
    if len(wanted) > limit:
        why = f"A full hand has {cards(limit)}; these are {len(wanted)}."
        yield "turn/refill", why, f"Name {limit} at most."
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


def correct_mark(board: Board, correction: SetMark | ClearMark) -> Facts:
    """What has been done in this turn, as far as later actions ask [turn/ninja-bars, turn/reinforced]."""
    sets, name = isinstance(correction, SetMark), correction.mark
    if name not in HEADING_OF:
        raise IllegalMove("turn/order", f"There is no mark {name}.", f"Write {either([*HEADING_OF])}.")
    refuse_first(mark_bars(board, correction, sets))
    event = MarkCorrected(name, correction.province, correction.clan, not sets, sets)
    return facts(HEADING_OF[name], keeps(event))


def mark_bars(board: Board, correction: SetMark | ClearMark, sets: bool) -> Reasons:
    """What the action that leaves the mark can have done [turn/ninja-bars, turn/move, turn/reinforced]."""
    name, clan, province = correction.mark, correction.clan, correction.province
    heading, bearing = HEADING_OF[name], marked(board, name)
    yield from names(heading, board, province, clan)
    if ((province, clan) in bearing) is sets:
        how = f'{"" if sets else "not "}marked "{name}"'
        yield heading, f"{clan} in {province} is {how} already; there is nothing to correct.", ""
    if not sets:
        return
    if name != "reinforced" and province == board.active:
        yield heading, f"The first action goes before another player; {province} is the own province.", ""
    if name != "reinforced" and bearing:
        other, its = bearing[0]
        yield heading, f"There is one such mark, and {its} in {other} has it.", "Clear that first."
    if name != "struck" and not board.table[province][clan]:
        yield heading, f"There is no army of {clan} in {province}.", "Correct the army first."


_CORRECTED: dict[type, Callable[[Board, Any], Facts]] = {
    SetArmy: correct_army,
    SetDiscard: discard,
    SetHand: hand,
    SetMark: correct_mark,
    ClearMark: correct_mark,
}
