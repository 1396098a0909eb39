"""The battlefield as it is drawn: where each hex lies on the paper, and the ground, which never changes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from domain.kawanakajima.view import Ground
from domain.kit.hexes import DIRECTIONS, direction, hex_of
from projections.drawing import Part, line, polygon, text

LEFT, TOP = 20, 92
"""The corner of the map on the paper."""

ACROSS, DOWN = 14.6, 25.2
"""Half the width of a hex, and its height."""

Point = tuple[float, float]

CORNERS: tuple[Point, ...] = (
    (-ACROSS / 2, -DOWN / 2),
    (ACROSS / 2, -DOWN / 2),
    (ACROSS, 0),
    (ACROSS / 2, DOWN / 2),
    (-ACROSS / 2, DOWN / 2),
    (-ACROSS, 0),
)
"""The corners of a hex, clockwise from the upper left one, as seen from its middle: side `n` begins there."""

GROUNDS = {"c": "fill-paper line veil", "w": "fill-soft line", "k": "fill-ochre ink-line"}
SHOWN = ("Hachimanbara", "Kaizu", "Hirose", "Amenomiya", "Tanbajima")


BELOW = 2.2 * DOWN
"""How far below its hex the name of Amenomiya stands: the guard of the ford would hide it."""


def middle(place: str) -> Point:
    """The middle of a hex on the map, from its corner."""
    column, row = hex_of(place)
    return ACROSS + 1.5 * ACROSS * (column - 1), DOWN * (row - 0.5 + (0.5 if column % 2 == 0 else 0))


def size(ground: Ground) -> tuple[int, int]:
    """The width and height of the map."""
    columns, rows = len(ground.rows[0]), len(ground.rows)
    return round(ACROSS * (1.5 * columns + 0.5)) + 1, round(DOWN * (rows + 0.5)) + 1


@lru_cache(maxsize=4)
def parts(rows: tuple[tuple[str, ...], ...], sides: tuple[tuple[str, str, str], ...]) -> tuple[Part, ...]:
    """The ground, and the numbers of columns and rows along its edges."""
    ground = Ground(rows, sides, {}, {})
    width, height = size(ground)
    hexes = "".join(_hexes(rows))
    water = "".join(_side(*side) for side in sides)
    return (
        Part("ground", LEFT, TOP, width, height, hexes + water, turns=True, quiet=True),
        *_rulers(ground),
    )


def names(ground: Ground) -> Iterator[Part]:
    """The names of the places that everybody knows."""
    for name, place in ground.names.items():
        if name in SHOWN:
            x, y = middle(place)
            label = text(50, 10, name, "tiny", "ink bold", anchor="middle")
            top = TOP + round(y + (BELOW if name == "Amenomiya" else -DOWN)) - 4
            left = max(0, LEFT + round(x) - 50)
            yield Part(f"name {name}", left, top, 100, 13, label, 1, quiet=True)


def _hexes(rows: tuple[tuple[str, ...], ...]) -> Iterator[str]:
    for row, cells in enumerate(rows, 1):
        for column, cell in enumerate(cells, 1):
            if cell:
                x, y = middle(f"{column:02}{row:02}")
                yield polygon(_round([(x + dx, y + dy) for dx, dy in CORNERS]), GROUNDS[cell[0]])
                yield from _marks(cell, x, y)


def _marks(cell: str, x: float, y: float) -> Iterator[str]:
    """Trees for woods, a stroke along the foot for each level."""
    if cell[0] == "w":
        for dx in (-5, 4):
            yield polygon(_round([(x + dx - 3, y + 2), (x + dx, y - 5), (x + dx + 3, y + 2)]), "fill-green")
    for level in range(int(cell[1])):
        height = y + 9 - 3 * level
        yield line(_round([(x - 5, height), (x + 5, height)]), "line", width=2)


def _side(here: str, there: str, kind: str) -> str:
    """A river is broad, a stream narrow, a ford a river with a bar across it."""
    at = DIRECTIONS.index(direction(here, there))
    x, y = middle(here)
    ends = [(x + CORNERS[n % 6][0], y + CORNERS[n % 6][1]) for n in (at, at + 1)]
    if kind == "stream":
        return line(_round(ends), "sky-line", width=3)
    drawn = line(_round(ends), "blue-line", width=6)
    if kind == "ford":
        (left, top), (right, bottom) = ends
        mid_x, mid_y = (left + right) / 2, (top + bottom) / 2
        to_x, to_y = middle(there)
        across = [(mid_x + (x - mid_x) * f, mid_y + (y - mid_y) * f) for f in (0.5, 0)]
        across.append((mid_x + (to_x - mid_x) * 0.5, mid_y + (to_y - mid_y) * 0.5))
        drawn += line(_round(across), "ochre-line", width=5)
    return drawn


def _rulers(ground: Ground) -> Iterator[Part]:
    """Each number is a part of its own, so that it stays upright when the board is turned round."""
    for column in range(1, len(ground.rows[0]) + 1):
        x = LEFT + round(middle(f"{column:02}01")[0]) - 9
        number = text(9, 11, f"{column:02}", "tiny", "quiet", anchor="middle")
        yield Part(f"column {column:02}", x, TOP - 15, 18, 13, number, quiet=True)
    for row in range(1, len(ground.rows) + 1):
        y = TOP + round(middle(f"01{row:02}")[1]) - 7
        yield Part(
            f"row {row:02}",
            1,
            y,
            18,
            13,
            text(9, 11, f"{row:02}", "tiny", "quiet", anchor="middle"),
            quiet=True,
        )


def _round(points: list[Point]) -> tuple[Point, ...]:
    return tuple((round(x), round(y)) for x, y in points)
