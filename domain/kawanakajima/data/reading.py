"""Makes the data set out of its files and checks it: every line, and what the files say of each other.

map.csv  sides.csv  places.csv  entries.csv              the battlefield
clans.csv  units.csv                                     the armies
terrain.csv  postures.csv  posture_changes.csv  states.csv  modifiers.csv  combat.csv  results.csv
command.csv  rally.csv  flight.csv  samurai.csv  chits.csv      the tables
zones.csv  lines.csv                                     the fortress card
plans.toml  numbers.toml  scenarios.toml                 records
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from domain.kawanakajima.data import tables as t
from domain.kawanakajima.data.grids import CombatTable, CommandColumn
from domain.kawanakajima.data.reading_armies import read_armies
from domain.kawanakajima.data.reading_fortress import read_fortress
from domain.kawanakajima.data.reading_map import read_map
from domain.kawanakajima.data.reading_tables import (
    RESULTS,
    read_combat,
    read_command,
    read_flight,
    read_keyed,
    read_posture_changes,
    read_rally,
    read_samurai,
    read_states,
)
from domain.kawanakajima.data.rows import Files, check_source, must, one_of, records, toml_line
from domain.kit.data_files import text_of


def read_data(files: Files) -> t.Data:
    """The data set out of its files by name. Raises `BadTable` with the file and the line that is wrong."""
    for name in sorted(files):
        must(name, 1, name in FILES, f"one of the files {', '.join(FILES)}", name)
    battlefield, terrain = read_map(files)
    clans, units = read_armies(files, battlefield)
    combat, command, scenarios = read_combat(files), read_command(files), _scenarios(files, battlefield)
    _check_turns(command, scenarios)
    return t.Data(
        battlefield,
        clans,
        units,
        terrain,
        read_keyed(files, "postures.csv", t.Posture, t.POSTURES),
        read_posture_changes(files),
        read_states(files),
        combat,
        read_keyed(files, "modifiers.csv", t.Modifier, MODIFIERS),
        command,
        read_rally(files),
        read_flight(files),
        _plans(files, combat),
        read_keyed(files, "chits.csv", t.Chit, CHITS),
        read_samurai(files),
        _numbers(files),
        scenarios,
        read_fortress(files, battlefield),
    )


FILES = (
    *("map.csv", "sides.csv", "places.csv", "entries.csv", "clans.csv", "units.csv", "terrain.csv"),
    *("postures.csv", "posture_changes.csv", "states.csv", "modifiers.csv", "combat.csv", "results.csv"),
    *("command.csv", "rally.csv", "flight.csv", "samurai.csv", "chits.csv"),
    *("zones.csv", "lines.csv"),
    *("plans.toml", "numbers.toml", "scenarios.toml"),
)
MODIFIERS = (
    "special attack",
    "surprise",
    "support",
    "fire of attackers, a point",
    "fire of defenders, a point",
)
CHITS = ("rally", "march", *(f"combat {seat}" for seat in t.SEATS), "initiative")


class _Plans(Struct, frozen=True, forbid_unknown_fields=True):
    plan: tuple[t.Plan, ...]


def _plans(files: Files, combat: CombatTable) -> Mapping[str, t.Plan]:
    name = "plans.toml"
    said, plans = text_of(files, name), records(files, name, _Plans).plan
    for nth, plan in enumerate(plans):
        check_source(name, toml_line(said, "plan", nth, "source"), plan.source)
        for posture in plan.postures:
            one_of(name, toml_line(said, "plan", nth, "postures"), posture, t.POSTURES)
        at = toml_line(said, "plan", nth, "into")
        for code in (*plan.into, *([plan.converts] if plan.converts else [])):
            must(name, at, code in combat.results, f"a result of {RESULTS}", code)
        must(name, at, len(plan.into) == (6 if plan.converts else 0), "six results", f"{len(plan.into)}")
        given = ("first retreat drawn", "first combat") if plan.impetuous else ("",)
        one_of(name, toml_line(said, "plan", nth, "given"), plan.given, given)
    known = [plan.name for plan in plans]
    must(name, 1, len(set(known)) == len(known) > 0, "plans of different names", ", ".join(known))
    return {plan.name: plan for plan in plans}


class _Number(Struct, frozen=True, forbid_unknown_fields=True):
    value: int
    source: str


def _numbers(files: Files) -> t.Numbers:
    name, fields = "numbers.toml", t.Numbers.__struct_fields__
    kind = msgspec.defstruct("Printed", [(field, _Number) for field in fields], forbid_unknown_fields=True)
    said, read = text_of(files, name), records(files, name, kind)
    for field in fields:
        check_source(name, toml_line(said, field, 0, "source"), getattr(read, field).source)
        value, at = getattr(read, field).value, toml_line(said, field, 0, "value")
        must(name, at, value >= 0 or field == "command_not_in_defence", "a number of 0 or more", f"{value}")
    return t.Numbers(**{field: getattr(read, field).value for field in fields})


class _Scenarios(Struct, frozen=True, forbid_unknown_fields=True):
    scenario: tuple[t.Scenario, ...]


def _scenarios(files: Files, battlefield: t.Map) -> Mapping[str, t.Scenario]:
    name = "scenarios.toml"
    said, found = text_of(files, name), records(files, name, _Scenarios).scenario
    for nth, scenario in enumerate(found):
        check_source(name, toml_line(said, "scenario", nth, "source"), scenario.source)
        at = toml_line(said, "scenario", nth)
        for place in (*scenario.column_start, *scenario.column_beside, *scenario.column_entry):
            must(name, at, place in battlefield.places, "a hex of the map", place)
        if scenario.playable:
            _check_column(name, at, scenario)
    named = {scenario.name: scenario for scenario in found}
    must(name, 1, "historical" in named, "the scenario historical", ", ".join(named))
    return named


def _check_column(name: str, at: int, scenario: t.Scenario) -> None:
    """As many hexes on either side of the red line, each once, and points that never fall [18.1, 8.2]."""
    one, other = scenario.column_start, scenario.column_beside
    must(name, at, len(one) == len(other), "as many hexes on either side", f"{len(one)} and {len(other)}")
    both = (*one, *other)
    must(name, at, len(set(both)) == len(both), "each hex of the column once", " ".join(both))
    for general, points in scenario.command.items():
        one_of(name, at, general, [who for army in t.GENERALS.values() for who in army])
        must(name, at, list(points) == sorted(points), "points that never fall", f"{points}")


def _check_turns(command: tuple[CommandColumn, ...], scenarios: Mapping[str, t.Scenario]) -> None:
    """In each turn of each scenario each general has one column of the command table [8.2, 17.2]."""
    last = max(scenario.turns for scenario in scenarios.values())
    for general in (who for army in t.GENERALS.values() for who in army):
        for turn in range(1, last + 1):
            found = [one for one in command if one.general == general and one.first <= turn <= one.last]
            must(
                "command.csv", 1, len(found) == 1, f"one column for {general} in turn {turn}", f"{len(found)}"
            )
