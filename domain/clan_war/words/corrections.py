"""Corrections that a ruling may make in a battle. Values are those that hold afterwards.

What bars each stands in the folder `corrections`.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta, Struct

from domain.clan_war.words.movement_reports import Inches, Unit
from domain.clan_war.words.reports import Army, Condition, Guest, Person
from domain.kit.editions import PlayBy
from domain.kit.vocabulary import Named

Amount = Annotated[int, Meta(ge=-999, le=999)]
Number = Annotated[int, Meta(ge=0, le=99)]


class SetHonor(Struct, frozen=True, tag="set-army-honor"):
    """The honor of an army, without the tests that a change of honor brings."""

    FORM: ClassVar[str] = "honor {army} {honor}"
    army: Army
    honor: Amount


class SetPoints(Struct, frozen=True, tag="set-points"):
    FORM: ClassVar[str] = "vp {army} {points}"
    army: Army
    points: Amount


class SetLevels(Struct, frozen=True, tag="set-levels"):
    """The furthest levels of honor that an army has reached; 0 for none."""

    FORM: ClassVar[str] = "levels {army} {high} {low}"
    army: Army
    high: Amount
    low: Amount


class SetTests(Struct, frozen=True, tag="set-tests", omit_defaults=True):
    """The levels of honor whose tests are due at the end of the turn."""

    FORM: ClassVar[tuple[str, ...]] = ("tests {army} {kind} none", "tests {army} {kind} {levels}")
    army: Army
    kind: Annotated[str, Named("test")]
    levels: tuple[Amount, ...] = ()


class SetReport(Struct, frozen=True, tag="rule-report"):
    """Whether a report that waits stands and counts now, or falls."""

    FORM: ClassVar[str] = "report {number} {verdict}"
    number: Annotated[int, Meta(ge=1, le=9999)]
    verdict: Annotated[str, Named("verdict")]


class SetCards(Struct, frozen=True, tag="set-cards"):
    """The extra Tactical Cards that an army has drawn."""

    FORM: ClassVar[str] = "cards {army} {cards}"
    army: Army
    cards: Number


class SetModels(Struct, frozen=True, tag="set-models"):
    """The models of a unit, without personalities."""

    FORM: ClassVar[str] = "models {unit} {models}"
    unit: Unit
    models: Number


class SetUnit(Struct, frozen=True, tag="set-unit"):
    FORM: ClassVar[str] = "unit {unit} {fate}"
    unit: Unit
    fate: Annotated[str, Named("fate")]


class SetPersonality(Struct, frozen=True, tag="set-personality"):
    FORM: ClassVar[str] = "personality {personality} {life}"
    personality: Person
    life: Annotated[str, Named("life")]


class SetCondition(Struct, frozen=True, tag="set-condition"):
    FORM: ClassVar[str] = "condition {unit} {condition}"
    unit: Unit
    condition: Condition


class SetHeight(Struct, frozen=True, tag="set-height"):
    FORM: ClassVar[str] = "height {unit} {height}"
    unit: Unit
    height: Annotated[str, Named("height")]


class SetPlace(Struct, frozen=True, tag="set-place"):
    """Where the centre of a unit's front stands, in inches from one corner of the table."""

    FORM: ClassVar[str] = "place {unit} at {position}"
    unit: Unit
    position: tuple[Inches, Inches]


class SetEngaged(Struct, frozen=True, tag="set-engaged"):
    FORM: ClassVar[str] = "engaged {unit} with {target}"
    unit: Unit
    target: Unit


class SetParted(Struct, frozen=True, tag="set-parted"):
    """Two units are not engaged."""

    FORM: ClassVar[str] = "parted {unit} from {target}"
    unit: Unit
    target: Unit


class SetMode(Struct, frozen=True, tag="set-mode"):
    """How a unit fights a captor; its price is corrected apart."""

    FORM: ClassVar[str] = "mode {unit} against {captor} {mode}"
    unit: Unit
    captor: Unit
    mode: Annotated[str, Named("mode")]


class SetMoved(Struct, frozen=True, tag="set-moved", omit_defaults=True):
    """The phases of this turn in which a unit has moved."""

    FORM: ClassVar[tuple[str, ...]] = ("moved {unit} never", "moved {unit} {phases}")
    unit: Unit
    phases: tuple[Annotated[str, Named("phase")], ...] = ()


class SetDeed(Struct, frozen=True, tag="set-deed"):
    """Whether a unit has done something in this turn."""

    FORM: ClassVar[str] = "deed {unit} {deed} {answer}"
    unit: Unit
    deed: Annotated[str, Named("deed")]
    answer: Annotated[str, Named("answer")]


class SetTally(Struct, frozen=True, tag="set-tally"):
    """What a unit has suffered or taken in this turn."""

    FORM: ClassVar[str] = "tally {unit} {tally} {number}"
    unit: Unit
    tally: Annotated[str, Named("tally")]
    number: Number


class SetCaptor(Struct, frozen=True, tag="set-captor"):
    """A hostage is held by a unit."""

    FORM: ClassVar[str] = "captor {hostage} {unit}"
    hostage: Guest
    unit: Unit


class SetHostage(Struct, frozen=True, tag="set-hostage"):
    """A hostage has left the battle."""

    FORM: ClassVar[str] = "hostage {hostage} {end}"
    hostage: Guest
    end: Annotated[str, Named("end")]


CORRECTIONS = (
    *(SetHonor, SetPoints, SetLevels, SetTests, SetReport, SetCards),
    *(SetModels, SetUnit, SetPersonality, SetCondition, SetHeight, SetPlace),
    *(SetEngaged, SetParted, SetMode, SetMoved, SetDeed, SetTally, SetCaptor, SetHostage),
    PlayBy,
)

KINDS = ("enemy", "own")
STANDS, FALLS = "stands", "falls"
STANDING, DESTROYED = "standing", "destroyed"
ALIVE, SLAIN = "alive", "slain"
AIRBORNE, GROUND = "airborne", "ground"
EASY, ALL_OUT, NONE = "easy", "all-out", "none"
YES, NO = "yes", "no"
FLY_BY = "fly-by"
DEEDS = ("shot", "reaction", "dive", "retreat", FLY_BY)
WOUNDS, MORALE_TESTS = "wounds", "morale-tests"
FREE = "free"
READY = "ready"

WORDS_OF = {
    "test": KINDS,
    "verdict": (STANDS, FALLS),
    "fate": (STANDING, DESTROYED),
    "life": (ALIVE, SLAIN),
    "height": (AIRBORNE, GROUND),
    "mode": (EASY, ALL_OUT, NONE),
    "phase": ("primary", "cavalry"),
    "deed": DEEDS,
    "answer": (YES, NO),
    "tally": (WOUNDS, MORALE_TESTS),
    "end": (FREE, DESTROYED),
}
"""The fixed words that corrections use."""
