"""Shinobi as a seat knows it, and hands, deck and clans that may be behind that.

Everybody knows how many cards of each kind there are; all that does not lie open is in the deck or in a hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from domain.kit.facts import State
from domain.kit.players import Luck
from domain.kit.sealed import is_unseen
from domain.shinobi.board.events import ClanDealt, HandCorrected, NinjaSent, Placed
from domain.shinobi.board.evolve import evolve
from domain.shinobi.board.state import Board, unused_clans
from domain.shinobi.data.tables import NINJA

BLANK = ""
"""A card that the seat may not know."""


def known(state: State[Board, Any], seat: str) -> State[Board, Any]:
    """The cards of others and of the deck are blank; of the clans only the own one stands."""
    board = state.board
    if board.revealed:
        return state
    hands = {one: hand if one == seat else (BLANK,) * len(hand) for one, hand in board.hands.items()}
    own = {seat: board.clans[seat]} if seat in board.clans else {}
    deck = {**dict.fromkeys(board.discard, 0), BLANK: sum(board.deck.values())}
    blank = replace(board, hands=hands, deck=deck, clans=own)
    return State(blank, state.agenda)


def seen(board: Board, event: Any, seat: str) -> Board:
    """What others draw is blank; what they then play, they have had all the time. Of the deck only the number
    of its cards is right: that is all that anybody knows of it."""
    if isinstance(event, Placed | NinjaSent):
        card = event.card if isinstance(event, Placed) else NINJA
        board = _with_in_hand(board, event.seat, card)
    if not is_unseen(event):
        return evolve(board, event)
    if isinstance(event, ClanDealt):
        return board
    before, after = (event.held, event.count) if isinstance(event, HandCorrected) else (0, event.count)
    held = len(board.hands[event.seat]) + after - before
    deck = board.deck | {BLANK: board.deck.get(BLANK, 0) + before - after}
    return replace(board, deck=deck, hands=board.hands | {event.seat: (BLANK,) * held})


def _with_in_hand(board: Board, seat: str, card: str) -> Board:
    """The board with a card in the place of a blank one."""
    hand = board.hands[seat]
    if card in hand or BLANK not in hand:
        return board
    return replace(board, hands=board.hands | {seat: (card, *hand[1:])})


def imagine(known: State[Board, Any], seat: str, luck: Luck) -> State[Board, Any]:
    """The cards that lie nowhere openly are dealt to the others and to the deck, as many as each has; and to
    each of the others a clan that is left."""
    board = known.board
    if board.revealed:
        return known
    unseen = list(_unseen(board, seat))
    dealt = luck.sample(unseen, len(unseen))
    hands = dict(board.hands)
    for one, hand in hands.items():
        if one != seat:
            hands[one], dealt = tuple(dealt[: len(hand)]), dealt[len(hand) :]
    deck = {card: dealt.count(card) for card in board.discard}
    return State(replace(board, hands=hands, deck=deck, clans=_clans(board, luck)), known.agenda)


def _unseen(board: Board, seat: str) -> Iterator[str]:
    cards = board.setting.cards
    for card, printed in {**cards.per_clan, NINJA: cards.ninja.value}.items():
        on_table = sum(armies.get(card, 0) for armies in board.table.values())
        yield from (card,) * (printed - on_table - board.discard[card] - board.hands[seat].count(card))


def _clans(board: Board, luck: Luck) -> dict[str, str]:
    free = unused_clans(board)
    dealt = iter(luck.sample(free, len(free)))
    return {one: board.clans.get(one) or next(dealt) for one in board.setting.seats}
