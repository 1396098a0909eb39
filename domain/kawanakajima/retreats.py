"""Retreats before the enemy [9.3.1]: of the rally chit, and wherever a rule makes a clan retreat.

9.3.1  who must, where to, who follows, and pursuit
12.2, 11.12, 9.5.4, 9.3.4  other rules that put a retreat on the agenda
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.kawanakajima.book import BOOK
from domain.kawanakajima.field_events import UnitPursued, UnitRetreated
from domain.kawanakajima.field_items import Pursuit, RetreatClan, RetreatMove, TakePosture
from domain.kawanakajima.field_orders import Pursue, Retreat
from domain.kawanakajima.fortress import in_the_open
from domain.kawanakajima.state import Board, enemy, short, side_of, unit_named, units_of
from domain.kawanakajima.states import posture_of
from domain.kawanakajima.zones import (
    Occupants,
    beside_by_land,
    enemy_hexes,
    holders,
    near,
    nearest,
    occupants,
    zones_of,
)
from domain.kit.chance import Chance
from domain.kit.errors import IllegalMove, either
from domain.kit.facts import Outcome, does
from domain.kit.hexes import distance

Paths = dict[str, tuple[str, ...]]
"""Where a unit can retreat to, and by which hexes; the shortest first."""

LONGEST = 14
"""Steps after which no retreat is looked for; the whole map is hardly wider."""


# ---- who must


def in_danger(board: Board, clan: str) -> tuple[str, ...]:
    """The units of a clan that stand less than four hexes from an enemy [9.3.1]; Kaizu is left by none."""
    enemies, reach = enemy_hexes(board, side_of(clan)), board.data.numbers.retreat_distance
    own = in_the_open(board, units_of(board, clan))
    return tuple(unit for unit in own if nearest(board.units[unit].hex, enemies) < reach)


@BOOK.step(RetreatMove, "9.3.1")
def retreat(board: Board, item: RetreatMove, chance: Chance) -> Outcome:
    """Whole clans retreat at once; then they regroup [9.3.1]."""
    going = tuple(clan_retreat(board, clan) for clan in item.clans if in_danger(board, clan))
    posture = (TakePosture(clan, "regroup", "retreat") for clan in item.clans if item.regroup)
    return does(then=(*going, *posture))


def clan_retreat(board: Board, clan: str) -> RetreatClan:
    """The retreat of a clan: the enemies are where they stand now, also if they go back as well [9.3.1].

    By an option the units that no enemy is near come along with the others.
    """
    side, units = side_of(clan), in_the_open(board, units_of(board, clan))
    going = in_danger(board, clan) if board.options.retreats == "near" else units
    return RetreatClan(side, clan, going, enemy_hexes(board, side))


# ---- where to


def refuges(board: Board, item: RetreatClan, unit: str) -> Paths:
    """The hexes that a unit may retreat to: four hexes from the enemy, by no enemy zone [9.3.1].

    The first unit takes a shortest way; failing a place so far off, it goes as far as it can. The others
    come as near to the first as they can, next to it if possible, and stay where they are if that would be
    too near to the enemy, or take them away from the first.
    """
    at, reach = occupants(board), board.data.numbers.retreat_distance
    near_enemy = near(item.enemies, reach - 1)
    found = _open_ways(board, at, item, unit)
    safe = {hex: path for hex, path in found.items() if hex not in near_enemy and hex not in at}
    if not item.first:
        return _shortest(safe) or _farthest(board, at, item, unit, found)
    here, there = board.units[unit].hex, board.units[item.first].hex
    if not there:
        return _shortest(safe)
    away = distance(here, there)
    most = max(away, 1) if here in near_enemy else away - 1
    return _shortest(_nearest_to(there, {hex: safe[hex] for hex in safe if distance(hex, there) <= most}))


def _open_ways(board: Board, at: Occupants, item: RetreatClan, unit: str) -> Paths:
    """The shortest ways from a unit over hexes that no enemy holds and that lie in no enemy zone.

    All retreat at once: the zones that there were when the retreats began count as well [9.3.1].
    """
    here, foes = board.units[unit].hex, enemy(side_of(unit))
    held = (hex for hex, other in at.items() if side_of(other) == foes)
    barred = {*held, *zones_of(board, at, foes), *_zones_around(board, item.enemies)}
    found: Paths = {here: (here,)}
    edge = [here]
    for hex in edge:
        if len(found[hex]) > LONGEST:
            break
        for there, _ in board.data.map.steps[hex]:
            if there not in found and there not in barred:
                found[there] = (*found[hex], there)
                edge.append(there)
    return found


def _zones_around(board: Board, enemies: tuple[str, ...]) -> Iterator[str]:
    """The hexes that units standing there hold by land [5.2]."""
    for hex in enemies:
        yield from beside_by_land(board.data.map, hex)


def _shortest(paths: Paths) -> Paths:
    least = min((len(path) for path in paths.values()), default=0)
    return {hex: path for hex, path in paths.items() if len(path) == least}


def _nearest_to(there: str, paths: Paths) -> Paths:
    least = min((distance(hex, there) for hex in paths), default=0)
    return {hex: path for hex, path in paths.items() if distance(hex, there) == least}


def _farthest(board: Board, at: Occupants, item: RetreatClan, unit: str, found: Paths) -> Paths:
    """The hexes as far from the enemy as can be had, where four hexes cannot."""
    away = {hex: nearest(hex, item.enemies) for hex in found if hex not in at}
    most = max(away.values(), default=0)
    if most <= nearest(board.units[unit].hex, item.enemies):
        return {}
    return _shortest({hex: found[hex] for hex, far in away.items() if far == most})


# ---- the order


@BOOK.offered(RetreatClan, "9.3.1")
def retreats(board: Board, item: RetreatClan, seat: str) -> Iterator[Retreat]:
    """Each unit that still has to, with each of its refuges [9.3.1]."""
    for unit in standing(board, item):
        for hex in refuges(board, item, unit):
            yield Retreat(short(unit), hex)


def standing(board: Board, item: RetreatClan) -> tuple[str, ...]:
    """The units of the retreat that are still there; the first of them is one that an enemy is near."""
    units = [unit for unit in item.left if board.units[unit].hex]
    reach = board.data.numbers.retreat_distance
    return tuple(u for u in units if item.first or nearest(board.units[u].hex, item.enemies) < reach)


@BOOK.when_none(RetreatClan, "9.3.1")
def nowhere_to_go(board: Board, item: RetreatClan, chance: Chance) -> Outcome:
    """Units without a refuge stay where they are [9.3.1]."""
    return does()


@BOOK.answer(RetreatClan, Retreat, "9.3.1")
def retreat_unit(board: Board, item: RetreatClan, seat: str, order: Retreat, chance: Chance) -> Outcome:
    """The side chooses which unit goes first; whoever held it in his zone, attacking, pursues [9.3.1]."""
    unit = unit_named(board, seat, order.unit)
    left = standing(board, item)
    if unit not in left:
        names = either([short(known) for known in left])
        raise IllegalMove("9.3.1", f"{order.unit} has no retreat to make.", f"Units that retreat: {names}.")
    paths = refuges(board, item, unit)
    if order.hex not in paths:
        raise IllegalMove("9.3.1", f"{order.unit} cannot retreat to {order.hex}.", _instead(order, paths))
    rest = tuple(other for other in item.left if other != unit)
    after = RetreatClan(item.seat, item.clan, rest, item.enemies, item.first or unit)
    path = paths[order.hex]
    followers = pursuers(board, unit)
    hunt = (Pursuit(enemy(seat), followers, unit, path),) if followers else ()
    return does(UnitRetreated(unit, path), then=(*hunt, *((after,) if rest else ())))


def _instead(order: Retreat, paths: Paths) -> str:
    if not paths:
        return f"{order.unit} has nowhere to go and stays."
    return f"A retreat ends 4 hexes from the enemy, by the shortest way: {either(tuple(paths)[:6])}."


# ---- pursuit


def pursuers(board: Board, unit: str) -> tuple[str, ...]:
    """The attacking enemies in whose zone a unit begins its retreat, and that can follow it [9.3.1]."""
    here, at = board.units[unit].hex, occupants(board)
    steps = board.data.map.steps
    return tuple(
        foe
        for foe in holders(board, at, here, enemy(side_of(unit)))
        if posture_of(board, foe) == "attack"
        and any(there == here for there, _ in steps[board.units[foe].hex])
    )


@BOOK.offered(Pursuit, "9.3.1")
def pursuits(board: Board, item: Pursuit, seat: str) -> Iterator[Pursue]:
    """One of those that held the unit must pursue; if there are several, its side chooses [9.3.1]."""
    yield from (Pursue(short(unit)) for unit in item.units if board.units[unit].hex)


@BOOK.answer(Pursuit, Pursue, "9.3.1")
def pursue(board: Board, item: Pursuit, seat: str, order: Pursue, chance: Chance) -> Outcome:
    """It follows the same way, and stops where it enters a zone of the other side [9.3.1]."""
    unit = unit_named(board, seat, order.unit)
    if unit not in item.units:
        names = either([short(known) for known in item.units])
        raise IllegalMove("9.3.1", f"{order.unit} did not hold {short(item.prey)}.", f"Pursue with {names}.")
    path = chase(board, unit, item.path)
    return does(UnitPursued(unit, path, item.prey)) if len(path) > 1 else does()


def chase(board: Board, unit: str, path: tuple[str, ...]) -> tuple[str, ...]:
    """How far a pursuer comes along the way of its prey."""
    at, way = occupants(board), [board.units[unit].hex]
    for hex in path:
        if hex in at:
            break
        way.append(hex)
        if holders(board, at, hex, enemy(side_of(unit))):
            break
    return tuple(way)
