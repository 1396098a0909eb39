"""Chapter "battle": Morale tests, conditions and losses as they are reported."""

from __future__ import annotations

from msgspec import Struct

from domain.clan_war.battle.honor_effects import earlier_tests, morale_terms
from domain.clan_war.board.events import (
    ConditionChanged,
    ModelsLost,
    MoraleTested,
    PersonalitySlain,
    UnitDestroyed,
    UnitWounded,
)
from domain.clan_war.board.state import Board, Unit, engaged_with, hostages_in, people_of, size
from domain.clan_war.board.trials import command, trial
from domain.clan_war.book import BOOK, count, own
from domain.clan_war.words import reports
from domain.clan_war.words.fixed_words import CONDITIONS
from domain.clan_war.words.items import CaptorGone, ForcedLanding, Reports
from domain.kit.bars import Bar, Bars, refuse_first
from domain.kit.chance import Chance
from domain.kit.errors import either
from domain.kit.facts import Outcome, keeps

Follows = tuple[tuple[ConditionChanged, ...], tuple[Struct, ...]]
"""Events, and items that come next."""


@BOOK.answer(Reports, reports.Morale, "battle/morale")
def morale_test(board: Board, item: Reports, seat: str, order: reports.Morale, chance: Chance) -> Outcome:
    """A Morale test: earlier ones of the turn, honor and conditions count [battle/morale]."""
    refuse_first(morale_bars(board, item, seat, order))
    unit, kind, rule = board.units[order.unit], board.setting.data.tests.tests.morale, "battle/morale"
    nth = unit.deeds.morale_tests + 1
    roll = trial(
        board,
        chance,
        kind,
        rule,
        f"Morale test {nth} of {unit.name}, turn {board.turn}",
        needed=unit.profile.ml,
        terms=(
            *command(board, kind, unit.name, rule),
            *morale_terms(board, unit),
            earlier_tests(board, unit),
        ),
    )
    events, then = after_failure(board, unit, roll.passed, order.cause)
    return keeps(MoraleTested(unit.name, order.cause, roll), *events, then=then)


def morale_bars(board: Board, item: Reports, seat: str, order: reports.Morale) -> Bars:
    """A unit of one's own [battle/morale]."""
    yield from own(board, "battle/morale", seat, order.unit)


def after_failure(board: Board, unit: Unit, passed: bool, cause: str) -> Follows:
    """A failed test breaks a unit, and routs a broken one; by an option players report it [battle/morale]."""
    if passed or unit.routing or board.setting.options.failed_morale == "recorded":
        return (), ()
    condition = "routing" if unit.broken else "broken"
    return (ConditionChanged(unit.name, condition, cause),), grounded_by(board, unit, condition)


def grounded_by(board: Board, unit: Unit, condition: str) -> tuple[ForcedLanding, ...]:
    """Some conditions force an airborne unit down [flight/conditions]."""
    if not unit.airborne or board.setting.data.effect(condition) != "forced-landing":
        return ()
    return (ForcedLanding(unit.army, unit.name, condition),)


def effects(board: Board, unit: Unit) -> dict[str, str]:
    """What the unit's conditions do in the air, each with the condition [flight/conditions]."""
    has = (("spent", unit.is_spent), ("broken", unit.broken), ("routing", unit.routing))
    data = board.setting.data
    return {data.effect(condition): condition for condition, is_so in has if is_so}


def may_not_attack(board: Board, heading: str, unit: Unit) -> Bars:
    """Some conditions keep an airborne unit from attacks [flight/conditions]."""
    found = effects(board, unit)
    for effect in ("no-attack", "full-move", "forced-landing"):
        if unit.airborne and effect in found:
            yield Bar(
                "flight/conditions",
                f"{unit.name} is airborne and {found[effect]}, and cannot attack.",
                "Move it, or land it.",
            )


@BOOK.answer(Reports, reports.SetCondition, "battle/conditions")
def set_condition(
    board: Board, item: Reports, seat: str, order: reports.SetCondition, chance: Chance
) -> Outcome:
    """A unit's condition, as the rulebook or an effect says [battle/conditions]."""
    refuse_first(condition_bars(board, item, seat, order))
    unit, condition = board.units[order.unit], order.condition
    until = spent_until(board, unit) if condition == "spent" else 0
    return keeps(
        ConditionChanged(unit.name, condition, "reported", until), then=grounded_by(board, unit, condition)
    )


