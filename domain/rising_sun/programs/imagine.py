"""A War phase as a clan knows it, and the sealed bids of the others that may be behind it.

What others have left as standing answers is their secret too, and nothing of it shows: a program thinks of
them as of clans that are asked.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from domain.kit.facts import State
from domain.kit.players import Luck
from domain.kit.sealed import filled
from domain.rising_sun.board.events import Coins4
from domain.rising_sun.board.evolve import evolve
from domain.rising_sun.board.state import Battle, Board
from domain.rising_sun.programs.bidding import purse
from domain.rising_sun.programs.considered import bids

SEALED: Coins4 = (0, 0, 0, 0)
"""What stands for a bid that is there and that a clan has not seen."""

TRIED = 4
"""Bids that come to mind for another clan; the best of them is its bid."""


def known(state: State[Board, Any], seat: str) -> State[Board, Any]:
    """The state without sealed bids and standing answers of others; at the end nothing is sealed."""
    board = state.board
    if board.phase == "over":
        return state
    standing = {clan: answers if clan == seat else {} for clan, answers in board.standing.items()}
    return State(replace(board, standing=standing, battle=_blank(board.battle, seat)), state.agenda)


def _blank(battle: Battle | None, seat: str) -> Battle | None:
    """Who has bid is known, and not what."""
    if battle is None or battle.revealed:
        return battle
    seen = {clan: bid if clan == seat else SEALED for clan, bid in battle.bids.items()}
    return replace(battle, bids=seen)


def seen(board: Board, event: Any, seat: str) -> Board:
    """Bids and standing answers of others are blank."""
    return evolve(board, filled(event, bid=SEALED, answer=("", ""), answers={}))


def imagine(known: State[Board, Any], seat: str, luck: Luck) -> State[Board, Any]:
    """A state with bids that the others may have sealed, of the coins that they have."""
    battle = known.board.battle
    if battle is None or battle.revealed:
        return known
    imagined = {
        clan: bid if clan == seat else some_bid(known.board, clan, luck) for clan, bid in battle.bids.items()
    }
    return State(replace(known.board, battle=replace(battle, bids=imagined)), known.agenda)


def some_bid(board: Board, clan: str, luck: Luck) -> Coins4:
    """What a clan may have bid: the best, by its own lights, of a few that come to mind."""
    every = bids(board.coins[clan])
    mine = purse(board, clan)
    return max((luck.choice(every) for _ in range(TRIED)), key=mine.value)
