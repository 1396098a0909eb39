"""The two text maps: an overview of the whole battlefield, and a window around an area.

Takeda units are written in capital letters, those of the Uesugi in small ones.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache

from domain.kawanakajima.view import ClanSeen, UnitSeen, View
from domain.kit.hexes import hex_of, is_label, label, within

COLUMNS, ROWS = 14, 11
"""Hexes of a window."""

CELL = 5
CONTACT = 3
"""Units with an enemy so near are what a window is for."""

LOSSES = ("", "'", '"', "!")
"""Marks of a unit that is shaken, disorganised or exhausted."""


def overview(view: View) -> list[str]:
    """One line a row, one sign a hex; the hexes of even columns lie half a hex lower than it looks."""
    signs = terrain(view.ground.rows, view.ground.sides) | {
        unit.hex: sign(unit.unit)[0] for unit in on_map(view) if not is_inside(view, unit)
    }
    height, width = len(view.ground.rows), len(view.ground.rows[0])
    tens = "".join(str(column // 10) if column % 10 == 0 else " " for column in range(1, width + 1))
    lines = [f"   {tens}".rstrip()]
    for row, places in enumerate(_labels(height, width), 1):
        line = "".join([signs.get(place, " ") for place in places])
        lines.append(f"{row:02} {line}".rstrip())
    return lines


@lru_cache(maxsize=4)
def _labels(height: int, width: int) -> tuple[tuple[str, ...], ...]:
    """Of each row, from left to right."""
    columns, rows = range(1, width + 1), range(1, height + 1)
    return tuple(tuple(label(column, row) for column in columns) for row in rows)


def window(
    view: View, corner: tuple[int, int] | None = None, size: tuple[int, int] = (COLUMNS, ROWS)
) -> list[str]:
    """The hexes right of and below a corner, two lines a row: odd columns, then even ones half lower."""
    left, top = corner or busiest(view)
    wide, high = size
    signs = terrain(view.ground.rows, view.ground.sides) | {
        unit.hex: _cell(view, unit) for unit in on_map(view) if not is_inside(view, unit)
    }
    if view.fortress:
        signs[view.fortress.hex] = _walls(view)
    height, width = len(view.ground.rows), len(view.ground.rows[0])
    columns = range(left, min(left + wide, width + 1))
    lines = ["    " + "".join(f"{column:02}".ljust(CELL) for column in columns)]
    for row in range(top, min(top + high, height + 1)):
        for parity in (1, 0):
            cells = (signs.get(label(column, row), "") if column % 2 == parity else "" for column in columns)
            lines.append((f"{row:02}  " if parity else "    ") + "".join(cell.ljust(CELL) for cell in cells))
    return [line.rstrip() for line in lines]


def busiest(view: View) -> tuple[int, int]:
    """The corner of the window that shows the most units near an enemy; where none are, of all units."""
    places = [hex_of(unit.hex) for unit in contact(view, CONTACT) or on_map(view)]
    if not places:
        return 1, 1
    last_column, last_row = len(view.ground.rows[0]) - COLUMNS + 1, len(view.ground.rows) - ROWS + 1
    corners = {
        (max(1, min(place.column + across, last_column)), max(1, min(place.row + down, last_row)))
        for place in places
        for across in (-COLUMNS // 2 - 3, -COLUMNS // 2, -COLUMNS // 2 + 3)
        for down in (-ROWS // 2 - 3, -ROWS // 2, -ROWS // 2 + 3)
    }

    lefts, tops = (sorted({corner[side] for corner in corners}) for side in (0, 1))
    across = {left: sum(abs(at.column - left - COLUMNS // 2) for at in places) for left in lefts}
    down = {top: sum(abs(at.row - top - ROWS // 2) for at in places) for top in tops}
    beside = {top: sorted(at.column for at in places if top <= at.row < top + ROWS) for top in tops}

    def shown(left: int, top: int) -> int:
        return bisect_left(beside[top], left + COLUMNS) - bisect_left(beside[top], left)

    def off(left: int, top: int) -> int:
        """How far the units lie from the middle of the window, all together."""
        return across[left] + down[top]

    return min(corners, key=lambda corner: (-shown(*corner), off(*corner), corner))


def on_map(view: View) -> list[UnitSeen]:
    """The units on hexes, not on entry points."""
    return [unit for army in view.armies for unit in clans_on_map(army.clans)]


@lru_cache(maxsize=64)
def clans_on_map(clans: tuple[ClanSeen, ...]) -> tuple[UnitSeen, ...]:
    return tuple([unit for clan in clans for unit in clan.units if is_label(unit.hex)])


def is_inside(view: View, unit: UnitSeen) -> bool:
    """Whether a unit is in Kaizu, which holds any number of them where there can be a siege [13.3]."""
    return view.fortress is not None and unit.hex == view.fortress.hex


def _walls(view: View) -> str:
    """Kaizu with the sides that are in it: "#T", "#Tu"."""
    sides = {unit.unit[0] for unit in on_map(view) if is_inside(view, unit)}
    return "#" + "T" * ("t" in sides) + "u" * ("u" in sides)


def sign(unit: str) -> str:
    """How a map writes a unit: "G1" of the Takeda, "b2" of the Uesugi."""
    return unit[1:] if unit[0] == "t" else unit[1:].lower()


@lru_cache(maxsize=4)
def terrain(rows: tuple[tuple[str, ...], ...], sides: tuple[tuple[str, str, str], ...]) -> dict[str, str]:
    """The sign of each hex of the map, for where no unit stands."""
    rivers, fords = (
        frozenset(place for here, there, side in sides if side == kind for place in (here, there))
        for kind in ("river", "ford")
    )
    return {
        label(column, row): _sign_of(label(column, row), cell, rivers, fords)
        for row, cells in enumerate(rows, 1)
        for column, cell in enumerate(cells, 1)
        if cell
    }


def _sign_of(here: str, cell: str, rivers: frozenset[str], fords: frozenset[str]) -> str:
    if here in fords:
        return "="
    if cell[0] == "k":
        return "#"
    if here in rivers:
        return "~"
    if cell[0] == "w":
        return '"'
    return "." if cell[1] == "0" else "^"


def _cell(view: View, unit: UnitSeen) -> str:
    """A unit with its marks, in brackets where it stands in a defensive position."""
    marks = LOSSES[unit.losses] + "*" * unit.samurai
    return f"[{sign(unit.unit)}]{marks}" if unit.hex in view.positions else f"{sign(unit.unit)}{marks}"


def contact(view: View, steps: int) -> list[UnitSeen]:
    """The units with an enemy at so many hexes or nearer."""
    units = on_map(view)
    sides = dict.fromkeys(unit.unit[0] for unit in units)
    enemies = {side: {unit.hex for unit in units if unit.unit[0] != side} for side in sides}
    return [unit for unit in units if not enemies[unit.unit[0]].isdisjoint(within(unit.hex, steps))]
