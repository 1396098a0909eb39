"""Chapter 13.3: into Kaizu.

13.3  for 3 movement points, without a limit of stacking; against the enemy in attack only
13.7  whole clans only, by the hexes of one peripheral zone
6.5   an attacking clan goes there if the enemy in Kaizu is one it may head for
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from domain.kawanakajima.board.fortress import card, effectives_of, garrison, is_inside
from domain.kawanakajima.board.state import Board, clan_of, enemy, short, side_of, units_of
from domain.kawanakajima.board.zones import Occupants, holders, is_held, occupants
from domain.kawanakajima.movement.obligations import targets
from domain.kawanakajima.movement.ways import Ways, allowance, path_to, ways
from domain.kawanakajima.scenario.hypothetical import surplus
from domain.kawanakajima.words.siege_orders import Occupy
from domain.kit.bars import Bar, Bars
from domain.kit.errors import either


class WayIn(NamedTuple):
    """How a unit comes into Kaizu: its path, the hex that it leaves first, and the points spent."""

    path: tuple[str, ...]
    spent: int


def ways_in(board: Board, clan: str, zone: str) -> dict[str, WayIn | None]:
    """For each unit of a clan the cheapest way into Kaizu by a zone; None without one [13.3]."""
    at = occupants(board)
    return {unit: _way_in(board, at, unit, zone) for unit in units_of(board, clan)}


def _way_in(board: Board, at: Occupants, unit: str, zone: str) -> WayIn | None:
    if unit in board.field.moved or is_held(board, at, unit):
        return None
    points = allowance(board, unit)
    found = ways(board, at, unit, points)
    price = dict(board.data.map.back[board.fort])
    gates = [gate for gate in card(board).zones[zone].hexes if _is_open(board, at, unit, gate, found)]
    spent, gate = min(((found[gate].spent + price[gate], gate) for gate in gates), default=(points + 1, ""))
    return WayIn((*path_to(found, gate), board.fort), spent) if spent <= points else None


def _is_open(board: Board, at: Occupants, unit: str, gate: str, found: Ways) -> bool:
    """A hex next to Kaizu from which a unit can go on: in an enemy zone its movement would end [5.2]."""
    return gate in found and not holders(board, at, gate, enemy(side_of(unit)))


def occupations(board: Board, clans: tuple[str, ...]) -> Iterator[Occupy]:
    """The clans that can go into Kaizu now, by each zone [13.3, 13.5, 13.7]."""
    if not board.fort:
        return
    for clan in clans:
        if not any(enter_bars(board, clan)):
            yield from (Occupy(short(clan), zone) for zone in _open_zones(board, clan))


def _open_zones(board: Board, clan: str) -> tuple[str, ...]:
    """The peripheral zones by which all units of a clan come in [13.7]."""
    outer = (zone.name for zone in card(board).zones.values() if zone.hexes)
    return tuple(zone for zone in outer if all(ways_in(board, clan, zone).values()))


def enter_bars(board: Board, clan: str) -> Bars:
    """A whole clan goes in, whatever the way; against the enemy in attack only [6.5, 13.3, 13.5, 13.7]."""
    side, name = side_of(clan), f"Clan {short(clan)}"
    foes, posture = garrison(board, enemy(side)), board.postures[clan]
    if is_inside(board, clan):
        yield Bar("13.3", f"{name} is in Kaizu.")
    if foes and posture != "attack":
        why = f"The enemy is in Kaizu: a clan in attack may enter, and {name} is in {posture}."
        yield Bar("13.3", why)
    if posture == "attack" and not may_head_for_kaizu(board, clan):
        yield Bar("6.5", f"{name} is in attack and goes to the nearest enemy, who is not in Kaizu.")
    if foes and board.siege is None and not effectives_of(board, units_of(board, clan)).terms:
        yield Bar("13.5", f"{name} has no unit in order or shaken, and cannot begin a siege.")
    waiting = [short(unit) for unit in surplus(board) if clan_of(unit) == clan]
    if waiting:
        yield Bar("13.7", f"{name} is not whole: {either(waiting)} waits behind the edge of the map.")


def may_head_for_kaizu(board: Board, clan: str) -> bool:
    """Whether an enemy in Kaizu is one that a unit of an attacking clan may head for [6.5]."""
    foes = garrison(board, enemy(side_of(clan)))
    return any(foe in targets(board, unit) for unit in units_of(board, clan) for foe in foes)


def way_in_bars(board: Board, clan: str, zone: str) -> Bars:
    """By a peripheral zone, and every unit of the clan [13.2, 13.7]."""
    known = card(board).zones.get(zone)
    if known is None or not known.hexes:
        outer = tuple(there.name for there in card(board).zones.values() if there.hexes)
        yield Bar("13.2", f"{zone} is no peripheral zone.", f"Kaizu is entered by {either(outer)}.")
        return
    yield from enter_bars(board, clan)
    late = [short(unit) for unit, way in ways_in(board, clan, zone).items() if way is None]
    if late:
        could = _open_zones(board, clan)
        names, hexes = ", ".join(late), " and ".join(known.hexes)
        why = f"A clan enters Kaizu whole, and {names} cannot come in by {zone} ({hexes})."
        yield Bar("13.7", why, f"It can enter by {either(could)}." if could else "")
