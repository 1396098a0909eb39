"""Chapter "flight": movement in the air.

flight/units        the trait, and no more than 12 models
flight/take-off     exactly half of the movement, and nothing in the way
flight/rate         units fly at their ground rate
flight/airborne     between half and all of it, in both movement phases
flight/terrain      only high, impassable terrain stops a flight
flight/maneuvers    wheel, expand, contract; a failed one goes straight on
flight/landing      half to all of the movement, then a Maneuver test
flight/dive         half to double the movement, and a landing
"""

from __future__ import annotations

from domain.clan_war.battle.honor_effects import maneuver_terms
from domain.clan_war.battle.morale import effects
from domain.clan_war.board.flight_events import (
    HIGH_TERRAIN,
    Flew,
    Landed,
    ManeuverTested,
    TakeOffPrevented,
    TookOff,
)
from domain.clan_war.board.state import Board, Unit, commander, engaged_with, size
from domain.clan_war.board.trials import Roll, command, trial
from domain.clan_war.book import BOOK, MOVEMENT, between, length, only_in, own, position_bars, said
from domain.clan_war.data.names import inches, quarters
from domain.clan_war.data.tables import CAVALRY, CHARGE
from domain.clan_war.words import movement_reports
from domain.clan_war.words.fixed_words import BY_CARD, MEANS
from domain.clan_war.words.items import LandingTest, Reports
from domain.kit.bars import Bar, Bars, refuse_first
from domain.kit.chance import Chance
from domain.kit.errors import either
from domain.kit.facts import Outcome, keeps
from domain.kit.sums import Term


def may_move(board: Board, item: Reports, heading: str, seat: str, name: str) -> Bars:
    """One movement in a phase; on the ground only cavalry moves in the Cavalry phase [flight/airborne]."""
    yield from own(board, heading, seat, name)
    yield from only_in(item, heading, movement_reports.March)
    unit = board.units[name]
    if item.phase in unit.deeds.moved:
        yield Bar(heading, f"{name} has moved in this phase.", "It moves again in a later phase.")
    if engaged_with(board, name):
        others = either(engaged_with(board, name))
        yield Bar(heading, f"{name} is engaged with {others}.", 'It can leave by "breakaway" or "retreat".')
    if item.phase == "cavalry" and not unit.airborne and CAVALRY not in unit.profile.traits:
        why = f"{name} is neither airborne nor cavalry, and does not move in the Cavalry phase."
        yield Bar("flight/airborne", why, "Move it in the Primary movement phase.")


def airborne(board: Board, item: Reports, heading: str, seat: str, name: str) -> Bars:
    """A movement of a unit that is in the air [flight/airborne]."""
    yield from may_move(board, item, heading, seat, name)
    if not board.units[name].airborne:
        yield Bar(heading, f"{name} is on the ground.", f'It can take off: "takeoff {name} …".')


def can_fly(board: Board, name: str) -> Bars:
    """Units with the trait, of 12 models at most with their personalities [flight/units]."""
    unit, most = board.units[name], board.setting.data.flight.limits.models.value
    if not unit.flies:
        yield Bar("flight/units", f"{name} has not the trait Flight.", "It stays on the ground.")
    models = size(board, name)
    if models > most:
        yield Bar(
            "flight/units",
            f"{name} has {models} models with its personalities; a flying unit has at most {most}.",
            "It stays on the ground.",
        )
    if "forced-landing" in effects(board, unit):
        condition = effects(board, unit)["forced-landing"]
        why = f"{name} is {condition}, which would force it to land."
        yield Bar("flight/conditions", why, "It stays on the ground.")


@BOOK.answer(Reports, movement_reports.TakeOff, "flight/take-off")
def take_off(
    board: Board, item: Reports, seat: str, order: movement_reports.TakeOff, chance: Chance
) -> Outcome:
    """Exactly half of the movement; whatever is in the way keeps the unit down [flight/take-off].

    An unformed unit is formed in the air.
    """
    refuse_first(take_off_bars(board, item, seat, order))
    unit, distance, to = board.units[order.unit], order.distance, order.position
    if order.stopped:
        return keeps(TakeOffPrevented(unit.name, item.phase, distance, to))
    return keeps(TookOff(unit.name, item.phase, distance, not unit.formed, to))


