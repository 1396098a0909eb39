"""The battlefield as it is drawn: where each hex lies on the paper, and the ground, which never changes.

Each kind of ground is one path; a level is a shade, over all that is as high.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from domain.kawanakajima.view import Ground
from domain.kit.hexes import DIRECTIONS, direction, hex_of, label, neighbours
from projections.drawing.svg import Part, line, path, text
from projections.drawing.text_widths import width as width_of

LEFT, TOP = 20, 94
"""The corner of the map on the paper."""

ACROSS, DOWN = 14.7, 25.4
"""Half the width of a hex, and its height."""

Point = tuple[float, float]
Box = tuple[int, int, int, int]

CORNERS: tuple[Point, ...] = (
    (-ACROSS / 2, -DOWN / 2),
    (ACROSS / 2, -DOWN / 2),
    (ACROSS, 0),
    (ACROSS / 2, DOWN / 2),
    (-ACROSS / 2, DOWN / 2),
    (-ACROSS, 0),
)
"""The corners of a hex, clockwise from the upper left one, as seen from its middle: side `n` begins there."""

SHADE = "fill-line wash"
"""How a level is shaded, once more for each level below it."""

TREES = ((-5, 3), (5, 0))
"""Where the two trees of a wood stand, from the middle of its hex."""

SHOWN = ("Hachimanbara", "Kaizu", "Hirose", "Amenomiya", "Tanbajima")

NAME = 18
"""The height of the name of a place."""

CASTLE = "M-11 9v-7h-2l4-6h18l4 6h-2v7h-7v-5h-8v5zM-7-5l3-5h8l3 5z"
"""Kaizu, from the middle of its hex."""


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
    drawn = _hexes(rows) + _waters(sides)
    return Part("ground", LEFT, TOP, width, height, drawn, turns=True, quiet=True), *_rulers(ground)


def names(ground: Ground, taken: Iterable[Box]) -> Iterator[Part]:
    """The names of the places that everybody knows, over the counters but where they hide the fewest.

    `taken` are the left, top, width and height of counters.
    """
    counters = tuple(taken)
    for name, place in ground.names.items():
        if name in SHOWN:
            wide = round(width_of(name, 16)) + 4
            x, y = middle(place)
            at = (LEFT + round(x), TOP + round(y))
            near = tuple(box for box in counters if _is_near(at, box, wide))
            left, top = _free(at, wide, near)
            yield Part(f"name {name}", left, top, wide, NAME, haloed(wide // 2, 14, name), 5, quiet=True)


def haloed(x: int, y: int, words: str) -> str:
    """Words that can be read on any ground."""
    edge = text(x, y, words, "normal", "paper-line", anchor="middle")
    halo = f'<g stroke-width="4" stroke-linejoin="round">{edge}</g>'
    return halo + text(x, y, words, "normal", "ink", anchor="middle")


def _beside(at: tuple[int, int], wide: int) -> Iterator[tuple[int, int]]:
    """Where a name can stand: above its hex, below it, on the right, on the left, and farther off."""
    x, y = at
    high = round(DOWN)
    for far in (0, 1, 2, 3):
        for top in (y - NAME - 13 - far * high, y + 13 + far * high):
            yield max(2, min(x - wide // 2, LEFT + 935 - wide)), top
        for left in (x + 14 + far * 22, x - 14 - wide - far * 22):
            yield max(2, min(left, LEFT + 935 - wide)), y - NAME // 2


def _is_near(at: tuple[int, int], box: Box, wide: int) -> bool:
    """Whether a name of that width, beside its hex, can come to a counter."""
    return abs(at[0] - box[0]) < wide + 120 and abs(at[1] - box[1]) < 150


@lru_cache(maxsize=512)  # around most places nothing moves from picture to picture
def _free(at: tuple[int, int], wide: int, counters: tuple[Box, ...]) -> tuple[int, int]:
    """The first corner at which a name hides no counter, else that at which it hides the least of them."""
    hidden, corners = {}, list(_beside(at, wide))
    for corner in corners:
        hidden[corner] = _hidden((*corner, wide, NAME), counters)
        if not hidden[corner]:
            return corner
    return min(corners, key=hidden.__getitem__)


def _hidden(name: Box, counters: tuple[Box, ...]) -> int:
    """How much of the counters a name would hide."""
    left, top, wide, high = name
    return sum(
        max(0, min(left + wide, x + across) - max(left, x)) * max(0, min(top + high, y + down) - max(top, y))
        for x, y, across, down in counters
    )


def outline(x: float, y: float) -> str:
    """The sides of a hex as the letters of a path."""
    return _line([(x + dx, y + dy) for dx, dy in CORNERS]) + "z"


# ---- the ground


def _hexes(rows: tuple[tuple[str, ...], ...]) -> str:
    """The shades of the levels, the lines between hexes, the trees, and Kaizu."""
    cells = {
        label(column, row): cell
        for row, line_ in enumerate(rows, 1)
        for column, cell in enumerate(line_, 1)
        if cell
    }
    places = {place: middle(place) for place in cells}
    highest = max(int(cell[1]) for cell in cells.values())
    drawn = ""
    for level in range(1, highest + 1):
        high = (outline(*places[place]) for place, cell in cells.items() if int(cell[1]) >= level)
        drawn += path("".join(high), SHADE)
    inner = {place for place in cells if all(beside in cells for beside in neighbours(place))}
    grid = "".join((_upper if place in inner else outline)(*places[place]) for place in cells)
    drawn += f'<g opacity=".45">{path(grid, "none line veil")}</g>'
    woods = "".join(tree(*places[place]) for place, cell in cells.items() if cell[0] == "w")
    drawn += path(woods, "fill-green")
    for place, cell in cells.items():
        if cell[0] == "k":
            x, y = places[place]
            drawn += f'<g transform="translate({x:.0f} {y:.0f})">{castle()}</g>'
    return drawn


def castle() -> str:
    """Kaizu, around the middle of its hex."""
    return path(outline(0, 0), "fill-card ink-line") + path(CASTLE, "fill-ink")


def tree(x: float, y: float) -> str:
    """The two trees of a wood as the letters of a path."""
    return "".join(f"M{x + dx - 4:.0f} {y + dy + 4:.0f}l4-9 4 9z" for dx, dy in TREES)


def _upper(x: float, y: float) -> str:
    """The three upper sides of a hex: the others are those of its neighbours."""
    return _line([(x + dx, y + dy) for dx, dy in (CORNERS[5], *CORNERS[:3])])


def _line(points: Sequence[Point]) -> str:
    """A line through points, in steps from the first one, in as few signs as will do."""
    rounded = [(round(x), round(y)) for x, y in points]
    steps = (_step(x - from_x, y - from_y) for (from_x, from_y), (x, y) in pairwise(rounded))
    return f"M{_pair(*rounded[0])}{''.join(steps)}"


def _step(across: int, down: int) -> str:
    return f"l{_pair(across, down)}" if down else f"h{across}"


def _pair(x: int, y: int) -> str:
    return f"{x}{y}" if y < 0 else f"{x} {y}"


def _waters(sides: tuple[tuple[str, str, str], ...]) -> str:
    """A river is broad, a stream narrow, a ford a river with a bar across it."""
    kinds: dict[str, list[str]] = {"stream": [], "river": []}
    fords = ""
    for here, there, kind in sides:
        ends = _ends(here, there)
        kinds["stream" if kind == "stream" else "river"].append(_line(ends))
        fords += ford(*_across(here, there)) if kind == "ford" else ""
    drawn = "".join(
        path("".join(kinds[kind]), f"none {style}", width=width)
        for kind, style, width in (("stream", "sky-line", 3), ("river", "blue-line", 6))
    )
    return f'<g stroke-linecap="round">{drawn}</g>{fords}'


def ford(start: Point, end: Point) -> str:
    """A bar across a river, from one bank to the other."""
    return line((start, end), "ink-line", width=8) + line((start, end), "paper-line", width=5)


def _ends(here: str, there: str) -> list[Point]:
    """Where the side between two hexes begins and ends."""
    at = DIRECTIONS.index(direction(here, there))
    x, y = middle(here)
    return [(x + CORNERS[n % 6][0], y + CORNERS[n % 6][1]) for n in (at, at + 1)]


def _across(here: str, there: str) -> tuple[Point, Point]:
    """The ends of the bar of a ford: half way from the side to the middle of both hexes."""
    (x, y), (to_x, to_y) = middle(here), middle(there)
    first, last = ((round(x + (to_x - x) * far), round(y + (to_y - y) * far)) for far in (0.3, 0.7))
    return first, last


def _rulers(ground: Ground) -> Iterator[Part]:
    """Each number is a part of its own, so that it stays upright when the board is turned round."""
    for column in range(1, len(ground.rows[0]) + 1):
        x = LEFT + round(middle(f"{column:02}01")[0]) - 9
        number = text(9, 11, f"{column:02}", "tiny", "quiet", anchor="middle")
        yield Part(f"column {column:02}", x, TOP - 15, 18, 13, number, quiet=True)
    for row in range(1, len(ground.rows) + 1):
        y = TOP + round(middle(f"01{row:02}")[1]) - 7
        number = text(9, 11, f"{row:02}", "tiny", "quiet", anchor="middle")
        yield Part(f"row {row:02}", 1, y, 18, 13, number, quiet=True)
