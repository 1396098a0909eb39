"""Retreats before the enemy [9.3.1]: of the rally chit, and wherever a rule makes a clan retreat.

9.3.1  who must, where to, who follows, and pursuit
12.2, 11.12, 9.5.4, 9.3.4  other rules that put a retreat on the agenda
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from msgspec.structs import replace

from domain.kawanakajima.board import zones
from domain.kawanakajima.board.field_events import UnitPursued, UnitRetreated
from domain.kawanakajima.board.fortress import in_the_open
from domain.kawanakajima.board.memo import kept
from domain.kawanakajima.board.state import Board, enemy, short, side_of, unit_named, units_of
from domain.kawanakajima.book import BOOK
from domain.kawanakajima.movement.ways import FAR, Way, Ways, path_to
from domain.kawanakajima.words.field_items import Pursuit, RetreatClan, RetreatMove, TakePosture
from domain.kawanakajima.words.field_orders import Pursue, Retreat
from domain.kit.bars import Bar, Bars, refuse_first
from domain.kit.chance import Chance
from domain.kit.errors import either
from domain.kit.facts import Outcome, does, tag_of
from domain.kit.hexes import distance
from domain.kit.narrowed import PATH, Narrowed, Picks, values_of

Paths = Mapping[str, tuple[str, ...]]
"""Where a unit can retreat to, and by which hexes; the shortest first."""

LONGEST = 14
"""Steps after which no retreat is looked for; the whole map is hardly wider."""


# ---- who must


def in_danger(board: Board, clan: str) -> tuple[str, ...]:
    """The units of a clan that stand less than four hexes from an enemy [9.3.1]; Kaizu is left by none."""
    close = zones.near(zones.enemy_hexes(board, side_of(clan)), board.data.numbers.retreat_distance - 1)
    own = in_the_open(board, units_of(board, clan))
    return tuple(unit for unit in own if board.units[unit].hex in close)


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
    held = _held(board, going) if board.options.pursuit_once else None
    return RetreatClan(side, clan, going, zones.enemy_hexes(board, side), held=held)


def _held(board: Board, going: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """The enemies that have some of these units in their zones now, and where they stand [9.3.1]."""
    at = zones.occupants(board)
    foes = (zones.holders(board, at, board.units[unit].hex, enemy(side_of(unit))) for unit in going)
    return tuple(dict.fromkeys((foe, board.units[foe].hex) for found in foes for foe in found))


# ---- where to


@kept
def refuges(board: Board, item: RetreatClan, unit: str) -> Paths:
    """The hexes that a unit may retreat to: four hexes from the enemy, by no enemy zone [9.3.1].

    The first unit takes a shortest way; failing a place so far off, it goes as far as it can. The others
    come as near to the first as they can, next to it if possible, and stay where they are if that would be
    too near to the enemy, or take them away from the first.
    """
    first = board.units[item.first].hex if item.first else ""
    return _beside(board, item, unit, first) if first else _far_enough(board, item, unit)


def _far_enough(board: Board, item: RetreatClan, unit: str) -> Paths:
    is_safe = _safe(board, item)
    found = _open_ways(board, item, unit, is_safe)
    safe = _shortest(found, [hex for hex in found if is_safe(hex)])
    return _paths(found, safe if safe or item.first else _farthest(board, item, unit, found))


def _beside(board: Board, item: RetreatClan, unit: str, first: str) -> Paths:
    here, is_safe = board.units[unit].hex, _safe(board, item)
    away = distance(here, first)
    most = max(away, 1) if here in _near_enemy(board, item) else away - 1
    found = _open_ways(board, item, unit, lambda hex: is_safe(hex) and distance(hex, first) == 1)
    safe = {hex: distance(hex, first) for hex in found if is_safe(hex)}
    least = min(safe.values(), default=FAR)
    return _paths(found, _shortest(found, [hex for hex, far in safe.items() if far == least <= most]))


def _safe(board: Board, item: RetreatClan) -> Callable[[str], bool]:
    """Tells whether a hex is empty, and four hexes from the enemy."""
    too_near, at = _near_enemy(board, item), zones.occupants(board)
    return lambda hex: hex not in too_near and hex not in at


def _near_enemy(board: Board, item: RetreatClan) -> frozenset[str]:
    return zones.near(item.enemies, board.data.numbers.retreat_distance - 1)


def _open_ways(board: Board, item: RetreatClan, unit: str, will_do: Callable[[str], bool]) -> Ways:
    """The shortest ways from a unit over hexes that no enemy holds and that lie in no enemy zone.

    Counted in hexes; no hex is looked for that is farther off than the nearest that will do.
    """
    here, barred = board.units[unit].hex, _barred(board, enemy(side_of(unit)), item.enemies)
    found, edge = {here: Way(0, "")}, [here]
    for steps in range(1, LONGEST + 1):
        if any(will_do(hex) for hex in edge):
            break
        before, edge = edge, []
        for hex in before:
            for there, _ in board.data.map.steps[hex]:
                if there not in found and there not in barred:
                    found[there] = Way(steps, hex)
                    edge.append(there)
    return found


@kept
def _barred(board: Board, foes: str, enemies: tuple[str, ...]) -> frozenset[str]:
    """The hexes that the enemy holds, and his zones.

    All retreat at once: the zones that there were when the retreats began count as well [9.3.1].
    """
    ground = board.data.map
    around = (there for hex in enemies for there in zones.beside_by_land(ground, hex))
    return frozenset((*zones.stands_of(board, foes), *zones.zones_of(board, foes), *around))


def _paths(found: Ways, hexes: Iterable[str]) -> Paths:
    return {hex: path_to(found, hex) for hex in hexes}


def _shortest(found: Ways, hexes: list[str]) -> list[str]:
    least = min((found[hex].spent for hex in hexes), default=0)
    return [hex for hex in hexes if found[hex].spent == least]


def _farthest(board: Board, item: RetreatClan, unit: str, found: Ways) -> list[str]:
    """The hexes as far from the enemy as can be had, where four hexes cannot."""
    at = zones.occupants(board)
    away = {hex: zones.nearest(hex, item.enemies) for hex in found if hex not in at}
    most = max(away.values(), default=0)
    if most <= zones.nearest(board.units[unit].hex, item.enemies):
        return []
    return _shortest(found, [hex for hex, far in away.items() if far == most])


# ---- the order


@BOOK.offered(RetreatClan, "9.3.1")
def retreats(board: Board, item: RetreatClan, seat: str) -> Iterator[Retreat]:
    """Each unit that still has to, with each of its refuges [9.3.1]."""
    for unit in still_to_go(board, item):
        for hex in refuges(board, item, unit):
            yield Retreat(short(unit), hex)


@BOOK.narrows(RetreatClan, Retreat, "9.3.1")
def retreats_to_pick(board: Board, item: RetreatClan, seat: str, picks: Picks) -> Narrowed:
    """A unit, then the hex where it ends, unless there is but one [9.3.1]."""
    if not picks:
        units = map(short, still_to_go(board, item))
        return Narrowed(values_of("unit", units, tag_of(Retreat)), PATH, "unit")
    ways = refuges(board, item, unit_named(board, seat, picks[0]))
    if len(picks) == 1 and len(ways) > 1:
        return Narrowed(values_of("hex", ways), PATH, "hex")
    hex = picks[1] if len(picks) > 1 else next(iter(ways), "")
    bars = partial(retreat_bars, board, item, seat)
    return Narrowed(order=Retreat(picks[0], hex), bars=bars, way=ways.get(hex, ()))


def still_to_go(board: Board, item: RetreatClan) -> tuple[str, ...]:
    """The units of the retreat that are still there; the first of them is one that an enemy is near."""
    close = _near_enemy(board, item)
    units = ((unit, board.units[unit].hex) for unit in item.left)
    return tuple(unit for unit, hex in units if hex and (item.first or hex in close))


@BOOK.when_none(RetreatClan, "9.3.1")
def nowhere_to_go(board: Board, item: RetreatClan, chance: Chance) -> Outcome:
    """Units without a refuge stay where they are [9.3.1]."""
    return does()


def retreat_bars(board: Board, item: RetreatClan, seat: str, order: Retreat) -> Bars:
    unit, left = unit_named(board, seat, order.unit), still_to_go(board, item)
    if unit not in left:
        names = either([short(known) for known in left])
        yield Bar("9.3.1", f"{order.unit} has no retreat to make.", f"Units that retreat: {names}.")
    paths = refuges(board, item, unit)
    if order.hex not in paths:
        yield Bar("9.3.1", f"{order.unit} cannot retreat to {order.hex}.", _instead(order, paths))


def _instead(order: Retreat, paths: Paths) -> str:
    if not paths:
        return f"{order.unit} has nowhere to go and stays."
    return f"A retreat ends 4 hexes from the enemy, by the shortest way: {either(tuple(paths)[:6])}."


@BOOK.answer(RetreatClan, Retreat, "9.3.1")
def retreat_unit(board: Board, item: RetreatClan, seat: str, order: Retreat, chance: Chance) -> Outcome:
    """The side chooses which unit goes first; whoever held it in his zone, attacking, pursues [9.3.1]."""
    refuse_first(retreat_bars(board, item, seat, order))
    unit = unit_named(board, seat, order.unit)
    rest = tuple(other for other in item.left if other != unit)
    after = replace(item, left=rest, first=item.first or unit)
    path = refuges(board, item, unit)[order.hex]
    followers = pursuers(board, item, unit)
    hunt = (Pursuit(enemy(seat), followers, unit, path),) if followers else ()
    return does(UnitRetreated(unit, path), then=(*hunt, *((after,) if rest else ())))


# ---- pursuit


def pursuers(board: Board, item: RetreatClan, unit: str) -> tuple[str, ...]:
    """The attacking enemies in whose zone a unit begins its retreat, and that can follow it [9.3.1].

    All retreat at once: whoever has left his hex to pursue another held him there, and pursues no more.
    """
    here, at = board.units[unit].hex, zones.occupants(board)
    steps = board.data.map.steps
    return tuple(
        foe
        for foe in zones.holders(board, at, here, enemy(side_of(unit)))
        if zones.posture_of(board, foe) == "attack"
        and (item.held is None or (foe, board.units[foe].hex) in item.held)
        and any(there == here for there, _ in steps[board.units[foe].hex])
    )


@BOOK.offered(Pursuit, "9.3.1")
def pursuits(board: Board, item: Pursuit, seat: str) -> Iterator[Pursue]:
    """One of those that held the unit must pursue; if there are several, its side chooses [9.3.1]."""
    yield from (Pursue(short(unit)) for unit in item.units if board.units[unit].hex)


def pursuit_bars(board: Board, item: Pursuit, seat: str, order: Pursue) -> Bars:
    if unit_named(board, seat, order.unit) not in item.units:
        names = either([short(known) for known in item.units])
        yield Bar("9.3.1", f"{order.unit} did not hold {short(item.prey)}.", f"Pursue with {names}.")


@BOOK.answer(Pursuit, Pursue, "9.3.1")
def pursue(board: Board, item: Pursuit, seat: str, order: Pursue, chance: Chance) -> Outcome:
    """It follows the same way, and stops where it enters a zone of the other side [9.3.1]."""
    refuse_first(pursuit_bars(board, item, seat, order))
    unit = unit_named(board, seat, order.unit)
    path = chase(board, unit, item.path)
    return does(UnitPursued(unit, path, item.prey)) if len(path) > 1 else does()


def chase(board: Board, unit: str, path: tuple[str, ...]) -> tuple[str, ...]:
    """How far a pursuer comes along the way of its prey."""
    at, way = zones.occupants(board), [board.units[unit].hex]
    for hex in path:
        if hex in at:
            break
        way.append(hex)
        if zones.holders(board, at, hex, enemy(side_of(unit))):
            break
    return tuple(way)
