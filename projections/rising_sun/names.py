"""The printed names of clans, provinces and cards, for those who read; short names are what one types."""

from __future__ import annotations

from domain.rising_sun.data.tables import BORROWED, BUSHI, DAIMYO, SHINTO, STRONGHOLD, Tables
from projections.language.catalogues import Kept, as_named
from projections.pictures import Names

SMALL = ("of", "the", "no")
KINDS = (DAIMYO, SHINTO, BUSHI, STRONGHOLD, *BORROWED)


def names(tables: Tables) -> Names:
    return {name: Kept(printed(name)) for name in (*tables.clans, *tables.provinces, *tables.cards)}


def printed(name: str) -> str:
    """ "Oni of Skulls"."""
    return as_named(" ".join(word if word in SMALL else word.capitalize() for word in name.split("-")))


def figure_name(figure: str) -> str:
    """Kinds are common nouns, monsters have names."""
    return figure if figure in KINDS else printed(figure)
