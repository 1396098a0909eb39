"""Reports of armies, honor, conditions, combat and hostages; all orders of a seat. Tags are for ever."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta, Struct

from domain.clan_war.words.movement_reports import MOVES, Place, Unit
from domain.kit.vocabulary import Between, Named

Army = Annotated[str, Named("army")]
Clan = Annotated[str, Named("clan")]
Person = Annotated[str, Named("personality")]
Trait = Annotated[str, Named("trait")]
Skill = Annotated[str, Named("skill")]
Card = Annotated[str, Named("card")]
Guest = Annotated[str, Named("hostage")]
Condition = Annotated[str, Named("condition")]
Number = Annotated[int, Meta(ge=1, le=9999)]
Level = Annotated[int, Between(0, 20)]
Models = Annotated[int, Between(1, 99)]
Range = Annotated[int, Between(0, 96)]
Change = Annotated[int, Between(-200, 200)]
Given = Annotated[int, Between(0, 99)]


class Muster(Struct, frozen=True, tag="muster", omit_defaults=True):
    """A unit of the data set joins one's army, under its name or as another of the kind."""

    FORM: ClassVar[str] = "muster {unit}[ as {name}]"
    unit: Unit
    name: Unit = ""


class ChooseClan(Struct, frozen=True, tag="clan"):
    """The clan that one's army fights for, where it is not called like a clan."""

    FORM: ClassVar[str] = "clan {clan}"
    clan: Clan


class Raise(Struct, frozen=True, tag="unit", omit_defaults=True):
    """A unit of one's own joins one's army, with its profile; of an allied clan, or unaligned."""

    FORM: ClassVar[str] = (
        "unit {unit}[ of {clan}] move {move} tl {tl} ml {ml} models {models}"
        "[ leadership {leadership}][ range {close} {extended}][ traits {traits}]"
    )
    unit: Unit
    move: Annotated[int, Between(1, 24)]
    tl: Level
    ml: Level
    models: Models
    leadership: Level = 0
    close: Range = 0
    extended: Range = 0
    traits: tuple[Trait, ...] = ()
    clan: Clan = ""


class Recruit(Struct, frozen=True, tag="recruit"):
    """A personality of the data set joins one of one's units."""

    FORM: ClassVar[str] = "recruit {personality} in {unit}"
    personality: Person
    unit: Unit


class Personality(Struct, frozen=True, tag="personality", omit_defaults=True):
    """A personality of one's own joins one of one's units, with its profile."""

    FORM: ClassVar[str] = (
        "personality {personality} of {clan} honor {honor} leadership {leadership} in {unit}"
        "[ skills {skills}]"
    )
    personality: Person
    clan: Clan
    honor: Annotated[int, Between(-20, 20)]
    leadership: Level
    unit: Unit
    skills: tuple[Skill, ...] = ()


class Sample(Struct, frozen=True, tag="sample"):
    """All units and personalities that the data set has of one's clan."""

    FORM: ClassVar[str] = "sample army"


class ClearList(Struct, frozen=True, tag="clear-list"):
    """Takes back all that one has entered in an army list that is still sealed."""

    FORM: ClassVar[str] = "clear list"


class Modifier(Struct, frozen=True, tag="modifier"):
    """Another modifier of one's starting honor."""

    FORM: ClassVar[str] = "modifier {amount} {cause}"
    amount: Change
    cause: str


class CallUnit(Struct, frozen=True, tag="call-unit"):
    """A name of one's own for one of one's units. Orders may use it, in quotation marks."""

    FORM: ClassVar[str] = "call {unit} as {called}"
    unit: Unit
    called: str


class CallPersonality(Struct, frozen=True, tag="call-personality"):
    """A name of one's own for one of one's personalities."""

    FORM: ClassVar[str] = "call {personality} as {called}"
    personality: Person
    called: str


class Done(Struct, frozen=True, tag="done"):
    """Nothing more to report in this phase."""

    FORM: ClassVar[str] = "done"


class EndBattle(Struct, frozen=True, tag="end-battle"):
    """Proposes the end of the battle, or agrees to it; it ends when all have, in one turn."""

    FORM: ClassVar[str] = "end battle"


class Resign(Struct, frozen=True, tag="resign"):
    """Gives the battle up, at any time."""

    FORM: ClassVar[str] = "resign"


class Honor(Struct, frozen=True, tag="honor"):
    """An army gains honor, or loses it, as the rulebook or an effect says."""

    FORM: ClassVar[str] = "honor {army} {amount} {cause}"
    army: Army
    amount: Change
    cause: str


class Points(Struct, frozen=True, tag="points"):
    """An army gains victory points, or loses them."""

    FORM: ClassVar[str] = "vp {army} {amount} {cause}"
    army: Army
    amount: Change
    cause: str


class Confirm(Struct, frozen=True, tag="confirm", omit_defaults=True):
    """What the other side has reported is so, report by report."""

    FORM: ClassVar[str] = "confirm[ {numbers}]"
    numbers: tuple[Number, ...] = ()


class Deny(Struct, frozen=True, tag="deny"):
    """What the other side has reported is not so."""

    FORM: ClassVar[str] = "deny {number} {cause}"
    number: Number
    cause: str


