"""The parts of a mail about Clan War: the short board, what concerns a seat, orders as taps."""

from __future__ import annotations

from typing import Any

from domain.clan_war.board import claim_events as b
from domain.clan_war.board import combat_events as c
from domain.clan_war.board import events as e
from domain.clan_war.board import flight_events as f
from domain.clan_war.board import list_events as a
from domain.clan_war.view import View
from projections.clan_war.board import board
from projections.pictures import GAIN, LOSS, OTHER, YOURS, Names

BOOKKEEPING: frozenset[type] = frozenset(
    {
        *(e.ArmyDone, e.PhaseBegan, e.TurnEnded, e.DueLapsed, e.UnitReady),
        *(f.Placed, c.RecoveryDeclined, f.FlyByDeclined, a.ListSealed, b.ReportConfirmed),
    }
)
"""Not told to those whom they do not concern."""

TOUCHED = (
    *(e.MoraleTested, e.HonorTested, e.ConditionChanged, e.UnitWounded, e.ModelsLost, e.UnitDestroyed),
    *(f.ForcedDown, f.ForcedLanded, f.DamageThrown),
)
"""What befalls the unit that such an event names."""

LOST = (e.UnitWounded, e.ModelsLost, e.UnitDestroyed)
"""What is a loss of it."""


def brief(view: View, before: View | None) -> str:
    """The whole board: each sheet is a few lines."""
    return board(view)


def rank(event: Any, seat: str, view: View) -> str:
    """What has befallen an army's units, people or honor, by the others' reports."""
    own = {one.unit.name for one in view.units if one.unit.army == seat}
    people = {name for name, _clan, unit, _slain in view.people if unit in own}
    if isinstance(event, TOUCHED):
        return (LOSS if isinstance(event, LOST) else YOURS) if event.unit in own else OTHER
    if isinstance(event, e.HonorChanged | e.PointsChanged):
        sign = LOSS if event.term.value < 0 else GAIN
        return sign if event.army == seat and event.by != seat else OTHER
    if isinstance(event, b.ChangeReported):
        return YOURS if seat in event.claim.asked else OTHER
    if isinstance(event, b.ReportDenied):
        return YOURS if event.by != seat else OTHER
    if isinstance(event, e.ExtraCardGranted):
        return GAIN if event.army == seat else OTHER
    if isinstance(event, c.HostageTaken):
        return LOSS if seat in view.seats and event.clan == view.clan(seat) else OTHER
    if isinstance(event, e.PersonalitySlain | f.Challenged):
        mine = LOSS if isinstance(event, e.PersonalitySlain) else YOURS
        return mine if event.personality in people else OTHER
    targets = (getattr(event, "target", ""), getattr(event, "captor", ""))
    is_target = getattr(event, "unit", "") not in own and any(name in own for name in targets if name)
    return YOURS if is_target else OTHER


def group(order: Any, names: Names) -> tuple[str, str]:
    """A row for each unit; the order is its own label."""
    unit = getattr(order, "unit", "")
    return names.get(unit, unit), ""
