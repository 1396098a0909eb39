"""Parties to a throw, and the levels of its proof."""

from __future__ import annotations

REFEREE_SHEET = "referee"
WITNESS = "witness"

TWO_SHEETS = 2
"""The level from which a seat may have cells of its own."""

WITNESSED = 3
"""The level at which a party that is neither the referee nor a seat contributes to every throw."""


def committers(level: int, seats: tuple[str, ...]) -> tuple[str, ...]:
    """The parties that may have cells of their own at a level, beside the referee."""
    return (*(seats if level >= TWO_SHEETS else ()), *((WITNESS,) if level >= WITNESSED else ()))
