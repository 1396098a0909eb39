"""Where on the board the values of a report lie: units, the armies' ledgers, hostages; whoever is in a unit
lies where that does."""

from __future__ import annotations

from collections.abc import Iterator

from domain.clan_war.view import View
from domain.clan_war.words.reports import Take
from projections.pictures import Field

_UNITS = ("unit", "target", "captor", "enemy", "nearer")
_PERSONS = ("personality", "challenger")


def where(view: View, field: Field, value: str) -> tuple[str, ...]:
    """The parts on which a value lies."""
    return tuple(_where(view, field, value))


def _where(view: View, field: Field, value: str) -> Iterator[str]:
    if field.name in _UNITS:
        yield from _unit(view, value)
    elif field.name in _PERSONS:
        of = (unit for name, _clan, unit, slain in view.people if name == value and not slain)
        yield from (part for unit in of for part in _unit(view, unit))
    elif field.name == "army":
        yield from (f"honor {one.name}" for one in view.armies if one.name == value)
    elif (field.order, field.name) == (Take, "clan"):
        yield from (f"honor {one.name}" for one in view.armies if one.clan == value)
    elif field.name == "hostage":
        yield from (f"hostage {one.name}" for one in view.hostages if one.name == value and not one.end)


def _unit(view: View, name: str) -> Iterator[str]:
    """Who is destroyed is named with the army, and lies nowhere."""
    there = (one.unit for one in view.units if one.unit.name == name)
    return (f"unit {one.name}" for one in there if not one.destroyed)
