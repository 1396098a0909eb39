"""Where units stand on the table, and where they look, as far as it is on record and as far as it follows.

The record has the centre of a front in inches, where the players have said it. No facing is on record: it is
reckoned toward the enemy engaged, else toward the nearest one. A unit that is engaged with one whose place is
known is in base contact with it: its place is reckoned.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from math import atan2, cos, degrees, hypot, radians, sin
from typing import NamedTuple

from domain.clan_war.view import UnitView, View
from projections.drawing.pieces import piece_of

TABLE = (72, 48)
"""The inches that are drawn at least."""

STEP = 12
"""A larger table grows by so many inches."""

FARTHEST = 12
"""Half steps that a unit is moved aside at most so that it hides no other."""

TURNS = 15
"""Facings are drawn in steps of so many degrees."""


class Stand(NamedTuple):
    """A unit on the table: the centre of its front in inches, and how many degrees right of up it looks.
    `reckoned`: the place is not on record and follows from base contact."""

    shown: UnitView
    x: float
    y: float
    turn: int
    reckoned: bool = False


class Room(NamedTuple):
    """Where something is drawn, in the units of a picture."""

    left: float
    top: float
    width: float
    height: float


def stands(view: View) -> tuple[Stand, ...]:
    """The units on the table whose place is known or follows, in the order in which they came."""
    return _stands(view.units)


@piece_of(64)
def _stands(every: tuple[UnitView, ...]) -> tuple[Stand, ...]:
    units = {one.unit.name: one for one in every if not one.unit.destroyed}
    known = {name: where for name, one in units.items() if (where := _recorded(one)) is not None}
    found = {name: Stand(units[name], *known[name], _facing(units[name], units, known)) for name in known}
    for name, one in units.items():
        beside = next((found[other] for other in one.engaged if other in known), None)
        if name not in found and beside is not None:
            found[name] = _touching(one, beside, _before(found, beside.shown.unit.name))
    return tuple(found[name] for name in units if name in found)


def size(placed: tuple[Stand, ...]) -> tuple[int, int]:
    """The table in inches: as large as it usually is, or larger where somebody stands further off."""
    far = [max(at, default=0.0) for at in ([one.x for one in placed], [one.y for one in placed])]
    wide, high = (max(least, -int(-end // STEP) * STEP) for least, end in zip(TABLE, far, strict=True))
    return wide, high


def _recorded(one: UnitView) -> tuple[float, float] | None:
    x, y = one.unit.position
    try:
        return float(x), float(y)
    except ValueError:
        return None


def _facing(one: UnitView, units: dict[str, UnitView], known: dict[str, tuple[float, float]]) -> int:
    """Toward the enemy engaged, else toward the nearest one; up where there is none."""
    x, y = known[one.unit.name]
    foes = [name for name in known if units[name].unit.army != one.unit.army and known[name] != (x, y)]
    near = [name for name in foes if name in one.engaged] or foes
    if not near:
        return 0
    to = min(near, key=lambda name: hypot(known[name][0] - x, known[name][1] - y))
    turn = degrees(atan2(known[to][0] - x, y - known[to][1]))
    return round(turn / TURNS) * TURNS % 360


def _before(found: dict[str, Stand], name: str) -> int:
    """So many units stand in contact with this one by reckoning already."""
    return sum(stand.reckoned and name in stand.shown.engaged for stand in found.values())


def _touching(one: UnitView, beside: Stand, before: int) -> Stand:
    """Front to front with the first; those that came later on its flanks and in its rear."""
    away = radians(beside.turn + (0, 90, 270, 180)[before % 4])
    off = 0.0 if not before else 3.0
    x, y = beside.x + off * sin(away), beside.y - off * cos(away)
    return Stand(one, x, y, round(degrees(away) + 180) % 360, reckoned=True)


@lru_cache(maxsize=256)  # most orders move nobody
def spread(boxes: tuple[Room, ...], frame: Room) -> tuple[tuple[float, float], ...]:
    """How far each of these is moved so that all stay within the frame and none hides another."""
    return tuple(_spread(boxes, frame))


def _spread(boxes: tuple[Room, ...], frame: Room) -> Iterator[tuple[float, float]]:
    kept: list[Room] = []
    for box in boxes:
        inside = within(box, frame)
        tried = (inside._replace(left=inside.left + x, top=inside.top + y) for x, y in _moves(box))
        free = (one for one in tried if one == within(one, frame) and not any(overlap(one, k) for k in kept))
        kept.append(next(free, inside))
        yield kept[-1].left - box.left, kept[-1].top - box.top


def within(box: Room, frame: Room) -> Room:
    """The same, moved into the frame."""
    left = max(frame.left, min(box.left, frame.left + frame.width - box.width))
    top = max(frame.top, min(box.top, frame.top + frame.height - box.height))
    return box._replace(left=left, top=top)


def _moves(box: Room) -> Iterator[tuple[float, float]]:
    return ((x * (box.width + 24), y * (box.height + 34)) for x, y in _around())


@cache
def _around() -> tuple[tuple[float, float], ...]:
    """Half steps around a place, the nearest first, those beside it before those at its corners."""
    span = range(-FARTHEST, FARTHEST + 1)
    steps = sorted(
        ((x, y) for x in span for y in span),
        key=lambda at: (max(map(abs, at)), sum(map(abs, at)), -at[0], -at[1]),
    )
    return tuple((x / 2, y / 2) for x, y in steps)


def overlap(one: Room, other: Room) -> float:
    """The ground that two of them share."""
    left, top, wide, high = one
    x, y, across, down = other
    if x + across <= left or left + wide <= x or y + down <= top or top + high <= y:
        return 0.0
    return (min(left + wide, x + across) - max(left, x)) * (min(top + high, y + down) - max(top, y))
