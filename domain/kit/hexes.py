"""Hexagons by their printed labels: "1512" is column 15, row 12.

Columns run from left to right, rows from top to bottom, both from 01. The sides up and down are flat: every
hex has one neighbour above it and one below; the hexes of even columns lie half a hex lower than those of
odd ones.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

DIRECTIONS = ("n", "ne", "se", "s", "sw", "nw")
"""The six sides, clockwise from the one above. They say up and down on paper; a map may lie otherwise."""


class Hex(NamedTuple):
    """A place on the grid. It need not be on any map: columns and rows may be 0 or less."""

    column: int
    row: int


_STEPS = (
    ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)),  # from an even column
    ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)),  # from an odd one
)


def is_label(text: str) -> bool:
    """Whether that is how a hex is printed: four digits, no column or row 00."""
    return len(text) == 4 and text.isascii() and text.isdigit() and "00" not in (text[:2], text[2:])


def label(column: int, row: int) -> str:
    """How the hex is printed. Raises ValueError where it cannot be."""
    if not (1 <= column <= 99 and 1 <= row <= 99):
        raise ValueError(f"Column {column}, row {row} has no label of four digits.")
    return f"{column:02}{row:02}"


@cache
def hex_of(text: str) -> Hex:
    """The hex of a label. Raises ValueError for what is none."""
    if not is_label(text):
        raise ValueError(f'"{text}" is no label of a hex, such as 1512.')
    return Hex(int(text[:2]), int(text[2:]))


@cache
def neighbours(text: str) -> tuple[str, ...]:
    """The labels around, in the order of `DIRECTIONS`; what has no label is left out."""
    found = (_beside(hex_of(text), way) for way in range(6))
    return tuple(label(*there) for there in found if 1 <= there.column <= 99 and 1 <= there.row <= 99)


@cache
def beside(text: str, way: str) -> str:
    """The neighbour in that direction; "" where it has no label."""
    there = _beside(hex_of(text), DIRECTIONS.index(way))
    return label(*there) if 1 <= there.column <= 99 and 1 <= there.row <= 99 else ""


def direction(origin: str, neighbour: str) -> str:
    """The way from a hex to its neighbour. Raises ValueError where they are none."""
    for way in DIRECTIONS:
        if beside(origin, way) == neighbour:
            return way
    raise ValueError(f"{neighbour} is not next to {origin}.")


def distance(origin: str, target: str) -> int:
    """Steps from a hex to another: the hex of arrival is counted, that of departure is not."""
    (q, r), (s, t) = _axial(origin), _axial(target)
    along, down = s - q, t - r
    return max(abs(along), abs(down), abs(along + down))


@cache
def within(text: str, radius: int) -> tuple[str, ...]:
    """Every label at that distance or nearer, the hex itself included, column by column."""
    centre = hex_of(text)
    around = (
        label(column, row)
        for column in range(max(1, centre.column - radius), min(99, centre.column + radius) + 1)
        for row in range(max(1, centre.row - radius - 1), min(99, centre.row + radius + 1) + 1)
    )
    return tuple(there for there in around if distance(text, there) <= radius)


def _beside(place: Hex, way: int) -> Hex:
    along, down = _STEPS[place.column % 2][way]
    return Hex(place.column + along, place.row + down)


@cache
def _axial(text: str) -> tuple[int, int]:
    column, row = hex_of(text)
    # Rows of a slanted grid, in which a step to the right is the same from every column.
    return column, row - (column + column % 2) // 2
