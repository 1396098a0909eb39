"""Corrections of a unit, its condition and its place: what bars each, and what is recorded of it.

battle/losses       models, units and personalities      battle/conditions   conditions
flight/take-off     in the air or on the ground          battle/distance     positions
"""

from __future__ import annotations

from msgspec import Struct

from domain.clan_war.battle.morale import grounded_by
from domain.clan_war.board import corrected as k
from domain.clan_war.board.events import ConditionChanged, UnitReady
from domain.clan_war.board.flight_events import Placed
from domain.clan_war.board.state import Board, engaged_with, hostages_in, people_of, size
from domain.clan_war.book import in_play, known, length
from domain.clan_war.corrections.open_business import word
from domain.clan_war.flight.movement import can_fly
from domain.clan_war.words import corrections as s
from domain.clan_war.words.fixed_words import CONDITIONS
from domain.kit.bars import Bar, Bars
from domain.kit.corrections import so_already
from domain.kit.errors import either

# ---- losses


def models(board: Board, correction: s.SetModels) -> tuple[Struct, ...]:
    """The models of a unit, without personalities [battle/losses]."""
    unit = board.units[correction.unit]
    return (k.ModelsCorrected(unit.name, unit.models, correction.models),)


def model_bars(board: Board, correction: s.SetModels) -> Bars:
    """No more than it had, and never none on the table [battle/losses, flight/units]."""
    name, wanted = correction.unit, correction.models
    yield from known(board, "battle/losses", name)
    unit, people = board.units[name], len(people_of(board, name))
    if wanted == unit.models:
        yield so_already("battle/losses", f"{name} has {wanted} models")
    if wanted > unit.profile.models:
        why = f"{name} has {unit.profile.models} models at most, without personalities."
        yield Bar("battle/losses", why)
    if not wanted + people and not unit.destroyed:
        yield Bar("battle/losses", f"{name} would have no model.", f'Correct it as "unit {name} destroyed".')
    most = board.setting.data.flight.limits.models.value
    if unit.airborne and wanted + people > most:
        why = f"{name} is airborne; a flying unit has at most {most} models."
        yield Bar("flight/units", why, "Correct its height first.")


def unit_fate(board: Board, correction: s.SetUnit) -> tuple[Struct, ...]:
    """A unit that is destroyed, or is back on the table [battle/losses]."""
    return (k.UnitCorrected(correction.unit, correction.fate == s.DESTROYED),)


def unit_bars(board: Board, correction: s.SetUnit) -> Bars:
    """With a model if it stands, without a hostage if not [battle/losses, hostage/captor-gone]."""
    name, fate = correction.unit, correction.fate
    yield from known(board, "battle/losses", name)
    yield from word("battle/losses", fate, s.WORDS_OF["fate"])
    if board.units[name].destroyed is (fate == s.DESTROYED):
        yield so_already("battle/losses", f"{name} is {fate}")
    if fate == s.STANDING and not size(board, name):
        yield Bar("battle/losses", f"{name} has no model.", "Correct its models first.")
    held = [one.name for one in hostages_in(board, name)]
    if fate == s.DESTROYED and held:
        yield Bar("hostage/captor-gone", f"{name} holds {', '.join(held)}.", "Correct its hostages first.")


def personality(board: Board, correction: s.SetPersonality) -> tuple[Struct, ...]:
    """A personality that is slain, or lives [battle/losses]."""
    return (k.PersonalityCorrected(correction.personality, correction.life == s.SLAIN),)


