"""Corrections that a referee may say, and the names they know. Tags are for ever; new fields have defaults.

Each says how a thing stands from now on. What bars each stands in corrections/judge.py.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta, Struct

from domain.kit.editions import PlayBy
from domain.kit.vocabulary import Named
from domain.twilight_shogun.words.orders import Card, Space

Seat = Annotated[str, Named("seat")]
Marker = Annotated[str, Named("marker")]

TRACKS = {
    "vp": "2.23",
    "treaty": "2.23",
    "intervention": "11.2",
    "court-anti": "8.4",
    "court-pro": "8.4",
    "jo-i": "10.0",
}
"""The tracks, each with the rule that its marker follows."""

BOXES = {
    "yokohama": ("2.24", ("closed", "open")),
    "modification": ("2.24", ("absent", "placed")),
    "operation-anti": ("8.4", ("ready", "tried")),
    "operation-pro": ("8.4", ("ready", "tried")),
}
"""What is on or off: its rule, and the word for either."""

DECK, DISCARDS, REMOVED = "deck", "discards", "removed"

PILES = (DECK, DISCARDS, REMOVED, "hand-anti", "hand-pro")


class SetInfluence(Struct, frozen=True, tag="set-influence"):
    """So much influence of a side stands in a space."""

    FORM: ClassVar[str] = "influence {seat} in {space} {count}"
    seat: Seat
    space: Space
    count: Annotated[int, Meta(ge=0, le=99)]


class SetMarker(Struct, frozen=True, tag="set-marker"):
    """A support marker stands in a space, with this face up: head or tail."""

    FORM: ClassVar[str] = "marker {marker} {face} in {space}"
    marker: Marker
    face: Annotated[str, Named("face")]
    space: Space


class TakeMarker(Struct, frozen=True, tag="take-marker"):
    """A support marker is off the map."""

    FORM: ClassVar[str] = "marker {marker} off the map"
    marker: Marker


class SetTrack(Struct, frozen=True, tag="set-track"):
    """The marker of a track stands at this level.

    The VP are positive for Anti-Bakufu; `jo-i` counts the Jo-i events of the turn.
    """

    FORM: ClassVar[str] = "track {track} {level}"
    track: Annotated[str, Named("track")]
    level: Annotated[int, Meta(ge=-99, le=99)]


class SetBox(Struct, frozen=True, tag="set-box"):
    """What is on or off: the port of Yokohama, the court modification, the court operation of a side."""

    FORM: ClassVar[str] = "box {box} {shows}"
    box: Annotated[str, Named("box")]
    shows: Annotated[str, Named("side of a box")]


class SetCard(Struct, frozen=True, tag="set-card"):
    """A card lies in a pile, or in a hand, and everybody sees which card it is."""

    FORM: ClassVar[str] = "card {card} in {pile}"
    card: Card
    pile: Annotated[str, Named("pile")]


class GiveCard(Struct, frozen=True, tag="give-card"):
    """A seat holds a card of the draw deck; the other may not know which."""

    FORM: ClassVar[str] = "give {card} to {seat}"
    card: Card
    seat: Seat


class TakeCard(Struct, frozen=True, tag="take-card"):
    """A card of a hand is in the draw deck again; the other may not know which."""

    FORM: ClassVar[str] = "take {card} from {seat}"
    card: Card
    seat: Seat


CORRECTIONS = (SetInfluence, SetMarker, TakeMarker, SetTrack, SetBox, SetCard, GiveCard, TakeCard, PlayBy)
SEALED_CORRECTIONS = (GiveCard, TakeCard)
