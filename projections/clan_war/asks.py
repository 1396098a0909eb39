"""Each prompt of Clan War in words, as the end of a sentence; and what the others wait for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.clan_war.data.names import PLAIN_SEATS
from domain.clan_war.view import View
from domain.clan_war.words import items as i
from projections.language.filled import Depending, sentence_of
from projections.language.messages import _, _n, listed
from projections.pictures import Names


def asks(view: View, item: Any, names: Names) -> str:
    """What the seat that looks has to do now."""
    said = _ASKS[type(item)](item, view, names)
    waits = _waiting(view) and isinstance(item, i.Reports)
    return f"{said}; {_confirming(item, view, names)}" if waits else said


def _waiting(view: View) -> list[str]:
    return [str(one.number) for one in view.claims if view.viewer in one.asked and not one.denied]


def _confirming(item: Any, view: View, names: Names) -> str:
    """The reports on which the seat that looks has not said a word."""
    said = _n(
        "confirm or deny report {numbers}", "confirm or deny reports {numbers}", max(1, len(_waiting(view)))
    )
    return said.format(numbers=listed(_waiting(view)))


def awaits(item: Any, names: Names) -> str:
    """The same for the others."""
    if isinstance(item, i.MusterArmies):
        return _("the armies")
    if isinstance(item, i.Confirming):
        return _("a word on what is reported")
    if isinstance(item, i.Reports):
        return _REPORTED(item)
    return _("a choice for {unit}").format(unit=_called(_about(item), names))


def _about(item: Any) -> str:
    unit: str = item.captor if isinstance(item, i.RescuerChoice) else item.unit
    return unit


def _called(name: str, names: Names) -> str:
    return names.get(name, name)


_REPORTED = Depending(
    "phase",
    {
        "primary": sentence_of("the reports of the Primary movement"),
        "cavalry": sentence_of("the reports of the Cavalry movement"),
        "ranged": sentence_of("the reports of the Ranged phase"),
        "close": sentence_of("the reports of the Close Combat phase"),
        "end": sentence_of("the reports of the End phase"),
    },
)


def _muster(item: i.MusterArmies, view: View, names: Names) -> str:
    if any(one.name == view.viewer and one.clan in PLAIN_SEATS for one in view.armies):
        return _("choose the clan of your army, such as: clan crane")
    if view.sealed:
        return _("muster your army, sealed until all are done: units and personalities, then done")
    return _("muster your army: units and personalities, then done")


def _fly_by(item: i.FlyByChoice, view: View, names: Names) -> str:
    said = _n(
        "say whether {unit} rolls its fly-by attack on {target}: {count} die",
        "say whether {unit} rolls its fly-by attack on {target}: {count} dice",
        item.dice,
    )
    return said.format(unit=_called(item.unit, names), target=_called(item.target, names), count=item.dice)


def _landing(item: i.ForcedLanding, view: View, names: Names) -> str:
    said = _("say how {unit} lands: it is forced down ({cause})")
    return said.format(unit=_called(item.unit, names), cause=item.cause)


def _recovery(item: i.RecoveryChoice, view: View, names: Names) -> str:
    said = _("say whether {unit} tries to recover the hostage {hostage}")
    return said.format(unit=_called(item.unit, names), hostage=_called(item.hostage, names))


def _rescuer(item: i.RescuerChoice, view: View, names: Names) -> str:
    said = _("choose who recovers the hostages of {captor}, which is gone: {choices}")
    return said.format(captor=_called(item.captor, names), choices=", ".join(item.units))


_ASKS: Mapping[type, Callable[[Any, View, Names], str]] = {
    i.MusterArmies: _muster,
    i.Reports: Depending(
        "phase",
        {
            "primary": sentence_of("report what happens in the Primary movement phase, then done"),
            "cavalry": sentence_of("report what happens in the Cavalry movement phase, then done"),
            "ranged": sentence_of("report what happens in the Ranged phase, then done"),
            "close": sentence_of("report what happens in the Close Combat phase, then done"),
            "end": sentence_of("report what happens in the End phase, then done"),
        },
    ),
    i.Confirming: _confirming,
    i.FlyByChoice: _fly_by,
    i.ForcedLanding: _landing,
    i.RecoveryChoice: _recovery,
    i.RescuerChoice: _rescuer,
}
