"""Orders a player may give in a siege [13]. Tags are for ever; new fields have defaults.

A source is where a point is taken from: a zone with a marker, or "effectives".
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta, Struct

from domain.kit.vocabulary import Named

Clan = Annotated[str, Named("clan")]
Unit = Annotated[str, Named("unit")]
Hex = Annotated[str, Named("hex")]
ZoneName = Annotated[str, Named("zone")]
Source = Annotated[str, Named("source")]
Advantage = Annotated[str, Named("advantage")]
Points = Annotated[int, Meta(ge=1, le=12)]


class Occupy(Struct, frozen=True, tag="occupy"):
    """A whole clan goes into Kaizu, by the hexes of a peripheral zone [13.3, 13.5, 13.7]."""

    FORM: ClassVar[str] = "occupy {clan} by {zone}"
    clan: Clan
    zone: ZoneName


class Post(Struct, frozen=True, tag="post"):
    """Presence markers are placed in zones, each for a point of effectives [13.4.4, 13.6.1]."""

    FORM: ClassVar[str] = "post {zones}"
    zones: tuple[ZoneName, ...]


class Assault(Struct, frozen=True, tag="assault", omit_defaults=True):
    """A zone with a marker of the enemy is attacked, for one action more with an advantage [13.6.1]."""

    FORM: ClassVar[str] = "assault {zone}[ with {advantage}]"
    zone: ZoneName
    advantage: Advantage = ""


class Shoot(Struct, frozen=True, tag="fire"):
    """A zone with a marker of the enemy is fired at [13.6.1]."""

    FORM: ClassVar[tuple[str, ...]] = ("fire {zone}", "fire at {zone}")
    zone: ZoneName


class Muster(Struct, frozen=True, tag="muster"):
    """A point of the disabled is rallied [13.6.1]."""

    FORM: ClassVar[tuple[str, ...]] = ("muster", "rally troops")


class Sacrifice(Struct, frozen=True, tag="sacrifice"):
    """Points of effectives are sacrificed in an assault, besides those announced before [13.6.1]."""

    FORM: ClassVar[str] = "sacrifice {points}"
    points: Points


class Lose(Struct, frozen=True, tag="lose"):
    """Where a loss is taken from [13.6.1]."""

    FORM: ClassVar[str] = "lose {source}"
    source: Source


class Seize(Struct, frozen=True, tag="seize"):
    """A marker goes into the zone that has been conquered: one that took part, or a new one [13.6.1]."""

    FORM: ClassVar[str] = "seize by {source}"
    source: Source


class Withdraw(Struct, frozen=True, tag="withdraw", omit_defaults=True):
    """How a clan withdraws from the siege [13.8].

    `zone`: the peripheral zone by which it goes. `markers`: markers that go instead of effectives. `worn`:
    units that go disorganised, `behind` units that are given up, where the side cannot pay for all. `hexes`:
    where the units go, in their order.
    """

    FORM: ClassVar[str] = (
        "withdraw by {zone}[ taking {markers}][ disorganised {worn}][ without {behind}][ at {hexes}]"
    )
    zone: ZoneName
    markers: tuple[ZoneName, ...] = ()
    worn: tuple[Unit, ...] = ()
    behind: tuple[Unit, ...] = ()
    hexes: tuple[Hex, ...] = ()


class Keep(Struct, frozen=True, tag="keep", omit_defaults=True):
    """The units that the winner of a siege keeps, and those of them that are disorganised [13.9]."""

    FORM: ClassVar[str] = "keep {units}[ disorganised {worn}]"
    units: tuple[Unit, ...]
    worn: tuple[Unit, ...] = ()


SIEGE_ORDERS: tuple[type[Struct], ...] = (
    *(Occupy, Post, Assault, Shoot, Muster),
    *(Sacrifice, Lose, Seize, Withdraw, Keep),
)
