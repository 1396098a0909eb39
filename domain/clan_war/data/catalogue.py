"""Cards, units and personalities of the data set, in typed form.

cards.toml   cards, skills and spells in the air      units.toml   sample units and personalities
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

FLIGHT, CAVALRY, CREATURE = "flight", "cavalry", "creature"
TRAITS = (FLIGHT, CAVALRY, CREATURE)
CHARGE = "charge"
SKILLS = (CHARGE, "defense")
UNALIGNED, SHADOWLANDS = "unaligned", "shadowlands"


class Number(Struct, frozen=True, forbid_unknown_fields=True):
    value: int
    source: str


class Flag(Struct, frozen=True, forbid_unknown_fields=True):
    value: bool
    source: str


# ---- cards.toml


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """A card, skill or spell: used by an airborne unit, upon one, and in defence against a landing one."""

    name: str
    kind: str
    used: Literal["barred", "dive", "free", "ignored"]
    on: Literal["ignored", "free"]
    defence: Literal["allowed", "barred", "none"]
    source: str
    also: tuple[str, ...] = ()


class Cards(Struct, frozen=True, forbid_unknown_fields=True):
    card: tuple[Card, ...]


# ---- units.toml


class Sample(Struct, frozen=True, forbid_unknown_fields=True):
    """A unit of the data set. Distances are inches; `models` are those without the personalities."""

    name: str
    clan: str
    move: int
    tl: int
    ml: int
    models: int
    source: str
    leadership: int = 0
    close: int = 0
    extended: int = 0
    traits: tuple[Literal["flight", "cavalry", "creature"], ...] = ()
    also: tuple[str, ...] = ()


class Person(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    clan: str
    honor: int
    leadership: int
    source: str
    skills: tuple[Literal["charge", "defense"], ...] = ()
    also: tuple[str, ...] = ()


class Names(Struct, frozen=True, forbid_unknown_fields=True):
    units: Number
    personalities: Number
    inches: Number


class Units(Struct, frozen=True, forbid_unknown_fields=True):
    names: Names
    unit: tuple[Sample, ...] = ()
    personality: tuple[Person, ...] = ()
