"""Chapter "flight": into an engagement and out of it.

flight/no-engage       nobody engages in the air
flight/engage          an airborne unit engages one on the ground, and lands
flight/failed-engage   short of the target, or beyond the angle: it lands an inch short
flight/flanked         not where an enemy would flank it, nor upon a unit
flight/reaction        reactionary fire at it is at close range
flight/break-away      taking to the skies out of an engagement
battle/ground          movement and engagement on the ground
"""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from domain.clan_war.battle.lists import entered
from domain.clan_war.battle.morale import may_not_attack
from domain.clan_war.board.flight_events import (
    HIGH_TERRAIN,
    BreakAwayFailed,
    BrokeAway,
    Engaged,
    EngagementFailed,
    Landed,
    ManeuverTested,
    Marched,
    PartingShots,
    Placed,
)
from domain.clan_war.board.own_table import own_table
from domain.clan_war.board.state import Board, Unit, engaged_with, size
from domain.clan_war.board.trials import against
from domain.clan_war.book import BOOK, between, enemy, length, only_in, own, position_bars
from domain.clan_war.data.names import QUARTERS, inches, quarters
from domain.clan_war.flight import movement
from domain.clan_war.words import movement_reports
from domain.clan_war.words.fixed_words import (
    ANGLE,
    CONTACT,
    FLANKED,
    OUTCOMES,
    OVERLAP,
    RESERVE,
    SHORT,
    STOPPED,
)
from domain.clan_war.words.items import LandingTest, MusterArmies, Reports
from domain.kit.bars import Bar, Bars, refuse_first
from domain.kit.chance import Chance
from domain.kit.errors import either
from domain.kit.facts import By, Outcome, keeps
from domain.kit.sums import Sum, Term

HOW: dict[str, Literal["engaging", "short", "angle"]] = {
    CONTACT: "engaging",
    SHORT: "short",
    ANGLE: "angle",
    STOPPED: "short",
}


@BOOK.answer(MusterArmies, movement_reports.Place, "battle/distance")
@BOOK.answer(Reports, movement_reports.Place, "battle/distance")
def place(
    board: Board, item: MusterArmies | Reports, seat: str, order: movement_reports.Place, chance: Chance
) -> Outcome:
    """Where a unit stands, as the players measure it; no rule needs it to be known [battle/distance]."""
    refuse_first(place_bars(own_table(board, seat), item, seat, order))
    return entered(board, seat, Placed(order.unit, order.position))


def place_bars(board: Board, item: MusterArmies | Reports, seat: str, order: movement_reports.Place) -> Bars:
    """A unit of one's own, at two distances from a corner [battle/distance]."""
    yield from own(board, "battle/distance", seat, order.unit)
    for one in order.position:
        yield from length("battle/distance", one)


@BOOK.answer(Reports, movement_reports.March, "battle/ground")
def march(board: Board, item: Reports, seat: str, order: movement_reports.March, chance: Chance) -> Outcome:
    """A unit on the ground moves by the rulebook; no further than its rate [battle/ground]."""
    refuse_first(march_bars(board, item, seat, order))
    return keeps(Marched(order.unit, item.phase, order.distance, order.kind, order.position))


def march_bars(board: Board, item: Reports, seat: str, order: movement_reports.March) -> Bars:
    """Not in the air; Reserve Movement goes by the rulebook, but not for fliers [flight/reserve]."""
    yield from only_in(item, "battle/ground", movement_reports.March)
    yield from own(board, "battle/ground", seat, order.unit)
    unit = board.units[order.unit]
    if unit.airborne and order.kind == RESERVE:
        why = f"{unit.name} is airborne and may not take Reserve Movement."
        yield Bar("flight/reserve", why, f'Write "fly {unit.name} …".')
    if unit.airborne:
        yield Bar(
            "battle/ground",
            f"{unit.name} is airborne.",
            f'Write "fly {unit.name} …" or "land {unit.name} …".',
        )
    if order.kind not in ("", RESERVE):
        yield Bar("battle/ground", f"There is no movement {order.kind}.", f'Write "{RESERVE}" or nothing.')
    yield from movement.may_move(board, item, "battle/ground", seat, order.unit)
    if order.kind == RESERVE:
        yield from length("battle/ground", order.distance)
    else:
        yield from between("battle/ground", unit, order.distance, 0, unit.full, "move")
        yield from position_bars(board, unit, order.distance, order.position)


@BOOK.answer(Reports, movement_reports.Engage, "flight/engage")
def engage(board: Board, item: Reports, seat: str, order: movement_reports.Engage, chance: Chance) -> Outcome:
    """An engaging movement; out of the air the unit lands with it and tests its formation [flight/engage]."""
    refuse_first(engage_bars(board, item, seat, order))
    unit, made, dives = board.units[order.unit], order.outcome == CONTACT, bool(order.means)
    engaged = Engaged(unit.name, order.target, item.phase, order.distance, unit.airborne, dives)
    why = HIGH_TERRAIN if order.outcome == STOPPED else order.outcome
    end = engaged if made else missed(board, order, item.phase, why)
    if not unit.airborne:
        return keeps(By("battle/ground", end))
    landed = Landed(unit.name, item.phase, order.distance, "engagement", order.maneuvers)
    then = (LandingTest(unit.name, HOW[order.outcome], dives),)
    if not order.tested:
        return keeps(landed, end, then=then)
    tested = movement.test_in_flight(board, chance, unit)
    if tested.roll.passed:
        return keeps(tested, landed, end, then=then)
    return gone_astray(board, item, order, tested)


