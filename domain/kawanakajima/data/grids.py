"""The printed grids: the combat table, and the tables that are read by one modified die.

What lies beyond the edge of a table is read at the edge: the rulebook has no other rule for it.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct


class Hit(Struct, frozen=True):
    """What one unit suffers: steps lost, whether it retreats by a hex, whether it is eliminated."""

    losses: int = 0
    retreat: bool = False
    eliminated: bool = False


class Suffered(Struct, frozen=True):
    """What a side suffers: `main` strikes one of its units, `others` each other one in the combat."""

    main: Hit
    others: Hit


class Result(Struct, frozen=True):
    """A result of combat [11.7]: "d2^1", "a1-d1", "-". `rank`: the higher, the better for the attacker."""

    code: str
    rank: int
    attacker: Suffered
    defender: Suffered


class CombatTable(Struct, frozen=True):
    """The combat table. `cells[row][column]`."""

    first_column: int
    first_row: int
    cells: tuple[tuple[str, ...], ...]
    results: Mapping[str, Result]

    def result(self, column: int, row: int) -> Result:
        """The result where a column and a row cross, after modifiers."""
        line = self.cells[_clamp(row - self.first_row, len(self.cells))]
        return self.results[line[_clamp(column - self.first_column, len(line))]]


class CommandColumn(Struct, frozen=True):
    """A column of the command table [8.2, 17.2]: for a general, in turns `first` to `last`.

    `points[0]` is for a modified die of `lowest`.
    """

    general: str
    first: int
    last: int
    lowest: int
    points: tuple[int, ...]

    def at(self, die: int) -> int:
        return self.points[_clamp(die - self.lowest, len(self.points))]


class Flight(Struct, frozen=True):
    """A result of the table of clan flight [11.12]; all false: the clan holds."""

    flight: bool = False
    retreat: bool = False
    seppuku: bool = False


class Track(Struct, frozen=True):
    """A table with one column: `values[0]` is for `lowest`."""

    lowest: int
    values: tuple[int, ...]

    def at(self, die: int) -> int:
        return self.values[_clamp(die - self.lowest, len(self.values))]


class FlightTable(Struct, frozen=True):
    """The table of clan flight [11.12], by the modified die."""

    lowest: int
    values: tuple[Flight, ...]

    def at(self, die: int) -> Flight:
        return self.values[_clamp(die - self.lowest, len(self.values))]


def _clamp(at: int, length: int) -> int:
    return max(0, min(at, length - 1))
