"""The words of the steps of an order of Shinobi: kinds, questions, headings."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from domain.shinobi.view import View
from domain.shinobi.words import orders as o
from projections.language.messages import _
from projections.pictures import Field, Names, StepWords


def kind(view: View, field: Field, tag: str, names: Names) -> str:
    said = _KINDS.get(field.order)
    return said() if said else ""


def ask(view: View, field: Field, value: str, names: Names) -> str:
    """With what has been picked: where a card comes from, goes to, and whom it meets there."""
    said = _ASKS.get((field.order, field.name))
    if said is None:
        return ""
    named = {name: names.get(str(one), str(one)) for name, one in field.given.items()}
    return said().format(**{**dict.fromkeys(("card", "clan", "province", "source"), ""), **named})


def value(view: View, field: Field, value: str, names: Names) -> str:
    """One's own province is told from those of the others."""
    if field.name not in ("province", "source", "target") or value != field.seat:
        return ""
    return _("{province}, your own").format(province=value)


_KINDS: Mapping[type, Callable[[], str]] = {
    o.Place: lambda: _("Place a card"),
    o.Ninja: lambda: _("Send a ninja"),
    o.Move: lambda: _("Move a card"),
    o.Attack: lambda: _("Attack an army"),
    o.Pass: lambda: _("Do nothing"),
}

_ASKS: Mapping[tuple[type, str], Callable[[], str]] = {
    (o.Place, "province"): lambda: _("Where do you place {card}?"),
    (o.Ninja, "province"): lambda: _("Where does the ninja strike {clan}?"),
    (o.Move, "source"): lambda: _("From where do you move {clan}?"),
    (o.Move, "target"): lambda: _("Where do you move {clan} to?"),
    (o.Attack, "province"): lambda: _("Where do you attack {clan}?"),
    (o.Attack, "army"): lambda: _("With which army do you attack {clan}?"),
}

STEPS = StepWords(kind=kind, ask=ask, value=value)
