"""Where on the board the values of an order lie: provinces, clans on the track, figures and armies of the
battle, and the boxes of a bid."""

from __future__ import annotations

from collections.abc import Iterator

from domain.rising_sun.board.state import ADVANTAGES
from domain.rising_sun.data.tables import DAIMYO
from domain.rising_sun.view import Province, View
from domain.rising_sun.words.orders import Alliance, Bid, Borrow, Burn, Drive, TakeHostage
from projections.pictures import Field
from projections.rising_sun.tokens import is_monster

_PROVINCES = ("province", "provinces")
_CLANS = ("clan", "clans", "first", "second")

_IN_BATTLE = (TakeHostage, Drive, Burn, Borrow)
"""Orders whose figures stand in the battle that goes on."""


def where(view: View, field: Field, value: str) -> tuple[str, ...]:
    """The parts on which a value lies."""
    if field.name in _PROVINCES:
        return tuple(f"province {one.name}" for one in view.provinces if one.name == value)
    if field.order in _IN_BATTLE:
        return tuple(_in_battle(view, field, value))
    if field.order is Bid:
        return box_of_bid(view, field.seat, field.name)
    if field.order is Alliance and field.given.get("clan"):
        return ()  # the sheet of a clan lists its allies; the other clans on the board open their own
    if field.name in _CLANS:
        return tuple(f"clan {one.name}" for one in view.clans if one.name == value)
    return ()


def box_of_bid(view: View, clan: str, advantage: str) -> tuple[str, ...]:
    """Where the coins for an Advantage lie in the row of the viewer on the mat."""
    bids = view.battle is not None and clan == view.viewer and clan in view.battle.players
    return (f"coins {clan} {advantage}",) if bids and advantage in ADVANTAGES else ()


def _in_battle(view: View, field: Field, value: str) -> Iterator[str]:
    """The figures that are called so, of a clan once it is chosen; and the armies of a clan."""
    for one in _fought(view):
        if field.name == "clan":
            yield from (f"army {one.name} {clan}" for clan in one.armies if clan == value)
        else:
            yield from (figure_id(one, clan, value) for clan in whose(view, field, value))


def whose(view: View, field: Field, figure: str) -> list[str]:
    """The clans that have a figure in the battle: that which is chosen, or all others."""
    of = field.given.get("clan")
    return [
        clan
        for one in _fought(view)
        for clan, army in one.armies.items()
        if (clan == of if of else clan != field.seat) and army.get(figure)
    ]


def _fought(view: View) -> list[Province]:
    return [one for one in view.provinces if view.battle and one.name == view.battle.province]


def figure_id(one: Province, clan: str, name: str) -> str:
    """What there is one of in a game stays itself wherever it goes."""
    goes = is_monster(name) or name == DAIMYO
    return f"figure {clan} {name}" if goes else f"figure {one.name} {clan} {name}"
