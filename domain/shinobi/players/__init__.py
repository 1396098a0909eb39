"""What programs need to play Shinobi."""

from __future__ import annotations

from math import exp
from typing import Any

from msgspec import Struct

from domain.kit.facts import State
from domain.kit.players import Players
from domain.shinobi.board.state import Board
from domain.shinobi.book import BOOK
from domain.shinobi.players.advice import advice, in_all
from domain.shinobi.players.imagine import imagine, known

LEAD_AT_THE_END, LEAD_AT_THE_START = 0.8, 2.5
"""Cards of a lead that is e to 1 a sure one, when the deck is out and when it is full."""

HOME = 0.3
"""What a card at home is worth where clans are level [end/tie]."""


def considered(state: State[Board, Any], seat: str) -> tuple[Struct, ...]:
    """All that is legal."""
    return BOOK.offers(state, seat) or ()


def worth(board: Board, seat: str) -> float:
    """How many of the others the own clan leaves behind, as sure as the cards that are left allow."""
    cards = board.setting.cards
    part = sum(board.deck.values()) / sum(cards.per_clan.values())
    sure = LEAD_AT_THE_END + (LEAD_AT_THE_START - LEAD_AT_THE_END) * part
    strength = places(board)
    own = strength[seat]
    leads = [1 / (1 + exp((there - own) / sure)) for one, there in strength.items() if one != seat]
    return sum(leads) / len(leads)


def places(board: Board) -> dict[str, float]:
    """The cards of each seat's clan on the table; where they are level, those at home [end/victory, end/tie]."""
    return {
        seat: in_all(board, clan) + HOME / 10 * board.table[seat][clan] if (clan := board.clans.get(seat)) else 0.0
        for seat in board.setting.seats
    }


PLAYERS = Players(known, imagine, considered, advice, worth, places)
