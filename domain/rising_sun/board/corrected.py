"""What a ruling has set right, each with what stood before. Tags are for ever; new fields have defaults."""

from __future__ import annotations

from msgspec import Struct

Pair = tuple[str, str]


class HonorCorrected(Struct, frozen=True, tag="honor-corrected"):
    """The whole track, the highest first."""

    before: tuple[str, ...]
    after: tuple[str, ...]


class AlliancesCorrected(Struct, frozen=True, tag="alliances-corrected"):
    """All alliances."""

    before: tuple[Pair, ...]
    after: tuple[Pair, ...]


class CoinsCorrected(Struct, frozen=True, tag="coins-corrected"):
    clan: str
    before: int
    after: int


class RoninCorrected(Struct, frozen=True, tag="ronin-corrected"):
    clan: str
    before: int
    after: int


class PointsCorrected(Struct, frozen=True, tag="points-corrected"):
    clan: str
    before: int
    after: int


class FiguresCorrected(Struct, frozen=True, tag="figures-corrected"):
    """All that a clan has in a province."""

    clan: str
    province: str
    before: dict[str, int]
    after: dict[str, int]


class CardsCorrected(Struct, frozen=True, tag="cards-corrected"):
    """All season cards of a clan."""

    clan: str
    before: tuple[str, ...]
    after: tuple[str, ...]


class TokensCorrected(Struct, frozen=True, tag="tokens-corrected"):
    """All war tokens of a clan of one season, which counts from 1."""

    clan: str
    season: int
    before: tuple[str, ...]
    after: tuple[str, ...]


class HostagesCorrected(Struct, frozen=True, tag="hostages-corrected"):
    """All figures of `clan` that `captor` holds."""

    captor: str
    clan: str
    before: dict[str, int]
    after: dict[str, int]


CORRECTED = (
    HonorCorrected,
    AlliancesCorrected,
    CoinsCorrected,
    RoninCorrected,
    PointsCorrected,
    FiguresCorrected,
    CardsCorrected,
    TokensCorrected,
    HostagesCorrected,
)
