"""What units are worth, how near the enemy is, and what a fight promises: by a look at the board, without playing.

Everything is counted in victory points.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product

from domain.kawanakajima.board.memo import kept
from domain.kawanakajima.board.state import ELIMINATED, Board, clan_of, enemy, side_of, units_of
from domain.kawanakajima.board.zones import (
    clan_leader,
    enemy_hexes,
    leader_value,
    posture_of,
    reaches,
    stands_of,
)
from domain.kawanakajima.combat.losses import EXHAUSTED
from domain.kawanakajima.combat.odds import TWO_DICE, is_surprised, odds
from domain.kawanakajima.data.tables import CHIEF, CombatTable, Hit, Suffered
from domain.kawanakajima.movement.ways import FAR, cost_between
from domain.kawanakajima.words.field_items import Combat
from domain.kit.hexes import distance

Units = tuple[str, ...]

GENERAL = 14.0
"""What the life of Shingen or Kenshin is worth: with it the game is lost [16.4]."""

STRENGTH = 0.3
"""What a point of Mass is worth while its unit can fight."""

PAIN = (0.0, 0.12, 0.3, 0.6, 1.0)
"""The share of its worth that a unit in each state has lost, by the steps [5.3]."""

GROUND = 0.12
"""What it is worth to be driven back by a hex."""

LEADERS_DIE = 4 / 6
"""How often a leader dies with his unit [11.11]."""


# ---- units


@kept
def price(board: Board, unit: str) -> float:
    """What the loss of a unit costs its side: its Elan, its leader, its strength [11.11, 17.5]."""
    known = board.data.units[unit]
    leader = GENERAL if known.general == CHIEF[known.seat] else 1.5 * leader_value(board, unit)
    return known.elan + LEADERS_DIE * leader + STRENGTH * known.mass


@kept
def worn(board: Board, clan: str) -> float:
    """Steps that a clan has lost, per unit on the map."""
    units = units_of(board, clan)
    return sum(board.units[unit].losses for unit in units) / len(units) if units else 0.0


@kept
def run(board: Board, clan: str) -> float:
    """How likely the rest of a clan is to flee when one of its units is lost [11.12]."""
    firm = sum(board.units[unit].losses < EXHAUSTED for unit in units_of(board, clan)) - 1
    more = clan_leader(board, clan) + max(0, firm)
    return sum(board.data.flight.at(face + more).flight for face in range(1, 7)) / 6 * (clan[1] != "A")


@kept
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


@kept
def nearest(board: Board, clan: str) -> int:
    """Hexes between a clan and the nearest enemy."""
    foes = enemy_hexes(board, side_of(clan))
    return min((_hexes(board, unit, foe) for unit in units_of(board, clan) for foe in foes), default=FAR)


def _hexes(board: Board, unit: str, foe: str) -> int:
    here, entries = board.units[unit].hex, board.data.map.entries
    starts = entries[here].hexes if here in entries else (here,)
    return min(distance(start, foe) for start in starts) + (here in entries)


@kept
def way(board: Board, side: str, here: str) -> int:
    """Movement points from a place to the nearest enemy of a side, around rivers."""
    foes = sorted(enemy_hexes(board, side), key=lambda foe: _crow(board, here, foe))[:3]
    return min((cost_between(board.data.map, here, foe) for foe in foes), default=FAR)


def _crow(board: Board, here: str, foe: str) -> int:
    entries = board.data.map.entries
    return min(distance(start, foe) for start in (entries[here].hexes if here in entries else (here,)))


# ---- fights


@lru_cache(maxsize=4000)
def _chances(
    first: tuple[int, int], cells: tuple[tuple[str, ...], ...], column: int, row: int
) -> tuple[tuple[str, float], ...]:
    """How likely each result is, for the sums of the modifiers of a combat."""
    found: dict[str, float] = {}
    for (across, often), (down, times) in product(TWO_DICE.items(), repeat=2):
        line = cells[max(0, min(row + down - first[1], len(cells) - 1))]
        code = line[max(0, min(column + across - first[0], len(line) - 1))]
        found[code] = found.get(code, 0.0) + often * times / 36**2
    return tuple(found.items())


def chances(table: CombatTable, column: int, row: int) -> tuple[tuple[str, float], ...]:
    """The same of a table; beyond its edges as at the edge."""
    return _chances((table.first_column, table.first_row), table.cells, column, row)


def toll(board: Board, column: int, row: int, attackers: Sequence[str], defenders: Sequence[str]) -> float:
    """What a combat costs the defenders on average, less what it costs the attackers."""
    table, total = board.data.combat, 0.0
    for code, often in chances(table, column, row):
        result = table.results[code]
        total += often * (_cost(board, result.defender, defenders) - _cost(board, result.attacker, attackers))
    return total


def _cost(board: Board, part: Suffered, units: Sequence[str]) -> float:
    """What a part of a result costs a side, that lets the unit be struck which it misses least."""
    if part.main == part.others or len(units) == 1:
        return sum(_blow(board, unit, part.main) for unit in units)
    all_others = sum(_blow(board, unit, part.others) for unit in units)
    return all_others + min(_blow(board, u, part.main) - _blow(board, u, part.others) for u in units)


def _blow(board: Board, unit: str, hit: Hit) -> float:
    steps = ELIMINATED if hit.eliminated else hit.losses
    return pain(board, unit)[steps] + GROUND * hit.retreat


@kept
def promise(board: Board, combat: Combat) -> float:
    """What a combat brings that is possible now, term by term of the rules [11.5 to 11.10]."""
    found = odds(board, combat)
    return toll(board, found.column.total, found.row.total, combat.attackers, combat.defenders)


@kept
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


@kept
def prospect(board: Board, clan: str) -> float:
    """What an attack of a clan promises: on the best of the enemies next to its nearest, with its friends."""
    units, side = units_of(board, clan), side_of(clan)
    best = -9.0
    for foe in _within(board, clan):
        friends = tuple(u for u in neighbours_of(board, side, board.units[foe].hex) if u not in units)
        best = max(best, charge(board, (*units, *friends)[:4], foe))
    return best if units else -9.0


@kept
def _within(board: Board, clan: str) -> Units:
    """The nearest enemies of a clan, those that it would have to go for [6.5]."""
    stands = stands_of(board, enemy(side_of(clan)))
    own = [board.units[unit].hex for unit in units_of(board, clan)]
    away = sorted((min((_crow(board, here, hex) for here in own), default=FAR), unit) for hex, unit in stands.items())
    return tuple(unit for far, unit in away[:3] if far <= away[0][0] + 1)


@kept
def menace(board: Board, unit: str) -> float:
    """What the enemies that are next to a unit could do to it together, if they attacked it now."""
    foes = neighbours_of(board, enemy(side_of(unit)), board.units[unit].hex)
    return max(0.0, charge(board, foes, unit)) if foes else 0.0


@kept
def danger(board: Board, clan: str) -> float:
    """The worst that a unit of a clan has to fear where it stands."""
    return max((menace(board, unit) for unit in units_of(board, clan)), default=0.0)


@kept
def engaged(board: Board, clan: str) -> bool:
    """Whether a unit of a clan is next to the enemy."""
    return nearest(board, clan) <= 1
