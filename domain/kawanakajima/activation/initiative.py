"""Chapter 9.3.4, the chit of clan initiative, and what the enemy does with a clan that failed in 9.5.5.

9.3.4  clans caught in move or regroup try to take the posture of defence; scattered clans in defence close up
9.5.5  the enemy moves the units of a clan about
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from domain.kawanakajima.activation.postures import posture_sum, sealed_need
from domain.kawanakajima.board.field_events import Activated, PostureTried, PostureWanted, UnitMoved
from domain.kawanakajima.board.fortress import in_the_open
from domain.kawanakajima.board.state import (
    Board,
    clan_named,
    clans_of,
    covered,
    enemy,
    short,
    side_of,
    unit_named,
    units_of,
)
from domain.kawanakajima.board.zones import Occupants, is_held, occupants, zones_of
from domain.kawanakajima.book import BOOK
from domain.kawanakajima.data.tables import SEATS
from domain.kawanakajima.movement.obligations import distance_on_map, is_alone
from domain.kawanakajima.movement.retreats import Paths
from domain.kawanakajima.movement.ways import FAR, Step, step_price
from domain.kawanakajima.words.field_items import (
    CloseUp,
    Displace,
    DisplaceUnits,
    Initiative,
    InitiativeChit,
    TryGather,
    TryPosture,
)
from domain.kawanakajima.words.field_orders import Gather, Move, Posture
from domain.kawanakajima.words.orders import Done
from domain.kit.bars import Bar, Bars, refuse_first
from domain.kit.chance import Chance
from domain.kit.errors import either
from domain.kit.facts import Outcome, does, keeps, tag_of
from domain.kit.narrowed import PATH, Narrowed, Picks, values_of

# ---- who may


@BOOK.step(InitiativeChit, "9.3.4")
def initiative_chit(board: Board, item: InitiativeChit, chance: Chance) -> Outcome:
    """Clans of both sides help themselves [9.3.4]."""
    return does(Activated("", (), "initiative"), then=tuple(Initiative(side) for side in SEATS))


def in_trouble(board: Board, side: str) -> tuple[str, ...]:
    """The clans in move or regroup with a unit in an enemy zone that have not tried [9.3.4]."""
    at = occupants(board)
    return tuple(
        clan
        for clan in clans_of(board, side)
        if board.postures[clan] in ("move", "regroup")
        and clan not in board.field.tried
        and any(is_held(board, at, unit) for unit in units_of(board, clan))
    )


def scattered(board: Board, side: str) -> tuple[str, ...]:
    """The clans in defence with a unit that could close up, and that have not tried [9.3.4]."""
    return tuple(
        clan
        for clan in clans_of(board, side)
        if board.postures[clan] == "defence" and clan not in board.field.tried and strays(board, clan)
    )


def strays(board: Board, clan: str) -> tuple[str, ...]:
    """The units next to no other of their clan that have a hex nearer to it [6.3, 9.3.4]."""
    at, mates = occupants(board), units_of(board, clan)
    return tuple(unit for unit in mates if is_alone(board, unit, mates) and closer(board, at, unit, mates))


def closer(board: Board, at: Occupants, unit: str, mates: tuple[str, ...]) -> tuple[str, ...]:
    """The hexes next to a unit that it may enter and that are nearer to another of its clan [9.3.4]."""
    here = board.units[unit].hex
    if is_held(board, at, unit):
        return ()
    away, zones = _from_mates(board, unit, mates, here), zones_of(board, enemy(side_of(unit)))
    return tuple(
        hex
        for hex, cost in board.data.map.steps[here]
        if hex not in at
        and step_price(board, at, zones, unit, Step(here, hex, cost)) < FAR
        and _from_mates(board, unit, mates, hex) < away
    )


def _from_mates(board: Board, unit: str, mates: tuple[str, ...], hex: str) -> int:
    return min(
        (distance_on_map(board, hex, board.units[mate].hex) for mate in mates if mate != unit), default=0
    )


# ---- the prompt


@BOOK.offered(Initiative, "9.3.4", private=True)
def initiatives(board: Board, item: Initiative, seat: str) -> Iterator[Posture | Gather | Done]:
    """Defence for a clan in trouble, closing up for a scattered one, or nothing more [9.3.4]."""
    yield from (Posture(short(clan), "defence") for clan in in_trouble(board, seat))
    yield from (Gather(short(clan)) for clan in scattered(board, seat))
    yield Done()


@BOOK.moot(Initiative, "9.3.4")
def nobody_in_need(board: Board, item: Initiative) -> bool:
    """Where no clan is in trouble or scattered, nothing is asked [9.3.4]."""
    return not in_trouble(board, item.seat) and not scattered(board, item.seat)


def initiative_bars(board: Board, item: Initiative, seat: str, order: Posture) -> Bars:
    able = in_trouble(board, seat)
    if clan_named(board, seat, order.clan) not in able:
        why = f"Clan {order.clan} is not caught in move or regroup, or it has tried."
        yield Bar("9.3.4", why, _could("Clans that are", able))
    if order.posture != "defence":
        yield Bar("9.3.4", "By its own initiative a clan takes the posture of defence only.")


@BOOK.answer(Initiative, Posture, "9.3.4")
def take_initiative(board: Board, item: Initiative, seat: str, order: Posture, chance: Chance) -> Outcome:
    """A clan caught in move or regroup tries to take the posture of defence [9.3.4]."""
    refuse_first(initiative_bars(board, item, seat, order))
    clan = clan_named(board, seat, order.clan)
    wanted = PostureWanted(clan, covered(board, clan, "defence"))
    return does(wanted, then=(TryPosture(clan, initiative=True), item))


def gather_bars(board: Board, item: Initiative, seat: str, order: Gather) -> Bars:
    able = scattered(board, seat)
    if clan_named(board, seat, order.clan) not in able:
        why = f"Clan {order.clan} is not in defence with a unit that could close up, or it has tried."
        yield Bar("9.3.4", why, _could("Clans that are", able))


def _could(who: str, clans: tuple[str, ...]) -> str:
    return f"{who}: {either([short(clan) for clan in clans]) or 'none'}."


@BOOK.answer(Initiative, Gather, "9.3.4")
def gather(board: Board, item: Initiative, seat: str, order: Gather, chance: Chance) -> Outcome:
    """A scattered clan in defence tries to close up [9.3.4]."""
    refuse_first(gather_bars(board, item, seat, order))
    return does(then=(TryGather(clan_named(board, seat, order.clan)), item))


@BOOK.answer(Initiative, Done, "9.3.4")
def no_initiative(board: Board, item: Initiative, seat: str, order: Done, chance: Chance) -> Outcome:
    """No clan has to [9.3.4]."""
    return does()


# ---- closing up


@BOOK.step(TryGather, "9.3.4")
def try_gather(board: Board, item: TryGather, chance: Chance) -> Outcome:
    """A feint of a change from defence to move; it succeeds without changing anything [9.3.4]."""
    clan, side = item.clan, side_of(item.clan)
    needs = board.data.posture_change["defence"]["move"] or 0
    (face,) = chance.throw("9.3.4", f"closing up of {short(clan)}, {side}", sides=6)
    tried = posture_sum(board, clan, "move", face)
    reached = tried.total >= needs
    told = PostureTried(clan, face, tried, sealed_need(board, clan, needs), reached, feint=True)
    return does(told, then=(CloseUp(side, clan, strays(board, clan)),) if reached else ())


@BOOK.offered(CloseUp, "9.3.4")
def ways_together(board: Board, item: CloseUp, seat: str) -> Iterator[Move | Done]:
    """Each stray unit with each hex nearer to its clan, or none of them [9.3.4]."""
    found = list(_ways_together(board, item))
    yield from (Move(short(unit), (hex,)) for unit, hex in found)
    if found:
        yield Done()


def _ways_together(board: Board, item: CloseUp) -> Iterator[tuple[str, str]]:
    at, mates = occupants(board), units_of(board, item.clan)
    for unit in item.left:
        if is_alone(board, unit, mates):
            yield from ((unit, hex) for hex in closer(board, at, unit, mates))


@BOOK.when_none(CloseUp, "9.3.4")
def nothing_to_close(board: Board, item: CloseUp, chance: Chance) -> Outcome:
    """Once no unit can come nearer to its clan, it is over [9.3.4]."""
    return does()


def close_up_bars(board: Board, item: CloseUp, seat: str, order: Move) -> Bars:
    unit = unit_named(board, seat, order.unit)
    hexes = tuple(hex for stray, hex in _ways_together(board, item) if stray == unit)
    if len(order.path) != 1 or order.path[0] not in hexes:
        could = f"{order.unit} may go to {either(hexes)}." if hexes else f"{order.unit} stays."
        yield Bar("9.3.4", "Closing up is by one hex, nearer to another unit of the clan.", could)


@BOOK.answer(CloseUp, Move, "9.3.4")
def close_up(board: Board, item: CloseUp, seat: str, order: Move, chance: Chance) -> Outcome:
    """A unit moves by one hex, nearer to its clan [9.3.4]."""
    refuse_first(close_up_bars(board, item, seat, order))
    unit = unit_named(board, seat, order.unit)
    left = tuple(other for other in item.left if other != unit)
    moved = UnitMoved(unit, (board.units[unit].hex, order.path[0]), 0, "closing up")
    return does(moved, then=(CloseUp(seat, item.clan, left),) if left else ())


@BOOK.answer(CloseUp, Done, "9.3.4")
def stay_apart(board: Board, item: CloseUp, seat: str, order: Done, chance: Chance) -> Outcome:
    """Nobody has to close up [9.3.4]."""
    return does()


# ---- moved by the enemy


@BOOK.step(Displace, "9.5.5")
def displace(board: Board, item: Displace, chance: Chance) -> Outcome:
    """A clan that failed in combined manoeuvres is at the enemy's mercy [9.5.5]."""
    return does(Activated(item.seat, (item.clan,), "dispersed"), then=(DisplaceUnits(item.seat, item.clan),))


