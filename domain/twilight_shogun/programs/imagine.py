"""Twilight of Shogun as a seat knows it, and hands and a deck that may be behind that.

All may know which cards lie open, and which stay aside until the ports are open: the rest are in the deck,
the own hand and that of the other. Nothing of the agenda is a secret. What an event has shown of a hand
stands on no board, so a program does not remember it.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from domain.kit.facts import State
from domain.kit.players import Luck
from domain.kit.sealed import filled, is_unseen
from domain.twilight_shogun.board import events
from domain.twilight_shogun.board.evolve import evolve, with_card_in
from domain.twilight_shogun.board.state import Board, cards_in_order, hand_of, other, piles
from domain.twilight_shogun.words.corrections import DECK

BLANK = ""
"""A card that the seat may not know."""


def known(state: State[Board, Any], seat: str) -> State[Board, Any]:
    """The cards of the other and of the deck are blank, and what the other has left behind is unsaid."""
    board, rival = state.board, other(seat)
    blank = replace(
        board,
        hands=board.hands | {rival: (BLANK,) * len(board.hands[rival])},
        deck=(BLANK,) * len(board.deck),
        left={one: left for one, left in board.left.items() if one == seat},
    )
    return State(blank, state.agenda)


def seen(board: Board, event: Any, seat: str) -> Board:
    """What the other draws may be any cards of the deck; what is then seen to come from a pile was there all
    the time, and another card where it was thought to be."""
    if isinstance(event, events.CardsDrawn | events.CardGiven):
        count = event.count if isinstance(event, events.CardsDrawn) else 1
        if is_unseen(event):
            event = filled(event, cards=board.deck[:count])
        else:
            board = _with_all_in(board, event.cards.value, DECK)
    elif isinstance(event, events.CardTaken) and is_unseen(event):
        event = filled(event, cards=board.hands[event.seat][:1])
    elif isinstance(event, events.CardPlayed):
        board = _with_all_in(board, (event.card,), hand_of(event.seat))
    elif isinstance(event, events.CardDropped):
        board = _with_all_in(board, (event.dropped,), hand_of(event.seat))
    elif isinstance(event, events.CardCorrected):
        board = _with_all_in(board, (event.card,), event.before)
    return evolve(board, event)


def _with_all_in(board: Board, cards: tuple[str, ...], pile: str) -> Board:
    """The board with cards in a pile, each in the place of one that was thought to be there."""
    for card in cards:
        now = next((name for name, pile in piles(board).items() if card in pile), pile)
        others = [one for one in piles(board)[pile] if one not in cards]
        if now != pile and others:
            board = with_card_in(with_card_in(board, others[0], now), card, pile)
    return board


def imagine(known: State[Board, Any], seat: str, luck: Luck) -> State[Board, Any]:
    """The cards that lie nowhere openly are dealt to the other and to the deck, as many as each has."""
    board, rival = known.board, other(seat)
    unseen = unseen_cards(board, seat)
    hand = cards_in_order(board, tuple(luck.sample(unseen, len(board.hands[rival]))))
    deck = tuple([card for card in unseen if card not in hand])
    return State(replace(board, hands=board.hands | {rival: hand}, deck=deck), known.agenda)


def unseen_cards(board: Board, seat: str) -> tuple[str, ...]:
    """The cards of the deck and of the other's hand together, by number."""
    played = (board.played.card,) if board.played else ()
    open_ = {*board.hands[seat], *board.discard, *board.removed, *board.aside, *played}
    return tuple([card for card in board.setting.tables.cards if card not in open_])
