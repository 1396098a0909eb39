"""Chapter 5: zones of control, and the values of units.

5.1  the leader of a unit, as long as he lives
5.2  zones of control
5.3  states, by the steps lost

Each unit has one on the six hexes around it that it could enter; with fire, also on those beyond a river.
Sets of hexes are for asking only: nothing goes through them in their order.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from domain.kawanakajima.board.memo import kept
from domain.kawanakajima.board.state import Board, clan_of, enemy, side_of, units_of
from domain.kawanakajima.data.tables import RIVER, STATES, Map
from domain.kit.hexes import distance, within

Occupants = Mapping[str, str]
"""Who stands on which hex of the map."""

Zones = Mapping[str, tuple[str, ...]]
"""The hexes in the zones of one side, with the units that hold each."""


@kept
def occupants(board: Board) -> Occupants:
    """The unit on each hex of the map; entry points are off it, and whoever is in the fortress is not met."""
    places, fort = board.data.map.places, board.fort
    return {unit.hex: name for name, unit in board.units.items() if unit.hex in places and unit.hex != fort}


class Line:
    """Where the units of one side stand on the map, and those with fire. Told by identity: it is the same
    until one of them moves, whatever the other side does, so that what hangs on it alone is kept for it."""

    __slots__ = ("fire", "map", "stands")

    def __init__(self, map: Map, stands: Occupants, fire: frozenset[str]) -> None:
        self.map = map
        self.stands = stands
        self.fire = fire


@kept
def line_of(board: Board, side: str) -> Line:
    at, units = occupants(board).items(), board.data.units
    own = [(hex, unit, bool(units[unit].fire)) for hex, unit in at if unit[0] == side[0]]
    return _line(board.data.map, tuple(own))


@lru_cache(maxsize=200)
def _line(map: Map, own: tuple[tuple[str, str, bool], ...]) -> Line:
    return Line(map, {hex: unit for hex, unit, _ in own}, frozenset(unit for _, unit, fire in own if fire))


def stands_of(board: Board, side: str) -> Occupants:
    """The unit on each hex of the map, of one side."""
    return line_of(board, side).stands


def reaches(board: Board, unit: str, hex: str) -> bool:
    """Whether a unit has an adjacent hex in its zone: by land, or across a river with fire [5.2]."""
    here = board.units[unit].hex
    return bool(board.data.units[unit].fire) or board.data.map.side(here, hex) != RIVER


@lru_cache(maxsize=2000)
def beside_by_land(map: Map, hex: str) -> tuple[str, ...]:
    """The neighbours of a hex between which and it no river lies [5.2]."""
    return tuple(there for there in map.beside[hex] if map.side(hex, there) != RIVER)


def holders(board: Board, at: Occupants, hex: str, side: str) -> tuple[str, ...]:
    """The units of a side in whose zones a hex lies [5.2]."""
    around = board.data.map.beside.get(hex, ())
    if at.keys().isdisjoint(around):
        return ()
    units = [at[there] for there in around if there in at]
    return tuple([unit for unit in units if unit[0] == side[0] and reaches(board, unit, hex)])


def contacts(board: Board, at: Occupants, unit: str) -> tuple[str, ...]:
    """The enemies in the zone of a unit [5.2]."""
    side, around = side_of(unit), board.data.map.beside.get(board.units[unit].hex, ())
    if at.keys().isdisjoint(around):
        return ()
    near = [there for there in around if there in at]
    return tuple([at[there] for there in near if side_of(at[there]) != side and reaches(board, unit, there)])


def is_held(board: Board, at: Occupants, unit: str) -> bool:
    """Whether a unit stands in an enemy zone: it cannot leave it by moving [5.2]."""
    return bool(holders(board, at, board.units[unit].hex, enemy(side_of(unit))))


def in_enemy_zone(board: Board, unit: str) -> bool:
    """The same, of one unit alone [5.2]."""
    return is_held(board, occupants(board), unit)


@kept
def enemy_hexes(board: Board, side: str) -> tuple[str, ...]:
    """Where the enemies of a side stand on the map."""
    places = board.data.map.places
    return tuple(
        unit.hex for name, unit in board.units.items() if unit.hex in places and side_of(name) != side
    )


def zones_of(board: Board, side: str) -> Zones:
    """Every hex that lies in a zone of that side, with the units that hold it [5.2]."""
    return _zones(line_of(board, side))


@lru_cache(maxsize=200)
def _zones(line: Line) -> Zones:
    found: dict[str, tuple[str, ...]] = {}
    for hex, unit in line.stands.items():
        for there in line.map.beside[hex] if unit in line.fire else beside_by_land(line.map, hex):
            found[there] = (*found.get(there, ()), unit)
    return found


@lru_cache(maxsize=100)
def near(hexes: tuple[str, ...], radius: int) -> frozenset[str]:
    """Every hex at that distance from one of those, or nearer."""
    return frozenset(there for hex in hexes for there in within(hex, radius))


def nearest(hex: str, hexes: tuple[str, ...]) -> int:
    """The distance to the nearest of those hexes; a large number where there are none."""
    return min((distance(hex, there) for there in hexes), default=99)


# ---- states and leaders


def state_word(losses: int) -> str:
    """In order, shaken, disorganised, exhausted, eliminated: a step down for each loss [5.3]."""
    return STATES[losses]


def after_losses(losses: int, steps: int) -> int:
    """The steps lost in all; the fourth eliminates a unit [5.3]."""
    return min(losses + steps, len(STATES) - 1)


def after_rally(losses: int, levels: int) -> int:
    """The steps still lost after so many levels of rally; nothing is better than in order [5.3]."""
    return max(losses - levels, 0)


def leader_value(board: Board, unit: str) -> int:
    """The value of the unit's leader while he lives, or of a samurai with it if higher [5.1, 14.3]."""
    known = board.units[unit]
    if not known.hex:
        return 0
    own = 0 if known.leader_killed else board.data.units[unit].leader
    hosts = board.armies[side_of(unit)].samurai == unit
    return max(own, board.data.numbers.samurai) if hosts else own


def clan_leader(board: Board, clan: str) -> int:
    """The best leader of a clan: where several could be added, one counts [6.4, 11.12, 12.1]."""
    return max((leader_value(board, unit) for unit in units_of(board, clan)), default=0)


def posture_of(board: Board, unit: str) -> str:
    """The posture of the unit's clan: a clan has one at a time [6.1]."""
    return board.postures[clan_of(unit)]
