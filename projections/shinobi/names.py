"""The printed names of the clans, for those who read; provinces are called as their players type them."""

from __future__ import annotations

from domain.shinobi.data.tables import NINJA, Cards
from projections.pictures import Names

printed = str.title
"""Of a clan: "Go-Hojo"."""


def names(cards: Cards) -> Names:
    return {name: printed(name) for name in (*cards.per_clan, NINJA)}
