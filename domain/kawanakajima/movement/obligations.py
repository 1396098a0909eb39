"""Chapter 6: where the units of a clan may end their movement, whatever posture it has.

6.3  the units of a clan keep together, or come together
6.5  attack: the first unit goes to the nearest enemy, the others to the first; move and defence: freely

All is measured in movement points over the terrain [6.5]; units and zones do not count for that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from domain.kawanakajima.board.fortress import garrison, leaving
from domain.kawanakajima.board.memo import kept
from domain.kawanakajima.board.state import Board, clan_of, enemy, short, side_of, units_of
from domain.kawanakajima.board.zones import holders, is_held, occupants, posture_of, stands_of
from domain.kawanakajima.data.tables import RIVER, Map
from domain.kawanakajima.movement.ways import (
    FAR,
    Ways,
    allowance,
    cheapest_step,
    cost_between,
    costs_to,
    ends,
    ways,
)
from domain.kit.hexes import distance, neighbours

Hexes = tuple[str, ...]
Obliged = tuple[Hexes, str, str]
"""Hexes, and what obliges to them: a rule number and a sentence."""


class Legal(NamedTuple):
    """Where a unit may end, how it gets there, and what obliges it: a rule number and a sentence."""

    hexes: tuple[str, ...]
    ways: Ways
    rule: str
    why: str


@kept
def ends_of(board: Board, clans: tuple[str, ...], unit: str) -> Legal:
    """Where a unit of the activated clans may end its movement [6.3, 6.5]."""
    at, clans = occupants(board), company(board, clans, unit)
    found = ways(board, at, unit, allowance(board, unit))
    free, first = ends(board, at, unit, found), first_mover(board, clans)
    free = leaving(board, unit, free) if board.units[unit].hex == board.fort else free
    if posture_of(board, unit) != "attack":
        hexes, rule, why = _with_its_clan(board, clans, unit, free)
    elif first:
        hexes, rule, why = _beside_the_first(board, first, free)
    else:
        hexes, rule, why = _to_the_nearest(board, unit, free)
    return Legal(hexes, found, rule, why)


def may_end(board: Board, clans: tuple[str, ...], unit: str, hex: str) -> bool:
    """Whether a unit of the activated clans may end on a hex that it can come to [6.3, 6.5].

    Where it has reached its goal there, no other hex need be looked at.
    """
    is_out = board.units[unit].hex != board.fort
    return (is_out and _is_at_its_goal(board, clans, unit, hex)) or hex in ends_of(board, clans, unit).hexes


def _is_at_its_goal(board: Board, clans: tuple[str, ...], unit: str, hex: str) -> bool:
    clans = company(board, clans, unit)
    first, attacks = first_mover(board, clans), posture_of(board, unit) == "attack"
    if attacks and not first:
        return any(_touches(board, unit, hex, board.units[foe].hex) for foe in targets(board, unit))
    group = (first,) if attacks else settled(board, clans, unit)
    return not group or _is_beside(board, hex, tuple(board.units[mate].hex for mate in group))


def company(board: Board, clans: tuple[str, ...], unit: str) -> tuple[str, ...]:
    """With whom a unit keeps together: all that act as one clan, by an option its own [6.3, 9.5.5]."""
    return clans if board.options.combined == "joint" else (clan_of(unit),)


def members(board: Board, clans: Iterable[str]) -> tuple[str, ...]:
    """The units of the clans: several that act together count as one clan [9.5.5]."""
    return tuple(unit for clan in clans for unit in units_of(board, clan))


def first_mover(board: Board, clans: tuple[str, ...]) -> str:
    """The unit of the clans that has moved first, "" if none has [6.5]."""
    own = members(board, clans)
    return next((unit for unit in board.field.moved if unit in own), "")


# ---- attack: the first unit


@kept
def targets(board: Board, unit: str) -> Mapping[str, int]:
    """The enemies that an attacking unit may head for, with their distance in movement points [6.5].

    The nearest; those that are in the zone of a friend may be ignored, so that they bar none behind them.
    """
    here, side, at = board.units[unit].hex, side_of(unit), occupants(board)
    foes = {**stands_of(board, enemy(side)), **_in_kaizu(board, side)}
    met = board.fort if board.siege else ""
    away, bound = dict[str, int](), FAR
    for least, hex in _by_distance(board.data.map, here, tuple(foes)):
        if least > bound:
            break
        away[hex] = far = cost_between(board.data.map, here, hex)
        if far < bound and hex != met and all(friend == unit for friend in holders(board, at, hex, side)):
            bound = far
    return {foe: away[hex] for hex, foe in foes.items() if hex in away and away[hex] <= min(bound, FAR - 1)}


@lru_cache(maxsize=1000)
def _by_distance(map: Map, here: str, hexes: Hexes) -> tuple[tuple[int, str], ...]:
    """The hexes with the movement points that it takes at the least to come to each, the nearest first."""
    if here in map.entries:
        return tuple((0, hex) for hex in hexes)
    cheapest = cheapest_step(map)
    return tuple(sorted((cheapest * distance(here, hex), hex) for hex in hexes))


def _in_kaizu(board: Board, side: str) -> dict[str, str]:
    """The enemy behind the walls: one may head for him, and leave him aside once he is besieged [13.3]."""
    foes = garrison(board, enemy(side))
    return {board.fort: foes[0]} if foes else {}


def _to_the_nearest(board: Board, unit: str, found: Hexes) -> Obliged:
    """The first unit goes into contact with a nearest enemy, or as near as its points allow [6.5]."""
    heading = targets(board, unit)
    hexes = [hex for foe in heading for hex in _towards(board, unit, board.units[foe].hex, found)]
    names = ", ".join(f"{short(foe)} at {board.units[foe].hex}" for foe in heading)
    why = f"An attacking clan goes to the nearest enemy with all its movement points: {names}."
    legal = tuple(dict.fromkeys(hexes)) or (board.units[unit].hex,)
    return legal, "6.5", why


def _towards(board: Board, unit: str, goal: str, found: Hexes) -> list[str]:
    """The hexes in contact with the goal; failing that, those with the fewest points left to it."""
    contact = [hex for hex in found if _touches(board, unit, hex, goal)]
    return contact or _closest(board, goal, found)


def _touches(board: Board, unit: str, hex: str, goal: str) -> bool:
    if hex not in next_to(board.data.map, goal):
        return False
    return bool(board.data.units[unit].fire) or board.data.map.side(hex, goal) != RIVER


def _closest(board: Board, goal: str, found: Hexes) -> list[str]:
    left = costs_to(board.data.map, goal)
    least = min(left.get(hex, FAR) for hex in found)
    return [hex for hex in found if left.get(hex, FAR) == least]


# ---- attack: the others


def _beside_the_first(board: Board, first: str, found: Hexes) -> Obliged:
    """The others end next to the first unit, or as near to it as their points allow [6.5]."""
    there = board.units[first].hex
    why = f"The units of an attacking clan follow the first that moved, {short(first)} at {there}."
    return tuple(_joining(board, (there,), found)), "6.5", why


def _joining(board: Board, group: tuple[str, ...], found: Hexes) -> list[str]:
    """The hexes next to one of the group; failing that, those with the fewest points to it."""
    beside = [hex for hex in found if _is_beside(board, hex, group)]
    if beside:
        return beside
    left = {hex: min(costs_to(board.data.map, there).get(hex, FAR) for there in group) for hex in found}
    least = min(left.values())
    return [hex for hex in found if left[hex] == least]


def _is_beside(board: Board, hex: str, group: tuple[str, ...]) -> bool:
    return any(hex in next_to(board.data.map, there) for there in group)


# ---- move and defence


def _with_its_clan(board: Board, clans: tuple[str, ...], unit: str, found: Hexes) -> Obliged:
    """The first goes where it will, the others stay or come together with it [6.3, 6.5]."""
    group = settled(board, clans, unit)
    if not group:
        return found, "6.5", ""
    names = ", ".join(short(mate) for mate in group)
    why = f"The units of a clan keep together, here with {names}, as far as their movement allows."
    hexes = tuple(board.units[mate].hex for mate in group)
    return tuple(_joining(board, hexes, found)), "6.3", why


def settled(board: Board, clans: tuple[str, ...], unit: str) -> tuple[str, ...]:
    """The mates that will not move any more: they have moved, or an enemy zone holds them."""
    at, moved, places = occupants(board), board.field.moved, board.data.map.places
    return tuple(
        mate
        for mate in members(board, clans)
        if mate != unit and board.units[mate].hex in places and (mate in moved or is_held(board, at, mate))
    )


def is_together(board: Board, clans: tuple[str, ...]) -> bool:
    """Whether the units of the clans all hang together, hex by hex [6.3]."""
    left = list(dict.fromkeys(board.units[unit].hex for unit in members(board, clans)))
    group = left[:1]
    for here in group:
        group += [there for there in left if there not in group and there in next_to(board.data.map, here)]
    return len(group) == len(left)


@lru_cache(maxsize=2000)
def next_to(map: Map, here: str) -> tuple[str, ...]:
    """The hexes around a hex, and the entry points next to it; the hexes of an entry point."""
    if here in map.entries:
        return map.entries[here].hexes
    return (*neighbours(here), *(name for name, entry in map.entries.items() if here in entry.hexes))


def distance_on_map(board: Board, here: str, there: str) -> int:
    """The distance of two hexes; an entry point is next to its hexes, and far from all others."""
    entries = board.data.map.entries
    if here == there:
        return 0
    if here in entries or there in entries:
        return 1 if there in next_to(board.data.map, here) else FAR
    return distance(here, there)


def is_alone(board: Board, unit: str, mates: tuple[str, ...]) -> bool:
    """Whether none of the mates is next to a unit, though it has some [6.3, 9.3.4]."""
    here = board.units[unit].hex
    away = [distance_on_map(board, here, board.units[mate].hex) for mate in mates if mate != unit]
    return bool(away) and min(away) > 1
