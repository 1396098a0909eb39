"""Reads the data set out of its files and checks it: every row, and what the files say of each other."""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.kawanakajima.data import tables as t
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
from domain.kawanakajima.data.rows import Files, check_source, must, one_of, records, typed_rows
from domain.kit.data_files import line_of, text_of
from domain.kit.own_names import FILE as NAMES
from domain.kit.own_names import read_names
from domain.kit.recommended import FILE as SHEETS
from domain.kit.recommended import read_sheets


def read_data(files: Files) -> t.Data:
    """The data set out of its files by name. Raises `BadTable` with the file and the line that is wrong."""
    for name in sorted({*files} - {SHEETS, NAMES}):
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
        read_sheets(files, t.SEATS),
        read_names(files),
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


def _plans(files: Files, combat: t.CombatTable) -> Mapping[str, t.Plan]:
    name = "plans.toml"
    said, plans = text_of(files, name), records(files, name, _Plans).plan
    for nth, plan in enumerate(plans):
        check_source(name, line_of(said, "plan", str(nth), "source"), plan.source)
        for posture in plan.postures:
            one_of(name, line_of(said, "plan", str(nth), "postures"), posture, t.POSTURES)
        at = line_of(said, "plan", str(nth), "into")
        for code in (*plan.into, *([plan.converts] if plan.converts else [])):
            must(name, at, code in combat.results, f"a result of {RESULTS}", code)
        must(name, at, len(plan.into) == (6 if plan.converts else 0), "six results", f"{len(plan.into)}")
        given = ("first retreat drawn", "first combat") if plan.impetuous else ("",)
        one_of(name, line_of(said, "plan", str(nth), "given"), plan.given, given)
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
        check_source(name, line_of(said, field, "source"), getattr(read, field).source)
        value, at = getattr(read, field).value, line_of(said, field, "value")
        must(name, at, value >= 0 or field == "command_not_in_defence", "a number of 0 or more", f"{value}")
    return t.Numbers(**{field: getattr(read, field).value for field in fields})


class _Scenarios(Struct, frozen=True, forbid_unknown_fields=True):
    scenario: tuple[t.Scenario, ...]


def _scenarios(files: Files, battlefield: t.Map) -> Mapping[str, t.Scenario]:
    name = "scenarios.toml"
    said, found = text_of(files, name), records(files, name, _Scenarios).scenario
    for nth, scenario in enumerate(found):
        check_source(name, line_of(said, "scenario", str(nth), "source"), scenario.source)
        at = line_of(said, "scenario", str(nth))
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
        one_of(name, at, general, t.GENERALS)
        must(name, at, list(points) == sorted(points), "points that never fall", f"{points}")


def _check_turns(command: tuple[t.CommandColumn, ...], scenarios: Mapping[str, t.Scenario]) -> None:
    """In each turn of each scenario each general has one column of the command table [8.2, 17.2]."""
    last = max(scenario.turns for scenario in scenarios.values())
    for general in t.GENERALS:
        for turn in range(1, last + 1):
            found = [one for one in command if one.general == general and one.first <= turn <= one.last]
            must(
                "command.csv", 1, len(found) == 1, f"one column for {general} in turn {turn}", f"{len(found)}"
            )


# ---- the armies: clans.csv and units.csv


CLANS, UNITS = "clans.csv", "units.csv"
NEEDED = ("tA", "uA", "uM", "uN")
"""Clans that rules name: those of the generals, the guard of the ford and the baggage [8.2, 17.3, 17.6.3]."""


class _ClanRow(Struct, frozen=True):
    seat: str
    letter: str
    name: str
    also: str
    general: str
    source: str


class _UnitRow(Struct, frozen=True):
    seat: str
    unit: str
    elan: int
    mass: int
    fire: int
    leader: int
    general: bool
    start: str
    source: str


def read_armies(files: Files, battlefield: t.Map) -> tuple[Mapping[str, t.Clan], Mapping[str, t.Unit]]:
    """Clans and units by name, each clan with its units [5.1, 6.1]."""
    clans = {}
    for at, row in typed_rows(files, CLANS, _ClanRow):
        one_of(CLANS, at, row.seat, t.SEATS)
        one_of(CLANS, at, row.general, t.GENERALS_OF[row.seat])
        must(CLANS, at, re.fullmatch("[A-Z]", row.letter), "a letter from A to Z", row.letter)
        clan = t.Clan(
            row.seat[0] + row.letter, row.seat, row.letter, row.name, tuple(row.also.split()), row.general, ()
        )
        must(CLANS, at, clan.name not in clans, "another letter than those before", row.letter)
        clans[clan.name] = clan
    for name in NEEDED:
        must(CLANS, 1, name in clans, f"a line for clan {name[1]} of the side {name[0]}", "none")
    units = _units(files, clans, battlefield)
    for name, clan in clans.items():
        own = tuple(unit.name for unit in units.values() if unit.clan == name)
        must(UNITS, 1, 1 <= len(own) <= 3, f"1 to 3 units of the clan {name}", f"{len(own)}")
        clans[name] = replace(clan, units=own)
    return clans, units


