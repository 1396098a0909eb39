"""Chapter 3 and the set-up of the historical scenario, with its variants; that of chapter 18 begins here too.

setup/units     the units on their hexes [17.1]
setup/plan      battle plans, and what is active from the beginning [17.1, 17.6.2]
setup/posture   postures that the plan allows
11.8            defensive positions of Gyorin and Saku
17.6.3          a clan beside clan M
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import permutations

from msgspec import Struct

from domain.kawanakajima.board.events import PlanActivated, PositionBuilt, PositionsGranted, UnitsPlaced
from domain.kawanakajima.board.memo import kept
from domain.kawanakajima.board.plans_in_play import used
from domain.kawanakajima.board.state import (
    Board,
    clan_named,
    clans_of,
    hypothetical,
    is_present,
    short,
    side_of,
    unit_named,
    units_of,
)
from domain.kawanakajima.book import BOOK, listed
from domain.kawanakajima.command.plans import first_postures, postures_allowed
from domain.kawanakajima.data.tables import CHIEF
from domain.kawanakajima.scenario.hypothetical import garrison, marching_up
from domain.kawanakajima.words import items
from domain.kawanakajima.words.orders import DeployClan, Done, Fortify
from domain.kit.bars import Bar, Bars, refuse_first
from domain.kit.chance import Chance
from domain.kit.facts import By, Outcome, does, facts, keeps
from domain.kit.hexes import distance, neighbours, within
from domain.kit.narrowed import ONE, PATH, Count, Narrowed, Picks, several, values_of
from domain.kit.rules import Facts

FORD_GUARD = "uM"
"""The clan beside which another may be deployed [17.6.3]."""


def setup(board: Board) -> Facts:
    """The agenda of a game: set-up, then the first turn; whether both plan [setup/units, 17.1, 17.6.2]."""
    options = board.options
    if hypothetical(board):
        return facts("setup/units", keeps(then=marching_up(board)))
    planners = ("takeda", "uesugi") if options.shingen_plan else ("uesugi",)
    late = tuple(
        clan
        for clan in clans_of(board, "takeda")
        if not board.data.units[board.data.clans[clan].units[0]].start
    )
    then: tuple[Struct, ...] = (
        items.PlaceUnits(),
        *((items.Deploy("uesugi"),) if options.alternative_deployment else ()),
        items.ChoosePlan(planners),
        items.OpenPlan("uesugi"),
        *((items.WriteEntries("takeda", late),) if late else ()),
        items.BeginTurn(1),
    )
    return facts("setup/units", keeps(then=then))


@BOOK.step(items.PlaceUnits, "setup/units")
def place_units(board: Board, item: items.PlaceUnits, chance: Chance) -> Outcome:
    """Every unit stands on its printed hex; Kosaka's contingent and clan N come later [setup/units, 17.1].

    In the hypothetical scenario only clan M stands on the map [18.1].
    """
    if hypothetical(board):
        return garrison(board)
    return does(UnitsPlaced({unit.name: unit.start for unit in board.data.units.values() if unit.start}))


# ---- 17.6.3


@kept
def _beside(board: Board) -> tuple[str, ...]:
    """The free hexes on clan M's bank, those next to it first [17.6.3]."""
    guards = [board.units[unit].hex for unit in units_of(board, FORD_GUARD)]
    taken = {unit.hex for unit in board.units.values()}
    bank = board.data.map.bank
    near = [
        hexagon
        for hexagon in within(guards[0], 6)
        if hexagon in bank and bank[hexagon] == bank[guards[0]] and hexagon not in taken
    ]
    return tuple(
        sorted(near, key=lambda hexagon: (min(distance(hexagon, guard) for guard in guards), hexagon))
    )


def _movable(board: Board) -> tuple[str, ...]:
    """The clans that may be deployed so: all but M itself and N [17.6.3]."""
    return tuple(clan for clan in clans_of(board, "uesugi") if is_present(board, clan) and clan != FORD_GUARD)


@BOOK.examples(items.Deploy, "17.6.3")
def clans_to_deploy(board: Board, item: items.Deploy, seat: str) -> Iterator[Struct]:
    """No clan, or any one on hexes close to clan M [17.6.3]."""
    yield Done()
    near = _beside(board)[:4]
    for clan in _movable(board):
        units = units_of(board, clan)
        for hexes in permutations(near, len(units)):
            if not any(_hex_bars(board, units, hexes)):
                yield DeployClan(short(clan), hexes)
                break


def deploy_bars(board: Board, item: items.Deploy, seat: str, order: DeployClan) -> Bars:
    clan = clan_named(board, seat, order.clan)
    if clan not in _movable(board):
        why = f"Clan {order.clan} cannot be deployed beside clan M."
        yield Bar("17.6.3", why, f"Clans that can: {listed(_movable(board))}.")
    else:
        yield from _hex_bars(board, units_of(board, clan), order.hexes)


def _hex_bars(board: Board, units: tuple[str, ...], hexes: tuple[str, ...]) -> Bars:
    """The hexes of a deployed clan: one for each unit, beside clan M, next to each other [17.6.3, 6.3]."""
    guards = [board.units[unit].hex for unit in units_of(board, FORD_GUARD)]
    beside = _beside(board)
    free, left = ", ".join(beside[:6]), len(units) - len(hexes)
    could = f"Free hexes there, the nearest first: {free}."
    if left:
        why = f"Units of the clan: {len(units)}; hexes named: {len(hexes)}."
        yield Bar("17.6.3", why, could, cured=left > 0)
    if len(set(hexes)) < len(hexes):
        yield Bar("17.6.3", "A hex holds one unit only.", could)
    for hexagon in hexes:
        if hexagon not in beside:
            why = f"{hexagon} is taken, or not on clan M's bank, or too far from it."
            yield Bar("17.6.3", why, could)
    away = min([distance(hexagon, guard) for hexagon in hexes for guard in guards], default=1)
    if not hexes or away > 1:
        why = "No unit of the clan would be next to clan M."
        yield Bar("17.6.3", why, could, cured=left > 1 or left >= away - 1 > 0 or not hexes)
    if any(min([distance(one, two) for two in hexes if two != one], default=1) > 1 for one in hexes):
        yield Bar("17.6.3", "The units of the clan would not be next to each other.", could, cured=left > 0)


