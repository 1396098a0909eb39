"""The armies out of their files: clans.csv and units.csv."""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from domain.kawanakajima.data import tables as t
from domain.kawanakajima.data.rows import Files, must, one_of, rows

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
    for at, row in rows(files, CLANS, _ClanRow):
        one_of(CLANS, at, row.seat, t.SEATS)
        one_of(CLANS, at, row.general, t.GENERALS[row.seat])
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
    for at, row in rows(files, UNITS, _UnitRow):
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
    for generals in t.GENERALS.values():
        for general in generals:
            here = [unit.short for unit in units.values() if unit.general == general]
            must(UNITS, 1, len(here) == 1, f"one unit with the general {general}", f"{len(here)}")
            chief = general != generals[0] or here[0][0] == "A"
            must(UNITS, 1, chief, f"the general {general} with clan A", here[0])