def condition_bars(board: Board, item: Reports, seat: str, order: reports.SetCondition) -> Bars:
    """A condition that the unit can have and has not [battle/conditions, flight/formation]."""
    yield from own(board, "battle/conditions", seat, order.unit)
    unit, condition = board.units[order.unit], order.condition
    if condition not in CONDITIONS:
        yield Bar("battle/conditions", f"There is no condition {condition}.", f"Write {either(CONDITIONS)}.")
    if condition == "unformed" and unit.airborne:
        yield Bar(
            "flight/formation", f"{unit.name} is airborne and cannot become unformed.", "It stays formed."
        )
    if condition == "unformed" and size(board, unit.name) == 1:
        yield Bar(
            "flight/formation", f"{unit.name} is a single model, which is never unformed.", "It stays formed."
        )
    has = {
        "unformed": not unit.formed,
        "formed": unit.formed,
        "spent": unit.is_spent and not adds_on_the_ground(board),
        "broken": unit.broken or unit.routing,
        "routing": unit.routing,
        "rallied": not unit.broken and not unit.routing,
    }
    if has[condition]:
        why = f"{unit.name} is {condition} already."
        if condition == "rallied":
            why = f"{unit.name} is neither broken nor routing."
        yield Bar("battle/conditions", why, "Nothing is to be reported.")


def adds_on_the_ground(board: Board) -> bool:
    """Spent again adds a turn in a forced landing alone; in the first edition always [battle/conditions]."""
    options = board.setting.options
    return options.spent_adds and not options.closer_reading


def spent_until(board: Board, unit: Unit) -> int:
    """A unit that is spent again stays so for one more turn, or by an option it does not [flight/forced]."""
    if unit.is_spent:
        return unit.spent_until + (1 if board.setting.options.spent_adds else 0)
    return board.turn + board.setting.data.tests.conditions.spent_turns.value


@BOOK.answer(Reports, reports.Wounds, "battle/losses")
def wound(board: Board, item: Reports, seat: str, order: reports.Wounds, chance: Chance) -> Outcome:
    """Wounds from ranged attacks, fly-bys, parting shots and landings [battle/losses]."""
    refuse_first(wounds_bars(board, item, seat, order))
    return keeps(UnitWounded(order.unit, order.wounds))


def wounds_bars(board: Board, item: Reports, seat: str, order: reports.Wounds) -> Bars:
    """Wounds of one's own unit [battle/losses]."""
    yield from own(board, "battle/losses", seat, order.unit)
    yield from count("battle/losses", order.wounds, "the number of wounds", 1, 99)


@BOOK.answer(Reports, reports.Casualties, "battle/losses")
def casualties(board: Board, item: Reports, seat: str, order: reports.Casualties, chance: Chance) -> Outcome:
    """Models are removed; with the last, personalities included, the unit is gone [battle/losses]."""
    refuse_first(casualties_bars(board, item, seat, order))
    left = board.units[order.unit].models - order.models
    lost = ModelsLost(order.unit, order.models, left)
    people = len(people_of(board, order.unit))
    if left or people:
        return keeps(lost, *formed_alone(board, order.unit, left + people))
    return keeps(lost, UnitDestroyed(order.unit), then=without_captor(board, order.unit))


def formed_alone(board: Board, unit: str, left: int) -> tuple[ConditionChanged, ...]:
    """The last model of an unformed unit is not unformed; in the first edition it was [flight/formation]."""
    if left != 1 or board.units[unit].formed or not board.setting.options.closer_reading:
        return ()
    return (ConditionChanged(unit, "formed", "a single model"),)


def without_captor(board: Board, unit: str) -> tuple[CaptorGone, ...]:
    """What becomes of the hostages of a unit that is removed [battle/losses]."""
    return (CaptorGone(unit, engaged_with(board, unit)),) if hostages_in(board, unit) else ()


def casualties_bars(board: Board, item: Reports, seat: str, order: reports.Casualties) -> Bars:
    """No more models than the unit has [battle/losses]."""
    yield from own(board, "battle/losses", seat, order.unit)
    yield from count("battle/losses", order.models, f"the number of models that {order.unit} loses", 1, 99)
    models = board.units[order.unit].models
    if not models:
        left = [one.name for one in people_of(board, order.unit)]
        why = f"{order.unit} has lost all its models but for {', '.join(left)}."
        yield Bar("battle/losses", why, f'Write "slain {left[0]}".')
    if order.models > models:
        yield Bar("battle/losses", f"{order.unit} has {models} models.", f"It can lose 1 to {models}.")


@BOOK.answer(Reports, reports.Slain, "battle/losses")
def slay(board: Board, item: Reports, seat: str, order: reports.Slain, chance: Chance) -> Outcome:
    """A personality has fallen, perhaps the last model of its unit [battle/losses]."""
    refuse_first(slain_bars(board, item, seat, order))
    fallen, unit = PersonalitySlain(order.personality), board.people[order.personality].unit
    left = size(board, unit) - 1
    if left:
        return keeps(fallen, *formed_alone(board, unit, left))
    return keeps(fallen, UnitDestroyed(unit), then=without_captor(board, unit))


def slain_bars(board: Board, item: Reports, seat: str, order: reports.Slain) -> Bars:
    """A personality of one's own that lives [battle/losses]."""
    mine = [one.name for one in board.people.values() if one.army == seat and not one.slain]
    if order.personality not in mine:
        yield Bar(
            "battle/losses",
            f"{order.personality} is no living personality of {seat}.",
            f"There is {either(mine) or 'none'}.",
        )
