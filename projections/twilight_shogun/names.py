"""The printed names of cards, spaces and sides, for those who read; short names are what one types."""

from __future__ import annotations

from collections.abc import Iterator

from domain.twilight_shogun.data.tables import SIDES, Card, Tables
from projections.language.catalogues import Kept, as_named
from projections.pictures import Names


def names(tables: Tables) -> Names:
    """Also the AP of a card, beside its name where it is played; "number:…" is what is printed on it."""
    cards = {card.id: Kept(card.name) for card in tables.cards.values()}
    return {
        **{name: Kept(one.name) for name, one in tables.scorings.items()},
        **{space: Kept(one.name) for space, one in tables.spaces.items()},
        **cards,
        **SIDES,
        **{f"number:{card.id}": str(card.number) for card in tables.cards.values()},
        **{f"card-played:{card.id}": _with_points(card) for card in tables.cards.values()},
    }


def _with_points(card: Card) -> str:
    return f"{as_named(card.name)} ({card.ap} AP)"


def things(tables: Tables) -> Iterator[str]:
    """Cards, spaces, scorings, and both faces of the support markers."""
    for printed in (tables.cards, tables.spaces, tables.scorings):
        yield from (one.name for one in printed.values())
    yield from (face.name for one in tables.markers.values() for face in (one.head, one.tail))
