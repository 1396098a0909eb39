"""The armies side by side, each with its units as sheets: the board as long as no place is on record."""

from __future__ import annotations

from collections.abc import Iterator

from domain.clan_war.view import ArmyView, UnitView, View
from projections.clan_war.ledger import HEAD, foot, foot_height, left_of, top
from projections.clan_war.sheets import GAP, sheets, sheets_height
from projections.drawing.svg import Box, Part

EDGE = 12
"""Between the room of an army and its sheets."""

BROAD, CLOSE, MANY = 270, 180, 4
"""The width of a sheet where there is room, and where an army has more than so many units."""


def beside(view: View, box: Box) -> Iterator[Part]:
    """All armies from left to right, as high as the highest needs."""
    wide = (box.width + GAP) // len(view.armies) - GAP
    high = max(height(view, army, wide) for army in view.armies)
    for nth, army in enumerate(view.armies):
        yield from _army(view, army, Box(box.x + nth * (wide + GAP), box.y, wide, high))


def below(view: View, box: Box) -> Iterator[Part]:
    """One army below the other."""
    y = box.y
    for army in view.armies:
        high = height(view, army, box.width)
        yield from _army(view, army, Box(box.x, y, box.width, high))
        y += high + GAP


def height(view: View, army: ArmyView, wide: int) -> int:
    units = left_of(view, army)
    high = sheets_height(len(units), wide - 2 * EDGE, _across(units, wide))
    return HEAD + high + foot_height(view, army) + 6


def _army(view: View, army: ArmyView, box: Box) -> Iterator[Part]:
    yield from top(view, army, box)
    units, x, room = left_of(view, army), box.x + EDGE, box.width - 2 * EDGE
    across, y = _across(units, box.width), box.y + HEAD
    yield from sheets(view, units, (x, y, room), across)
    yield from foot(view, army, Box(x, y + sheets_height(len(units), room, across), room, 0))


def _across(units: list[UnitView], wide: int) -> int:
    """So many sheets in a row."""
    return max(1, (wide - 2 * EDGE + GAP) // ((CLOSE if len(units) > MANY else BROAD) + GAP))
