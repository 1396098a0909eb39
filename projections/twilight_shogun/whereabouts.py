"""Where on the map the values of an order lie: spaces, and the cards of a hand."""

from __future__ import annotations

from domain.twilight_shogun.view import View
from projections.pictures import Field

_SPACES = ("space", "spaces", "places")


def where(view: View, field: Field, value: str) -> tuple[str, ...]:
    """The parts on which a value lies: numbers among the places, and what is in no hand, lie nowhere."""
    if field.name in _SPACES:
        return tuple(f"space {one.space}" for one in view.spaces if one.space == value)
    if field.name != "card":
        return ()
    hand = next((player.hand for player in view.players if player.seat == field.seat), None) or ()
    return tuple(f"card {field.seat} {held.card}" for held in hand if held.card == value)