def _units(files: Files, clans: Mapping[str, t.Clan], battlefield: t.Map) -> Mapping[str, t.Unit]:
    units: dict[str, t.Unit] = {}
    taken = set[str]()
    for at, row in typed_rows(files, UNITS, _UnitRow):
        one_of(UNITS, at, row.seat, t.SEATS)
        must(UNITS, at, re.fullmatch("[A-Z][1-9]", row.unit), "a unit such as B2", row.unit)
        clan = clans.get(row.seat[0] + row.unit[0])
        must(UNITS, at, clan, f"a clan of {row.seat} in {CLANS}", row.unit[0])
        assert clan is not None
        general = clan.general if row.general else ""
        name = row.seat[0] + row.unit
        must(UNITS, at, name not in units, "another unit than those before", row.unit)
        must(UNITS, at, min(row.elan, row.mass, row.fire, row.leader) >= 0, "values of 0 or more", name)
        must(UNITS, at, not row.start or row.start in battlefield.places, "a hex of the map", row.start)
        must(UNITS, at, not row.start or row.start not in taken, "a hex without a unit", row.start)
        taken.add(row.start)
        units[name] = t.Unit(
            name, row.unit, row.seat, clan.name, row.elan, row.mass, row.fire, row.leader, general, row.start
        )
    _check_generals(units)
    return units


def _check_generals(units: Mapping[str, t.Unit]) -> None:
    """Each general is with one unit, and the commander-in-chief with clan A [5.1]."""
    for generals in t.GENERALS_OF.values():
        for general in generals:
            here = [unit.short for unit in units.values() if unit.general == general]
            must(UNITS, 1, len(here) == 1, f"one unit with the general {general}", f"{len(here)}")
            chief = general != generals[0] or here[0][0] == "A"
            must(UNITS, 1, chief, f"the general {general} with clan A", here[0])


# ---- the fortress card: zones.csv and lines.csv; data sets from before it have neither


ZONES, LINES = "zones.csv", "lines.csv"


class _ZoneRow(Struct, frozen=True):
    zone: str
    kind: str
    hexes: str
    column: int
    row: int
    source: str


class _LineRow(Struct, frozen=True):
    zone: str
    beside: str
    defence: int
    defence_beside: int
    source: str


def read_fortress(files: Files, battlefield: t.Map) -> t.Fortress | None:
    """The card, checked; None where the data set has neither file. Raises `BadTable`."""
    if ZONES not in files and LINES not in files:
        return None
    zones = _zones(files, battlefield)
    scores = _scores(files, zones)
    reached = [next(iter(zones))]
    for zone in reached:
        reached += [there for there in zones if (zone, there) in scores and there not in reached]
    apart = [zone for zone in zones if zone not in reached]
    must(LINES, 1, not apart, "attack lines that join all zones", f"{', '.join(apart)} apart")
    return t.Fortress(zones, scores)


def _zones(files: Files, battlefield: t.Map) -> Mapping[str, t.Zone]:
    found: dict[str, t.Zone] = {}
    around = battlefield.beside[battlefield.kaizu]
    tied: list[str] = []
    for at, row in typed_rows(files, ZONES, _ZoneRow):
        hexes, is_outer = tuple(row.hexes.split()), row.kind == t.PERIPHERAL
        one_of(ZONES, at, row.kind, t.ZONE_KINDS)
        must(ZONES, at, row.zone and row.zone not in found, "another zone than those before", row.zone)
        must(ZONES, at, bool(hexes) == is_outer, "hexes of peripheral zones only", row.hexes)
        for there in hexes:
            fits = there in around and there not in tied
            must(ZONES, at, fits, "hexes next to Kaizu, each of them once", there)
        must(ZONES, at, min(row.column, row.row) >= 1, "a place from 1, 1 on", f"{row.column}, {row.row}")
        tied += hexes
        found[row.zone] = t.Zone(row.zone, row.kind, hexes, row.column, row.row)
    outer = tuple(zone.name for zone in found.values() if zone.kind == t.PERIPHERAL)
    wanted = t.PERIPHERAL_ZONES
    must(ZONES, 1, outer == wanted, f"the peripheral zones {', '.join(wanted)}", ", ".join(outer))
    centres = [zone.name for zone in found.values() if zone.kind == t.CENTRE]
    must(ZONES, 1, centres == [t.CENTRE], "one zone in the centre, named so", ", ".join(centres))
    left = [there for there in around if there not in tied]
    must(ZONES, 1, not left, "a peripheral zone for each hex next to Kaizu", f"none for {', '.join(left)}")
    return found


def _scores(files: Files, zones: Mapping[str, t.Zone]) -> Mapping[tuple[str, str], int]:
    found: dict[tuple[str, str], int] = {}
    for at, row in typed_rows(files, LINES, _LineRow):
        one_of(LINES, at, row.zone, zones)
        one_of(LINES, at, row.beside, zones)
        new = row.zone != row.beside and (row.zone, row.beside) not in found
        must(LINES, at, new, "two zones that no line before joins", f"{row.zone} {row.beside}")
        least = min(row.defence, row.defence_beside)
        must(LINES, at, least >= 0, "defence scores of 0 or more", f"{least}")
        found[row.zone, row.beside] = row.defence
        found[row.beside, row.zone] = row.defence_beside
    return found
