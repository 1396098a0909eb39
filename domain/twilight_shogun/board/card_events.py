"""What the events of cards have done [9.0]. Tags are for ever; new fields have defaults."""

from __future__ import annotations

from msgspec import Struct

from domain.kit.sums import Sum
from domain.twilight_shogun.board.state import Change


class InfluenceChanged(Struct, frozen=True, tag="influence-changed"):
    """The event of a card has placed or removed influence."""

    card: str
    changes: tuple[Change, ...]


class MarkerPlaced(Struct, frozen=True, tag="marker-placed"):
    """A support marker is placed, moved or flipped; what it says and whom it supports stands in its face."""

    card: str
    marker: str
    space: str
    face: str
    name: str
    side: str
    value: int


class MarkerRemoved(Struct, frozen=True, tag="marker-removed"):
    card: str
    marker: str
    space: str
    name: str


class TreatyRaised(Struct, frozen=True, tag="treaty-raised"):
    card: str
    before: int
    after: int


class CourtMoved(Struct, frozen=True, tag="court-moved"):
    """An event has raised or lowered the court operation level of a seat."""

    card: str
    seat: str
    before: int
    after: int


class CourtModifierPlaced(Struct, frozen=True, tag="court-modifier-placed"):
    """The court operations of Anti-Bakufu are modified by so much from now on."""

    card: str
    value: int


class YokohamaOpened(Struct, frozen=True, tag="yokohama-opened"):
    card: str


class WarfareFought(Struct, frozen=True, tag="warfare-fought"):
    """A warfare event: the sum of die and control against the number of the event."""

    seat: str
    card: str
    space: str
    value: Sum
    target: int
    won: bool
    changes: tuple[Change, ...]


class WayChosen(Struct, frozen=True, tag="way-chosen"):
    seat: str
    card: str
    way: str


class CardDropped(Struct, frozen=True, tag="card-dropped"):
    """An event has cost a seat a card of its hand: `dropped` goes to the discards."""

    card: str
    seat: str
    dropped: str
    at_random: bool


class NothingDone(Struct, frozen=True, tag="nothing-done"):
    """A part of an event changes nothing; `why` says so in a sentence."""

    card: str
    seat: str
    why: str
