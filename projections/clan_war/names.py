"""The printed names of armies, units and personalities; short names are what one types."""

from __future__ import annotations

from collections.abc import Iterator

from domain.clan_war.board.state import Board
from domain.clan_war.data.names import PLAIN_SEATS, hero_names, own_name, unit_names
from domain.clan_war.data.tables import Data
from domain.clan_war.view import ArmyView, UnitView, View
from projections.language.catalogues import Kept, as_named
from projections.pictures import Names

_NAMING = ("unit-mustered", "personality-recruited", "unit-called", "personality-called")
"""The events that tell the word beside the name."""


def names(data: Data) -> Names:
    """Units that people name themselves keep their number: "Lion 3". Cards of one word are words of the
    rules too, and stay as they are."""
    clans = [clan.name for clan in data.honor.clan]
    armies = [*clans, *PLAIN_SEATS]
    known = [
        *armies,
        *(own for army in armies for own in (*unit_names(data, army), *hero_names(data, army))),
        *(own_name(seat, unit.name) for seat in PLAIN_SEATS for unit in data.units.unit),
        *(own_name(seat, person.name) for seat in PLAIN_SEATS for person in data.units.personality),
        *(unit.name for unit in data.units.unit),
        *(person.name for person in data.units.personality),
        *(card.name for card in data.cards.card if "-" in card.name),
    ]
    return {name: Kept(printed(name)) for name in known}


def things(data: Data) -> Iterator[str]:
    """Clans, units, personalities and cards; not the numbered ones of an army."""
    for printed_ones in (data.honor.clan, data.units.unit, data.units.personality, data.cards.card):
        yield from (printed(one.name) for one in printed_ones)


def army_name(army: ArmyView) -> str:
    """ "Crane", or "North (Crane)" where the army is not called like its clan."""
    name = printed(army.name)
    return name if army.clan == army.name else f"{name} ({printed(army.clan)})"


def called(board: Board) -> Names:
    """The names that armies have given; those by which orders know them where a unit joins and is named."""
    given = {word: Kept(name) for word, name in board.called.items()}
    return given | {f"{tag}:{word}": Kept(printed(word)) for word in given for tag in _NAMING}


def shown_name(seen: View | UnitView, name: str) -> str:
    """The name that an army has given, or the printed one."""
    return seen.called.get(name) or printed(name)


def printed(name: str) -> str:
    """ "Fire Dragon"."""
    return as_named(" ".join(word.capitalize() for word in name.split("-")))
