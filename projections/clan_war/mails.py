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
from projections.pictures import Names

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


def brief(view: View, before: View | None) -> str:
    """The whole board: each sheet is a few lines."""
    return board(view)


def concerns(event: Any, seat: str, view: View) -> bool:
    """Whether something has befallen an army's units, people or honor, by the others' reports."""
    own = {one.unit.name for one in view.units if one.unit.army == seat}
    people = {name for name, _clan, unit, _slain in view.people if unit in own}
    if isinstance(event, TOUCHED):
        return event.unit in own
    if isinstance(event, e.HonorChanged | e.PointsChanged):
        return event.army == seat and event.by != seat
    if isinstance(event, b.ChangeReported):
        return seat in event.claim.asked
    if isinstance(event, b.ReportDenied):
        return event.by != seat
    if isinstance(event, e.ExtraCardGranted):
        return event.army == seat
    if isinstance(event, c.HostageTaken):
        return event.clan == view.clan(seat)
    if isinstance(event, e.PersonalitySlain | f.Challenged):
        return event.personality in people
    targets = (getattr(event, "target", ""), getattr(event, "captor", ""))
    return getattr(event, "unit", "") not in own and any(name in own for name in targets if name)


def group(order: Any, names: Names) -> tuple[str, str]:
    """A row for each unit; the order is its own label."""
    unit = getattr(order, "unit", "")
    return names.get(unit, unit), ""
