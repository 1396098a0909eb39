"""The losses of both sides in a combat of Kawanakajima, by the odds, as RULINGS.md shows them.

`python -m benchmarks.combat_losses` prints them for the table that ships: modifiers of the column downward,
of the row to the right. A cell has in how many of a hundred combats the attackers suffer anything, and the
defenders; beneath it how many steps each side loses on average, one unit against one. A retreat is no step.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from domain.kawanakajima.combat.odds import TWO_DICE
from domain.kawanakajima.data.reading import read_data
from domain.kawanakajima.data.tables import STATES, CombatTable, Hit
from referee.games.datasets import read_files

COLUMNS = (-4, -2, 0, 2, 4)
ROWS = (-5, -3, -1, 0, 1, 3)
ALL = 36 * 36

NOTHING = Hit()


def lines(table: CombatTable) -> Iterator[str]:
    """The chances as a table of Markdown."""
    yield f"| column, row | {' | '.join(f'{row:+d}' for row in ROWS)} |"
    yield "|---" * (len(ROWS) + 1) + "|"
    for column in COLUMNS:
        yield f"| {column:+d} | {' | '.join(cell(table, column, row) for row in ROWS)} |"


def cell(table: CombatTable, column: int, row: int) -> str:
    """Who is hurt, and the steps that are lost."""
    sides = tuple(zip(*suffered(table, column, row), strict=True))
    hurt = "/".join(f"{sum(hit != NOTHING for hit in side) / ALL:.0%}"[:-1] for side in sides)
    steps = "/".join(f"{sum(map(lost, side)) / ALL:.1f}" for side in sides)
    return f"{hurt} %, {steps}"


def suffered(table: CombatTable, column: int, row: int) -> Iterator[tuple[Hit, Hit]]:
    """What the attacker and the defender suffer, of each of the throws of two and two dice."""
    for (across, often), (down, times) in product(TWO_DICE.items(), repeat=2):
        result = table.result(column + across, row + down)
        for _ in range(often * times):
            yield result.attacker.main, result.defender.main


def lost(hit: Hit) -> int:
    """Steps; a unit in order that is eliminated loses all that it has."""
    return len(STATES) - 1 if hit.eliminated else hit.losses


def main() -> None:
    print("\n".join(lines(read_data(read_files("kawanakajima")).combat)))


if __name__ == "__main__":
    main()
