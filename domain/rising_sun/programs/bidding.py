"""The promise of a bid: how likely so many coins win an Advantage, against bids that nobody has seen."""

from __future__ import annotations

from msgspec import Struct

from domain.rising_sun.board.state import ADVANTAGES, Board
from domain.rising_sun.programs.stakes import advantage_worths, later_battles, outlook

WILD = 0.2
"""How often others bid without rhyme or reason: anything up to all that they have."""

KEPT = 1.2
"""Points that a coin is worth which is kept for several battles to come."""

Slots = tuple[float, float, float, float]


class Rival(Struct, frozen=True):
    """A clan that bids too: its coins, the most it may put on each Advantage, whether ties are its own."""

    coins: int
    most: Slots
    first: bool


class Purse(Struct, frozen=True):
    """What a clan thinks of its bid: `gains[slot][coins]` in points, and what each coin spent costs it."""

    worths: Slots
    gains: tuple[tuple[float, ...], ...]
    cost: float

    def gain(self, slot: int, coins: int) -> float:
        return self.gains[slot][coins]

    def value(self, bid: tuple[int, int, int, int]) -> float:
        """What a bid brings in all, in points."""
        return sum(self.gains[slot][coins] - self.cost * coins for slot, coins in enumerate(bid))


def purse(board: Board, clan: str) -> Purse:
    """How a clan sees the bids of the battle that is going on, by what everybody knows."""
    seen = outlook(board)
    track = [one.clan for one in seen.sides]
    worths = {one.clan: advantage_worths(board, seen, one.clan) for one in seen.sides}
    rivals = [
        rival(one.coins, worths[one.clan], track.index(one.clan) < track.index(clan))
        for one in seen.sides
        if one.clan != clan and one.coins
    ]
    coins = board.coins[clan]
    gains = tuple(
        tuple(worths[clan][slot] * chance(rivals, slot, spent) for spent in range(coins + 1))
        for slot in range(len(ADVANTAGES))
    )
    later = later_battles(board, clan)
    return Purse(worths[clan], gains, KEPT * later / (later + 1))


def rival(coins: int, worths: Slots, first: bool) -> Rival:
    """Most bid where they gain most, and up to twice their share [battle/bids]."""
    whole = sum(worths)
    share = [min(1.0, 2 * worth / whole) if whole else 0.5 for worth in worths]
    return Rival(coins, (share[0] * coins, share[1] * coins, share[2] * coins, share[3] * coins), first)


def chance(rivals: list[Rival], slot: int, coins: int) -> float:
    """How likely so many coins are the most on an Advantage [battle/compare]."""
    if not coins:
        return 0.0
    found = 1.0
    for one in rivals:
        below = coins if one.first else coins + 1
        sane = min(1.0, below / (one.most[slot] + 1))
        found *= (1 - WILD) * sane + WILD * min(1.0, below / (one.coins + 1))
    return found
