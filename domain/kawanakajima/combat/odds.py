"""Chapter 11, the numbers of a combat: column and row, term by term.

11.4   fire (reconstructed but for 11.9)
11.5   charge and melee
11.6   what modifies the column and the row
11.8   defensive positions
11.9   installed shooters, and fire in general
11.10  difficult terrain
2.2    of several terrains the defender takes the best

Most terms are known from the worked examples; RULINGS.md says which are reconstructed.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from domain.kawanakajima.board.state import Board, clan_of, enemy, hypothetical, unit_named
from domain.kawanakajima.board.zones import holders, occupants, posture_of
from domain.kawanakajima.combat.declare import best_leader, by_land
from domain.kawanakajima.data.tables import FORD, SIDES, STREAM, Terrain, Unit
from domain.kawanakajima.words.field_items import Combat
from domain.kawanakajima.words.field_orders import Fight
from domain.kit.sums import Sum, Term

CHARGE, MELEE, FIRE = "charge", "melee", "fire"
ONE = 1
"""Points of Elan that a charge keeps in difficult terrain or against a defensive position [11.8, 11.10]."""


class Odds(NamedTuple):
    """The modifiers of a combat, before the dice."""

    kind: str
    column: Sum
    row: Sum


def kind_of(board: Board, combat: Combat) -> str:
    """A charge if an attacker has moved in this activation, else a melee; across a river fire [5.2, 11.5]."""
    at_grips = [unit for unit in combat.attackers if not is_across(board, unit, combat.defenders)]
    if not at_grips:
        return FIRE
    how_many = any if board.options.charge == "any" else all
    return CHARGE if how_many(unit in board.field.moved for unit in at_grips) else MELEE


def is_across(board: Board, unit: str, others: tuple[str, ...]) -> bool:
    """Whether nothing but rivers lies between a unit and those that it fights: it only shoots [5.2]."""
    return not any(by_land(board, unit, other) for other in others)


def odds(board: Board, combat: Combat) -> Odds:
    """The modifiers of column and row, with the terrain that is best for the defender [2.2, 11.6]."""
    kind = kind_of(board, combat)
    found = [_with_terrain(board, combat, kind, terrain) for terrain in terrains(board, combat)]
    return min(found, key=lambda made: (made.column.total + made.row.total, made.column.total))


def _with_terrain(board: Board, combat: Combat, kind: str, terrain: Terrain) -> Odds:
    strength = tuple(_strength(board, combat, kind, terrain))
    rest = (*_terrain_terms(terrain), *_position(board, combat), *_fire(board, combat, kind, terrain))
    modifiers = (*strength, *rest, *_circumstances(board, combat, kind), *_leaders(board, combat))
    return Odds(
        kind,
        Sum(tuple(term for axis, term in modifiers if axis == "column" and term.value)),
        Sum(tuple(term for axis, term in modifiers if axis == "row" and term.value)),
    )


Axial = tuple[str, Term]
"""A term, and whether it is of the column or of the row."""


def _of(axis: str, value: int, why: str, rule: str) -> Axial:
    return axis, Term(value, why, rule)


# ---- Elan and Mass


def _strength(board: Board, combat: Combat, kind: str, terrain: Terrain) -> Iterator[Axial]:
    """Elan on the column, Mass on the row in a charge, both on the row in a melee [11.5, 11.8, 11.10]."""
    if kind == FIRE:
        return
    limited = kind == CHARGE and (terrain.difficult or is_behind_positions(board, combat))
    why = "11.8" if is_behind_positions(board, combat) else "11.10"
    for unit in _by_land(board, combat):
        elan = unit.elan if kind == CHARGE else 0
        used = min(elan, ONE) if limited else elan
        yield _of("column", used, f"Elan of {unit.short}", "11.5")
        yield _of("row", elan - used, f"Elan of {unit.short} that counts as Mass", why)
        yield _of("row", unit.mass, f"Mass of {unit.short}", "11.5")
        yield _of("row", unit.elan - elan, f"Elan of {unit.short} in a melee", "11.5")
    for name in combat.defenders:
        yield from _defence(board, name, kind)


def _by_land(board: Board, combat: Combat) -> tuple[Unit, ...]:
    """The attackers that come to grips; those beyond a river only shoot."""
    return tuple(
        board.data.units[unit] for unit in combat.attackers if not is_across(board, unit, combat.defenders)
    )


def _defence(board: Board, name: str, kind: str) -> Iterator[Axial]:
    """A defender in attack meets a charge with a charge; else Elan and Mass both stand on the row [11.5]."""
    unit = board.data.units[name]
    counters = kind == CHARGE and board.data.postures[posture_of(board, name)].counter_charge
    why = "in a counter-charge" if counters else "in defence"
    yield _of("column" if counters else "row", -unit.elan, f"Elan of {unit.short} {why}", "11.5")
    yield _of("row", -unit.mass, f"Mass of {unit.short}", "11.5")


# ---- terrain and positions


def terrains(board: Board, combat: Combat) -> tuple[Terrain, ...]:
    """What the defenders can choose from: their terrain, a side that all attackers cross, a height [2.2]."""
    data, names = board.data, ["clear"]
    for foe in combat.defenders:
        there = board.units[foe].hex
        hexes = [board.units[unit].hex for unit in combat.attackers]
        sides = [data.map.side(here, there) for here in hexes]
        names.append(data.map.places[there].terrain)
        names += [side for side in SIDES if side in (FORD, STREAM) and all(side == known for known in sides)]
        if all(data.map.places[here].level < data.map.places[there].level for here in hexes):
            names.append("uphill")
    return tuple(data.terrain[name] for name in dict.fromkeys(names))


def _terrain_terms(terrain: Terrain) -> Iterator[Axial]:
    yield _of("column", terrain.column, f"defender's terrain: {terrain.terrain}", "11.6")
    yield _of("row", terrain.row, f"defender's terrain: {terrain.terrain}", "11.6")


def entrenched(board: Board, combat: Combat) -> tuple[str, ...]:
    """The defenders in a defensive position whose clan is in defence [11.8]."""
    return tuple(
        unit
        for unit in combat.defenders
        if board.positions.get(board.units[unit].hex) == unit and posture_of(board, unit) == "defence"
    )


def is_behind_positions(board: Board, combat: Combat) -> bool:
    """Whether defensive positions count: if one of the defenders has one, by an option if all have [11.8]."""
    found = len(entrenched(board, combat))
    return found == len(combat.defenders) if board.options.positions == "all" else found > 0


def _position(board: Board, combat: Combat) -> Iterator[Axial]:
    if is_behind_positions(board, combat):
        position = board.data.terrain["defensive position"]
        yield _of("column", position.column, "defensive position", "11.8")
        yield _of("row", position.row, "defensive position", "11.8")


# ---- fire


def _fire(board: Board, combat: Combat, kind: str, terrain: Terrain) -> Iterator[Axial]:
    """Fire counts in a charge and across a river, in a melee only that of installed shooters [11.4, 11.9]."""
    sides = {"attackers": combat.attackers, "defenders": combat.defenders}
    for side, others in (("attackers", combat.defenders), ("defenders", combat.attackers)):
        rate = board.data.modifiers[f"fire of {side}, a point"]
        for name in sides[side]:
            unit, free = board.data.units[name], kind != MELEE or is_across(board, name, others)
            if not free and not (side == "defenders" and _is_installed(board, combat, name, terrain)):
                continue
            rule = "11.4" if free else "11.9"
            yield _of("column", unit.fire * rate.column, f"fire of {unit.short}", rule)
            yield _of("row", unit.fire * rate.row, f"fire of {unit.short}", rule)


def _is_installed(board: Board, combat: Combat, unit: str, terrain: Terrain) -> bool:
    """In defence, in a defensive position or behind a ford [11.9]."""
    return posture_of(board, unit) == "defence" and (
        unit in entrenched(board, combat) or terrain.terrain == FORD
    )


# ---- circumstances


def _circumstances(board: Board, combat: Combat, kind: str) -> Iterator[Axial]:
    """States, a posture unfit for combat, support, a special attack, surprise [5.3, 9.5.2, 11.6, 17.1]."""
    yield from _states(board, combat)
    unfit = min(board.data.postures[posture_of(board, unit)].column for unit in combat.defenders)
    yield _of("column", unfit, "defender's posture is unfit for combat", "11.6")
    support = board.data.modifiers["support"]
    friends = min(len(supporters(board, combat)), board.data.numbers.support_most)
    yield _of("column", friends * support.column, "support", "11.6")
    if kind == CHARGE and board.field.kind == "special attack":
        yield _of("column", board.data.modifiers["special attack"].column, "special attack", "9.5.2")
    if is_surprised(board, combat):
        yield _of("column", board.data.modifiers["surprise"].column, "surprise", "17.1")


def _states(board: Board, combat: Combat) -> Iterator[Axial]:
    """A unit's state counts against its own side [5.3]."""
    for sign, names in ((-1, combat.attackers), (1, combat.defenders)):
        values = {name: board.data.state_column[board.units[name].losses] for name in names}
        if board.options.state_modifier == "worst":
            worst = max(values, key=lambda name: values[name])
            values = {worst: values[worst]}
        for name, value in values.items():
            yield _of("column", sign * value, f"state of {board.data.units[name].short}", "5.3")


