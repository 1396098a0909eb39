"""Corrections a ruling may make in a War phase: in the words of the herald, who enters everything before it.

Values are those that hold afterwards.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from domain.rising_sun.words.orders import Amount, Card, Clan, Province, Season, Troop


class SetHonor(Struct, frozen=True, tag="set-honor"):
    """The whole Honor track, the highest clan first."""

    FORM: ClassVar[str] = "honor {clans}"
    clans: tuple[Clan, ...]


class SetAlliance(Struct, frozen=True, tag="set-alliance"):
    """Two clans are allied, and with nobody else."""

    FORM: ClassVar[str] = "alliance {first} {second}"
    first: Clan
    second: Clan


class SetAlone(Struct, frozen=True, tag="set-alone"):
    """A clan has no ally."""

    FORM: ClassVar[str] = "alone {clan}"
    clan: Clan


class SetCoins(Struct, frozen=True, tag="set-coins"):
    """How many coins a clan has, with those on the tile of a battle."""

    FORM: ClassVar[str] = "coins {clan} {number}"
    clan: Clan
    number: Amount


class SetRonin(Struct, frozen=True, tag="set-ronin"):
    FORM: ClassVar[str] = "ronin {clan} {number}"
    clan: Clan
    number: Amount


class SetPoints(Struct, frozen=True, tag="set-points"):
    FORM: ClassVar[str] = "vp {clan} {number}"
    clan: Clan
    number: Amount


class SetFigures(Struct, frozen=True, tag="set-figures", omit_defaults=True):
    """All that a clan has in a province."""

    FORM: ClassVar[tuple[str, ...]] = (
        "figures {clan} in {province} none",
        "figures {clan} in {province} {troops}",
    )
    clan: Clan
    province: Province
    troops: tuple[Troop, ...] = ()


class SetCards(Struct, frozen=True, tag="set-cards", omit_defaults=True):
    """All season cards of a clan."""

    FORM: ClassVar[tuple[str, ...]] = ("cards {clan} none", "cards {clan} {cards}")
    clan: Clan
    cards: tuple[Card, ...] = ()


class SetTokens(Struct, frozen=True, tag="set-tokens", omit_defaults=True):
    """All war tokens of a clan of a season."""

    FORM: ClassVar[tuple[str, ...]] = (
        "tokens {clan} of {season} none",
        "tokens {clan} of {season} {provinces}",
    )
    clan: Clan
    season: Season
    provinces: tuple[Province, ...] = ()


class SetHostages(Struct, frozen=True, tag="set-hostages", omit_defaults=True):
    """All figures of a clan that another holds as hostages."""

    FORM: ClassVar[tuple[str, ...]] = (
        "hostages {clan} with {captor} none",
        "hostages {clan} with {captor} {troops}",
    )
    clan: Clan
    captor: Clan
    troops: tuple[Troop, ...] = ()


CORRECTIONS = (
    *(SetHonor, SetAlliance, SetAlone, SetCoins, SetRonin, SetPoints),
    *(SetFigures, SetCards, SetTokens, SetHostages),
)
