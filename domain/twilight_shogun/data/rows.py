"""The rows of the files of a data set that are no struct of the tables themselves, as they are written."""

from __future__ import annotations

from msgspec import Struct

from domain.twilight_shogun.data.tables import Card, SupportMarker


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """Two spaces that a line joins [2.13]."""

    space: str
    other: str
    source: str


class NonClan(Struct, frozen=True, forbid_unknown_fields=True):
    """The VP of one space in a scoring that is not of an area [9.5]."""

    scoring: str
    name: str
    space: str
    vp: int
    source: str


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """One number: of a track with steps (hand by treaty level, VP by court level), or alone."""

    track: str
    value: int
    source: str
    step: int = -1


class Markers(Struct, frozen=True, forbid_unknown_fields=True):
    """markers.toml as it is written."""

    marker: tuple[SupportMarker, ...]


class Cards(Struct, frozen=True, forbid_unknown_fields=True):
    """cards.toml as it is written."""

    card: tuple[Card, ...]