def gone_astray(
    board: Board, item: Reports, order: movement_reports.Engage, tested: ManeuverTested
) -> Outcome:
    """A maneuver that fails leads straight on, past the engagement and to the ground [flight/maneuvers]."""
    short = replace(order, distance=short_of(board, order))
    landed = Landed(order.unit, item.phase, short.distance, "engagement")
    failed = missed(board, short, item.phase, "maneuver")
    return keeps(tested, landed, failed, then=(LandingTest(order.unit, "short", bool(order.means)),))


def short_of(board: Board, order: movement_reports.Engage) -> str:
    """Straight on, but to an inch short of the target where that is nearer [flight/failed-engage]."""
    gap = board.setting.data.flight.limits.gap.value * QUARTERS if order.outcome == CONTACT else 0
    most = max((quarters(order.distance) or 0) - gap, 0)
    return inches(min(quarters(movement.straight_on(board.units[order.unit], order.tested)) or 0, most))


def missed(board: Board, order: movement_reports.Engage, phase: str, why: str) -> EngagementFailed:
    """The unit stands an inch short of its target; out of the air it has landed [flight/failed-engage].

    A dive that falls short is a dive; the first edition did not say so.
    """
    from_air, told = board.units[order.unit].airborne, board.setting.options.maneuvers_in == "dives"
    dives = told and bool(order.means)
    return EngagementFailed(order.unit, order.target, phase, order.distance, from_air, why, dives)


def engage_bars(board: Board, item: Reports, seat: str, order: movement_reports.Engage) -> Bars:
    """A target on the ground, within reach, and a place to stand [flight/engage, flight/no-engage]."""
    yield from only_in(item, "flight/engage", movement_reports.Engage)
    yield from own(board, "flight/engage", seat, order.unit)
    yield from enemy(board, "flight/engage", seat, order.target)
    unit, target = board.units[order.unit], board.units[order.target]
    if target.airborne:
        instead = f'Two airborne units may meet: "flyby {unit.name} {target.name} models 1 against 1".'
        yield Bar("flight/no-engage", f"{target.name} is airborne and cannot be engaged.", instead)
    yield from movement.may_move(board, item, "flight/engage", seat, order.unit)
    yield from outcome_bars(board, unit, order)
    if unit.airborne and engaged_with(board, target.name):
        yield from engaged_bars(board, target)
    if unit.airborne:
        yield from air_reach(board, unit, order)
    else:
        yield from ground_reach(unit, order)


def outcome_bars(board: Board, unit: Unit, order: movement_reports.Engage) -> Bars:
    """No landing where an enemy flanks or on another unit [flight/flanked]."""
    known = outcomes(board)
    if order.outcome not in known:
        yield Bar("flight/engage", f"There is no outcome {order.outcome}.", f"Write {either(known)}.")
    if order.outcome == FLANKED:
        why = f"{unit.name} would be flanked by another enemy where it comes to stand."
        yield Bar("flight/flanked", why, "Engage another unit, or move otherwise.")
    if order.outcome == OVERLAP:
        why = f"{unit.name} would stand upon models of another unit."
        yield Bar("flight/flanked", why, "Engage from another side, or move otherwise.")


def outcomes(board: Board) -> tuple[str, ...]:
    """How an engaging movement may come out; in the first edition no terrain stops it [flight/terrain]."""
    return tuple(one for one in OUTCOMES if one != STOPPED or board.setting.options.closer_reading)


def engaged_bars(board: Board, target: Unit) -> Bars:
    """By an option no unit that is engaged already is engaged from the air [flight/engage]."""
    if board.setting.options.engaged_target == "refused":
        others = either(engaged_with(board, target.name))
        why = f"{target.name} is engaged with {others} already."
        yield Bar("flight/engage", why, "Engage a unit that is not.")


def air_reach(board: Board, unit: Unit, order: movement_reports.Engage) -> Bars:
    """No least distance to engage; to dive, half to double the movement [flight/engage, flight/dive]."""
    yield from may_not_attack(board, "flight/engage", unit)
    if not order.means:
        yield from between("flight/engage", unit, order.distance, 0, unit.full, "engage within")
    else:
        yield from movement.can_dive(board, unit, order.means)
        limits = movement.dive_limits(board, unit)
        stopped = STOPPED if order.outcome == STOPPED else ""
        yield from movement.within("flight/dive", unit, order.distance, limits, "dive", stopped)
    yield from movement.turning_bars(board, unit, order)