def take_off_bars(board: Board, item: Reports, seat: str, order: movement_reports.TakeOff) -> Bars:
    """From the ground, by a unit that flies, and by exactly half [flight/take-off, flight/rate]."""
    yield from only_in(item, "flight/take-off", movement_reports.TakeOff)
    yield from own(board, "flight/take-off", seat, order.unit)
    unit = board.units[order.unit]
    if unit.airborne:
        yield Bar("flight/take-off", f"{unit.name} is airborne already.", f'Move it: "fly {unit.name} …".')
    yield from can_fly(board, order.unit)
    yield from may_move(board, item, "flight/take-off", seat, order.unit)
    yield from without_card(board, "flight/rate", unit, "take off")
    low = 0 if order.stopped else unit.half
    yield from between("flight/take-off", unit, order.distance, low, unit.half, "take off with")
    yield from position_bars(board, unit, order.distance, order.position)


@BOOK.answer(Reports, movement_reports.Fly, "flight/airborne")
def fly(board: Board, item: Reports, seat: str, order: movement_reports.Fly, chance: Chance) -> Outcome:
    """An airborne unit moves half to all of its movement in each movement phase [flight/airborne]."""
    refuse_first(fly_bars(board, item, seat, order))
    unit, ended = board.units[order.unit], ended_by(order.stopped)
    flown = Flew(unit.name, item.phase, order.distance, order.maneuvers, ended, order.position)
    if not order.tested:
        return keeps(flown)
    tested = test_in_flight(board, chance, unit)
    if tested.roll.passed:
        return keeps(tested, flown)
    return keeps(
        tested, Flew(unit.name, item.phase, straight_on(unit, order.tested), ended="failed maneuver")
    )


def ended_by(stopped: str) -> str:
    """What has ended a movement early; "" [flight/terrain]."""
    return HIGH_TERRAIN if stopped else ""


def test_in_flight(board: Board, chance: Chance, unit: Unit) -> ManeuverTested:
    """The Maneuver test of a unit that is in the air [flight/maneuvers]."""
    purpose = f"Maneuver test of {unit.name} in flight, turn {board.turn}"
    roll = maneuver_roll(board, chance, unit, "flight/maneuvers", purpose, ())
    return ManeuverTested(unit.name, "in flight", roll)


def straight_on(unit: Unit, tested: str) -> str:
    """A maneuver that fails before half of the movement leads straight on to exactly half; later it ends
    the movement [flight/maneuvers].
    """
    return inches(max(quarters(tested) or 0, unit.half))


def fly_bars(board: Board, item: Reports, seat: str, order: movement_reports.Fly) -> Bars:
    """Half to all of the movement, all of it for a unit that routs [flight/airborne].

    High, impassable terrain may stop it earlier; all other terrain is ignored [flight/terrain].
    """
    yield from airborne(board, item, "flight/airborne", seat, order.unit)
    unit = board.units[order.unit]
    limits = flight_limits(board, unit)
    yield from within("flight/airborne", unit, order.distance, limits, "fly", order.stopped)
    yield from maneuver_bars(board, order.maneuvers)
    yield from tested_bars(board, unit, order)
    yield from position_bars(board, unit, order.distance, order.position)


def within(heading: str, unit: Unit, distance: str, limits: tuple[int, int], what: str, stopped: str) -> Bars:
    """A movement in the air within its limits, of which high terrain lifts the lower one [flight/terrain]."""
    low, high = limits
    if stopped:
        low, heading = 0, "flight/terrain"
    yield from between(heading, unit, distance, low, high, what)


def stop_bars(board: Board, stopped: str) -> Bars:
    """High terrain stops whatever is in the air; in the first edition a flight alone [rules/edition]."""
    if stopped and not board.setting.options.closer_reading:
        why = "By the edition of this battle only a flight is stopped by high terrain."
        yield Bar("rules/edition", why, "Leave it out.")


