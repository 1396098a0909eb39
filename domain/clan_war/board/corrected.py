"""Events of what a ruling has set right, each with what stood before. Tags are for ever.

A condition, a position and a unit that is ready again have events of their own, which say it already.
"""

from __future__ import annotations

from msgspec import Struct

from domain.clan_war.words.items import Kind
from domain.kit.sums import Term

DEEDS = {
    "shot": "shot",
    "reaction": "reacted",
    "dive": "dived",
    "retreat": "retreated",
    "fly-by": "struck_in",
}
TALLIES = {"wounds": "wounds", "morale-tests": "morale_tests"}
"""The words for what a unit has done in the turn, or suffered, each with its field of the unit's `Deeds`."""


class HonorCorrected(Struct, frozen=True, tag="honor-corrected"):
    """An army's honor stands at `after`; the term is the difference."""

    army: str
    term: Term
    before: int
    after: int


class PointsCorrected(Struct, frozen=True, tag="points-corrected"):
    """An army's victory points stand at `after`; the term is the difference."""

    army: str
    term: Term
    before: int
    after: int


class LevelsCorrected(Struct, frozen=True, tag="levels-corrected"):
    """The furthest levels of honor that an army has reached, high and low, or 0."""

    army: str
    before: tuple[int, int]
    after: tuple[int, int]


class TestsCorrected(Struct, frozen=True, tag="tests-corrected"):
    """The levels whose tests are due at the end of the turn, and the penalty of each of the new ones."""

    army: str
    kind: Kind
    before: tuple[int, ...]
    after: tuple[int, ...]
    penalties: tuple[int, ...]


class CardsCorrected(Struct, frozen=True, tag="cards-corrected"):
    """The extra Tactical Cards that an army has drawn."""

    army: str
    before: int
    after: int


class ModelsCorrected(Struct, frozen=True, tag="models-corrected"):
    """The models of a unit, without personalities."""

    unit: str
    before: int
    after: int


class UnitCorrected(Struct, frozen=True, tag="unit-corrected"):
    """A unit is destroyed, or is back on the ground and engaged with nobody."""

    unit: str
    destroyed: bool


class PersonalityCorrected(Struct, frozen=True, tag="personality-corrected"):
    """A personality is slain, or lives."""

    personality: str
    slain: bool


class HeightCorrected(Struct, frozen=True, tag="height-corrected"):
    """A unit is airborne, or on the ground."""

    unit: str
    airborne: bool


class EngagementCorrected(Struct, frozen=True, tag="engagement-corrected"):
    """Two units are engaged, or are not."""

    unit: str
    target: str
    engaged: bool


class ModeCorrected(Struct, frozen=True, tag="mode-corrected"):
    """How a unit fights a captor: "easy", "all-out" or ""."""

    unit: str
    captor: str
    before: str
    after: str


class MovedCorrected(Struct, frozen=True, tag="moved-corrected"):
    """The phases of this turn in which a unit has moved."""

    unit: str
    before: tuple[str, ...]
    after: tuple[str, ...]


class DeedCorrected(Struct, frozen=True, tag="deed-corrected"):
    """Whether a unit has done something in this turn; `phase` is that of a fly-by attack, else ""."""

    unit: str
    deed: str
    done: bool
    phase: str


class TallyCorrected(Struct, frozen=True, tag="tally-corrected"):
    """The "wounds" or the "morale-tests" of a unit in this turn."""

    unit: str
    tally: str
    before: int
    after: int


class HostageCorrected(Struct, frozen=True, tag="hostage-corrected"):
    """The captor of a hostage and what became of it ("", "destroyed" or "free"), and both as they were."""

    hostage: str
    captor: str
    end: str
    was_with: str
    was: str


CORRECTED = (
    HonorCorrected,
    PointsCorrected,
    LevelsCorrected,
    TestsCorrected,
    CardsCorrected,
    ModelsCorrected,
    UnitCorrected,
    PersonalityCorrected,
    HeightCorrected,
    EngagementCorrected,
    ModeCorrected,
    MovedCorrected,
    DeedCorrected,
    TallyCorrected,
    HostageCorrected,
)