def displaceable(board: Board, item: DisplaceUnits) -> dict[str, Paths]:
    """The units that can be moved, with hexes and paths [9.5.5]."""
    return {
        unit: paths
        for unit, found in _within_reach(board, item).items()
        if (paths := {hex: path for hex, path in found.items() if len(path) > 1})
    }


def _within_reach(board: Board, item: DisplaceUnits) -> dict[str, Paths]:
    """Four hexes at most, into no enemy zone, as near as can be to mates that were moved or held [9.5.5]."""
    at = occupants(board)
    units = in_the_open(board, units_of(board, item.clan))
    bound = [unit for unit in units if unit in board.field.moved or is_held(board, at, unit)]
    group, free = [board.units[unit].hex for unit in bound], [unit for unit in units if unit not in bound]
    return {unit: _nearest_to_group(board, group, _by_hexes(board, at, item.seat, unit)) for unit in free}


def _by_hexes(board: Board, at: Occupants, enemy_side: str, unit: str) -> Paths:
    here, most = board.units[unit].hex, board.data.numbers.combined_flight
    zone = zones_of(board, enemy_side)
    found: dict[str, tuple[str, ...]] = {here: (here,)}
    edge = [here]
    for hex in edge:
        for there, _ in board.data.map.steps[hex]:
            free = there not in zone and side_of(at.get(there, unit)) != enemy_side
            if there not in found and free and len(found[hex]) <= most:
                found[there] = (*found[hex], there)
                edge.append(there)
    return {hex: path for hex, path in found.items() if hex == here or hex not in at}