def supporters(board: Board, combat: Combat) -> tuple[str, ...]:
    """Friends in attack with a defender in their zone that do not attack in this combat [11.6]."""
    at = occupants(board)
    friends = (
        unit
        for foe in combat.defenders
        for unit in holders(board, at, board.units[foe].hex, combat.side)
        if unit not in combat.attackers and posture_of(board, unit) == "attack"
    )
    return tuple(dict.fromkeys(friends))


def is_surprised(board: Board, combat: Combat) -> bool:
    """On the first turn of the historical scenario the Uesugi take the clans A to L by surprise [17.1]."""
    return (
        board.turn == 1
        and not hypothetical(board)
        and combat.side == "uesugi"
        and all(board.data.clans[clan_of(unit)].general == "shingen" for unit in combat.defenders)
    )


def _leaders(board: Board, combat: Combat) -> Iterator[Axial]:
    """The best leader of each side, where his owner has set him [11.6]."""
    if combat.axis:
        yield _of(combat.axis, best_leader(board, combat.attackers), "leader of the attackers", "11.6")
    if combat.against:
        yield _of(combat.against, -best_leader(board, combat.defenders), "leader of the defenders", "11.6")


# ---- what may come of it


def average_rank(board: Board, seat: str, order: Fight) -> float:
    """The average rank of the result of a combat, over all throws, for whoever chooses a combat [11.5]."""
    units = tuple(unit_named(board, seat, unit) for unit in order.units)
    foes = tuple(unit_named(board, enemy(seat), unit) for unit in order.targets)
    made, table = odds(board, Combat(seat, units, foes, order.leader)), board.data.combat
    column, row = made.column.total, made.row.total
    return sum(
        often * times * table.result(column + across, row + down).rank
        for (across, often), (down, times) in product(TWO_DICE.items(), repeat=2)
    )


TWO_DICE = {total: 6 - abs(7 - total) for total in range(2, 13)}
"""How often two dice make a sum."""
