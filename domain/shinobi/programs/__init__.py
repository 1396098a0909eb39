"""Programs that play Shinobi: what they need."""

from __future__ import annotations

from math import exp
from typing import Any

from msgspec import Struct

from domain.kit.facts import State
from domain.kit.players import Players
from domain.shinobi.board.state import Board
from domain.shinobi.book import BOOK
from domain.shinobi.programs.advice import advice
from domain.shinobi.programs.imagine import imagine, known, seen

LEAD_AT_THE_END, LEAD_AT_THE_START = 0.8, 2.5
"""Cards of a lead that is e to 1 a sure one, when the deck is out and when it is full."""

LEVEL = 0.01
"""What a card at home is worth: it decides where clans are level, and else nothing [end/tie]."""

HELD = 0.4
"""What a card of the own clan is worth in the hand."""


def considered(state: State[Board, Any], seat: str) -> tuple[Struct, ...]:
    """All that is legal."""
    return BOOK.offers(state, seat) or ()


def worth(board: Board, seat: str) -> float:
    """How many of the others the own clan leaves behind, as sure as the cards that are left allow."""
    cards = board.setting.cards
    part = sum(board.deck.values()) / sum(cards.per_clan.values())
    sure = LEAD_AT_THE_END + (LEAD_AT_THE_START - LEAD_AT_THE_END) * part
    strength = {
        one: there + HELD * board.hands[one].count(board.clans[one]) for one, there in places(board).items()
    }
    own = strength[seat]
    leads = [1 / (1 + exp((there - own) / sure)) for one, there in strength.items() if one != seat]
    return sum(leads) / len(leads)


def in_all(board: Board, clan: str) -> int:
    """The cards of a clan on the table."""
    return sum([armies[clan] for armies in board.table.values()])


def places(board: Board) -> dict[str, float]:
    """The cards of each clan on the table; where they are level, those at home [end/victory, end/tie]."""
    return {seat: _strength(board, seat) for seat in board.setting.seats}


def _strength(board: Board, seat: str) -> float:
    clan = board.clans.get(seat)
    return in_all(board, clan) + LEVEL * board.table[seat][clan] if clan else 0.0


PLAYERS = Players(known, imagine, considered, advice, worth, places, ahead=16, seen=seen)
