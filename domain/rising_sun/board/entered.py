"""What the herald has entered. Tags are for ever; new fields have defaults."""

from __future__ import annotations

from msgspec import Struct


class HonorEntered(Struct, frozen=True, tag="honor-entered"):
    """The whole track, the highest first."""

    track: tuple[str, ...]


class AllianceEntered(Struct, frozen=True, tag="alliance-entered"):
    """Two clans are allied, and with nobody else."""

    first: str
    second: str


class AllianceDropped(Struct, frozen=True, tag="alliance-dropped"):
    clan: str


class CoinsEntered(Struct, frozen=True, tag="coins-entered"):
    clan: str
    coins: int


class RoninEntered(Struct, frozen=True, tag="ronin-entered"):
    clan: str
    ronin: int


class PointsEntered(Struct, frozen=True, tag="points-entered"):
    clan: str
    points: int


class FiguresEntered(Struct, frozen=True, tag="figures-entered"):
    """All that a clan has in a province."""

    clan: str
    province: str
    figures: dict[str, int]


class CardsEntered(Struct, frozen=True, tag="cards-entered"):
    """All season cards of a clan."""

    clan: str
    cards: tuple[str, ...]


class TokensEntered(Struct, frozen=True, tag="tokens-entered"):
    """All war tokens of a clan of one season, which counts from 1."""

    clan: str
    season: int
    provinces: tuple[str, ...]


class WarsEntered(Struct, frozen=True, tag="wars-entered"):
    """The war provinces, in the order of their numbers."""

    provinces: tuple[str, ...]


ENTERED = (
    *(HonorEntered, AllianceEntered, AllianceDropped, CoinsEntered, RoninEntered, PointsEntered),
    *(FiguresEntered, CardsEntered, TokensEntered, WarsEntered),
)
