"""The worth of units, how near the enemy is, and what a fight promises: by a look at the board.

Everything is counted in victory points.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache
from itertools import product

from domain.kawanakajima.board.memo import kept, kept_by, kept_in_the_field
from domain.kawanakajima.board.state import ELIMINATED, Board, clan_of, enemy, side_of, units_of
from domain.kawanakajima.board.zones import (
    Line,
    clan_leader,
    enemy_hexes,
    leader_value,
    line_of,
    posture_of,
    reaches,
    stands_of,
)
from domain.kawanakajima.combat.losses import EXHAUSTED
from domain.kawanakajima.combat.odds import TWO_DICE, is_surprised, odds
from domain.kawanakajima.data.tables import CHIEF, SECOND, CombatTable, Hit, Map, Suffered
from domain.kawanakajima.movement.ways import FAR, cost_between
from domain.kawanakajima.words.field_items import Combat
from domain.kit.hexes import distance, within

Units = tuple[str, ...]

GENERAL = 14.0
"""What the life of Shingen or Kenshin is worth: with it the game is lost [16.4]."""

SECOND_IN_COMMAND = 3.0
"""What Kosaka's command is worth besides: with him half of the Takeda stand still [17.2]."""

STRENGTH = 0.3
"""What a point of Mass is worth while its unit can fight."""

PAIN = (0.0, 0.12, 0.3, 0.6, 1.0)
"""The share of its worth that a unit in each state has lost, by the steps [5.3]."""

SIGHT = 8
"""Hexes from which on it does not matter how far off an enemy is."""

GROUND = 0.12
"""What it is worth to be driven back by a hex."""

LEADERS_DIE = 4 / 6
"""How often a leader dies with his unit [11.11]."""


# ---- units


@kept_in_the_field
def price(board: Board, unit: str) -> float:
    """What the loss of a unit costs its side: its Elan, its leader, its strength [11.11, 17.5]."""
    known = board.data.units[unit]
    leader = GENERAL if known.general == CHIEF[known.seat] else 1.5 * leader_value(board, unit)
    leader += SECOND_IN_COMMAND * (known.general == SECOND)
    return known.elan + LEADERS_DIE * leader + STRENGTH * known.mass


@kept_in_the_field
def worn(board: Board, clan: str) -> float:
    """Steps that a clan has lost, per unit on the map."""
    units = units_of(board, clan)
    return sum(board.units[unit].losses for unit in units) / len(units) if units else 0.0


@kept_in_the_field
def run(board: Board, clan: str) -> float:
    """How likely the rest of a clan is to flee when one of its units is lost [11.12]."""
    firm = sum(board.units[unit].losses < EXHAUSTED for unit in units_of(board, clan)) - 1
    more = clan_leader(board, clan) + max(0, firm)
    return sum(board.data.flight.at(face + more).flight for face in range(1, 7)) / 6 * (clan[1] != "A")


def _clan_as_it_is(board: Board, unit: str) -> tuple[Hashable, ...]:
    mates = board.data.clans[clan_of(unit)].units
    return unit, board.armies[side_of(unit)].samurai, *[board.units[mate] for mate in mates]


@kept_by(_clan_as_it_is, 4000)
def pain(board: Board, unit: str) -> tuple[float, ...]:
    """What so many steps cost a unit, from none to all of them; the flight of its clan included."""
    worth, lost = price(board, unit), board.units[unit].losses
    clan = clan_of(unit)
    mates = sum(price(board, mate) for mate in units_of(board, clan) if mate != unit)
    fled = run(board, clan) * mates
    return tuple(
        worth * (PAIN[min(lost + steps, ELIMINATED)] - PAIN[min(lost, ELIMINATED)])
        + (fled if steps and lost + steps >= ELIMINATED else 0.0)
        for steps in range(ELIMINATED + 1)
    )


# ---- distances


@lru_cache(maxsize=8000)
def _ring(hex: str, radius: int) -> tuple[str, ...]:
    """The hexes at that distance."""
    return tuple(there for there in within(hex, radius) if distance(hex, there) == radius)


