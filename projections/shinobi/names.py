"""The printed names of the clans, for those who read; provinces are called as their players type them."""

from __future__ import annotations

from domain.shinobi.data.tables import Cards
from projections.pictures import Names


def names(cards: Cards) -> Names:
    return {clan.name: printed(clan.name) for clan in cards.clans}


def printed(clan: str) -> str:
    """ "Go-Hojo"."""
    return clan.title()
