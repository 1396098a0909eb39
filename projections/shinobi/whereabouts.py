"""Where on the table the values of an order lie: cards of a hand, armies, provinces."""

from __future__ import annotations

from domain.shinobi.view import View
from domain.shinobi.words.orders import Attack, Move, Ninja, Place
from projections.pictures import Field

_PROVINCES = ("province", "source", "target")

_BESIDE = {(Ninja, "clan"): "province", (Move, "clan"): "source", (Attack, "clan"): "province"}
"""An army, and the field that says before whom it lies: as long as it does not, armies of the clan before all
others may be meant."""


def where(view: View, field: Field, value: str) -> tuple[str, ...]:
    """The parts on which a value lies."""
    key = field.order, field.name
    if field.name in _PROVINCES:
        return tuple(f"province {one.seat}" for one in view.provinces if one.seat == value)
    if key == (Place, "card"):
        return _in_hand(view, field.seat, value)
    if key == (Attack, "army"):
        return _armies(view, value, (field.seat,))
    if key not in _BESIDE:
        return ()
    at = field.given.get(_BESIDE[field.order, field.name])
    seats = (str(at),) if at else tuple(one.seat for one in view.provinces if one.seat != field.seat)
    return _armies(view, value, seats)


def _in_hand(view: View, seat: str, card: str) -> tuple[str, ...]:
    """Each of the cards of the kind that the seat holds."""
    hand = next((one.hand for one in view.provinces if one.seat == seat), None) or ()
    return tuple(f"hand {seat} {card} {nth}" for nth in range(hand.count(card)))


def _armies(view: View, clan: str, seats: tuple[str, ...]) -> tuple[str, ...]:
    there = (one.seat for one in view.provinces if one.seat in seats and one.armies.get(clan))
    return tuple(f"army {seat} {clan}" for seat in there)