@lru_cache(maxsize=2000)
def _from(map: Map, here: str) -> tuple[str, ...]:
    """A hex; for an entry point the hexes next to it."""
    return map.entries[here].hexes if here in map.entries else (here,)


def foes_near(board: Board, side: str, here: str) -> tuple[int, Units]:
    """How far the nearest enemies of a side are from a place, in hexes, and who they are.

    `SIGHT` and nobody where there are none so near.
    """
    return _in_sight(line_of(board, enemy(side)), here)


@lru_cache(maxsize=8000)
def _in_sight(foes: Line, here: str) -> tuple[int, Units]:
    stands, starts = foes.stands, _from(foes.map, here)
    keys = stands.keys()
    for radius in range(1, SIGHT):
        rings = [_ring(start, radius) for start in starts]
        if not all(keys.isdisjoint(ring) for ring in rings):
            found = tuple([stands[hex] for ring in rings for hex in ring if hex in stands])
            return radius, found
    return SIGHT, ()


@kept_in_the_field
def nearest(board: Board, clan: str) -> int:
    """Hexes between a clan and the nearest enemy; `SIGHT` where none is so near."""
    side = side_of(clan)
    return min(
        (foes_near(board, side, board.units[unit].hex)[0] for unit in units_of(board, clan)), default=SIGHT
    )


@kept_in_the_field
def way(board: Board, side: str, here: str) -> int:
    """Movement points from a place to the nearest enemy of a side, around rivers."""
    foes = [board.units[foe].hex for foe in foes_near(board, side, here)[1]]
    if not foes:
        start = _from(board.data.map, here)[0]
        foes = sorted(enemy_hexes(board, side), key=lambda hex: distance(start, hex))[:2]
    return min((cost_between(board.data.map, here, foe) for foe in foes), default=FAR)


# ---- fights


Blow = tuple[int, bool, int, bool, float]
"""A part of a result: steps lost and a retreat for one unit, and for each other one; how likely it is."""


@lru_cache(maxsize=4000)
def _blows(table: _Table, column: int, row: int) -> tuple[tuple[Blow, ...], tuple[Blow, ...]]:
    """What the attackers and the defenders of a combat may suffer, for the sums of its modifiers."""
    found: tuple[dict[Suffered, float], dict[Suffered, float]] = ({}, {})
    for (across, often), (down, times) in product(TWO_DICE.items(), repeat=2):
        result = table.known.result(column + across, row + down)
        for side, part in zip(found, (result.attacker, result.defender), strict=True):
            side[part] = side.get(part, 0.0) + often * times / 36**2
    mine, theirs = (
        tuple(_blow(part, often) for part, often in side.items() if _hurts(part)) for side in found
    )
    return mine, theirs


_Pains = tuple[tuple[float, ...], ...]
"""What so many steps cost each of some units."""


class _Table:
    """A combat table that is told from others by identity: to compare it would cost more than to use it."""

    __slots__ = ("known",)

    def __init__(self, known: CombatTable) -> None:
        self.known = known


_TABLES: dict[int, _Table] = {}


def _table_of(board: Board) -> _Table:
    known = board.data.combat
    found = _TABLES.get(id(known))
    if found is None or found.known is not known:
        found = _TABLES[id(known)] = _Table(known)
    return found


def _hurts(part: Suffered) -> bool:
    return part.main != Hit() or part.others != Hit()


def _blow(part: Suffered, often: float) -> Blow:
    return (_steps(part.main), part.main.retreat, _steps(part.others), part.others.retreat, often)


def _steps(hit: Hit) -> int:
    return ELIMINATED if hit.eliminated else hit.losses


def toll(board: Board, column: int, row: int, attackers: Sequence[str], defenders: Sequence[str]) -> float:
    """What a combat costs the defenders on average, less what it costs the attackers."""
    hurt, harmed = (tuple([pain(board, unit) for unit in units]) for units in (attackers, defenders))
    return _toll(_table_of(board), column, row, hurt, harmed)


