"""The printed names of armies, units and personalities; short names are what one types."""

from __future__ import annotations

from domain.clan_war.data.names import hero_names, unit_names
from domain.clan_war.data.tables import Data
from projections.language.catalogues import Kept
from projections.pictures import Names


def names(data: Data) -> Names:
    """Units that people name themselves keep their number: "Lion 3". Cards of one word are words of the
    rules too, and stay as they are."""
    clans = [clan.name for clan in data.honor.clan]
    known = [
        *clans,
        *(own for clan in clans for own in (*unit_names(data, clan), *hero_names(data, clan))),
        *(unit.name for unit in data.units.unit),
        *(person.name for person in data.units.personality),
        *(card.name for card in data.cards.card if "-" in card.name),
    ]
    return {name: Kept(printed(name)) for name in known}


def printed(name: str) -> str:
    """ "Fire Dragon"."""
    return " ".join(word.capitalize() for word in name.split("-"))