@BOOK.narrows(items.Deploy, DeployClan, "17.6.3", first=True)
def hexes_to_pick(board: Board, item: items.Deploy, seat: str, picks: Picks) -> Narrowed:
    """A clan, then a hex for each of its units, in their order [17.6.3]."""
    if not picks:
        return Narrowed(values_of("clan", map(short, clans_of(board, seat))), ONE, "clan")
    order, near = DeployClan(picks[0], picks[1:]), _beside(board)
    count = len(units_of(board, clan_named(board, seat, picks[0])))
    beside = [here for one in _lonely(order.hexes) for here in neighbours(one) if here in near]
    left = (Count("units", count - len(order.hexes), count),)
    free = values_of("hexes", (here for here in near if here not in order.hexes))
    bars = partial(deploy_bars, board, item, seat)
    return Narrowed(free, PATH, "hexes", order, bars, left, cures=tuple(beside))


def _lonely(hexes: tuple[str, ...]) -> tuple[str, ...]:
    """Those without another of them beside them."""
    return tuple([one for one in hexes if all(distance(one, two) != 1 for two in hexes)])


@BOOK.answer(items.Deploy, DeployClan, "17.6.3")
def deploy_clan(board: Board, item: items.Deploy, seat: str, order: DeployClan, chance: Chance) -> Outcome:
    """One clan, not N, on clan M's bank, at least one of its units next to clan M [17.6.3]."""
    refuse_first(deploy_bars(board, item, seat, order))
    units = units_of(board, clan_named(board, seat, order.clan))
    return does(UnitsPlaced(dict(zip(units, order.hexes, strict=True))))


@BOOK.answer(items.Deploy, Done, "17.6.3")
def deploy_nobody(board: Board, item: items.Deploy, seat: str, order: Done, chance: Chance) -> Outcome:
    """The variant is an offer, no duty [17.6.3]."""
    return does()


# ---- plans that are active from the beginning


@BOOK.step(items.OpenPlan, "setup/plan")
def open_plan(board: Board, item: items.OpenPlan, chance: Chance) -> Outcome:
    """Kenshin's plan is in play from the beginning, and his clans' postures conform [setup/plan, 17.1]."""
    side = item.side
    clans = tuple(clan for clan in clans_of(board, side) if is_present(board, clan))
    plan = board.data.plans[board.armies[side].plan]
    choice = (items.SetPostures(side, clans),) if len(postures_allowed(board, side)) > 1 else ()
    events = (PlanActivated(side), *first_postures(board, clans, side))
    if not plan.defensive_positions:
        return does(*events, then=choice)
    face = chance.throw("7.3", f"defensive positions of {plan.name}", sides=6)[0]
    count = board.data.command_points(CHIEF[side], 1, face)
    build = (items.BuildPositions(side, count),) if count else ()
    return does(
        *events, *used(board, side), By("7.3", PositionsGranted(side, face, count)), then=(*build, *choice)
    )


@BOOK.examples(items.BuildPositions, "11.8")
def units_to_fortify(board: Board, item: items.BuildPositions, seat: str) -> Iterator[Struct]:
    """Any unit on the map without a position [11.8]."""
    for unit in _fortifiable(board, seat):
        yield Fortify((short(unit),))


def _fortifiable(board: Board, side: str) -> tuple[str, ...]:
    return tuple(
        name
        for name, unit in board.units.items()
        if side_of(name) == side and unit.hex and unit.hex not in board.positions
    )


def fortify_bars(board: Board, item: items.BuildPositions, seat: str, order: Fortify) -> Bars:
    units = tuple(unit_named(board, seat, written) for written in order.units)
    free = _fortifiable(board, seat)
    if not 1 <= len(units) <= item.count:
        why = f"Defensive positions left: {item.count}; units named: {len(units)}."
        yield Bar("11.8", why, "Name one unit for each, in one order or in several.")
    for written, unit in zip(order.units, units, strict=True):
        if unit not in free or units.count(unit) > 1:
            why = f"{written} is not on the map, or has a defensive position already."
            yield Bar("11.8", why, f"Units that can have one: {listed(free)}.")


@BOOK.narrows(items.BuildPositions, Fortify, "11.8")
def units_to_pick(board: Board, item: items.BuildPositions, seat: str, picks: Picks) -> Narrowed:
    """Units on the map, one for each position [11.8]."""
    names = [short(name) for name, unit in board.units.items() if side_of(name) == seat and unit.hex]
    left = (Count("defensive positions", item.count - len(picks), item.count),)
    return several("units", names, picks, Fortify, partial(fortify_bars, board, item, seat), left)


@BOOK.answer(items.BuildPositions, Fortify, "11.8")
def fortify(board: Board, item: items.BuildPositions, seat: str, order: Fortify, chance: Chance) -> Outcome:
    """Each defensive position begins the game with a unit, one to a hex [11.8]."""
    refuse_first(fortify_bars(board, item, seat, order))
    units = tuple(unit_named(board, seat, written) for written in order.units)
    left, free = item.count - len(units), len(_fortifiable(board, seat))
    built = tuple(PositionBuilt(unit, board.units[unit].hex) for unit in units)
    return does(*built, then=(items.BuildPositions(seat, left),) if left and free > len(units) else ())