def ground_reach(unit: Unit, order: movement_reports.Engage) -> Bars:
    """On the ground the rulebook says how far; a unit that routs engages nobody [battle/ground]."""
    yield from length("battle/ground", order.distance)
    if order.means:
        yield Bar("flight/dive", f"{unit.name} is on the ground and cannot dive.", "Leave the dive out.")
    if order.maneuvers or order.tested:
        why = f"{unit.name} is on the ground, where maneuvers go by the rulebook."
        yield Bar("battle/ground", why, "Leave them out.")
    if order.outcome == STOPPED:
        why = f"{unit.name} is on the ground, where terrain goes by the rulebook."
        yield Bar("battle/ground", why, f"Write {either([SHORT])}.")
    if unit.routing:
        yield Bar("battle/ground", f"{unit.name} is routing and engages nobody.", "Move it.")


@BOOK.answer(Reports, movement_reports.BreakAway, "flight/break-away")
def break_away(
    board: Board, item: Reports, seat: str, order: movement_reports.BreakAway, chance: Chance
) -> Outcome:
    """A Maneuver test, contested by one of the enemies or not; perhaps into the air [flight/break-away].

    A single model takes no test.
    """
    refuse_first(break_away_bars(board, item, seat, order))
    unit, skyward = board.units[order.unit], bool(order.skyward)
    shots = parting_shots(board, unit, order.enemy) if skyward else ()
    gone = BrokeAway(unit.name, item.phase, order.distance, "break-away", skyward)
    if size(board, unit.name) == 1:
        return keeps(*shots, gone)
    kind = board.setting.data.tests.tests.maneuver
    terms = against(board, kind, order.enemy, "flight/break-away") if order.enemy else ()
    purpose = f"Maneuver test of {unit.name} to break away, turn {board.turn}"
    roll = movement.maneuver_roll(board, chance, unit, "flight/break-away", purpose, terms)
    tested = ManeuverTested(unit.name, "break-away", roll)
    return keeps(*shots, tested, gone if roll.passed else BreakAwayFailed(unit.name, item.phase))


def break_away_bars(board: Board, item: Reports, seat: str, order: movement_reports.BreakAway) -> Bars:
    """Out of an engagement, contested by one of those in it [flight/break-away]."""
    yield from leave_bars(board, item, seat, order.unit, order.distance, bool(order.skyward))
    enemies = engaged_with(board, order.unit)
    if order.enemy and order.enemy not in enemies:
        why = f"{order.enemy} is not engaged with {order.unit} and cannot contest."
        instead = f"{either(enemies)} can."
        yield Bar("flight/break-away", why, instead)


def leave_bars(board: Board, item: Reports, seat: str, name: str, distance: str, skyward: bool) -> Bars:
    """In the Primary movement phase; into the air with the full movement [flight/break-away]."""
    yield from own(board, "flight/break-away", seat, name)
    yield from only_in(item, "flight/break-away", movement_reports.BreakAway)
    unit = board.units[name]
    if not engaged_with(board, name):
        yield Bar(
            "flight/break-away", f"{name} is not engaged.", f'Write "march {name} …" or "takeoff {name} …".'
        )
    if item.phase in unit.deeds.moved:
        yield Bar("flight/break-away", f"{name} has moved in this phase.", "It can leave in a later turn.")
    if skyward:
        yield from movement.can_fly(board, name)
        yield from movement.without_card(board, "flight/rate", unit, "take off")
        yield from between("flight/break-away", unit, distance, unit.full, unit.full, "fly away")
    else:
        yield from length("flight/break-away", distance)


@BOOK.answer(Reports, movement_reports.Retreat, "flight/break-away")
def retreat(
    board: Board, item: Reports, seat: str, order: movement_reports.Retreat, chance: Chance
) -> Outcome:
    """A Full Retreat, perhaps into the air; it weighs on Morale in this turn [flight/break-away]."""
    refuse_first(retreat_bars(board, item, seat, order))
    unit, skyward = board.units[order.unit], bool(order.skyward)
    shots = parting_shots(board, unit) if skyward else ()
    return keeps(*shots, BrokeAway(unit.name, item.phase, order.distance, "full retreat", skyward))


def retreat_bars(board: Board, item: Reports, seat: str, order: movement_reports.Retreat) -> Bars:
    """Out of an engagement [flight/break-away]."""
    yield from leave_bars(board, item, seat, order.unit, order.distance, bool(order.skyward))


def parting_shots(board: Board, unit: Unit, contesting: str = "") -> tuple[PartingShots, ...]:
    """Parting shots at a unit that takes to the skies have +1 ATT and +1 DAM [flight/break-away].

    As always they are for the enemies that do not contest the break-away.
    """
    enemies = tuple(name for name in engaged_with(board, unit.name) if name != contesting)
    if not enemies:
        return ()
    table = board.setting.data.flight.parting
    why = f"{unit.name} takes to the skies"
    att = Sum((Term(table.att.value, why, "flight/break-away"),))
    dam = Sum((Term(table.dam.value, why, "flight/break-away"),))
    return (PartingShots(unit.name, enemies, att, dam),)