def personality_bars(board: Board, correction: s.SetPersonality) -> Bars:
    """In a unit that has a model with it and without it [battle/losses, flight/units]."""
    name, life = correction.personality, correction.life
    if name not in board.people:
        there = either([*board.people]) or "none"
        yield Bar("battle/losses", f"There is no personality {name} in this battle.", f"There is {there}.")
    yield from word("battle/losses", life, s.WORDS_OF["life"])
    person = board.people[name]
    unit = board.units[person.unit]
    if person.slain is (life == s.SLAIN):
        yield so_already("battle/losses", f"{name} is {life}")
    if life == s.SLAIN and not unit.destroyed and size(board, unit.name) == 1:
        why = f"{name} is the last of {unit.name}."
        yield Bar("battle/losses", why, f'Correct that first as "unit {unit.name} destroyed".')
    most = board.setting.data.flight.limits.models.value
    if life == s.ALIVE and unit.airborne and size(board, unit.name) == most:
        why = f"{unit.name} is airborne; a flying unit has at most {most} models."
        yield Bar("flight/units", why, "Correct its height first.")


# ---- conditions, height, place


def condition(board: Board, correction: s.SetCondition) -> tuple[Struct, ...]:
    """What the unit is; it is spent as long as a report would make it [battle/conditions]."""
    name, wanted = correction.unit, correction.condition
    if wanted == s.READY:
        return (UnitReady(name),)
    turns = board.setting.data.tests.conditions.spent_turns.value
    return (ConditionChanged(name, wanted, "ruling", board.turn + turns if wanted == "spent" else 0),)


def condition_bars(board: Board, correction: s.SetCondition) -> Bars:
    """A condition that the unit can have and has not [battle/conditions, flight/formation]."""
    name, wanted = correction.unit, correction.condition
    yield from in_play(board, "battle/conditions", name)
    yield from word("battle/conditions", wanted, (*CONDITIONS, s.READY))
    unit = board.units[name]
    has = {
        "unformed": not unit.formed,
        "formed": unit.formed,
        "spent": unit.is_spent,
        "ready": not unit.is_spent,
        "broken": unit.broken,
        "routing": unit.routing,
        "rallied": not unit.broken and not unit.routing,
    }
    if has[wanted]:
        what = "neither broken nor routing" if wanted == "rallied" else wanted
        yield so_already("battle/conditions", f"{name} is {what}")
    if wanted == "unformed" and (unit.airborne or size(board, name) == 1):
        yield Bar("flight/formation", f"{name} is airborne or a single model, and never unformed.")
    if grounded_by(board, unit, wanted):
        yield Bar(
            "flight/conditions", f"{name} is airborne, and would have to land.", "Correct its height first."
        )


def height(board: Board, correction: s.SetHeight) -> tuple[Struct, ...]:
    """In the air or on the ground [flight/take-off]."""
    return (k.HeightCorrected(correction.unit, correction.height == s.AIRBORNE),)


def height_bars(board: Board, correction: s.SetHeight) -> Bars:
    """In the air is what can fly, formed and engaged with nobody [flight/units, flight/no-engage]."""
    name, wanted = correction.unit, correction.height
    yield from in_play(board, "flight/take-off", name)
    yield from word("flight/take-off", wanted, s.WORDS_OF["height"])
    unit = board.units[name]
    if unit.airborne is (wanted == s.AIRBORNE):
        where = "airborne" if unit.airborne else "on the ground"
        yield so_already("flight/take-off", f"{name} is {where}")
    if wanted != s.AIRBORNE:
        return
    yield from can_fly(board, name)
    if not unit.formed:
        yield Bar("flight/formation", f"{name} is unformed.", "Correct its condition first.")
    if engaged_with(board, name):
        others = either(engaged_with(board, name))
        yield Bar("flight/no-engage", f"{name} is engaged with {others}.", "Correct the engagement first.")


def place(board: Board, correction: s.SetPlace) -> tuple[Struct, ...]:
    """Where a unit stands, as the players agree [battle/distance]."""
    return (Placed(correction.unit, correction.position),)


def place_bars(board: Board, correction: s.SetPlace) -> Bars:
    """Inches from a corner of the table [battle/distance]."""
    yield from in_play(board, "battle/distance", correction.unit)
    for one in correction.position:
        yield from length("battle/distance", one)
    if board.units[correction.unit].position == correction.position:
        yield so_already("battle/distance", f"{correction.unit} stands there")