def flight_limits(board: Board, unit: Unit) -> tuple[int, int]:
    """The shortest and the longest flight of a phase, in quarters of an inch [flight/airborne]."""
    return (unit.full if "full-move" in effects(board, unit) else unit.half), unit.full


Turning = movement_reports.Fly | movement_reports.Land | movement_reports.Dive | movement_reports.Engage
"""A movement in the air on which a unit may maneuver."""


def tested_bars(board: Board, unit: Unit, order: Turning) -> Bars:
    """Where on its way a unit has tested; single models do not test [flight/maneuvers]."""
    if not order.tested:
        return
    yield from length("flight/maneuvers", order.tested)
    if (quarters(order.tested) or 0) > (quarters(order.distance) or 0):
        why = f'{unit.name} flies {order.distance}"; it cannot test after {order.tested}".'
        yield Bar("flight/maneuvers", why, "Write where on its way it tests.")
    if size(board, unit.name) == 1:
        why = f"{unit.name} is a single model and takes no Maneuver test."
        yield Bar("flight/maneuvers", why, "Leave the test out.")


def maneuver_bars(board: Board, maneuvers: tuple[str, ...]) -> Bars:
    """In the air only wheel, expand, contract and dive [flight/maneuvers]."""
    data = board.setting.data
    allowed = either([one.name for one in data.flight.maneuver if one.airborne])
    for name in maneuvers:
        maneuver = data.maneuver(name)
        if maneuver is None or not maneuver.airborne:
            yield Bar("flight/maneuvers", f"An airborne unit cannot {name}.", f"It may {allowed}, or dive.")


@BOOK.answer(Reports, movement_reports.Land, "flight/landing")
def land(board: Board, item: Reports, seat: str, order: movement_reports.Land, chance: Chance) -> Outcome:
    """Half to all of the movement in the air, and then on the ground [flight/landing].

    A maneuver that fails on the way leads straight on to the ground [flight/maneuvers].
    """
    refuse_first(land_bars(board, item, seat, order))
    return comes_down(board, item.phase, order, chance, LandingTest(order.unit, "plain"))


def comes_down(
    board: Board,
    phase: str,
    order: movement_reports.Land | movement_reports.Dive,
    chance: Chance,
    test: LandingTest,
) -> Outcome:
    """The unit is on the ground; a maneuver that fails on the way leads straight on [flight/maneuvers]."""
    unit, way = board.units[order.unit], "dive" if isinstance(order, movement_reports.Dive) else "landing"
    ended = ended_by(order.stopped)
    landed = Landed(order.unit, phase, order.distance, way, order.maneuvers, order.position, ended)
    if not order.tested:
        return keeps(landed, then=(test,))
    tested = test_in_flight(board, chance, unit)
    if not tested.roll.passed:
        landed = Landed(unit.name, phase, straight_on(unit, order.tested), way)
    return keeps(tested, landed, then=(test,))


def land_bars(board: Board, item: Reports, seat: str, order: movement_reports.Land) -> Bars:
    """Declared before the unit moves; it takes the whole movement [flight/landing]."""
    yield from airborne(board, item, "flight/landing", seat, order.unit)
    unit = board.units[order.unit]
    yield from stop_bars(board, order.stopped)
    limits = flight_limits(board, unit)
    yield from within("flight/landing", unit, order.distance, limits, "land after", order.stopped)
    yield from maneuver_bars(board, order.maneuvers)
    yield from tested_bars(board, unit, order)
    yield from position_bars(board, unit, order.distance, order.position)


@BOOK.answer(Reports, movement_reports.Dive, "flight/dive")
def dive(board: Board, item: Reports, seat: str, order: movement_reports.Dive, chance: Chance) -> Outcome:
    """Half to double the movement, a landing, and no modifier in combat [flight/dive].

    A maneuver that fails on the way leads straight on to the ground [flight/maneuvers].
    """
    refuse_first(dive_bars(board, item, seat, order))
    return comes_down(board, item.phase, order, chance, LandingTest(order.unit, "plain", True))