class Retract(Struct, frozen=True, tag="retract"):
    """Takes back a report of one's own that is not confirmed."""

    FORM: ClassVar[str] = "retract {number}"
    number: Number


class Morale(Struct, frozen=True, tag="morale"):
    """A unit must take a Morale test."""

    FORM: ClassVar[str] = "morale {unit} {cause}"
    unit: Unit
    cause: str


class SetCondition(Struct, frozen=True, tag="condition"):
    """A unit becomes unformed, formed, spent, broken, routing or rallied."""

    FORM: ClassVar[str] = "condition {unit} {condition}"
    unit: Unit
    condition: Condition


class Wounds(Struct, frozen=True, tag="wounds"):
    """Wounds that a unit has suffered outside Close Combat."""

    FORM: ClassVar[str] = "wounds {unit} {wounds}"
    unit: Unit
    wounds: Models


class Casualties(Struct, frozen=True, tag="casualties"):
    """Models that are removed from a unit."""

    FORM: ClassVar[str] = "casualties {unit} {models}"
    unit: Unit
    models: Models


class Slain(Struct, frozen=True, tag="slain"):
    """A personality is slain."""

    FORM: ClassVar[str] = "slain {personality}"
    personality: Person


class Play(Struct, frozen=True, tag="play", omit_defaults=True):
    """A card, skill or spell used by a unit, perhaps against another."""

    FORM: ClassVar[str] = "play {card} with {unit}[ against {target}]"
    card: Card
    unit: Unit
    target: Unit = ""


class Challenge(Struct, frozen=True, tag="challenge"):
    """A personality is challenged to a duel by another."""

    FORM: ClassVar[str] = "challenge {personality} by {challenger}"
    personality: Person
    challenger: Person


class Take(Struct, frozen=True, tag="hostage"):
    """A hostage is taken: whose, and into which unit."""

    FORM: ClassVar[str] = "hostage {hostage} of {clan} in {unit}"
    hostage: Guest
    clan: Clan
    unit: Unit


class Transfer(Struct, frozen=True, tag="transfer"):
    """A hostage into another unit, which the rules do not allow."""

    FORM: ClassVar[str] = "transfer {hostage} to {unit}"
    hostage: Guest
    unit: Unit


class StrikeEasy(Struct, frozen=True, tag="easy"):
    """A unit strikes easy at a captor, to spare its hostage."""

    FORM: ClassVar[str] = "easy {unit} against {captor}"
    unit: Unit
    captor: Unit


class AllOut(Struct, frozen=True, tag="allout"):
    """A unit attacks a captor with all it has, whatever becomes of the hostage."""

    FORM: ClassVar[str] = "allout {unit} against {captor}"
    unit: Unit
    captor: Unit


class Fight(Struct, frozen=True, tag="fight"):
    """A Close Combat: the wounds that a unit has given to the other and taken from it."""

    FORM: ClassVar[str] = "fight {unit} against {target} given {given} taken {taken}"
    unit: Unit
    target: Unit
    given: Given
    taken: Given


class Sacrifice(Struct, frozen=True, tag="sacrifice"):
    """A unit is sacrificed for a hostage."""

    FORM: ClassVar[str] = "sacrifice {unit} for {hostage}"
    unit: Unit
    hostage: Guest


class Kill(Struct, frozen=True, tag="kill"):
    """The Special Order of a captor."""

    FORM: ClassVar[str] = "destroy {hostage}"
    hostage: Guest


class KillAll(Struct, frozen=True, tag="kill-all"):
    """The Special Order of a captor, which destroys all hostages that it holds."""

    FORM: ClassVar[str] = "destroy hostages in {unit}"
    unit: Unit


class Recover(Struct, frozen=True, tag="recover"):
    """A unit recovers a hostage."""

    FORM: ClassVar[str] = "recover {hostage} with {unit}"
    hostage: Guest
    unit: Unit


class Leave(Struct, frozen=True, tag="leave"):
    """No attempt to recover the hostage."""

    FORM: ClassVar[str] = "leave {hostage}"
    hostage: Guest


class Rescuer(Struct, frozen=True, tag="rescuer"):
    """Which unit recovers the hostages of a captor that is gone."""

    FORM: ClassVar[str] = "rescuer {unit}"
    unit: Unit


ORDERS = (
    Muster,
    ChooseClan,
    Raise,
    Recruit,
    Personality,
    Sample,
    ClearList,
    Modifier,
    CallUnit,
    CallPersonality,
    Done,
    EndBattle,
    Resign,
    Honor,
    Points,
    Confirm,
    Deny,
    Retract,
    Morale,
    SetCondition,
    Wounds,
    Casualties,
    Slain,
    Play,
    Challenge,
    Take,
    Transfer,
    StrikeEasy,
    AllOut,
    Fight,
    Sacrifice,
    Kill,
    KillAll,
    Recover,
    Leave,
    Rescuer,
    *MOVES,
)
"""All orders of a seat."""

GRAVE = (EndBattle, Resign, Slain, Kill, KillAll, Sacrifice)
"""Those that end a battle, or after which somebody is no more."""

SEALED_ORDERS = (
    *(Muster, Raise, Recruit, Personality, Sample, ClearList, Modifier),
    *(CallUnit, CallPersonality, Casualties, Points, Take, Place),
)
"""Those of an army list, which only their seat may know before all armies are done."""
