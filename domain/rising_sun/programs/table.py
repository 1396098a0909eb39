"""A table that could be, for whoever plays without one: what the herald may enter before a War phase.

All clans have as many coins and Ronin, and as many figures; where they stand is open. Points, cards and
tokens stay as they are: they are what the War phases have made them.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from domain.rising_sun.board.state import Board, reserve
from domain.rising_sun.data.tables import BUSHI, DAIMYO, SHINTO, WINTER
from domain.rising_sun.herald import wars_wanted
from domain.rising_sun.words import orders as o
from domain.rising_sun.words.grammar import troop_of

COINS, RONIN = range(4, 9), range(1, 4)
"""What a clan may bring into a War phase."""

ARMIES = ((DAIMYO, BUSHI, BUSHI), (SHINTO, BUSHI), (BUSHI, BUSHI), (SHINTO,))
"""What a clan has in so many war provinces."""

FEWEST_WARS = 4


def laid(board: Board) -> Iterator[Struct]:
    """The entries of which any may come next; ready once the table is laid [board/herald]."""
    clans = board.setting.clans
    if not board.honor:
        yield from (o.Honor((*clans[at:], *clans[:at])) for at in range(len(clans)))
        yield from (o.Honor((*clans[at::-1], *clans[:at:-1])) for at in range(len(clans)))
        return
    missing = list(_wars(board)) or list(_reserves(board)) or list(_armies(board))
    yield from missing or [o.Ready()]


def _wars(board: Board) -> Iterator[Struct]:
    """Provinces one after another round the board, from any of them on [board/wars]."""
    if board.wars or board.season >= WINTER:
        return
    provinces = tuple(board.setting.tables.provinces)
    number = wars_wanted(board) or FEWEST_WARS
    for at in range(len(provinces)):
        yield o.Wars((*provinces[at:], *provinces[:at])[:number])
        yield o.Wars((*provinces[at::-1], *provinces[:at:-1])[:number])


def _reserves(board: Board) -> Iterator[Struct]:
    """As many coins and Ronin for each clan as the first has [board/reserves]."""
    for held_by, range_, order in ((board.coins, COINS, o.Coins), (board.ronin, RONIN, o.Ronin)):
        poor = next((clan for clan in board.setting.clans if not held_by[clan]), "")
        if poor:
            most = max(held_by.values())
            yield from (order(poor, number) for number in ((most,) if most else range_))
            return


def _armies(board: Board) -> Iterator[Struct]:
    """The next army of the clan that has the fewest, in a war where it has nothing [board/figures]."""
    there = {clan: sum(1 for one in board.wars if board.figures[one][clan]) for clan in board.setting.clans}
    clan = min(there, key=lambda one: there[one])
    most = min(len(ARMIES), len(board.wars))
    if there[clan] >= most:
        return
    kinds = ARMIES[there[clan]]
    counts = {kind: min(kinds.count(kind), reserve(board, clan, kind)) for kind in kinds}
    troops = tuple(troop_of(kind, count) for kind, count in counts.items() if count)
    if not troops:
        return
    yield from (o.Figures(clan, one, troops) for one in board.wars if not board.figures[one][clan])