def _nearest_to_group(board: Board, group: list[str], paths: Paths) -> Paths:
    if not group:
        return paths
    away = {hex: min(distance_on_map(board, hex, there) for there in group) for hex in paths}
    least = max(min(away.values()), 1)
    return {hex: path for hex, path in paths.items() if away[hex] <= least}


@BOOK.moot(DisplaceUnits, "9.5.5")
def none_to_displace(board: Board, item: DisplaceUnits) -> bool:
    """Once each unit has been moved, or cannot be, it is over [9.5.5]."""
    return not displaceable(board, item)


@BOOK.examples(DisplaceUnits, "9.5.5")
def displacements(board: Board, item: DisplaceUnits, seat: str) -> Iterator[Move | Done]:
    """Each unit of the clan to each hex in reach; or no more of them [9.5.5]."""
    found = displaceable(board, item)
    yield from (Move(short(unit), (hex,)) for unit, paths in found.items() for hex in paths)
    if not any(leave_bars(board, item)):
        yield Done()


def left_behind(board: Board, item: DisplaceUnits) -> str:
    """A unit that may not stay where it is, once another has been moved away from it; "" if all may [6.3]."""
    found = _within_reach(board, item) if board.field.moved else {}
    return next((unit for unit, paths in found.items() if board.units[unit].hex not in paths), "")


