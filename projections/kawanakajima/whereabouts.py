"""Where on the board the values of an order lie: units, the clans in the books, zones, entry points. A hex
lies on the field of hexes, which is no part."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kawanakajima.board.state import side_of
from domain.kawanakajima.view import View
from domain.kawanakajima.words.field_orders import Fight, Move
from domain.kawanakajima.words.orders import Impetuous
from domain.kawanakajima.words.siege_orders import Seize
from projections.pictures import Field

_UNITS = ("unit", "units", "targets", "worn", "behind")
_CLANS = ("clan", "clans", "aim", "chit")
_ZONES = ("zone", "zones", "markers", "source")
_HEXES = ("hex", "hexes", "path", "point")

OF_THE_ENEMY = ((Fight, "targets"), (Impetuous, "clan"))
"""All other units and clans are own ones."""


def moves_the_enemy(view: View, field: Field) -> bool:
    """Whether the units to be moved are the enemy's: his own special chit has put them at one's mercy.
    Else nobody moves while a chit of the enemy's is being played [9.5.5]."""
    drawn = view.drawn
    return field.order is Move and len(drawn) == 2 and side_of(drawn) != field.seat


def where(view: View, field: Field, value: str) -> tuple[str, ...]:
    """The parts on which a value lies."""
    return tuple(_where(view, field, value))


def _where(view: View, field: Field, value: str) -> Iterator[str]:
    is_own = (field.order, field.name) not in OF_THE_ENEMY and not moves_the_enemy(view, field)
    armies = [army for army in view.armies if (army.seat == field.seat) is is_own]
    clans = [clan for army in armies for clan in army.clans]
    if field.name in _UNITS:
        yield from (one.unit for clan in clans for one in clan.units if one.unit[1:] == value and one.hex)
    elif field.name in _CLANS:
        yield from (f"clan {one.clan}" for one in clans if one.clan[1:] == value)
    elif field.name in _ZONES and view.fortress:
        yield from (f"zone {one.zone}" for one in view.fortress.zones if one.zone == value)
        if field.order is Seize and value == "effectives":
            yield f"inside {field.seat}"
    elif field.name in _HEXES and value in view.ground.entries:
        yield f"entry {value}"
