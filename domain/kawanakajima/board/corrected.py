"""What a ruling has set right. Tags are for ever; new fields have defaults.

A posture is set right by `PostureChanged`, the holder of Kaizu by `KaizuChanged`.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from domain.kawanakajima.board.siege_state import Troops

Zones = tuple[str, ...]


class UnitCorrected(Struct, frozen=True, tag="unit-corrected"):
    """Where a unit stood and stands; "" is off the map."""

    unit: str
    before: str
    after: str


class StateCorrected(Struct, frozen=True, tag="state-corrected"):
    """The steps that a unit had lost and has. Four of them take it off the map; `hex` is where it stood."""

    unit: str
    hex: str
    before: int
    after: int


class LeaderCorrected(Struct, frozen=True, tag="leader-corrected"):
    """The leader of a unit lives again, or is dead."""

    unit: str
    killed: bool


class TrackCorrected(Struct, frozen=True, tag="track-corrected"):
    """The victory points of a side, or its Bundori: the values of its own leaders that are lost."""

    side: str
    track: Literal["points", "bundori"]
    before: int
    after: int


class ChitCorrected(Struct, frozen=True, tag="chit-corrected"):
    """Where the chit of a clan was and is."""

    chit: str
    before: str
    after: str


class SamuraiCorrected(Struct, frozen=True, tag="samurai-corrected"):
    """The units that the samurai of a side was and is with; "" is with none: he is out of the game."""

    side: str
    before: str
    after: str


class PositionCorrected(Struct, frozen=True, tag="position-corrected"):
    """A unit has a defensive position where it stands, or has none."""

    unit: str
    hex: str
    built: bool


class TroopsCorrected(Struct, frozen=True, tag="troops-corrected"):
    """The strengths of a side in a siege, and the zones with its markers."""

    side: str
    before: Troops
    after: Troops
    zones_before: Zones
    zones_after: Zones


CORRECTED: tuple[type[Struct], ...] = (
    UnitCorrected,
    StateCorrected,
    LeaderCorrected,
    TrackCorrected,
    ChitCorrected,
    SamuraiCorrected,
    PositionCorrected,
    TroopsCorrected,
)
