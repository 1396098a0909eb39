"""Orders and reports of movement, flight and ranged attacks. Tags are for ever.

Distances are in inches ("3.5"). Angles, contact and what is nearest are reported as the players agree.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Struct

from domain.kit.vocabulary import Between, Named

Unit = Annotated[str, Named("unit")]
Inches = Annotated[str, Named("distance")]
Maneuver = Annotated[str, Named("maneuver")]
Outcome = Annotated[str, Named("outcome")]
Means = Annotated[str, Named("means")]
Stop = Annotated[str, Named("stop")]
Skyward = Annotated[str, Named("way")]
Reserve = Annotated[str, Named("kind")]
Models = Annotated[int, Between(1, 99)]
Dice = Annotated[int, Between(0, 99)]


class Place(Struct, frozen=True, tag="place"):
    """Where the centre of a unit's front stands, in inches from one corner of the table."""

    FORM: ClassVar[str] = "place {unit} at {position}"
    unit: Unit
    position: tuple[Inches, Inches]


class March(Struct, frozen=True, tag="march", omit_defaults=True):
    """A movement on the ground."""

    FORM: ClassVar[str] = "march {unit} {distance} inches[ {kind}][ to {position}]"
    unit: Unit
    distance: Inches
    kind: Reserve = ""
    position: tuple[Inches, Inches] = ("", "")


class TakeOff(Struct, frozen=True, tag="takeoff", omit_defaults=True):
    """A take-off; `stopped` where something was in the way."""

    FORM: ClassVar[str] = "takeoff {unit} {distance} inches[ {stopped}][ to {position}]"
    unit: Unit
    distance: Inches
    stopped: Stop = ""
    position: tuple[Inches, Inches] = ("", "")


class Fly(Struct, frozen=True, tag="fly", omit_defaults=True):
    """A movement in the air; `stopped` at high, impassable terrain, `tested`: a Maneuver test so far out."""

    FORM: ClassVar[str] = (
        "fly {unit} {distance} inches[ {stopped}][ with {maneuvers}][ tested after {tested}][ to {position}]"
    )
    unit: Unit
    distance: Inches
    stopped: Stop = ""
    maneuvers: tuple[Maneuver, ...] = ()
    tested: Inches = ""
    position: tuple[Inches, Inches] = ("", "")


class Land(Struct, frozen=True, tag="land", omit_defaults=True):
    """A landing that is no engagement; `tested`: a Maneuver test so far out, still in the air.

    `stopped` at high, impassable terrain.
    """

    FORM: ClassVar[str] = (
        "land {unit} {distance} inches[ {stopped}][ with {maneuvers}][ tested after {tested}][ to {position}]"
    )
    unit: Unit
    distance: Inches
    maneuvers: tuple[Maneuver, ...] = ()
    tested: Inches = ""
    position: tuple[Inches, Inches] = ("", "")
    stopped: Stop = ""


class Dive(Struct, frozen=True, tag="dive", omit_defaults=True):
    """A dive that is no engagement; by the commander's Charge skill or by a card.

    `stopped` at high, impassable terrain; `tested`: a Maneuver test so far out, still in the air.
    """

    FORM: ClassVar[str] = (
        "dive {unit} {distance} inches[ {stopped}][ by {means}]"
        "[ with {maneuvers}][ tested after {tested}][ to {position}]"
    )
    unit: Unit
    distance: Inches
    means: Means = ""
    position: tuple[Inches, Inches] = ("", "")
    maneuvers: tuple[Maneuver, ...] = ()
    tested: Inches = ""
    stopped: Stop = ""


class Engage(Struct, frozen=True, tag="engage", omit_defaults=True):
    """An engaging movement, and how it came out; from the air perhaps by a dive.

    From the air with maneuvers; `tested`: a Maneuver test so far out. The outcome is that of a test passed.
    """

    FORM: ClassVar[str] = (
        "engage {target} with {unit} {distance} inches {outcome}"
        "[ by {means}][ with {maneuvers}][ tested after {tested}]"
    )
    target: Unit
    unit: Unit
    distance: Inches
    outcome: Outcome
    means: Means = ""
    maneuvers: tuple[Maneuver, ...] = ()
    tested: Inches = ""


class React(Struct, frozen=True, tag="react", omit_defaults=True):
    """Reactionary fire at a unit that comes to engage."""

    FORM: ClassVar[str] = "react {unit} at {target}[ with {dice} dice]"
    unit: Unit
    target: Unit
    dice: Dice = 0


class BreakAway(Struct, frozen=True, tag="breakaway", omit_defaults=True):
    """Out of an engagement; into the air where `skyward` says so. `enemy` contests it."""

    FORM: ClassVar[str] = "breakaway {unit} {distance} inches[ {skyward}][ contested by {enemy}]"
    unit: Unit
    distance: Inches
    skyward: Skyward = ""
    enemy: Unit = ""


class Retreat(Struct, frozen=True, tag="retreat", omit_defaults=True):
    """A Full Retreat out of an engagement."""

    FORM: ClassVar[str] = "retreat {unit} {distance} inches[ {skyward}]"
    unit: Unit
    distance: Inches
    skyward: Skyward = ""


class FlyBy(Struct, frozen=True, tag="flyby"):
    """Two airborne units have met: the models of each that would have been in contact."""

    FORM: ClassVar[str] = "flyby {unit} {target} models {models} against {enemies}"
    unit: Unit
    target: Unit
    models: Models
    enemies: Models


class Strike(Struct, frozen=True, tag="strike"):
    """Rolls the fly-by attack."""

    FORM: ClassVar[str] = "strike {target} with {unit}"
    target: Unit
    unit: Unit


class Refrain(Struct, frozen=True, tag="refrain"):
    """Does not roll the fly-by attack."""

    FORM: ClassVar[str] = "refrain {unit}"
    unit: Unit


class Shoot(Struct, frozen=True, tag="shoot", omit_defaults=True):
    """A ranged attack; `nearer` is an enemy that stands closer than the target."""

    FORM: ClassVar[str] = "shoot {unit} at {target} {distance} inches[ past {nearer}][ with {dice} dice]"
    unit: Unit
    target: Unit
    distance: Inches
    nearer: Unit = ""
    dice: Dice = 0


class Ground(Struct, frozen=True, tag="ground"):
    """A spell, a card or the loss of a movement forces an airborne unit down."""

    FORM: ClassVar[str] = "ground {unit} {cause}"
    unit: Unit
    cause: str


class Descend(Struct, frozen=True, tag="descend", omit_defaults=True):
    """How a unit that is forced down lands: straight on, and so much further to be clear of other units.

    `stopped` at high, impassable terrain.
    """

    FORM: ClassVar[str] = "descend {unit} {distance} inches[ {stopped}][ extended {extra}]"
    unit: Unit
    distance: Inches
    extra: Inches = "0"
    stopped: Stop = ""


MOVES = (
    Place,
    March,
    TakeOff,
    Fly,
    Land,
    Dive,
    Engage,
    React,
    BreakAway,
    Retreat,
    FlyBy,
    Strike,
    Refrain,
    Shoot,
    Ground,
    Descend,
)
