"""Chapter "flight": the ground after the air.

flight/landing         the Maneuver test after a landing
flight/formation       it can only cost the formation
flight/engage          -1 for an engagement
flight/failed-engage   0 where it fell short, -1 where the angle failed
flight/dive            -2 for a dive
flight/forced          a unit that is forced down
"""

from __future__ import annotations

from msgspec import Struct

from domain.clan_war.battle.morale import spent_until
from domain.clan_war.board.events import ConditionChanged
from domain.clan_war.board.flight_events import DamageThrown, ForcedDown, ForcedLanded, ManeuverTested
from domain.clan_war.board.state import Board, size
from domain.clan_war.book import BOOK, length, own
from domain.clan_war.data.names import QUARTERS, inches, quarters
from domain.clan_war.flight.movement import ended_by, maneuver_roll, stop_bars, within
from domain.clan_war.words import movement_reports
from domain.clan_war.words.items import Damage, ForcedLanding, LandingTest, Reports
from domain.kit.bars import Bar, Bars, refuse_first
from domain.kit.chance import Chance
from domain.kit.facts import Outcome, does, keeps
from domain.kit.sums import Term


@BOOK.moot(LandingTest, "flight/landing")
def needs_no_test(board: Board, item: LandingTest) -> bool:
    """A single model takes no test, nor does a unit that is gone [flight/landing]."""
    return board.units[item.unit].destroyed or size(board, item.unit) == 1


@BOOK.step(LandingTest, "flight/landing")
def landing_test(board: Board, item: LandingTest, chance: Chance) -> Outcome:
    """A Maneuver test to keep the formation; a unit that fails is unformed [flight/landing]."""
    unit = board.units[item.unit]
    purpose = f"Maneuver test of {unit.name} on landing, turn {board.turn}"
    roll = maneuver_roll(board, chance, unit, "flight/landing", purpose, landing_terms(board, item))
    tested = ManeuverTested(unit.name, "landing", roll)
    if roll.passed or not unit.formed:
        return does(tested)
    return does(tested, ConditionChanged(unit.name, "unformed", "landing"))


def landing_terms(board: Board, item: LandingTest) -> tuple[Term, ...]:
    """-1 for an engagement, -2 for a dive; both only by an option [flight/engage, flight/dive]."""
    table = board.setting.data.flight.landing
    rows = {
        "plain": Term(table.plain.value, "a landing", "flight/landing"),
        "engaging": Term(table.engaging.value, "an engagement", "flight/engage"),
        "short": Term(table.short.value, "an engagement that fell short", "flight/failed-engage"),
        "angle": Term(table.angle.value, "an engagement whose angle failed", "flight/failed-engage"),
    }
    if not item.dive:
        return (rows[item.how],)
    diving = Term(table.dive.value, "a dive", "flight/dive")
    return (diving, rows[item.how]) if board.setting.options.dive_engage == "both" else (diving,)


@BOOK.answer(Reports, movement_reports.Ground, "flight/forced")
def force_down(
    board: Board, item: Reports, seat: str, order: movement_reports.Ground, chance: Chance
) -> Outcome:
    """A spell, a card or the loss of a movement forces a unit to land [flight/forced]."""
    refuse_first(ground_bars(board, item, seat, order))
    return keeps(
        ForcedDown(order.unit, order.cause, seat), then=(ForcedLanding(seat, order.unit, order.cause),)
    )


def ground_bars(board: Board, item: Reports, seat: str, order: movement_reports.Ground) -> Bars:
    """Its own army reports it, as it reports wounds; the unit must be in the air [flight/forced]."""
    yield from own(board, "flight/forced", seat, order.unit)
    if not board.units[order.unit].airborne:
        yield Bar("flight/forced", f"{order.unit} is on the ground.", "Nothing is to be reported.")


@BOOK.moot(ForcedLanding, "flight/forced")
def is_down(board: Board, item: ForcedLanding) -> bool:
    """The unit is on the ground, or gone [flight/forced]."""
    return not board.units[item.unit].airborne


@BOOK.answer(ForcedLanding, movement_reports.Descend, "flight/forced")
def descend(
    board: Board, item: ForcedLanding, seat: str, order: movement_reports.Descend, chance: Chance
) -> Outcome:
    """Straight on for half to all of the movement, or up to high terrain, and further to be clear of others
    [flight/forced].

    The unit is unformed, but not a single model; further on there are Damage dice, and it is spent.
    """
    refuse_first(descend_bars(board, item, seat, order))
    extra, unit = quarters(order.extra) or 0, board.units[order.unit]
    each = board.setting.data.flight.forced.inches_per_die.value * QUARTERS
    dice = -(-extra // each)
    unformed, ended = size(board, order.unit) > 1, ended_by(order.stopped)
    landed = ForcedLanded(order.unit, order.distance, inches(extra), dice, unformed, ended)
    then: tuple[Struct, ...] = (Damage(order.unit, dice),) if dice else ()
    if not extra and board.setting.options.forced_spends == "extended":
        return does(landed, then=then)
    spent = ConditionChanged(order.unit, "spent", "forced landing", spent_until(board, unit))
    return does(landed, spent, then=then)


def descend_bars(board: Board, item: ForcedLanding, seat: str, order: movement_reports.Descend) -> Bars:
    """The unit that is forced down, half to all of its movement without maneuvers [flight/forced]."""
    if order.unit != item.unit:
        yield Bar(
            "flight/forced",
            f"{item.unit} is forced down, not {order.unit}.",
            f'Write "descend {item.unit} …".',
        )
    unit = board.units[order.unit]
    yield from stop_bars(board, order.stopped)
    limits = (unit.half, unit.full)
    yield from within("flight/forced", unit, order.distance, limits, "land after", order.stopped)
    yield from length("flight/forced", order.extra)


@BOOK.examples(ForcedLanding, "flight/forced")
def descents(board: Board, item: ForcedLanding, seat: str) -> tuple[movement_reports.Descend, ...]:
    """Some landings, with and without units in the way [flight/forced]."""
    unit = board.units[item.unit]
    half, full = inches(unit.half), inches(unit.full)
    return tuple(
        movement_reports.Descend(item.unit, distance, extra)
        for distance, extra in ((half, "0"), (full, "0"), (half, "2"), (half, "3.25"))
    )


@BOOK.step(Damage, "flight/forced")
def damage(board: Board, item: Damage, chance: Chance) -> Outcome:
    """One Damage die for every 2 inches of the extension, rounded up [flight/forced]."""
    sides = board.setting.data.tests.die.sides.value
    purpose = f"Damage to {item.unit}, forced landing, turn {board.turn}"
    return does(DamageThrown(item.unit, chance.throw("flight/forced", purpose, sides=sides, count=item.dice)))
