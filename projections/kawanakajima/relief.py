"""The ground of the battlefield, which never changes: heights, woods, water, fords, the numbers of hexes.

The data stay by hex; on the paper contours, banks and edges of woods are softened. Heights of Mount Saijo,
off the map, and paddies are ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise

from domain.kawanakajima.view import Ground
from domain.kit.hexes import hex_of
from projections.drawing.svg import Part, path, placed, rect, text, use
from projections.kawanakajima.battlefield import (
    ACROSS,
    CORNERS,
    DOWN,
    HALO,
    LEFT,
    TOP,
    Point,
    frame,
    letters,
    middle_of,
    side_between,
    size,
    spot,
)
from projections.language.catalogues import as_named

Cell = tuple[int, int]

HIGHEST = 4

HILLS = ("Chausuyama", "Kanai", "Zozan")

RIVERS = (("Chikuma", "3723", -2), ("Chikuma", "1118", 6), ("Sai", "3802", 30))
"""Names of rivers, where they are written, and how they are turned."""

WOODS = (
    ((-12, -6, 0.8), (2, -10, 0.9), (13, -3, 0.8), (-5, 2, 1), (8, 7, 0.9), (-13, 10, 0.85), (0, 14, 0.8)),
    ((-6, -10, 0.9), (8, -8, 0.8), (-14, 0, 0.85), (2, 0, 1), (14, 4, 0.9), (-8, 11, 0.9), (6, 13, 0.8)),
    ((-10, -9, 0.85), (4, -7, 1), (14, -6, 0.7), (-15, 4, 0.8), (-3, 6, 0.95), (11, 9, 0.9), (-9, 14, 0.75)),
)
"""Three woods: where each of their trees stands, and how large it is."""

ALIKE = (6, 3)
"""Columns and rows of hexes after which woods are the same again."""

_NUMBER = re.compile(r"-?\d*\.?\d+")

PADDY = "h4m2-3h4m2 4h5m-13 3h4"

TRUNK = "M0 0v3.4"
CROWN = "M0-9c2.4 3 4.6 6.4 4.8 9.6c-3 1.4-6.6 1.4-9.6 0c.2-3.2 2.4-6.6 4.8-9.6z"
LIGHT = "M-.4-7.4c-1.6 2.4-3 4.6-3.2 7c1 .4 1.8 .5 2.4 .6z"
SIGNS = {
    "hut": (("M0 0v-5l5-4.5 5 4.5v5z", "fill-wall roof-line"), ("M-1.4-4.6L5-10.4l6.4 5.8z", "fill-roof")),
    "temple": (
        ("M-8 9V2H8v7z", "fill-wall roof-line"),
        ("M-13 3Q-6-1-5-4H5Q6-1 13 3z", "fill-roof"),
        ("M-4-4v-3h8v3z", "fill-wall roof-line"),
        ("M-8-6.4Q-3-9 0-14 3-9 8-6.4z", "fill-roof"),
    ),
    "castle": (
        ("M-25 6C-25-16 25-16 25 6 25 22-25 22-25 6z", "fill-water bank-line"),
        ("M-19 13L-15 1H15L19 13z", "fill-stone roof-line"),
        ("M-11 1V-5H11V1z", "fill-wall roof-line"),
        ("M-18-3Q-10-6-9-10H9Q10-6 18-3z", "fill-roof"),
        ("M-7-10v-4H7v4z", "fill-wall roof-line"),
        ("M-13-12Q-5-16-2-21H2Q5-16 13-12z", "fill-roof"),
        ("M-2 13V8h4v5z", "fill-roof"),
    ),
}
"""What stands on the ground: paths and their styles."""


@cache
def shapes() -> str:
    """Small drawings that the ground uses many times."""
    signs = "".join(
        f'<g id="kw-{name}">{"".join(path(drawn, style) for drawn, style in of)}</g>'
        for name, of in SIGNS.items()
    )
    village = use("kw-hut", -13, -2) + use("kw-hut", 2, -4) + use("kw-hut", -6, 7)
    torii = path("M-11-8q11 3 22 0M-9-3h18M-6-7v16M6-7v16", "none vermilion-line joined", width=3)
    return f'{_trees()}{signs}<g id="kw-village">{village}</g><g id="kw-torii">{torii}</g>'


def _trees() -> str:
    """The ground of woods: the three woods in turn, over so many hexes that they begin anew beyond them."""
    stand = [
        (x + dx, y + dy, big)
        for column in range(1, ALIKE[0] + 1)
        for row in range(column % 2, ALIKE[1] + 1)
        for x, y in [middle_of(column, row)]
        for dx, dy, big in WOODS[(column * 7 + row * 5) % 3]
    ]
    trunk, crown, light = ("".join(_tree(drawn, *at) for at in stand) for drawn in (TRUNK, CROWN, LIGHT))
    drawn = f'<path d="{trunk}" class="none trunk-line" stroke-width="1.3"/>'
    drawn += path(crown, "fill-tree", width=0) + path(light, "fill-leaf", width=0)
    size = f'width="{1.5 * ACROSS * ALIKE[0]:g}" height="{DOWN * ALIKE[1]:g}"'
    return f'<pattern id="kw-trees" {size} patternUnits="userSpaceOnUse">{drawn}</pattern>'


def _tree(drawn: str, x: float, y: float, big: float) -> str:
    """A path of relative letters, larger or smaller, somewhere else."""
    numbers = [big * float(number) for number in _NUMBER.findall(drawn)]
    numbers[:2] = x + numbers[0], y + numbers[1]
    at = iter(numbers)
    return _NUMBER.sub(lambda _found: f" {round(next(at), 1):g}", drawn)


def ground_part(ground: Ground) -> Part:
    """The ground with its hexes and its frame, of the shape `ground_shapes`."""
    return Part("ground", LEFT, TOP, *size(ground), use("kw-ground"), turns=True, quiet=True)


@lru_cache(maxsize=4)
def ground_shapes(rows: tuple[tuple[str, ...], ...], sides: tuple[tuple[str, str, str], ...]) -> str:
    """The ground with the lines and the numbers of its hexes."""
    wide, high = size(Ground(rows, sides, {}, {}))
    cells = {
        (column, row): cell for row, line in enumerate(rows, 1) for column, cell in enumerate(line, 1) if cell
    }
    drawn = rect(-40, -40, wide + 80, high + 80, "fill-plain") + _paddies(cells, sides)
    drawn += _heights(cells, (len(rows[0]), len(rows))) + _woods(cells) + _waters(sides, wide, high)
    drawn += f'<path d="{"".join(map(letters, _wooded(cells)))}" fill="url(#kw-trees)"/>'
    drawn += _grid(cells) + _numbers(cells) + frame(wide, high)
    return f'<g id="kw-ground">{drawn}</g>'


def lettering(ground: Ground) -> Iterator[Part]:
    """Names of the land that no counter moves."""
    for n, (name, place, turn) in enumerate(RIVERS):
        x, y = spot(place)
        said = text(0, 0, as_named(name), "large", f"river italic {HALO}", anchor="middle")
        drawn = placed(60, 26, f'<g letter-spacing="6">{said}</g>', f"rotate({turn})")
        yield Part(f"river {n}", x - 60, y - 20, 120, 40, drawn, 1, quiet=True)
    for name in HILLS:
        if name in ground.names:
            x, y = spot(ground.names[name])
            left = max(LEFT + 8, min(x - 100, LEFT + size(ground)[0] - 208))
            said = text(100, 24, as_named(name).upper(), "normal", f"hill bold {HALO}", anchor="middle")
            drawn = f'<g letter-spacing="5">{said}</g>'
            yield Part(f"hill {name}", left, max(TOP + 4, y - 20), 200, 34, drawn, 1, quiet=True)


# ---- lines around and through hexes


def _noise(*key: float) -> float:
    """The same number between 0 and 1 for the same key, on every machine."""
    value = 2166136261
    for part in key:
        value = ((value ^ (int(part) & 0xFFFFFFFF)) * 16777619) & 0xFFFFFFFF
    value ^= value >> 15
    value = (value * 2246822519) & 0xFFFFFFFF
    return ((value ^ (value >> 13)) & 0xFFFF) / 65536


def _joint(x: float, y: float) -> Cell:
    """The corner of a hex as a pair of whole numbers."""
    return round(x / (ACROSS / 2)), round(y / (DOWN / 2))


def _beside(column: int, row: int) -> tuple[Cell, ...]:
    """The hexes around one, each beyond the side that begins at its corner of the same number."""
    low = 1 if column % 2 == 0 else 0
    return (
        (column, row - 1),
        (column + 1, row - 1 + low),
        (column + 1, row + low),
        (column, row + 1),
        (column - 1, row + low),
        (column - 1, row - 1 + low),
    )


def _outlines(hexes: Iterable[Cell]) -> Iterator[list[Point]]:
    """The closed lines around a set of hexes."""
    inside, edges = dict.fromkeys(hexes), dict[Cell, list[Point]]()
    for cell in inside:
        x, y = middle_of(*cell)
        for n, other in enumerate(_beside(*cell)):
            if other not in inside:
                (dx, dy), (to_x, to_y) = CORNERS[n], CORNERS[(n + 1) % 6]
                edges.setdefault(_joint(x + dx, y + dy), []).append((x + to_x, y + to_y))
    while edges:
        line, here = list[Point](), next(iter(edges))
        while here in edges:
            to = edges[here].pop()
            if not edges[here]:
                del edges[here]
            line.append(to)
            here = _joint(*to)
        yield line


def _soft(points: list[Point]) -> str:
    """A soft closed line near a polygon: through the middles of its sides, its corners cut before."""
    rough = [(x + (_noise(x, y, 1) - 0.5) * 6, y + (_noise(x, y, 2) - 0.5) * 6) for x, y in points]
    cut = _middles([*rough, rough[0]])
    ends = _middles([*cut, cut[0]])
    bends = "".join(map(_bend, [ends[-1], *ends[:-1]], cut, ends))
    return f"M{ends[-1][0]:.0f} {ends[-1][1]:.0f}{bends}z"


def _bend(start: Point, at: Point, to: Point) -> str:
    """From a point to another, bent towards one between them; in whole steps."""
    x, y = round(start[0]), round(start[1])
    return f"q{round(at[0]) - x} {round(at[1]) - y} {round(to[0]) - x} {round(to[1]) - y}"


def _middles(points: list[Point]) -> list[Point]:
    return [((x + u) / 2, (y + v) / 2) for (x, y), (u, v) in pairwise(points)]


# ---- what the ground is made of


def _paddies(cells: Mapping[Cell, str], sides: Iterable[tuple[str, str, str]]) -> str:
    """On the plain, off the water."""
    wet = {tuple(hex_of(place)) for here, there, _kind in sides for place in (here, there)}
    drawn = ""
    for (column, row), cell in cells.items():
        if cell == "c0" and (column, row) not in wet and _noise(column, row, 7) < 0.34:
            x, y = middle_of(column, row)
            aside, down = (_noise(column, row, 8) - 0.5) * 16, (_noise(column, row, 9) - 0.5) * 14
            drawn += f"M{x + aside - 8:.0f} {y + down:.0f}{PADDY}"
    return f'<path d="{drawn}" class="none paddy-line"/>'


def _levels(cells: Mapping[Cell, str], columns: int, rows: int) -> dict[Cell, int]:
    """The level of each hex, also of those around the map; off it Mount Saijo rises away from its foot."""
    every = {(column, row): 0 for column in range(-1, columns + 3) for row in range(-1, rows + 3)}
    level = {}
    for column, row in every:
        cell = cells.get((max(1, min(column, columns)), max(1, min(row, rows))))
        if cell:
            level[column, row] = int(cell[1])
    edge, far = list(level), 0
    while edge:
        far += 1
        beside = [other for cell in edge for other in _beside(*cell) if other in every and other not in level]
        edge = list(dict.fromkeys(beside))
        level |= dict.fromkeys(edge, min(HIGHEST, 1 + (far + 1) // 2))
    return level


def _heights(cells: Mapping[Cell, str], map_size: Cell) -> str:
    """Each level over the one below it: its ticks, whose inner halves it covers, its shade, its light."""
    level, drawn = _levels(cells, *map_size), ""
    for k in range(1, HIGHEST + 1):
        line = "".join(map(_soft, _outlines(cell for cell, high in level.items() if high >= k)))
        ticks = (
            f'<g stroke-width="16" stroke-dasharray="1.1 4.4" stroke-opacity=".5">{use(f"kw-level{k}")}</g>'
        )
        drawn += f'<defs><path id="kw-level{k}" d="{line}"/></defs><g class="none contour-line">{ticks}</g>'
        drawn += use(f"kw-level{k}", 3, 4, "fill-shade wash")
        drawn += use(f"kw-level{k}", style=f"fill-level{k} contour-line")
    return drawn


def _wooded(cells: Mapping[Cell, str]) -> Iterator[list[Point]]:
    return _outlines(cell for cell, kind in cells.items() if kind[0] == "w")


def _woods(cells: Mapping[Cell, str]) -> str:
    return f'<path d="{"".join(map(_soft, _wooded(cells)))}" fill-opacity=".55" class="fill-wood"/>'


def _chains(pairs: Iterable[list[Point]]) -> Iterator[list[Point]]:
    """Sides of hexes joined to lines."""
    joints, spots = dict[Cell, list[Cell]](), dict[Cell, Point]()
    for start, end in pairs:
        here, there = _joint(*start), _joint(*end)
        spots[here], spots[there] = start, end
        joints.setdefault(here, []).append(there)
        joints.setdefault(there, []).append(here)
    while any(joints.values()):
        ends = [joint for joint, to in joints.items() if len(to) == 1]
        here = min(ends) if ends else next(joint for joint, to in joints.items() if to)
        line = [here]
        while joints[here]:
            to = joints[here].pop(0)
            joints[to].remove(here)
            line.append(to)
            here = to
        yield [spots[joint] for joint in line]


def _bled(line: list[Point], wide: int, high: int) -> list[Point]:
    """A river that ends at the edge of the map goes on below the frame."""
    return [*_beyond(line[0], wide, high), *line, *_beyond(line[-1], wide, high)]


def _beyond(end: Point, wide: int, high: int) -> list[Point]:
    x, y = end
    near = (
        (x < 30, (-40, y + 4)),
        (x > wide - 40, (wide + 40, y + 6)),
        (y < 40, (x - 4, -40)),
        (y > high - 42, (x, high + 40)),
    )
    return next(([to] for is_near, to in near if is_near), [])


def _flowing(line: list[Point]) -> str:
    """A soft line through points, which keeps its ends."""
    mids = _middles([line[0], *_middles(line), line[-1]])
    points = [line[0], *_middles(line), line[-1]]
    bends = "".join(map(_bend, mids[:-1], points[1:-1], mids[1:]))
    (x, y), (u, v) = line[-1], mids[0]
    return f"M{line[0][0]:.0f} {line[0][1]:.0f}L{u:.0f} {v:.0f}{bends}L{x:.0f} {y:.0f}"


def _waters(sides: tuple[tuple[str, str, str], ...], wide: int, high: int) -> str:
    """A river is broad and has banks of sand, a stream narrow; a ford is a row of stones across a river."""
    kinds = {"stream": ("stream",), "river": ("river", "ford")}
    stream, river = (
        "".join(
            _flowing(_bled(line, wide, high))
            for line in _chains(side_between(here, there) for here, there, kind in sides if kind in of)
        )
        for of in kinds.values()
    )
    layers = (
        (stream, "sand-line", 9),
        (river, "sand-line", 25),
        (stream, "bank-line", 5),
        (stream, "water-line", 3),
        (river, "bank-line", 16),
        (river, "water-line", 13),
    )
    drawn = "".join(path(line, f"none {style}", width=width) for line, style, width in layers)
    glint = f'<path d="{river}" class="none glint-line" stroke-width="1.4" stroke-dasharray="26 14 8 20"/>'
    fords = "".join(_ford(here, there) for here, there, kind in sides if kind == "ford")
    return f'<g class="joined">{drawn}{glint}</g>{fords}'


def _ford(here: str, there: str) -> str:
    (x, y), (u, v) = middle_of(*hex_of(here)), middle_of(*hex_of(there))
    line = letters([(x + (u - x) * far, y + (v - y) * far) for far in (0.26, 0.74)])
    stones = f'<path d="{line}" class="none roof-line joined" stroke-width="4" stroke-dasharray=".1 5.2"/>'
    return path(line, "none sand-line", width=10) + stones


# ---- the lines and the numbers of the hexes

DIGITS = (
    "m2 0q2 0 2 3.5t-2 3.5-2-3.5 2-3.5",
    "m.7 1.5l1.8-1.5v7",
    "m.2 1.6q.2-1.6 1.8-1.6t1.8 1.8q0 1.2-1.2 2.4l-2.5 2.8h3.8",
    "m.3 1.2q.5-1.2 1.7-1.2t1.7 1.7-1.8 1.6h-.5h.5q2 0 2 1.9t-2 1.8-1.9-1.3",
    "m2.9 7v-7l-2.9 4.8h4",
    "m3.6 0h-3l-.3 3.1q.6-.6 1.6-.6 2 0 2 2.2t-2 2.3-1.8-1.4",
    "m3.4.7q-.4-.7-1.3-.7-2 0-2 3.9 0 3.1 2 3.1t1.9-2.2-1.9-2.2-2 2",
    "m0 0h4l-2.5 7",
    "m2 0q1.7 0 1.7 1.7t-1.7 1.6-1.7-1.6 1.7-1.7m0 3.3q1.9 0 1.9 1.9t-1.9 1.8-1.9-1.8 1.9-1.9",
    "m.6 6.3q.4.7 1.3.7 2 0 2-3.9 0-3.1-2-3.1t-1.9 2.2 1.9 2.2 2-2",
)
"""The ten digits as strokes, 4 broad and 7 high: words would make three times as much work."""

STEP, LINE = 5.5, -16.4
"""From digit to digit, and from the middle of a hex up to the head of its number."""


def _whole_rows(cells: Mapping[Cell, str]) -> int:
    """So many rows have a hex in every column."""
    columns = {column for column, _row in cells}
    return next(row for row in range(1, 100) if any((column, row) not in cells for column in columns)) - 1


def _grid(cells: Mapping[Cell, str]) -> str:
    """The sides of the hexes, each once: in whole rows three of each hex, drawn once for all columns."""
    rows, (x, y) = _whole_rows(cells), CORNERS[0]
    left = f"M{x:g} {y:g}" + f"l{x:g} {-y:g} {-x:g} {-y:g}" * rows
    tops = "".join(f"M{x:g} {y + DOWN * row:g}h{-2 * x:g}" for row in range(rows))
    drawn = f'<path id="kw-column" d="{left}{tops}"/>'
    for column in sorted({column for column, _row in cells} - {1}):
        u, v = middle_of(column, 1)
        drawn += use("kw-column", u - ACROSS, v - DOWN / 2)
    others = "".join(letters(line) for line in _chains(_other_sides(cells, rows)))
    columns = placed(ACROSS, DOWN / 2, drawn) + f'<path d="{others}"/>'
    return f'<g class="none grid-line" stroke-opacity=".6" stroke-width=".8">{columns}</g>'


def _other_sides(cells: Mapping[Cell, str], rows: int) -> Iterator[list[Point]]:
    """Below whole rows the upper and left sides; everywhere the others where the map ends."""
    for cell in cells:
        x, y = middle_of(*cell)
        for side, beside in enumerate(_beside(*cell)):
            if cell[1] > rows if side in (0, 4, 5) else beside not in cells:
                yield [(x + dx, y + dy) for dx, dy in (CORNERS[side], CORNERS[(side + 1) % 6])]


def _numbers(cells: Mapping[Cell, str]) -> str:
    """The number of each hex at its upper edge: in a column the digits of its rows, in a row those of its
    columns. What is alike in several columns or rows is drawn once."""
    rows, drawn = _whole_rows(cells), ""
    for nth, block in enumerate(([cell for cell in cells if cell[1] <= rows], [*_below(cells, rows)])):
        for axis, name in enumerate(("rows", "columns")):
            drawn += _alike(block, axis, f"kw-{name}{nth}")
    return f'<g class="none quiet-line joined" stroke-width=".9" stroke-opacity=".62">{drawn}</g>'


def _below(cells: Iterable[Cell], rows: int) -> Iterator[Cell]:
    return (cell for cell in cells if cell[1] > rows)


def _alike(block: Sequence[Cell], axis: int, name: str) -> str:
    """The digits of the rows in the columns of a block of hexes, or with `axis` 1 those of its columns."""
    lines = dict[int, list[int]]()
    for cell in block:
        lines.setdefault(cell[axis], []).append(cell[1 - axis])
    drawn, first = "", dict[tuple[int, ...], tuple[str, Point]]()
    for line, others in sorted(lines.items()):
        x, y = middle_of(1, line) if axis else middle_of(line, 0)
        shape, (u, v) = first.setdefault(tuple(others), (f"{name}-{len(first)}", (x, y)))
        if (x, y) == (u, v):
            digits = "".join(_digits(other, line, 1) if axis else _digits(line, other, 0) for other in others)
            drawn += f'<path id="{shape}" d="{digits}"/>'
        else:
            drawn += use(shape, round(x - u, 1), round(y - v, 1))
    return drawn


def _digits(column: int, row: int, axis: int) -> str:
    """The two digits of the row of a hex, on the right, or with `axis` 1 those of its column on the left."""
    x, y = middle_of(column, row)
    said, first = (f"{column:02}", 0) if axis else (f"{row:02}", 2)
    starts = (f"M{round(2 * (x + STEP * (first + nth - 1.87))) / 2:g} {y + LINE:.0f}" for nth in (0, 1))
    return "".join(start + DIGITS[int(digit)] for start, digit in zip(starts, said, strict=True))
