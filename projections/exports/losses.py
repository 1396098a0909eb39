"""Losses of each title: whose, of what, and how many.

Twilight of Shogun has none: influence comes and goes, and its tracks tell who gains by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from domain.clan_war.board import combat_events as melee
from domain.clan_war.board import events as battle
from domain.kawanakajima.board import field_events as field
from domain.kawanakajima.board.state import side_of
from domain.kit.facts import Fact
from domain.rising_sun.board.events import FiguresKilled
from domain.shinobi.board.events import Attacked, NinjaSent
from projections.exports.tables import on_line
from projections.language.messages import _
from projections.replay import Replay


class Loss(Struct, frozen=True):
    """`whose` is the seat, the clan or the army that has lost `count` of `what`."""

    whose: str
    what: str
    count: int


Told = Callable[[Any, Any], Iterator[Loss]]
"""The losses that an event of a title tells of; the second is the view before it."""


def losses(replay: Replay, viewer: str) -> dict[tuple[str, str], int]:
    """All losses that stand, by whose they are and of what, in the order of the first of each."""
    found: dict[tuple[str, str], int] = {}
    eye = replay.eye(viewer)
    for position in on_line(replay)[1:]:
        entry = replay.envelope(position).entry
        told = _TOLD.get(type(entry.event)) if isinstance(entry, Fact) else None
        if told is not None:
            for loss in told(entry.event, replay.view(position - 1, eye)):
                key = (loss.whose, loss.what)
                found[key] = found.get(key, 0) + loss.count
    return found


# ---- Shinobi


def _attacked(event: Attacked, view: Any) -> Iterator[Loss]:
    yield Loss(event.clan, _("cards, in attacks"), 1)


def _ninja_sent(event: NinjaSent, view: Any) -> Iterator[Loss]:
    yield Loss(event.clan, _("cards, by ninja"), 1)


# ---- Kawanakajima 1561


def _steps_lost(event: field.StepsLost, view: Any) -> Iterator[Loss]:
    yield Loss(side_of(event.unit), _("steps"), event.steps)


def _eliminated(event: field.UnitEliminated, view: Any) -> Iterator[Loss]:
    yield Loss(side_of(event.unit), _("units"), 1)


def _leader_killed(event: field.LeaderKilled, view: Any) -> Iterator[Loss]:
    yield Loss(event.side, _("leaders"), 1)


# ---- Rising Sun


def _killed(event: FiguresKilled, view: Any) -> Iterator[Loss]:
    yield from (Loss(dead.clan, _("figures"), dead.count) for dead in event.dead)


# ---- Clan War


def _army(name: str, view: Any) -> str:
    """The army of a unit; "" where there is no such unit."""
    return next((one.unit.profile.army for one in view.units if one.unit.profile.name == name), "")


def _models_lost(event: battle.ModelsLost | melee.ModelsSacrificed, view: Any) -> Iterator[Loss]:
    yield Loss(_army(event.unit, view), _("models"), event.models)


def _destroyed(event: battle.UnitDestroyed, view: Any) -> Iterator[Loss]:
    yield Loss(_army(event.unit, view), _("units"), 1)


def _slain(event: battle.PersonalitySlain, view: Any) -> Iterator[Loss]:
    for name, clan, unit, _is_slain in view.people:
        if name == event.personality:
            yield Loss(_army(unit, view) or clan, _("personalities"), 1)


_TOLD: Mapping[Any, Told] = {
    Attacked: _attacked,
    NinjaSent: _ninja_sent,
    field.StepsLost: _steps_lost,
    field.UnitEliminated: _eliminated,
    field.LeaderKilled: _leader_killed,
    FiguresKilled: _killed,
    battle.ModelsLost: _models_lost,
    melee.ModelsSacrificed: _models_lost,
    battle.UnitDestroyed: _destroyed,
    battle.PersonalitySlain: _slain,
}
