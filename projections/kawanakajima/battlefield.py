"""Where each hex lies on the paper, how hexes are told, and the names beside their places.

Hexes are an eighth flatter than regular ones, so that the map fills a page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from html import escape
from string import ascii_letters, digits

from domain.kawanakajima.view import Ground
from domain.kit.hexes import DIRECTIONS, direction, hex_of, label
from projections.drawing.svg import SIZES, Part, rect, text, use
from projections.drawing.text_widths import width as width_of
from projections.language.catalogues import as_named
from projections.language.messages import _

LEFT, TOP = 30, 28
"""The corner of the map on the paper."""

ACROSS, DOWN = 24.5, 37.1
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

SITES = {
    "Kaizu": ("castle", "large", "ink bold"),
    "Hachimanbara": ("torii", "large", "ink bold"),
    "Hirose": ("village", "normal", "ink"),
    "Amenomiya": ("village", "normal", "ink"),
    "Tanbajima": ("village", "normal", "ink"),
    "Tenkyuji": ("temple", "normal", "ink italic"),
}
"""The places that have a sign of their own, and how their names are written."""

HALO = "haloed halo-line"

SITE = (48, 44)
"""The width and height of a sign."""


def middle(place: str) -> Point:
    """The middle of a hex on the map, from its corner."""
    return middle_of(*hex_of(place))


def middle_of(column: int, row: int) -> Point:
    """The same for any column and row, also beyond the map."""
    return ACROSS + 1.5 * ACROSS * (column - 1), DOWN * (row - 0.5 + (0.5 if column % 2 == 0 else 0))


@lru_cache(maxsize=2048)
def spot(place: str) -> tuple[int, int]:
    """The middle of a hex on the paper."""
    x, y = middle(place)
    return LEFT + round(x), TOP + round(y)


def size(ground: Ground) -> tuple[int, int]:
    """The width and height of the map."""
    columns, rows = len(ground.rows[0]), len(ground.rows)
    return round(ACROSS * (1.5 * columns + 0.5)) + 1, round(DOWN * (rows + 0.5)) + 1


def side_between(here: str, there: str) -> list[Point]:
    """Where the side between two hexes begins and ends."""
    at = DIRECTIONS.index(direction(here, there))
    x, y = middle(here)
    return [(x + CORNERS[n % 6][0], y + CORNERS[n % 6][1]) for n in (at, at + 1)]


def letters(points: Iterable[Point], *, closed: bool = False) -> str:
    """A line through points as the letters of a path."""
    return "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in points) + ("z" if closed else "")


def outline(x: float, y: float, far: float = 1) -> str:
    """The sides of a hex as the letters of a path."""
    return letters(((x + far * dx, y + far * dy) for dx, dy in CORNERS), closed=True)


# ---- hexes as things to point at

KINDS = ascii_letters + digits
"""A letter for each thing that is said of hexes, in the table of them."""


def hexes(ground: Ground) -> Part:
    """One field for all hexes, as `projections/page/hexes.js` reads it.

    It says half the width of a hex, its height, and how many columns there are; of each hex, row by row, the
    letter of what is said of it, or "-" where there is none; and the names of some.
    """
    wide, high = size(ground)
    facts = frozenset((place, kind) for here, there, kind in ground.sides for place in (here, there))
    told = [
        _said(label(column, row), cell, facts) if cell else ""
        for row, cells in enumerate(ground.rows, 1)
        for column, cell in enumerate(cells, 1)
    ]
    said = tuple(dict.fromkeys(filter(None, told)))
    letter = {one: KINDS[nth] for nth, one in enumerate(said)} | {"": "-"}
    named = (f"{place} {as_named(name)}" for name, place in ground.names.items() if name != "reinforcement")
    table = {
        "hexes": f"{ACROSS} {DOWN} {len(ground.rows[0])}",
        "kinds": "".join(map(letter.__getitem__, told)),
        "said": "|".join(said),
        "names": "|".join(named),
    }
    data = "".join(f' data-{name}="{escape(value)}"' for name, value in table.items())
    field = f'<path d="M0 0h{wide}v{high}H0z" class="none" pointer-events="all"{data}/>'
    return Part("hexes", LEFT, TOP, wide, high, field, 1, turns=True, quiet=True)


def _said(place: str, cell: str, sides: frozenset[tuple[str, str]]) -> str:
    """What grows on a hex, its height and its water."""
    facts = [terrain(cell)] if cell[0] in "wk" else []
    facts += [_("level {level}").format(level=cell[1])] if cell[1] != "0" else []
    facts += [_("ford")] if (place, "ford") in sides else []
    facts += [_("river")] if (place, "river") in sides else []
    return ", ".join(facts) or terrain(cell)


def terrain(cell: str) -> str:
    """What grows or stands on a hex, of its terrain and level."""
    return {"w": _("woods"), "k": _("castle")}.get(cell[0], _("open ground"))


# ---- signs and names


def sites(ground: Ground) -> Iterator[Part]:
    """The signs of the places that everybody asks for, upright however the board is turned."""
    for name, (sign, _size, _style) in SITES.items():
        if name in ground.names:
            place = ground.names[name]
            x, y = spot(place)
            drawn, told = use(f"kw-{sign}", SITE[0] // 2, SITE[1] // 2), f"{as_named(name)}, {place}"
            box = (x - SITE[0] // 2, y - SITE[1] // 2, *SITE)
            yield Part(f"site {name}", *box, drawn, 1, quiet=True, name=told, word=place)


def names(ground: Ground, taken: Iterable[Box]) -> Iterator[Part]:
    """The names of the places, beside their hex, where they hide the fewest counters.

    `taken` are the left, top, width and height of counters.
    """
    counters = tuple(taken)
    edge = LEFT + size(ground)[0]
    for name, (_sign, big, style) in SITES.items():
        if name in ground.names:
            called = as_named(name)
            wide, high = round(width_of(called, SIZES[big], bold="bold" in style)) + 6, SIZES[big] + 4
            x, y = spot(ground.names[name])
            near = tuple(box for box in counters if abs(x - box[0]) < wide + 180 and abs(y - box[1]) < 200)
            left, top = free(_beside((x, y), (wide, high), edge), (wide, high), near)
            said = text(wide // 2, high - 6, called, big, f"{style} {HALO}", anchor="middle")
            yield Part(f"name {name}", left, top, wide, high, said, 5, quiet=True)


def _beside(at: tuple[int, int], name: tuple[int, int], edge: int) -> tuple[tuple[int, int], ...]:
    """Where a name can stand: below its hex, on the right, above it, on the left, and farther off."""
    (x, y), (wide, high) = at, name
    spots = []
    for far in range(4):
        step, aside = round(far * DOWN), round(far * 1.5 * ACROSS)
        spots += [(x - wide // 2, y + 20 + step), (x + 24 + aside, y - high // 2)]
        spots += [(x - wide // 2, y - 20 - high - step), (x - 24 - wide - aside, y - high // 2)]
    return tuple((max(LEFT, min(left, edge - wide)), top) for left, top in spots)


@lru_cache(maxsize=1024)  # around most places nothing moves from picture to picture
def free(spots: tuple[tuple[int, int], ...], of: tuple[int, int], taken: tuple[Box, ...]) -> tuple[int, int]:
    """The first corner at which something of a size hides nothing, else that at which it hides least."""
    rows = dict[int, list[Box]]()
    for left, top in spots:
        if top not in rows:
            rows[top] = [box for box in taken if top - box[3] < box[1] < top + of[1]]
        right = left + of[0]
        for x, _y, across, _down in rows[top]:
            if x < right and x + across > left:
                break
        else:
            return left, top
    return min(spots, key=lambda corner: _hidden((*corner, *of), taken))


def _hidden(name: Box, taken: Iterable[Box]) -> int:
    left, top, wide, high = name
    right, bottom = left + wide, top + high
    return sum(
        [
            (min(right, x + across) - max(left, x)) * (min(bottom, y + down) - max(top, y))
            for x, y, across, down in taken
            if x < right and y < bottom and x + across > left and y + down > top
        ]
    )


# ---- the edges


def rulers(ground: Ground) -> Iterator[Part]:
    """Each number is a part of its own, so that it stays upright when the board is turned round."""
    for column in range(1, len(ground.rows[0]) + 1):
        x = LEFT + round(middle(f"{column:02}01")[0]) - 9
        number = text(9, 11, f"{column:02}", "tiny", "quiet", anchor="middle")
        yield Part(f"column {column:02}", x, TOP - 24, 18, 13, number, quiet=True)
    for row in range(1, len(ground.rows) + 1):
        y = TOP + round(middle(f"01{row:02}")[1]) - 7
        number = text(9, 11, f"{row:02}", "tiny", "quiet", anchor="middle")
        yield Part(f"row {row:02}", 5, y, 18, 13, number, quiet=True)


def frame(wide: int, high: int) -> str:
    """What covers the ground beyond the map, and the two lines around it, from the corner of the map."""
    far = 130
    hole = f"M-5-5v{high + 10}h{wide + 10}V-5z"
    ring = f"M{-far} {-far}h{wide + 2 * far}v{high + 2 * far}H{-far}z{hole}"
    cover = f'<path d="{ring}" fill-rule="evenodd" class="fill-paper"/>'
    return (
        cover
        + rect(-5, -5, wide + 10, high + 10, "none line")
        + rect(-8, -8, wide + 16, high + 16, "none line")
    )
