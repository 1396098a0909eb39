"""What a ruling has set right. Tags are for ever; new fields have defaults."""

from __future__ import annotations

from msgspec import Struct

from domain.kit.sealed import Sealed
from domain.twilight_shogun.board.state import Change, Standing


class InfluenceCorrected(Struct, frozen=True, tag="influence-corrected"):
    """The influence of a side in a space is another now."""

    changes: tuple[Change, ...]


class MarkerCorrected(Struct, frozen=True, tag="marker-corrected"):
    """Where a support marker stood and stands; None is off the map. `name` is that of the face that is up,
    or was.
    """

    marker: str
    name: str
    before: Standing | None
    after: Standing | None


class TrackCorrected(Struct, frozen=True, tag="track-corrected"):
    """A marker on a track. The VP are positive for Anti-Bakufu."""

    track: str
    before: int
    after: int


class BoxCorrected(Struct, frozen=True, tag="box-corrected"):
    """What a box or a marker with two sides shows."""

    box: str
    before: str
    after: str


class CardCorrected(Struct, frozen=True, tag="card-corrected"):
    """A card has gone from a pile or a hand to another, one of which everybody sees."""

    card: str
    before: str
    after: str


class CardGiven(Struct, frozen=True, tag="card-given"):
    """A card of the draw deck is in the hand of a seat."""

    seat: str
    cards: Sealed[tuple[str, ...]]


class CardTaken(Struct, frozen=True, tag="card-taken"):
    """A card of the hand of a seat is in the draw deck again."""

    seat: str
    cards: Sealed[tuple[str, ...]]


CORRECTED = (
    InfluenceCorrected,
    MarkerCorrected,
    TrackCorrected,
    BoxCorrected,
    CardCorrected,
    CardGiven,
    CardTaken,
)
