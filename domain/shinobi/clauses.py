"""The clauses of conditions in Shinobi, judged by what a seat may know.

if ninja is in hand: skip        if 3 oda are in kii: attack ...        on turn 12: pass
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct

from domain.kit.conditions import Clauses, Seen
from domain.kit.vocabulary import Named
from domain.shinobi.view import Province, View
from domain.shinobi.words.typed import typed

Count = Annotated[int, Meta(ge=1, le=99)]


class Holding(Struct, frozen=True, tag="holding"):
    """A card is in the writer's hand."""

    FORM: ClassVar[tuple[str, ...]] = ("{card} is in hand", "i hold {card}", "i have {card}")
    card: Annotated[str, Named("card")]


class Standing(Struct, frozen=True, tag="armies"):
    """So many armies of a clan, or more, are in a province."""

    FORM: ClassVar[tuple[str, ...]] = ("{count} {clan} in {province}", "{count} {clan} are in {province}")
    count: Count
    clan: Annotated[str, Named("clan")]
    province: Annotated[str, Named("province")]


class Discarded(Struct, frozen=True, tag="discarded"):
    """A card is in the discard."""

    FORM: ClassVar[str] = "{card} is discarded"
    card: Annotated[str, Named("card")]


class Emptied(Struct, frozen=True, tag="deck-at-most"):
    """The deck has so many cards, or fewer."""

    FORM: ClassVar[tuple[str, ...]] = ("deck has {count} or fewer", "the deck has {count} or fewer")
    count: Annotated[int, Meta(ge=0, le=99)]


def judge(view: View, seat: str, clause: Any) -> Seen:
    """Whether a clause holds by what a seat may know."""
    match clause:
        case Holding(card=card):
            return Seen(card in (_of(view, seat).hand or ()), secret=True)
        case Standing(count=count, clan=clan, province=province):
            there = _of(view, province).armies.get(clan, 0)
            return Seen(there >= count, str(there))
        case Discarded(card=card):
            return Seen(view.discard.get(card, 0) > 0, str(view.discard.get(card, 0)))
        case _:
            return Seen(view.cards_in_deck <= clause.count, str(view.cards_in_deck))


def _of(view: View, seat: str) -> Province:
    return next(one for one in view.provinces if one.seat == seat)


CLAUSES = Clauses(
    (Holding, Standing, Discarded, Emptied),
    judge,
    typed=typed,
)
