"""The words of the steps of an order of Twilight of Shogun: kinds, questions, headings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.twilight_shogun.view import Held, View
from domain.twilight_shogun.words import orders as o
from projections.language.messages import _, term
from projections.pictures import Field, Names, StepWords

SPACES = ("space", "spaces", "places")


def kind(view: View, field: Field, tag: str, names: Names) -> str:
    """What is done, short enough for a button."""
    said = _KINDS.get(field.order)
    return said(_held(view, field)) if said else ""


def ask(view: View, field: Field, value: str, names: Names) -> str:
    if not field.name and "card" in field.given:
        return _("What do you play this card for?")
    said = _ASKS.get(field.order)
    return said() if said and field.name in SPACES else ""


def group(view: View, field: Field, value: str, names: Names) -> str:
    """The area in which a space lies; Edo, Kyo and the ports stand together."""
    if field.name not in SPACES:
        return ""
    area = next((one.area for one in view.spaces if one.space == value), "")
    return term(area.capitalize()) if area else _("Cities")


def note(view: View, field: Field, value: str, names: Names) -> str:
    """Of what a card is played for: its points, and what follows."""
    held = None if field.name else _held(view, field)
    if held is None or field.order not in _SPENT:
        return ""
    return ", ".join(filter(None, (_("{ap} AP").format(ap=held.ap), _after(view, held))))


def _after(view: View, held: Held) -> str:
    """The face of the card says whether its event would not occur."""
    return _("then the event") if held.side not in ("common", view.viewer) and held.would_occur else ""


def _held(view: View, field: Field) -> Held | None:
    """The card of the hand that has been picked."""
    mine = next((one.hand for one in view.players if one.seat == field.seat), None) or ()
    return next((one for one in mine if one.card == field.given.get("card")), None)


def _event_first(held: Held | None) -> str:
    return _("Event first, then {ap} AP").format(ap=held.ap) if held else _("Event first")


_KINDS: Mapping[type, Callable[[Held | None], str]] = {
    o.PlayEvent: lambda held: _("Its event"),
    o.PlayAction: lambda held: _("Choose later"),
    o.PlayEventFirst: _event_first,
    o.PlayActionFirst: lambda held: _("Choose later"),
    o.PlayInfluence: lambda held: _("Place influence"),
    o.PlayCoup: lambda held: _("Attempt a coup"),
    o.PlayRealign: lambda held: _("Realign"),
    o.Court: lambda held: _("Court operation"),
    o.Influence: lambda held: _("Place influence"),
    o.Coup: lambda held: _("Attempt a coup"),
    o.Realign: lambda held: _("Realign"),
    o.Pass: lambda held: _("Give up what is left"),
    o.Evade: lambda held: _("Evade the rise"),
    o.Accept: lambda held: _("Accept it and lose"),
    o.Navy: lambda held: _("Place the navy"),
    o.Resign: lambda held: _("Resign"),
    o.Put: lambda held: _("Place influence"),
    o.Remove: lambda held: _("Remove influence"),
    o.Attack: lambda held: _("Make war"),
    o.Choose: lambda held: _("Choose"),
    o.Discard: lambda held: _("Discard a card"),
    o.Retrieve: lambda held: _("Take a card back"),
}

_SPENT = (o.PlayInfluence, o.PlayCoup, o.PlayRealign, o.PlayAction, o.PlayActionFirst)

_ASKS: Mapping[type[Any], Callable[[], str]] = {
    o.PlayInfluence: lambda: _("Where do you place influence?"),
    o.Influence: lambda: _("Where do you place influence?"),
    o.PlayCoup: lambda: _("In which clan do you attempt the coup?"),
    o.Coup: lambda: _("In which clan do you attempt the coup?"),
    o.PlayRealign: lambda: _("Where do you realign, one attempt after the other?"),
    o.Realign: lambda: _("Where do you realign, one attempt after the other?"),
    o.Put: lambda: _("Place more there, or in another space?"),
    o.Remove: lambda: _("Remove more there, or in another space?"),
}

STEPS = StepWords(kind=kind, ask=ask, group=group, note=note)
