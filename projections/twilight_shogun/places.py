"""Where the spaces of the map stand on the paper, wide or narrow, and what lies under them: sea, land, lines.

A space of the wide map stands where the data set says, one of the narrow map where this page says; those of
another data set stand in rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, cycle
from typing import NamedTuple

from msgspec import Struct

from domain.twilight_shogun.view import SpaceView, View
from projections.drawing.pieces import piece
from projections.drawing.svg import Part, line, path, rect
from projections.language.messages import _, term

TINTS = ("purple", "green", "yellow", "ochre", "blue", "grey")
"""The grounds of the areas, in their order."""

Cell = tuple[int, int]
Point = tuple[float, float]


class Sheet(Struct, frozen=True):
    """A map on paper: the step from cell to cell, the box of a space, cells in a row, and the upper left
    corner of the first cell. `lanes` are the ways of lines that go round the land, by the cells that they
    join, in cells."""

    step: tuple[int, int]
    box: tuple[int, int]
    across: int
    left: int
    top: int
    lanes: tuple[tuple[tuple[Cell, Cell], tuple[Point, ...]], ...]
    is_narrow: bool = False

    def corner(self, cell: Cell) -> tuple[int, int]:
        """The upper left corner of the box in a cell."""
        gaps = self.step[0] - self.box[0], self.step[1] - self.box[1]
        x, y = self.at((cell[0], cell[1]))
        return round(x) + gaps[0] // 2, round(y) + gaps[1] // 2

    def at(self, point: Point) -> Point:
        """A point in cells as a point on the paper."""
        return self.left + point[0] * self.step[0], self.top + point[1] * self.step[1]


BELOW_THE_WEST: tuple[Point, ...] = (
    *((0.1, 6.5), (-0.11, 6.5), (-0.11, 8.05)),
    *((7.6, 8.05), (7.6, 6.1), (8.2, 5.8)),
)
DOWN_THE_EAST: tuple[Point, ...] = (
    *((1.5, 9.8), (1.5, 10.07), (2.98, 10.07)),
    *((2.98, 6.97), (4.5, 6.97), (4.5, 3.8)),
)

WIDE = Sheet((94, 82), (78, 62), 10, 20, 8, ((((0, 6), (8, 5)), BELOW_THE_WEST),))
NARROW = Sheet((89, 76), (77, 58), 5, 4, 258, ((((1, 9), (4, 3)), DOWN_THE_EAST),), is_narrow=True)

_NARROW = """
.         .          shonai     akita     nambu
.         kaga       nagaoka    yonezawa  sendai
.         fukui      matsushiro aizu      mito
kyo       hikone     owari      edo       yokohama
tottori   himeji     kii        kuwana    .
matsue    okayama    takamatsu  tokushima .
choshu    hiroshima  matsuyama  tosa      .
kokura    .          uwajima    .         .
fukuoka   kurume     kumamoto   .         .
saga      nagasaki   satsuma    .         .
"""
"""The same lines as on the wide map, folded at Kyo: the west lies below the east."""

_FOLDED = {
    name: (column, row)
    for row, names in enumerate(_NARROW.split("\n")[1:-1])
    for column, name in enumerate(names.split())
    if name != "."
}

KYUSHU, SHIKOKU, HONSHU = "Kyushu", "Shikoku", "Honshu"

_ISLANDS = {
    **dict.fromkeys(("kokura", "fukuoka", "saga", "kurume", "nagasaki", "kumamoto", "satsuma"), KYUSHU),
    **dict.fromkeys(("tokushima", "takamatsu", "matsuyama", "uwajima", "tosa"), SHIKOKU),
}
"""Where a space is; Honshu, where it is not named here."""

_BY_SHIP = {"nagasaki satsuma", "nagasaki yokohama"}
"""Lines within an island, or far round it, that are not walked."""


def cells(view: View, sheet: Sheet) -> dict[str, Cell]:
    """The column and row of each space."""
    names = [space.space for space in view.spaces]
    if sheet.is_narrow and set(names) == set(_FOLDED):
        return _FOLDED
    if not sheet.is_narrow and all(space.column >= 0 and space.row >= 0 for space in view.spaces):
        return {space.space: (space.column, space.row) for space in view.spaces}
    return {name: (nth % sheet.across, nth // sheet.across) for nth, name in enumerate(names)}


def is_free(places: Mapping[str, Cell], columns: range, rows: range) -> bool:
    """Whether no space stands in some columns and rows."""
    return not any(column in columns and row in rows for column, row in places.values())


def tints(view: View) -> dict[str, str]:
    """The ground of each area."""
    areas = dict.fromkeys(space.area for space in view.spaces if space.area)
    return {area: TINTS[nth % len(TINTS)] for nth, area in enumerate(areas)}


def is_round(space: SpaceView) -> bool:
    """Whether a space is no clan: its box has round corners."""
    return space.kind != "clan"


# ---- sea and land


class Site(NamedTuple):
    """What of a space lies under its box."""

    space: str
    name: str
    area: str
    adjacent: tuple[str, ...]
    cell: Cell


def under(view: View, places: Mapping[str, Cell], sheet: Sheet, size: tuple[int, int]) -> tuple[Part, ...]:
    """All that lies under the boxes of the spaces."""
    sites = tuple(
        [Site(one.space, one.name, one.area, one.adjacent, places[one.space]) for one in view.spaces]
    )
    return _under(sites, sheet, size)


@piece(16)  # it is the same in every picture of a game
def _under(sites: tuple[Site, ...], sheet: Sheet, size: tuple[int, int]) -> tuple[Part, ...]:
    return *_grounds(sites, sheet, size), *_lines(sites, sheet)


def _grounds(sites: tuple[Site, ...], sheet: Sheet, size: tuple[int, int]) -> Iterator[Part]:
    """The sea, the islands, and on them the ground of each area."""
    yield Part("sea", 0, 0, *size, rect(0, 0, *size, "fill-sea"), -3, quiet=True)
    roads = _roads(sites)
    islands: dict[str, list[Cell]] = {}
    for site in sites:
        islands.setdefault(_ISLANDS.get(site.space, HONSHU), []).append(site.cell)
    for island, there in islands.items():
        yield _land(f"island {island}", there, roads, sheet)
    areas = {site.area: term(site.area.capitalize()) for site in sites if site.area}
    for (area, name), paint in zip(areas.items(), cycle(TINTS)):
        there = [site.cell for site in sites if site.area == area]
        yield _land(f"area {area}", there, roads, sheet, name, paint)


def _roads(sites: tuple[Site, ...]) -> frozenset[tuple[Cell, Cell]]:
    """The cells that roads join, both ways, where no other space stands between."""
    places = {site.space: site.cell for site in sites}
    joined = {
        (site.cell, places[other])
        for site in sites
        for other in site.adjacent
        if not is_by_sea(*sorted((site.space, other)))
    }
    return frozenset(ends for ends in joined if not _is_barred(ends, frozenset(places.values())))


def _land(
    id: str,
    there: Sequence[Cell],
    roads: frozenset[tuple[Cell, Cell]],
    sheet: Sheet,
    name: str = "",
    paint: str = "",
) -> Part:
    """Cells that grow together where they touch or a road joins them: one broad stroke, so that a tint is
    nowhere laid on twice."""
    left, upper = min(x for x, _y in there), min(y for _x, y in there)
    right, lower = max(x for x, _y in there) + 1, max(y for _x, y in there) + 1
    dots = "".join(f"M{x - left + 0.5:g} {y - upper + 0.5:g}h0" for x, y in there)
    ways = "".join(
        f"M{x - left + 0.5:g} {y - upper + 0.5:g}L{u - left + 0.5:g} {v - upper + 0.5:g}"
        for (x, y), (u, v) in combinations(there, 2)
        if (abs(x - u) <= 1 and abs(y - v) <= 1) or ((x, y), (u, v)) in roads
    )
    strokes = (
        ((0.9, f"{paint}-line", 0.35),)
        if paint
        else ((1.06, "deep-line", 1), (0.97, "bank-line", 1), (0.945, "land-line", 1))
    )
    content = "".join(_stroke(dots + ways, sheet, *stroke) for stroke in strokes)
    (x, y), (width, height) = sheet.at((left, upper)), sheet.step
    size = (right - left) * width, (lower - upper) * height
    return Part(id, round(x), round(y), *size, content, -1 if paint else -2, quiet=True, name=name)


def _stroke(data: str, sheet: Sheet, width: float, style: str, opacity: float) -> str:
    how = f'fill="none" stroke-linecap="round" stroke-linejoin="round" stroke-opacity="{opacity:g}"'
    scale = f'transform="scale({sheet.step[0]} {sheet.step[1]})"'
    return f'<path d="{data}" {scale} {how} stroke-width="{width:g}" class="{style}"/>'


# ---- lines


def _lines(sites: tuple[Site, ...], sheet: Sheet) -> Iterator[Part]:
    """The lines between the spaces, each once, under everything else: roads whole, ways by sea dashed."""
    order = [site.space for site in sites]
    by_name = {site.space: site for site in sites}
    taken = frozenset(site.cell for site in sites)
    for site in sites:
        for other in site.adjacent:
            if order.index(other) > order.index(site.space):
                one, two = sorted((site.space, other))
                yield _line(by_name[one], by_name[two], taken, sheet)


def is_by_sea(one: str, two: str) -> bool:
    """Whether a line is sailed."""
    return f"{one} {two}" in _BY_SHIP or _ISLANDS.get(one) != _ISLANDS.get(two)


def _line(one: Site, two: Site, taken: frozenset[Cell], sheet: Sheet) -> Part:
    by_sea = is_by_sea(one.space, two.space)
    at = one.cell, two.cell
    points = tuple(sheet.at(point) for point in dict(sheet.lanes).get(at, ()))
    curve = points or _way(at, taken, sheet)
    left, upper = round(min(x for x, _y in curve)), round(min(y for _x, y in curve))
    right, lower = max(x for x, _y in curve), max(y for _x, y in curve)
    moved = tuple((x - left, y - upper) for x, y in curve)
    said = _("By sea: {one} – {two}") if by_sea else _("Road: {one} – {two}")
    return Part(
        f"line {one.space} {two.space}",
        left,
        upper,
        round(right - left),
        round(lower - upper),
        _drawn(moved, by_sea, is_bent=len(curve) == 3 and not points),
        quiet=True,
        name=said.format(one=term(one.name), two=term(two.name)),
    )


def _drawn(points: tuple[Point, ...], by_sea: bool, is_bent: bool) -> str:
    style = "none river-line dashed" if by_sea else "none line"
    if not is_bent:
        return line(points, style, width=3 if by_sea else 4)
    (x1, y1), (x, y), (x2, y2) = points
    return path(f"M{x1:g} {y1:g}Q{x:g} {y:g} {x2:g} {y2:g}", style, width=3 if by_sea else 4)


def _way(ends: tuple[Cell, Cell], taken: frozenset[Cell], sheet: Sheet) -> tuple[Point, ...]:
    """Straight; a curve round the spaces that it would run under."""
    start, end = (sheet.at((x + 0.5, y + 0.5)) for x, y in ends)
    if not _is_barred(ends, taken):
        return start, end
    if ends[0][0] == ends[1][0]:
        return start, (start[0] + sheet.step[0], (start[1] + end[1]) / 2), end
    return start, ((start[0] + end[0]) / 2, max(start[1], end[1]) + sheet.step[1]), end


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
