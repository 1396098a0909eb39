"""Each prompt of Shinobi in words, as the end of a sentence; and what the others wait for."""

from __future__ import annotations

from typing import Any

from domain.shinobi.view import View
from domain.shinobi.words import items as i
from projections.language.messages import _
from projections.pictures import Names


def asks(view: View, item: Any, names: Names) -> str:
    """What the seat that looks has to do now."""
    hand = next((one.hand for one in view.provinces if one.seat == view.viewer), None)
    if isinstance(item, i.Deploy) and "ninja" in (hand or ()):
        return _("place a card or send a ninja, the first of three actions")
    return {
        i.Deploy: _("place a card, the first of three actions"),
        i.Home: _("place a card at home or move one, the second of three actions"),
        i.Attack: _("attack an army in another province, the last of three actions"),
    }[type(item)]


def awaits(item: Any, names: Names) -> str:
    """The same for the others."""
    return {
        i.Deploy: _("the first of three actions"),
        i.Home: _("the second of three actions"),
        i.Attack: _("the last of three actions"),
    }[type(item)]
