"""Advice on movement: attacks, marches, retreats, pursuits, and the enemy's scattered clans [9, 10]."""

from __future__ import annotations

from typing import Any

from domain.kawanakajima.board.memo import kept_in_the_field
from domain.kawanakajima.board.state import Board, clan_of, enemy, side_of, unit_named
from domain.kawanakajima.board.zones import enemy_hexes, posture_of, reaches, stands_of
from domain.kawanakajima.data.tables import CHIEF, SECOND
from domain.kawanakajima.movement.ways import cost_between
from domain.kawanakajima.programs.reckoning import charge, foes_near, neighbours_of, price, way, worn
from domain.kawanakajima.programs.rule import rule
from domain.kawanakajima.words import field_orders as f
from domain.kawanakajima.words.siege_orders import Occupy
from domain.kit.facts import State
from domain.kit.hexes import distance, is_label

_State = State[Board, Any]

UP_THERE = 1.0
"""What is amiss with a unit that waits on Mount Saijo."""

FAR_OFF = 60
"""Movement points from which on the way to the enemy is just long."""

CHARGE, CAUGHT = 5, 0.4
"""Hexes within which a clan in move may be charged, and what it costs to stand a hex nearer [6.5, 11.6]."""

BOLD = 0.1
"""The same for the clans of Kosaka: who comes late must not be held up by it."""


@kept_in_the_field
def stroke(board: Board, unit: str, hex: str) -> float:
    """What a unit could do from a hex: the best attack on an enemy beside it, less for each other one."""
    side = side_of(unit)
    stands = stands_of(board, enemy(side))
    foes = tuple(stands[there] for there in board.data.map.beside.get(hex, ()) if there in stands)
    if not foes:
        return 0.0
    best = -9.0
    for foe in foes:
        friends = tuple(u for u in neighbours_of(board, side, board.units[foe].hex) if u != unit)
        best = max(best, charge(board, (unit, *friends)[:4], foe))
    return best + 0.4 - 0.35 * (len(foes) - 1)


@kept_in_the_field
def exposure(board: Board, unit: str, hex: str) -> float:
    """Enemies in attack next to a hex, against whom its ground does not help."""
    stands = stands_of(board, enemy(side_of(unit)))
    foes = [stands[there] for there in board.data.map.beside.get(hex, ()) if there in stands]
    return 0.3 * len([foe for foe in foes if reaches(board, foe, hex)]) * (1 + 0.2 * board.units[unit].losses)


@kept_in_the_field
def ground(board: Board, hex: str) -> float:
    """What a hex is worth to whoever is attacked on it [11.6]."""
    place = board.data.map.places.get(hex)
    if place is None:
        return 0.0
    known = board.data.terrain[place.terrain]
    return -0.1 * (known.column + known.row) + 0.05 * place.level


@kept_in_the_field
def stand(board: Board, unit: str, hex: str) -> float:
    """How well a unit stands on a hex, by the posture of its clan."""
    if not is_label(hex):
        return -UP_THERE - 0.1 * _left(board, unit, hex)
    posture, side = posture_of(board, unit), side_of(unit)
    if posture == "attack":
        blow = stroke(board, unit, hex)
        return blow + 0.3 * ground(board, hex) - (0.1 if blow else 0.1 * _left(board, unit, hex))
    if board.data.units[unit].general == CHIEF[side] or clan_of(unit)[1] == "A":
        return _shelter(board, unit, hex)
    if posture == "move" and worn(board, clan_of(unit)) < 1.5:
        near = foes_near(board, side, hex)[0]
        return (
            ground(board, hex) - 0.1 * _left(board, unit, hex) - _caution(board, unit) * max(0, CHARGE - near)
        )
    if posture == "move":
        return _shelter(board, unit, hex)
    return ground(board, hex) - exposure(board, unit, hex) - 0.02 * min(20, way(board, side, hex))


def _caution(board: Board, unit: str) -> float:
    return BOLD if board.data.clans[clan_of(unit)].general == SECOND else CAUGHT


def _left(board: Board, unit: str, hex: str) -> int:
    """Movement points that are left to the nearest enemy; in a siege scenario Kaizu is a goal too."""
    left = way(board, side_of(unit), hex)
    if board.fort and board.kaizu != side_of(unit):
        left = min(left, cost_between(board.data.map, hex, board.fort))
    return min(left, FAR_OFF)


def _shelter(board: Board, unit: str, hex: str) -> float:
    """Away from the enemy, next to friends."""
    foes = enemy_hexes(board, side_of(unit))
    near = min((distance(hex, foe) for foe in foes), default=9)
    friends = stands_of(board, side_of(unit))
    cover = sum(there in friends for there in board.data.map.beside.get(hex, ()))
    return 0.25 * min(near, 5) + 0.1 * cover + ground(board, hex)


def move(state: _State, seat: str, order: Any) -> float:
    """Where the unit stands best; nothing more is as good as to stay."""
    if not isinstance(order, f.Move):
        return 0.0
    board = state.board
    unit = unit_named(board, seat, order.unit)
    if not unit:
        return 0.0
    here, there = board.units[unit].hex, order.path[-1]
    return stand(board, unit, there) - stand(board, unit, here)


def occupy(state: _State, seat: str, order: Any) -> float:
    """Kaizu is worth more than any field."""
    if not isinstance(order, Occupy):
        return 0.0
    return 3.0 if state.board.kaizu != seat or state.board.siege else 0.5


def displace(state: _State, seat: str, order: Any) -> float:
    """The enemy's units go where they are far from their friends, and near to ours."""
    if not isinstance(order, f.Move):
        return 0.1
    board = state.board
    own = stands_of(board, seat)
    near = min((distance(order.path[-1], hex) for hex in own), default=9)
    return 0.5 - 0.1 * near


def retreat(state: _State, seat: str, order: Any) -> float:
    """As far from the enemy as can be, on good ground, next to friends."""
    if not isinstance(order, f.Retreat) or not is_label(order.hex):
        return 0.0
    unit = unit_named(state.board, seat, order.unit)
    return _shelter(state.board, unit, order.hex)


def pursue(state: _State, seat: str, order: Any) -> float:
    """The freshest and strongest unit follows."""
    if not isinstance(order, f.Pursue):
        return 0.0
    board, unit = state.board, unit_named(state.board, seat, order.unit)
    return 1.0 - 0.4 * board.units[unit].losses - 0.2 * price(board, unit)


def advance(state: _State, seat: str, order: Any) -> float:
    """Into the hex that was left, where the next stroke is good and the unit is not alone among enemies."""
    if not isinstance(order, f.Advance):
        return 0.0
    board, unit = state.board, unit_named(state.board, seat, order.unit)
    if clan_of(unit)[1] == "A":
        return -1.0
    gain = stroke(board, unit, order.hex) - stroke(board, unit, board.units[unit].hex)
    return 0.2 + gain - exposure(board, unit, order.hex) + exposure(board, unit, board.units[unit].hex)


MOVE = rule(
    "In attack go where your units strike one enemy together; in move come nearer, but out of his reach; "
    "your general stays away from him.",
    move,
)
OCCUPY = rule("Go into Kaizu when you can: it is worth more than any field.", occupy)
DISPLACE = rule("Bring the enemy's scattered units where you can strike them.", displace)
RETREAT = rule("Retreat far from the enemy, to good ground and to your friends.", retreat)
PURSUE = rule("Pursue with a fresh unit that you can spare.", pursue)
ADVANCE = rule("Advance where the next stroke is good, and not alone among enemies.", advance)
