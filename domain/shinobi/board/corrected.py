"""What a ruling has set right. Tags are for ever; new fields have defaults."""

from __future__ import annotations

from msgspec import Struct

from domain.kit.sealed import Sealed


class ArmyCorrected(Struct, frozen=True, tag="army-corrected"):
    """The cards of a clan in a province; the difference is in the discard."""

    province: str
    clan: str
    before: int
    after: int


class DiscardCorrected(Struct, frozen=True, tag="discard-corrected"):
    """The discarded cards of a kind; the difference is in the deck."""

    card: str
    before: int
    after: int


class HandCorrected(Struct, frozen=True, tag="hand-corrected"):
    """All cards of a hand; the difference is in the deck. All may know how many there were and are."""

    seat: str
    held: int
    count: int
    before: Sealed[tuple[str, ...]]
    after: Sealed[tuple[str, ...]]


class MarkCorrected(Struct, frozen=True, tag="mark-corrected"):
    """Whether an army bears a mark of this turn: "struck", "placed" or "reinforced"."""

    mark: str
    province: str
    clan: str
    before: bool
    after: bool


CORRECTED = (ArmyCorrected, DiscardCorrected, HandCorrected, MarkCorrected)
