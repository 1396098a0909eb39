"""Corrections a referee may enter by a ruling. Tags are for ever; new fields have defaults.

Each says how a thing stands from now on. corrections/judge.py says what bars each, and what is recorded.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta, Struct

from domain.kawanakajima.data.tables import BOWL, RESERVE
from domain.kawanakajima.words.orders import Clan, Hex, PostureName, UnitName
from domain.kit.editions import PlayBy
from domain.kit.vocabulary import Named

Seat = Annotated[str, Named("seat")]
Strength = Annotated[int, Meta(ge=0, le=99)]

ALIVE, DEAD = "alive", "dead"
BUILT, GONE = "built", "gone"

TRACKS = {"points": "15.1", "bundori": "11.11"}
"""The tracks of a side, each with its rule."""

BOX = "box-"
"""A box of the delay track, as a referee writes it: "box-2"."""


def places(boxes: int) -> tuple[str, ...]:
    """The places of a chit that a ruling can name [2.3]."""
    return (RESERVE, BOWL, *(f"{BOX}{box}" for box in range(1, boxes + 1)))


class SetUnit(Struct, frozen=True, tag="set-unit"):
    """A unit stands on a hex, or on the entry point of its clan; an eliminated one is back, exhausted."""

    FORM: ClassVar[str] = "unit {seat} {unit} at {place}"
    seat: Seat
    unit: UnitName
    place: Hex


class SetState(Struct, frozen=True, tag="set-state"):
    """A unit on the map is in this state; the eliminated one leaves it, and nothing is scored for that."""

    FORM: ClassVar[str] = "state {seat} {unit} {state}"
    seat: Seat
    unit: UnitName
    state: Annotated[str, Named("state")]


class SetLeader(Struct, frozen=True, tag="set-leader"):
    """The leader of a unit on the map is alive or dead; nothing is scored for that."""

    FORM: ClassVar[str] = "leader {seat} {unit} {life}"
    seat: Seat
    unit: UnitName
    life: Annotated[str, Named("life")]


class SetPosture(Struct, frozen=True, tag="set-posture"):
    """A clan is in this posture; with secret postures only its side may know which."""

    FORM: ClassVar[str] = "posture {seat} {clan} {posture}"
    seat: Seat
    clan: Clan
    posture: PostureName


class SetTrack(Struct, frozen=True, tag="set-track"):
    """A side has so many victory points, or so much Bundori."""

    FORM: ClassVar[str] = "track {seat} {track} {value}"
    seat: Seat
    track: Annotated[str, Named("track")]
    value: Annotated[int, Meta(ge=-99, le=999)]


class SetChit(Struct, frozen=True, tag="set-chit"):
    """The chit of a clan is in the reserve, in the bowl, or in a box of the delay track."""

    FORM: ClassVar[str] = "chit {seat} {clan} in {place}"
    seat: Seat
    clan: Clan
    place: Annotated[str, Named("place of a chit")]


class SetSamurai(Struct, frozen=True, tag="set-samurai", omit_defaults=True):
    """The samurai of a side is with a unit; without one he is out of the game."""

    FORM: ClassVar[str] = "samurai {seat}[ with {unit}]"
    seat: Seat
    unit: UnitName = ""


class SetPosition(Struct, frozen=True, tag="set-position"):
    """A unit has a defensive position where it stands, or none."""

    FORM: ClassVar[str] = "position {seat} {unit} {stands}"
    seat: Seat
    unit: UnitName
    stands: Annotated[str, Named("side of a position")]


class SetTroops(Struct, frozen=True, tag="set-troops", omit_defaults=True):
    """In a siege: the effectives and the disabled of a side, and the zones with its markers.

    What is left of the points of its units in Kaizu is lost.
    """

    FORM: ClassVar[str] = "troops {seat} {effectives} effective {disabled} disabled[ markers {zones}]"
    seat: Seat
    effectives: Strength
    disabled: Strength
    zones: tuple[Annotated[str, Named("zone")], ...] = ()


class SetKaizu(Struct, frozen=True, tag="set-kaizu"):
    """A side holds Kaizu; nothing is scored for that."""

    FORM: ClassVar[str] = "kaizu {seat}"
    seat: Seat


CORRECTIONS: tuple[type[Struct], ...] = (
    *(SetUnit, SetState, SetLeader, SetPosture, SetTrack, SetChit, SetSamurai, SetPosition),
    *(SetTroops, SetKaizu, PlayBy),
)
SEALED_CORRECTIONS = (SetPosture,)
