"""Where the spaces of the map stand on the paper, and what lies under them: grounds of areas, lines.

A space stands where the data set says; of a data set that does not say, the spaces stand in rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from domain.twilight_shogun.view import SpaceView, View
from projections.drawing.svg import Part, line, path, rect

EDGE, TOP = 20, 92
STEP = (94, 82)
"""From one column of the map to the next, from one row to the next."""

BOX = (86, 68)
ACROSS = 10
"""Columns of the map."""

WIDTH = 2 * EDGE + ACROSS * STEP[0]
TINTS = ("purple", "green", "yellow", "ochre", "blue", "grey")
"""The grounds of the areas, in their order."""

Cell = tuple[int, int]
Point = tuple[float, float]


def cells(view: View) -> dict[str, Cell]:
    """The column and row of each space."""
    if all(space.column >= 0 and space.row >= 0 for space in view.spaces):
        return {space.space: (space.column, space.row) for space in view.spaces}
    return {space.space: (nth % ACROSS, nth // ACROSS) for nth, space in enumerate(view.spaces)}


def is_free(places: dict[str, Cell], columns: range, rows: range) -> bool:
    """Whether no space stands in some columns and rows."""
    return not any(column in columns and row in rows for column, row in places.values())


def corner(cell: Cell, top: int) -> tuple[int, int]:
    """The upper left corner of the box in a cell of a map that begins at `top`."""
    return EDGE + cell[0] * STEP[0], top + cell[1] * STEP[1]


def tints(view: View) -> dict[str, str]:
    """The ground of each area."""
    areas = dict.fromkeys(space.area for space in view.spaces if space.area)
    return {area: TINTS[nth % len(TINTS)] for nth, area in enumerate(areas)}


def grounds(view: View, places: dict[str, Cell], top: int) -> Iterator[Part]:
    """The ground of each area: a tile under each of its spaces."""
    for area, paint in tints(view).items():
        tiles = [places[space.space] for space in view.spaces if space.area == area]
        yield _ground(area, paint, tuple(tiles), top)


@lru_cache(maxsize=16)
def _ground(area: str, paint: str, tiles: tuple[Cell, ...], top: int) -> Part:
    gaps = STEP[0] - BOX[0], STEP[1] - BOX[1]
    corners = [corner(cell, top) for cell in tiles]
    left, upper = min(x for x, _y in corners), min(y for _x, y in corners)
    content = "".join(
        rect(x - left, y - upper, *STEP, f"fill-{paint} wash", radius=6 if len(tiles) == 1 else 0)
        for x, y in corners
    )
    width = max(x for x, _y in corners) - left + STEP[0]
    height = max(y for _x, y in corners) - upper + STEP[1]
    return Part(
        f"area {area}",
        left - gaps[0] // 2,
        upper - gaps[1] // 2,
        width,
        height,
        content,
        -1,
        quiet=True,
    )


def lines(view: View, places: dict[str, Cell], top: int) -> Iterator[Part]:
    """The lines between the spaces, each once, under everything else."""
    order = {space.space: nth for nth, space in enumerate(view.spaces)}
    taken = frozenset(places.values())
    for space in view.spaces:
        for other in space.adjacent:
            if order[other] > order[space.space]:
                yield _line(space.space, other, (places[space.space], places[other]), taken, top)


@lru_cache(maxsize=256)
def _line(one: str, other: str, ends: tuple[Cell, Cell], taken: frozenset[Cell], top: int) -> Part:
    """A straight line; a curve round the spaces that it would run under."""
    (x1, y1), (x2, y2) = (_middle(end, top) for end in ends)
    across, down = _bend(ends) if _is_barred(ends, taken) else (0, 0)
    left, upper = round(min(x1, x2)), round(min(y1, y2))
    width, height = round(abs(x1 - x2) + across / 2), round(abs(y1 - y2) + down / 2)
    start, end = (x1 - left, y1 - upper), (x2 - left, y2 - upper)
    drawn = line((start, end), "line", width=3)
    if across or down:
        x, y = (start[0] + end[0]) / 2 + across, max(start[1], end[1]) * (0.5 if across else 1) + down
        drawn = path(
            f"M{start[0]:g} {start[1]:g}Q{x:g} {y:g} {end[0]:g} {end[1]:g}", "none line dashed", width=3
        )
    return Part(f"line {one} {other}", left, upper, width, height, drawn, quiet=True)


def _bend(ends: tuple[Cell, Cell]) -> tuple[float, float]:
    """How far to the right or down a curve is drawn: it passes between two columns, or below a row."""
    (x1, _y1), (x2, _y2) = ends
    return (STEP[0], 0) if x1 == x2 else (0, 1.5 * STEP[1])


def _middle(cell: Cell, top: int) -> Point:
    x, y = corner(cell, top)
    return x + BOX[0] / 2, y + BOX[1] / 2


def _is_barred(ends: tuple[Cell, Cell], taken: frozenset[Cell]) -> bool:
    """Whether a straight line between two cells runs through the middle of another that is taken."""
    (x1, y1), (x2, y2) = ends
    steps = 4 * max(abs(x1 - x2), abs(y1 - y2))
    passed = {
        (round(x1 + (x2 - x1) * n / steps), round(y1 + (y2 - y1) * n / steps))
        for n in range(1, steps)
        if abs((x1 + (x2 - x1) * n / steps) % 1 - 0.5) > 0.2
        and abs((y1 + (y2 - y1) * n / steps) % 1 - 0.5) > 0.2
    }
    return not passed.isdisjoint(taken - set(ends))


def is_round(space: SpaceView) -> bool:
    """Whether a space is no clan: its box has round corners."""
    return space.kind != "clan"
