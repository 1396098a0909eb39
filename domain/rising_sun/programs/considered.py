"""The orders that are worth a thought: of all bids a good dozen, of all other answers each one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

from msgspec import Struct

from domain.kit.facts import State
from domain.rising_sun.board.events import Coins4
from domain.rising_sun.board.state import Board, by_honor
from domain.rising_sun.book import BOOK
from domain.rising_sun.programs.bidding import purse
from domain.rising_sun.programs.table import laid
from domain.rising_sun.words.items import Bids, ClosableBids, OddCoins, Prepare
from domain.rising_sun.words.orders import Bid, Odd

SHARES: tuple[Coins4, ...] = (
    *((4, 0, 0, 0), (0, 4, 0, 0), (0, 0, 4, 0), (0, 0, 0, 4)),
    *((2, 0, 0, 2), (0, 2, 2, 0), (0, 2, 0, 2), (0, 0, 2, 2), (2, 2, 0, 0)),
    *((0, 1, 3, 0), (0, 3, 1, 0), (3, 0, 0, 1), (1, 0, 0, 3), (0, 1, 0, 3), (0, 1, 2, 1), (1, 1, 1, 1)),
)
"""How coins are shared out, in quarters: Seppuku, Take Hostage, Hire Ronin, Imperial Poets."""

QUARTERS = 4

WORTH_A_THOUGHT = 14
"""Bids that are considered: those that promise most."""


def considered(state: State[Board, Any], seat: str) -> Sequence[Struct]:
    """The orders worth a thought, all of them legal; the herald enters a table that could be."""
    head = state.agenda[0]
    if isinstance(head, Bids | ClosableBids) and seat in state.board.coins:
        return tuple(Bid(*coins) for coins in promising(state.board, seat))
    if isinstance(head, OddCoins):
        lucky = combinations(by_honor(state.board, head.losers), head.coins)
        return tuple(map(Odd, lucky))
    if isinstance(head, Prepare):
        return tuple(laid(state.board))
    return BOOK.some(state, seat)


def promising(board: Board, clan: str) -> list[Coins4]:
    """The bids that promise a clan most, by what everybody knows."""
    mine = purse(board, clan)
    return sorted(bids(board.coins[clan]), key=mine.value, reverse=True)[:WORTH_A_THOUGHT]


@lru_cache(maxsize=64)
def bids(coins: int) -> tuple[Coins4, ...]:
    """Nothing, a coin, a third, two thirds and all of so many coins, each shared out in some ways."""
    spent = sorted({0, min(1, coins), (coins + 1) // 3, (2 * coins + 1) // 3, coins})
    return tuple(dict.fromkeys(split(some, share) for some in spent for share in SHARES))


def split(coins: int, share: Coins4) -> Coins4:
    """So many whole coins in such shares; what is left over goes where most is put, from left to right."""
    parts = [coins * part // QUARTERS for part in share]
    for slot in spread(share, coins - sum(parts)):
        parts[slot] += 1
    return parts[0], parts[1], parts[2], parts[3]


def spread(share: Coins4, odd: int) -> Iterator[int]:
    """Where so many odd coins go, one each."""
    slots = sorted((slot for slot in range(len(share)) if share[slot]), key=lambda slot: -share[slot])
    yield from (slots[nth % len(slots)] for nth in range(odd))
