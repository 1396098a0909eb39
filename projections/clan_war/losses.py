"""Losses in Clan War: models, units and personalities."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domain.clan_war.board import combat_events as melee
from domain.clan_war.board import events as battle
from projections.language.messages import _
from projections.pictures import Loss, Losses


def _army(name: str, view: Any) -> str:
    """The army of a unit; "" where there is no such unit."""
    return next((one.unit.profile.army for one in view.units if one.unit.profile.name == name), "")


def _models_lost(event: battle.ModelsLost | melee.ModelsSacrificed, view: Any) -> Iterator[Loss]:
    """None in the muster: these are of the battle before."""
    if view.turn:
        yield Loss(_army(event.unit, view), _("models"), event.models)


def _destroyed(event: battle.UnitDestroyed, view: Any) -> Iterator[Loss]:
    yield Loss(_army(event.unit, view), _("units"), 1)


def _slain(event: battle.PersonalitySlain, view: Any) -> Iterator[Loss]:
    for name, clan, unit, _is_slain in view.people:
        if name == event.personality:
            yield Loss(_army(unit, view) or clan, _("personalities"), 1)


LOSSES: Losses = {
    battle.ModelsLost: _models_lost,
    melee.ModelsSacrificed: _models_lost,
    battle.UnitDestroyed: _destroyed,
    battle.PersonalitySlain: _slain,
}
