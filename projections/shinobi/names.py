"""The printed names of the clans, for those who read; provinces are called as their players type them."""

from __future__ import annotations

from domain.shinobi.data.tables import NINJA, Cards
from projections.language.catalogues import as_named
from projections.pictures import Names


def names(cards: Cards) -> Names:
    return {name: printed(name) for name in (*cards.per_clan, NINJA)}


def printed(clan: str) -> str:
    """ "Go-Hojo"."""
    return as_named(clan.title())
