"""A rule of thumb whose score is counted in victory points, as advice that is added up with others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.kawanakajima.board.memo import kept
from domain.kit.facts import State
from domain.kit.players import Advice

DECIDES = 3.0
"""A third of a victory point decides between two orders that are alike."""


def rule(text: str, points: Callable[[State[Any, Any], str, Any], float]) -> Advice:
    return Advice(text, kept(lambda state, seat, order: DECIDES * points(state, seat, order)))