def dive_bars(board: Board, item: Reports, seat: str, order: movement_reports.Dive) -> Bars:
    """By a commander with the Charge skill or by the card [flight/dive]."""
    yield from airborne(board, item, "flight/dive", seat, order.unit)
    unit = board.units[order.unit]
    yield from can_dive(board, unit, order.means)
    yield from stop_bars(board, order.stopped)
    limits = dive_limits(board, unit)
    yield from within("flight/dive", unit, order.distance, limits, "dive", order.stopped)
    yield from turning_bars(board, unit, order)
    yield from position_bars(board, unit, order.distance, order.position)


def turning_bars(board: Board, unit: Unit, order: movement_reports.Dive | movement_reports.Engage) -> Bars:
    """A dive and an engagement have the maneuvers of any flight [flight/maneuvers].

    In the first edition they were not reported [rules/edition].
    """
    if (order.maneuvers or order.tested) and board.setting.options.maneuvers_in == "flights":
        why = "By the edition of this battle maneuvers in a dive or an engagement stay on the table."
        yield Bar("rules/edition", why, "Leave them out.")
    yield from maneuver_bars(board, order.maneuvers)
    yield from tested_bars(board, unit, order)


def can_dive(board: Board, unit: Unit, means: str) -> Bars:
    """The commander has the Charge skill, or the Charge card is played [flight/dive]."""
    yield from without_card(board, "flight/dive", unit, "dive")
    if means not in ("", *MEANS):
        yield Bar("flight/dive", f"There is no dive by {means}.", f"Write {either(MEANS)}.")
    leader = commander(board, unit.name)
    if means != BY_CARD and (leader is None or CHARGE not in leader.skills):
        who = f"its commander {leader.name} has not" if leader else "it has no commander with"
        yield Bar(
            "flight/dive",
            f"{unit.name} cannot dive: {who} the Charge skill.",
            f'The Charge card allows it too: "by {BY_CARD}".',
        )


def without_card(board: Board, heading: str, unit: Unit, what: str) -> Bars:
    """No dive and no take-off after a card that enhances movement or combat [flight/rate, flight/dive].

    By an option of the first edition such a card bars nothing.
    """
    card = next((card for name, card in board.enhanced if name == unit.name), "")
    if card and board.setting.options.card_before_flight == "refused":
        why = f"{unit.name} has used {card} in this turn and cannot {what}: they are not combined."
        yield Bar(heading, why, "It may in the next turn.")


def dive_limits(board: Board, unit: Unit) -> tuple[int, int]:
    """Half to double the movement, in quarters of an inch [flight/dive].

    A unit that routs dives as far as it flies, at least; in the first edition half of that was enough.
    """
    low = flight_limits(board, unit)[0] if board.setting.options.closer_reading else unit.half
    return low, unit.full * board.setting.data.flight.limits.dive_factor.value


def maneuver_roll(
    board: Board, chance: Chance, unit: Unit, rule: str, purpose: str, terms: tuple[Term, ...]
) -> Roll:
    """A Maneuver test: the commander's Leadership, honor and what else counts [flight/maneuvers]."""
    kind = board.setting.data.tests.tests.maneuver
    return trial(
        board,
        chance,
        kind,
        rule,
        purpose,
        needed=unit.profile.tl,
        terms=(*command(board, kind, unit.name, rule), *maneuver_terms(board, unit), *terms),
    )


def must_fly(board: Board, unit: Unit, phase: str) -> Bars:
    """An airborne unit cannot stand still in a movement phase [flight/airborne]."""
    if phase in MOVEMENT and unit.airborne and phase not in unit.deeds.moved:
        low, high = flight_limits(board, unit)
        why = f"{unit.name} is airborne and has not moved in this phase."
        yield Bar("flight/airborne", why, f'{said(low, high)} Write "fly {unit.name} {inches(low)} inches".')
