"""Losses in Rising Sun: figures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domain.rising_sun.board.events import FiguresKilled
from projections.language.messages import _
from projections.pictures import Loss, Losses


def _killed(event: FiguresKilled, view: Any) -> Iterator[Loss]:
    yield from (Loss(dead.clan, _("figures"), dead.count) for dead in event.dead)


LOSSES: Losses = {
    FiguresKilled: _killed,
}
