"""Losses in Kawanakajima: steps, units and leaders."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domain.kawanakajima.board import field_events as field
from domain.kawanakajima.board.state import side_of
from projections.language.messages import _
from projections.pictures import Loss, Losses


def _steps_lost(event: field.StepsLost, view: Any) -> Iterator[Loss]:
    yield Loss(side_of(event.unit), _("steps"), event.steps)


def _eliminated(event: field.UnitEliminated, view: Any) -> Iterator[Loss]:
    yield Loss(side_of(event.unit), _("units"), 1)


def _leader_killed(event: field.LeaderKilled, view: Any) -> Iterator[Loss]:
    yield Loss(event.side, _("leaders"), 1)


LOSSES: Losses = {
    field.StepsLost: _steps_lost,
    field.UnitEliminated: _eliminated,
    field.LeaderKilled: _leader_killed,
}
