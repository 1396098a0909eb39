"""The printed names of cards, spaces and sides, for those who read; short names are what one types."""

from __future__ import annotations

from domain.twilight_shogun.data.tables import SIDES, Tables
from projections.language.catalogues import Kept
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
        **{f"card-played:{card.id}": f"{card.name} ({card.ap} AP)" for card in tables.cards.values()},
    }
