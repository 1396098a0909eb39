"""The preference for movement, and how near a way brings a unit to where it is wished; see conduct.py."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from domain.kawanakajima.activation.manoeuvre import possible_moves
from domain.kawanakajima.board.state import Board, unit_named, units_of
from domain.kawanakajima.board.zones import enemy_hexes
from domain.kawanakajima.book import BOOK
from domain.kawanakajima.movement.ways import FAR, cost_between
from domain.kawanakajima.siege.entering import occupations
from domain.kawanakajima.words.field_items import ForcedAdvance, Manoeuvre
from domain.kawanakajima.words.field_orders import Move
from domain.kawanakajima.words.orders import Done
from domain.kit.facts import State
from domain.kit.hexes import distance, is_label

TO_ENEMY, KAIZU, STAY = "enemy", "kaizu", "stay"
MOVE_WORDS = (TO_ENEMY, KAIZU, STAY)

Wishes = tuple[str, ...]


def moves(board: Board, item: Any, seat: str, wishes: Wishes) -> Iterator[Struct]:
    """Towards the nearest enemy, Kaizu or a clan of one's own, or not at all; as far as one may [6.5].

    Whoever comes nearer goes first; who does not come nearer stays, unless he must go.
    """
    if not isinstance(item, Manoeuvre | ForcedAdvance):
        return
    if KAIZU in wishes and isinstance(item, Manoeuvre):
        yield from occupations(board, item.clans)
    found = possible_moves(board, item) if isinstance(item, Manoeuvre) else _advances(board, item, seat)
    ranked = sorted(
        found,
        key=lambda order: (*(-_nearer(board, seat, order, wish) for wish in wishes), order.unit, order.path),
    )
    if not any(_nearer(board, seat, order, wish) > 0 for order in ranked[:1] for wish in wishes):
        yield Done()
    yield from ranked[:1]
    yield Done()


def _nearer(board: Board, seat: str, order: Move, wish: str) -> int:
    """How much nearer a movement brings a unit to where it is wished."""
    unit = unit_named(board, seat, order.unit)
    here, there = board.units[unit].hex, order.path[-1]
    if wish == KAIZU:
        fort = board.data.map.kaizu
        return cost_between(board.data.map, here, fort) - cost_between(board.data.map, there, fort)
    if wish == TO_ENEMY:
        return _to_enemy(board, seat, here) - _to_enemy(board, seat, there)
    return 0 if wish == STAY else to_clan(board, wish, unit, here) - to_clan(board, wish, unit, there)


def _to_enemy(board: Board, seat: str, here: str) -> int:
    """Movement points to the nearest enemy."""
    foes = enemy_hexes(board, seat)
    return min((cost_between(board.data.map, here, foe) for foe in foes), default=0)


def to_clan(board: Board, clan: str, unit: str, here: str) -> int:
    """Hexes to the nearest unit of a clan of one's own, apart from the one that moves."""
    mates = (board.units[mate].hex for mate in units_of(board, clan) if mate != unit)
    if not is_label(here):
        return FAR
    return min((distance(here, mate) for mate in mates if is_label(mate)), default=FAR)


def _advances(board: Board, item: ForcedAdvance, seat: str) -> list[Move]:
    return [order for order in BOOK.some(State(board, (item,)), seat) if isinstance(order, Move)]
