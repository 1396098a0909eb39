"""Losses in Shinobi: cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domain.shinobi.board.events import Attacked, NinjaSent
from projections.language.messages import _
from projections.pictures import Loss, Losses


def _attacked(event: Attacked, view: Any) -> Iterator[Loss]:
    yield Loss(event.clan, _("cards, in attacks"), 1)


def _ninja_sent(event: NinjaSent, view: Any) -> Iterator[Loss]:
    yield Loss(event.clan, _("cards, by ninja"), 1)


LOSSES: Losses = {
    Attacked: _attacked,
    NinjaSent: _ninja_sent,
}