@lru_cache(maxsize=20_000)
def _toll(table: _Table, column: int, row: int, attackers: _Pains, defenders: _Pains) -> float:
    mine, theirs = _blows(table, column, row)
    return _cost(theirs, defenders) - _cost(mine, attackers)


def _cost(blows: tuple[Blow, ...], pains: _Pains) -> float:
    """What a side suffers on average, which lets the unit be struck that it misses least."""
    total = 0.0
    for steps, back, each, others_back, often in blows:
        cost = min([hurt[steps] - hurt[each] for hurt in pains]) + GROUND * (back - others_back)
        if each or others_back:
            cost += sum([hurt[each] for hurt in pains]) + GROUND * others_back * len(pains)
        total += often * cost
    return total


@kept
def promise(board: Board, combat: Combat) -> float:
    """What a combat brings that is possible now, term by term of the rules [11.5 to 11.10]."""
    found = odds(board, combat)
    return toll(board, found.column.total, found.row.total, combat.attackers, combat.defenders)


@kept_in_the_field
def charge(board: Board, attackers: Units, foe: str) -> float:
    """About what an attack on an enemy would bring, if these units came into contact with it [11.5]."""
    data, there = board.data, board.units[foe].hex
    known, posture = data.units[foe], data.postures[posture_of(board, foe)]
    place = data.map.places.get(there)
    ground = data.terrain[place.terrain] if place else data.terrain["clear"]
    dug_in = board.positions.get(there) == foe and posture.posture == "defence"
    most = 1 if ground.difficult or dug_in else FAR
    elan = sum(data.units[unit].elan for unit in attackers)
    used = sum(min(data.units[unit].elan, most) for unit in attackers)
    column = used + ground.column - dug_in
    column += posture.column + data.state_column[board.units[foe].losses]
    column -= sum(data.state_column[board.units[unit].losses] for unit in attackers)
    column += max((leader_value(board, unit) for unit in attackers), default=0) - leader_value(board, foe)
    column += 2 * is_surprised(board, Combat(side_of(attackers[0]), attackers, (foe,)))
    row = sum(data.units[unit].mass for unit in attackers) + elan - used - known.mass + ground.row
    if posture.counter_charge:
        column -= known.elan
    else:
        row -= known.elan
    return toll(board, column, row, attackers, (foe,))


def neighbours_of(board: Board, side: str, hex: str) -> Units:
    """The units of a side that have a hex in their zone."""
    stands = stands_of(board, side)
    around = board.data.map.beside.get(hex, ())
    return tuple(stands[there] for there in around if there in stands and reaches(board, stands[there], hex))


@kept_in_the_field
def prospect(board: Board, clan: str) -> float:
    """What an attack of a clan promises: on the best of the enemies next to its nearest, with its friends."""
    units, side = units_of(board, clan), side_of(clan)
    best = -9.0
    for foe in _within(board, clan):
        friends = tuple(u for u in neighbours_of(board, side, board.units[foe].hex) if u not in units)
        best = max(best, charge(board, (*units, *friends)[:4], foe))
    return best if units else -9.0


@kept_in_the_field
def _within(board: Board, clan: str) -> Units:
    """The nearest enemies of a clan, those that it would have to go for [6.5]."""
    near, side = nearest(board, clan), side_of(clan)
    found = (foes_near(board, side, board.units[unit].hex) for unit in units_of(board, clan))
    return tuple(dict.fromkeys(foe for far, foes in found if far <= near + 1 for foe in foes))[:3]


@kept_in_the_field
def menace(board: Board, unit: str) -> float:
    """What the enemies that are next to a unit could do to it together, if they attacked it now."""
    foes = neighbours_of(board, enemy(side_of(unit)), board.units[unit].hex)
    return max(0.0, charge(board, foes, unit)) if foes else 0.0


@kept_in_the_field
def danger(board: Board, clan: str) -> float:
    """The worst that a unit of a clan has to fear where it stands."""
    return max((menace(board, unit) for unit in units_of(board, clan)), default=0.0)


@kept_in_the_field
def engaged(board: Board, clan: str) -> bool:
    """Whether a unit of a clan is next to the enemy."""
    return nearest(board, clan) <= 1