def displace_bars(board: Board, item: DisplaceUnits, seat: str, order: Move) -> Bars:
    unit, found = unit_named(board, side_of(item.clan), order.unit), displaceable(board, item)
    goal = order.path[-1] if order.path else ""
    if unit not in found:
        names = either([short(known) for known in found])
        yield Bar("9.5.5", f"{order.unit} cannot be moved now.", f"Units that can: {names}.")
    elif goal not in found[unit]:
        could = f"For example {either(tuple(found[unit])[:6])}."
        yield Bar("9.5.5", f"{order.unit} cannot be brought to {goal}.", could)


@BOOK.narrows(DisplaceUnits, Move, "9.5.5", first=True)
def displacement_to_pick(board: Board, item: DisplaceUnits, seat: str, picks: Picks) -> Narrowed:
    """A unit of the enemy, and where it is brought to [9.5.5]."""
    found = {short(unit): paths for unit, paths in displaceable(board, item).items()}
    if not picks:
        return Narrowed(values_of("unit", found, tag_of(Move)), PATH, "unit")
    if len(picks) > 1:
        return Narrowed(order=Move(picks[0], picks[1:]), bars=partial(displace_bars, board, item, seat))
    return Narrowed(values_of("path", found.get(picks[0], ())), PATH, "path")


@BOOK.answer(DisplaceUnits, Move, "9.5.5")
def displace_unit(board: Board, item: DisplaceUnits, seat: str, order: Move, chance: Chance) -> Outcome:
    """The enemy moves a unit by four hexes at most, into no zone of his own units [9.5.5]."""
    refuse_first(displace_bars(board, item, seat, order))
    unit = unit_named(board, side_of(item.clan), order.unit)
    return keeps(UnitMoved(unit, displaceable(board, item)[unit][order.path[-1]], 0, "moved by the enemy"))


def leave_bars(board: Board, item: DisplaceUnits) -> Bars:
    """Whoever moves units of a clan does not tear them apart [6.3, 9.5.5]."""
    unit = left_behind(board, item)
    if unit:
        could = f"It can be brought to {either(tuple(displaceable(board, item)[unit])[:6])}."
        yield Bar("9.5.5", f"The units of a clan keep together, and {short(unit)} would not.", could)


@BOOK.answer(DisplaceUnits, Done, "9.5.5")
def displace_no_more(board: Board, item: DisplaceUnits, seat: str, order: Done, chance: Chance) -> Outcome:
    """The enemy need not move them; but if he does, he does not tear them apart [6.3, 9.5.5]."""
    refuse_first(leave_bars(board, item))
    return does()
