"""Corrections a ruling may make. Values are those that hold afterwards."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta, Struct

from domain.kit.vocabulary import Named
from domain.shinobi.words.orders import Card, Clan, Province

Mark = Annotated[str, Named("mark")]
Number = Annotated[int, Meta(ge=0, le=99)]


class SetArmy(Struct, frozen=True, tag="set-army"):
    """So many cards of a clan lie in a province."""

    FORM: ClassVar[str] = "army {clan} in {province} {cards}"
    clan: Clan
    province: Province
    cards: Number


class SetDiscard(Struct, frozen=True, tag="set-discard"):
    """So many cards of a kind are discarded."""

    FORM: ClassVar[str] = "discard {card} {cards}"
    card: Card
    cards: Number


class SetHand(Struct, frozen=True, tag="set-hand", omit_defaults=True):
    """A seat holds these cards. Sealed."""

    FORM: ClassVar[tuple[str, ...]] = ("hand {seat} none", "hand {seat} {cards}")
    seat: Province
    cards: tuple[Card, ...] = ()


class SetMark(Struct, frozen=True, tag="set-mark"):
    """An army bears a mark of this turn."""

    FORM: ClassVar[str] = "mark {clan} in {province} {mark}"
    clan: Clan
    province: Province
    mark: Mark


class ClearMark(Struct, frozen=True, tag="clear-mark"):
    """An army does not bear a mark of this turn."""

    FORM: ClassVar[str] = "unmark {clan} in {province} {mark}"
    clan: Clan
    province: Province
    mark: Mark


CORRECTIONS = (SetArmy, SetDiscard, SetHand, SetMark, ClearMark)
SEALED_CORRECTIONS = (SetHand,)
