"""Chapter 10: movement.

10.1  within the allowance that the posture gives
10.2  hex by hex, for the cost of the terrain; the dearest terrain of a hex counts [2.2]
10.3  one unit in a hex; through friends, never through enemies (reconstructed)
5.2   into an enemy zone for two points more, and there it ends; out of one not at all
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from domain.kawanakajima.board.memo import kept_by
from domain.kawanakajima.board.state import Board, clan_of, enemy, short, side_of
from domain.kawanakajima.board.zones import (
    Occupants,
    Zones,
    holders,
    line_of,
    occupants,
    posture_of,
    stands_of,
    zones_of,
)
from domain.kawanakajima.data.tables import Map
from domain.kit.bars import Bar, Bars
from domain.kit.hexes import distance

FAR = 9_999
"""Movement points to a place that cannot be reached."""

SHOWN = 4
"""Hexes that a refusal names."""


class Way(NamedTuple):
    """How a hex is reached: the points spent, and the hex before it ("" where the unit stands)."""

    spent: int
    before: str


Ways = dict[str, Way]


@lru_cache(maxsize=400)
def costs_to(map: Map, target: str) -> dict[str, int]:
    """The movement points from every hex to that one, by terrain alone: units and zones do not count [2.2].

    The hex of arrival is counted, that of departure is not.
    """
    found: dict[str, int] = {}
    edge = defaultdict(list, {0: [target]})
    while edge:
        cost = min(edge)
        for here in edge.pop(cost):
            if here not in found:
                found[here] = cost
                for there, step in map.back.get(here, ()):
                    if there not in found:
                        edge[cost + step].append(there)
    return found


@lru_cache(maxsize=8)
def cheapest_step(map: Map) -> int:
    """The movement points of the cheapest step on the map [10.2]."""
    return min(cost for ways in map.back.values() for _, cost in ways)


def cost_between(map: Map, origin: str, target: str) -> int:
    """The movement points from a hex or an entry point to a hex [2.2, 8.3]."""
    if origin in map.entries:
        return min(
            (cost + cost_between(map, there, target) for there, cost in map.steps[origin]), default=FAR
        )
    return costs_to(map, target).get(origin, FAR)


def allowance(board: Board, unit: str) -> int:
    """The movement points of a unit: by its posture, more in a special attack [6.5, 9.5.2]."""
    if board.field.kind == "special attack" and posture_of(board, unit) == "attack":
        return board.data.numbers.special_attack_allowance
    return board.data.postures[posture_of(board, unit)].allowance


def entering(board: Board, there: str, cost: int) -> int:
    """What it costs to enter a hex, a defensive position included [10.2]."""
    if there not in board.positions:
        return cost
    base = board.data.terrain[board.data.map.places[there].terrain].cost or 0
    return cost + max(0, (board.data.terrain["defensive position"].cost or 0) - base)


def _all_that_counts(board: Board, at: Occupants, unit: str, points: int) -> tuple[Hashable, ...] | None:
    """Friends are passed, and bear on nothing but who may defend himself in an enemy zone [5.2, 10.3]."""
    posture = posture_of(board, unit)
    if posture == "defence" or at is not occupants(board):
        return None
    foes = line_of(board, enemy(side_of(unit)))
    return foes, board.units[unit].hex, points, posture, tuple(board.positions)


@kept_by(_all_that_counts, 400)
def ways(board: Board, at: Occupants, unit: str, points: int) -> Ways:
    """Every hex that a unit can come through or to, and how it does so most cheaply [10.2].

    Hexes of friends are among them: a unit may pass, but not stay [10.3].
    """
    here, foes, steps = board.units[unit].hex, enemy(side_of(unit)), board.data.map.steps
    zones = zones_of(board, foes)
    harder = {*zones, *board.positions, *stands_of(board, foes)}
    found: Ways = {}
    edge = defaultdict(list, {0: [(here, "")]})
    while edge:
        spent = min(edge)
        for hex, before in edge.pop(spent):
            if hex in found:
                continue
            found[hex] = Way(spent, before)
            if hex in zones:
                continue  # in an enemy zone a movement ends, and none begins [5.2]
            for there, cost in steps[hex]:
                if there in found:
                    continue
                if there in harder:
                    cost = step_price(board, at, zones, unit, Step(hex, there, cost))
                if spent + cost <= points:
                    edge[spent + cost].append((there, hex))
    return found


class Step(NamedTuple):
    """From a hex to a neighbour, for the cost of the ground."""

    here: str
    there: str
    cost: int


def step_price(board: Board, at: Occupants, zones: Zones, unit: str, step: Step) -> int:
    """The points for a step, `FAR` where the unit may not take it [5.2, 10.2, 10.3]."""
    there = step.there
    if there in at and side_of(at[there]) != side_of(unit):
        return FAR
    price = entering(board, there, step.cost)
    if there not in zones:
        return price
    if not may_enter_zone(board, at, unit, zones[there]):
        return FAR
    return price + (board.data.terrain["enemy zone"].cost or 0)


def may_enter_zone(board: Board, at: Occupants, unit: str, zones: tuple[str, ...]) -> bool:
    """Attack may enter enemy zones, defence where friends hold those enemies, others never [5.2, 6.5]."""
    posture = posture_of(board, unit)
    if posture == "attack":
        return True
    return posture == "defence" and all(
        any(friend != unit for friend in holders(board, at, board.units[foe].hex, side_of(unit)))
        for foe in zones
    )


def ends(board: Board, at: Occupants, unit: str, found: Ways) -> tuple[str, ...]:
    """The hexes where a unit can end its movement, that where it stands included [10.3]."""
    here = board.units[unit].hex
    return tuple(hex for hex in found if hex == here or hex not in at)


def path_to(found: Ways, hex: str) -> tuple[str, ...]:
    """The hexes of the cheapest way, the one that is left first."""
    path = [hex]
    while found[path[-1]].before:
        path.append(found[path[-1]].before)
    return tuple(reversed(path))


Path = tuple[str, ...]


def walked(board: Board, at: Occupants, unit: str, written: Path, points: int) -> tuple[Path, int]:
    """The path that a player writes, where `path_bars` allow it, and what it costs."""
    here = board.units[unit].hex
    if _is_a_goal(board, here, written):
        found = ways(board, at, unit, points)
        return path_to(found, written[0]), found[written[0]].spent
    path = _from(here, written)
    return path, sum(_price(board, at, unit, one, other) for one, other in pairwise(path))


def _is_a_goal(board: Board, here: str, written: Path) -> bool:
    """Whether only the last hex is written, and the cheapest way to it is meant."""
    return len(written) == 1 and all(there != written[0] for there, _ in board.data.map.steps[here])


def _from(here: str, written: Path) -> Path:
    return written if written[0] == here else (here, *written)


def path_bars(board: Board, at: Occupants, unit: str, written: Path, points: int) -> Bars:
    """Hex by hex, within the points, out of no enemy zone, to a free hex [5.2, 10.2, 10.3]."""
    here = board.units[unit].hex
    if not written:
        yield Bar("10.2", f"{short(unit)} is to go nowhere.", "Name the hexes, or only the last.")
        return
    if board.fort and board.fort in written[here == board.fort :]:
        could = f'Write "occupy {short(clan_of(unit))} by a", b or c.'
        yield Bar("13.3", "Kaizu is entered by whole clans, not by a unit.", could)
    if _is_a_goal(board, here, written):
        yield from _goal_bars(board, at, unit, written[0], points)
        return
    path = _from(here, written)
    for one, other in pairwise(path):
        yield from _zone_bars(board, at, unit, one)
        yield from _step_bars(board, at, unit, one, other)
    spent = walked(board, at, unit, written, points)[1]
    if spent > points:
        why = f"{short(unit)} has {points} movement points; this path costs {spent}."
        yield Bar("10.2", why, _could(board, at, unit, points, path[-1]))
    if len(path) > 1 and path[-1] in at:
        yield Bar("10.3", f"{path[-1]} is taken by {short(at[path[-1]])}; a hex holds one unit.")


def _goal_bars(board: Board, at: Occupants, unit: str, hex: str, points: int) -> Bars:
    if hex == board.units[unit].hex:
        return
    if hex not in board.data.map.places:
        yield Bar("10.2", f"There is no hex {hex} on the map.")
    if hex in at:
        yield Bar("10.3", f"{hex} is taken by {short(at[hex])}; a hex holds one unit.")
    yield from _zone_bars(board, at, unit, board.units[unit].hex)
    if hex not in ways(board, at, unit, points):
        why = f"{short(unit)} cannot reach {hex} with {points} movement points."
        yield Bar("10.2", why, _could(board, at, unit, points, hex))


def _zone_bars(board: Board, at: Occupants, unit: str, hex: str) -> Bars:
    held = holders(board, at, hex, enemy(side_of(unit)))
    if held:
        names = ", ".join(short(foe) for foe in held)
        yield Bar("5.2", f"{short(unit)} cannot leave {hex}: it is in the zone of {names}.")


def _step_bars(board: Board, at: Occupants, unit: str, here: str, there: str) -> Bars:
    """One step of a written path."""
    known, steps = board.data.map, dict(board.data.map.steps[here])
    if there not in known.places:
        yield Bar("10.2", f"There is no hex {there} on the map.")
    elif there not in known.beside.get(here, ()) and there not in steps:
        way_out = "Write every hex of the path, or only the last."
        yield Bar("10.2", f"{there} is not next to {here}.", way_out)
    elif there not in steps:
        yield Bar("10.2", f"The river between {here} and {there} cannot be crossed.")
    elif there in at and side_of(at[there]) != side_of(unit):
        yield Bar("10.3", f"{there} is held by the enemy's {short(at[there])}.")
    elif _price(board, at, unit, here, there) >= FAR:
        names = ", ".join(map(short, holders(board, at, there, enemy(side_of(unit)))))
        why = f"{short(unit)} may not enter the zone of {names} at {there} in {posture_of(board, unit)}."
        yield Bar("5.2", why)


def _price(board: Board, at: Occupants, unit: str, here: str, there: str) -> int:
    """The points for a step to a hex next to this one."""
    held, cost = holders(board, at, there, enemy(side_of(unit))), dict(board.data.map.steps[here])[there]
    return step_price(board, at, {there: held} if held else {}, unit, Step(here, there, cost))


def _could(board: Board, at: Occupants, unit: str, points: int, goal: str) -> str:
    """Some hexes that a unit can reach, those nearest to its goal first."""
    found = ends(board, at, unit, ways(board, at, unit, points))
    free = [hex for hex in found if hex != board.units[unit].hex]
    near = sorted(free, key=lambda hex: (distance(hex, goal), hex))[:SHOWN]
    return f"It can reach {', '.join(near)}." if near else ""
