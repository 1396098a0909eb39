"""The data set in typed form: the files of `fixtures/clan_war`, with the source of each value."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from domain.kit.own_names import OwnNames

Compare = Literal[">=", ">", "<=", "<"]
Effect = Literal["none", "no-attack", "full-move", "forced-landing"]

FLIGHT, CAVALRY, CREATURE = "flight", "cavalry", "creature"
TRAITS = (FLIGHT, CAVALRY, CREATURE)
CHARGE = "charge"
SKILLS = (CHARGE, "defense")
ABILITY = "ability"
UNALIGNED, SHADOWLANDS = "unaligned", "shadowlands"


class Number(Struct, frozen=True, forbid_unknown_fields=True):
    value: int
    source: str


class Flag(Struct, frozen=True, forbid_unknown_fields=True):
    value: bool
    source: str


# ---- tests.toml


class Die(Struct, frozen=True, forbid_unknown_fields=True):
    """The die of every test; where it explodes, its highest face is thrown again and added."""

    sides: Number
    explode: Flag


class Primitive(Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of test: how the sum is compared, and whether it counts the commander's Leadership."""

    compare: Compare
    leadership: bool
    source: str


class Primitives(Struct, frozen=True, forbid_unknown_fields=True):
    maneuver: Primitive
    morale: Primitive
    recovery: Primitive
    destruction: Primitive


class MoraleModifiers(Struct, frozen=True, forbid_unknown_fields=True):
    cumulative: Number
    broken: Number
    full_retreat: Number


class Conditions(Struct, frozen=True, forbid_unknown_fields=True):
    """`spent_turns`: how many turns after the present one a spent unit stays so."""

    spent_turns: Number


class Tests(Struct, frozen=True, forbid_unknown_fields=True):
    die: Die
    tests: Primitives
    morale: MoraleModifiers
    conditions: Conditions


# ---- honor.toml


class High(Struct, frozen=True, forbid_unknown_fields=True):
    morale_at: Number
    morale: Number
    tests_from: Number
    tests_step: Number
    tests_penalty: Number


class Own(Struct, frozen=True, forbid_unknown_fields=True):
    tests_from: Number
    tests_step: Number
    tests_penalty: Number


class Low(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the table of low honor: the effects of an honor of `at` or less, down to the next row."""

    at: int
    morale: int
    maneuver: int
    test: bool
    source: str


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    shadowlands: Number


class Clan(Struct, frozen=True, forbid_unknown_fields=True):
    """`creatures`: its units are non-humans or creatures."""

    name: str
    base: int
    source: str
    creatures: bool = False
    also: tuple[str, ...] = ()


class Honor(Struct, frozen=True, forbid_unknown_fields=True):
    high: High
    own: Own
    start: Start
    clan: tuple[Clan, ...]
    low: tuple[Low, ...] = ()


# ---- flight.toml


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    models: Number
    dive_factor: Number
    angle: Number
    gap: Number
    sight: Number


class Landing(Struct, frozen=True, forbid_unknown_fields=True):
    """Modifiers of the Maneuver test after a landing."""

    plain: Number
    engaging: Number
    short: Number
    angle: Number
    dive: Number


class Ranges(Struct, frozen=True, forbid_unknown_fields=True):
    to_airborne: Number
    close_from_air: Number
    extended_from_air: Number
    extended_att: Number


class Parting(Struct, frozen=True, forbid_unknown_fields=True):
    att: Number
    dam: Number


class Forced(Struct, frozen=True, forbid_unknown_fields=True):
    inches_per_die: Number


class Condition(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the table of conditions in the air."""

    name: Literal["spent", "broken", "routing"]
    effect: Effect
    source: str


class Maneuver(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    airborne: bool
    source: str
    also: tuple[str, ...] = ()


class Flight(Struct, frozen=True, forbid_unknown_fields=True):
    limits: Limits
    landing: Landing
    ranges: Ranges
    parting: Parting
    forced: Forced
    condition: tuple[Condition, ...]
    maneuver: tuple[Maneuver, ...]


# ---- hostages.toml


class Easy(Struct, frozen=True, forbid_unknown_fields=True):
    att: Number


class AllOut(Struct, frozen=True, forbid_unknown_fields=True):
    att: Number
    honor: Number
    vp: Number


class Destruction(Struct, frozen=True, forbid_unknown_fields=True):
    target: Number
    wounds: Number
    penalty: Number


class Kill(Struct, frozen=True, forbid_unknown_fields=True):
    honor: Number
    vp: Number


class Recovery(Struct, frozen=True, forbid_unknown_fields=True):
    sacrifice: Number
    recapture: Number


class HostageNames(Struct, frozen=True, forbid_unknown_fields=True):
    count: Number


class HostageName(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    source: str
    also: tuple[str, ...] = ()


class Hostages(Struct, frozen=True, forbid_unknown_fields=True):
    easy: Easy
    all_out: AllOut
    destruction: Destruction
    kill: Kill
    recovery: Recovery
    names: HostageNames
    hostage: tuple[HostageName, ...] = ()


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

    @property
    def enhances(self) -> bool:
        """Whether it enhances movement or an engagement."""
        return self.used in ("barred", "dive")


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


class Data(Struct, frozen=True):
    """The checked data set."""

    tests: Tests
    honor: Honor
    flight: Flight
    hostages: Hostages
    cards: Cards
    units: Units
    own_names: OwnNames = ()

    def card(self, name: str) -> Card | None:
        return next((card for card in self.cards.card if card.name == name), None)

    def sample(self, name: str) -> Sample | None:
        return next((unit for unit in self.units.unit if unit.name == name), None)

    def person(self, name: str) -> Person | None:
        return next((person for person in self.units.personality if person.name == name), None)

    def clan(self, name: str) -> Clan | None:
        return next((clan for clan in self.honor.clan if clan.name == name), None)

    def maneuver(self, name: str) -> Maneuver | None:
        return next((one for one in self.flight.maneuver if one.name == name), None)

    def effect(self, condition: str) -> Effect:
        """What a condition does to an airborne unit; "none" where the table has no row."""
        return next((row.effect for row in self.flight.condition if row.name == condition), "none")
