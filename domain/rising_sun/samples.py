"""Orders that would be legal where all of them would be too many: boards of the herald, and bids.

They differ with the number of entries, so that who plays by them sees many boards; nothing here is chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from msgspec import Struct

from domain.rising_sun.board.state import Army, Board, are_wars_free, in_play, reserve
from domain.rising_sun.data.tables import MONSTER, WINTER, season_name
from domain.rising_sun.words import orders as o
from domain.rising_sun.words.grammar import troop_of
from domain.rising_sun.words.items import Bids, ClosableBids, Prepare

T = TypeVar("T")

BOARD = 14
"""Entries after which an example board is full enough."""


def entries(board: Board, item: Prepare, seat: str) -> Iterator[Struct]:
    """Some entries of the herald, the most needed ones first [board/herald]."""
    nth, clans = board.entries + 5 * board.season, board.setting.clans
    if board.season == WINTER:
        yield from _last_entries(board, nth)
        return
    if not board.honor:
        yield o.Honor(clans)
    if not board.wars:
        yield o.Wars(_provinces(board, nth))
    if board.honor and board.wars and board.entries >= BOARD:
        yield o.Ready()
    for more in range(4):
        yield from _figures(board, nth + 3 * more)
    clan = pick(clans, nth)
    for more in range(3):
        yield o.Coins(pick(clans, nth + more), (nth * 5 + 3 * more) % 11)
    yield o.Ronin(clan, nth % 4)
    yield o.Points(clan, nth % 5)
    yield o.Honor(_turned(clans, nth))
    yield from _tokens(board, nth)
    yield from _alliances(board, nth)
    yield from _cards(board, nth)
    yield o.Wars(_provinces(board, nth // 2))


def _last_entries(board: Board, nth: int) -> Iterator[Struct]:
    """What winter may still change: points, Honor and tokens."""
    clans = board.setting.clans
    yield o.Ready()
    yield o.Points(pick(clans, nth), nth % 7)
    yield o.Honor(_turned(clans, nth))
    yield from _tokens(board, nth)


def _turned(some: tuple[str, ...], nth: int) -> tuple[str, ...]:
    """The same names, with another one first."""
    return (*some[nth % len(some) :], *some[: nth % len(some)])


def pick(some: Sequence[T], nth: int) -> T:
    return some[nth % len(some)]


def _provinces(board: Board, nth: int) -> tuple[str, ...]:
    """War provinces: as many as printed, or up to four."""
    known = tuple(board.setting.tables.provinces)
    more = board.setting.tables.numbers["wars-beyond-clans"]
    return _turned(known, nth)[: 2 + nth % 3 if are_wars_free(board) else len(board.setting.clans) + more]


def _alliances(board: Board, nth: int) -> Iterator[Struct]:
    clans = board.setting.clans
    if nth % 4:
        yield o.Alliance(pick(clans, nth), pick(clans, nth + 1))
    else:
        yield o.Alone(pick(clans, nth))


def _figures(board: Board, nth: int) -> Iterator[Struct]:
    """A small army in one of the first war provinces, out of what the clan has left."""
    clan = pick(board.setting.clans, nth)
    province = pick((board.wars or _provinces(board, nth))[:3], nth // 2)
    here = board.figures[province][clan]
    wanted = {"bushi": nth % 3, "shinto": nth // 3 % 2, "daimyo": nth // 2 % 2, "stronghold": nth // 5 % 2}
    counts = {
        kind: min(count, reserve(board, clan, kind) + here.get(kind, 0)) for kind, count in wanted.items()
    }
    troops = [troop_of(kind, count) for kind, count in counts.items() if count]
    monsters = _monsters(board)
    if monsters and _may_stand(board, clan, pick(monsters, nth * 3), here):
        troops.append(pick(monsters, nth * 3))
    yield o.Figures(clan, province, tuple(troops))


def _monsters(board: Board) -> tuple[str, ...]:
    return tuple(name for name, card in board.setting.tables.cards.items() if card.kind == MONSTER)


def _may_stand(board: Board, clan: str, monster: str, here: Army) -> bool:
    """Whether no other clan has the monster, and it stands nowhere else."""
    owned = any(monster in cards for other, cards in board.cards.items() if other != clan)
    return not owned and (monster in here or not in_play(board, clan, monster))


def _cards(board: Board, nth: int) -> Iterator[Struct]:
    """The monsters of a clan and two cards that others do not have."""
    clan, tables = pick(board.setting.clans, nth), board.setting.tables
    own = tuple(name for name in board.cards[clan] if in_play(board, clan, name))
    others = tuple(name for one, cards in board.cards.items() if one != clan for name in cards)
    free = [name for name, card in tables.cards.items() if card.kind != MONSTER and name not in others]
    more = (pick(free, nth * 2), pick(free, nth * 2 + 5)) if free else ()
    yield o.Cards(clan, tuple(dict.fromkeys((*own, *more))))


def _tokens(board: Board, nth: int) -> Iterator[Struct]:
    """One token more for a clan of an earlier season, or one for another."""
    if board.season == 1:
        return
    clan, season = pick(board.setting.clans, nth), 1 + nth % (board.season - 1)
    of_season = {token.province: token.clan for token in board.tokens if token.season == season}
    own = tuple(province for province, one in of_season.items() if one == clan)
    free = tuple(name for name in board.setting.tables.provinces if name not in of_season)
    yield o.Tokens(clan, season_name(season), (*own[nth % 2 :], *free[nth % 2 :][:1]))


def bids(board: Board, item: Bids | ClosableBids, seat: str) -> Iterator[Struct]:
    """Some bids, from nothing to all that a clan has [battle/bids]."""
    if seat not in board.coins:
        yield o.Close()
        return
    coins = board.coins[seat]
    half, third = coins // 2, coins // 3
    spread = tuple(coins // 4 + (place < coins % 4) for place in range(4))
    yield o.Bid(*spread)
    some = {(0, 0, 0, 0): None, (0, half, coins - half, 0): None, (third, third, third, 0): None}
    some |= {(1, 0, 0, min(1, coins - 1)): None, (0, 1, 0, min(1, coins - 1)): None} if coins else {}
    some |= {(coins, 0, 0, 0): None, (0, coins, 0, 0): None, (0, 0, coins, 0): None, (0, 0, 0, coins): None}
    some |= {(half * (slot == 0), 0, half * (slot == 2), third): None for slot in (0, 2)}
    yield from (o.Bid(*bid) for bid in some if bid != spread and sum(bid) <= coins)
