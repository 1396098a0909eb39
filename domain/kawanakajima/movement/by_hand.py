"""Chapter 10.2: a path that a player makes himself, hex by hex.

A step is told only if a legal end is still in reach from there, so that no path is begun in vain.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise

from domain.kawanakajima.board.memo import kept
from domain.kawanakajima.board.state import Board, enemy, side_of
from domain.kawanakajima.board.zones import occupants, zones_of
from domain.kawanakajima.movement.obligations import ends_of
from domain.kawanakajima.movement.ways import FAR, Path, Step, allowance, step_price

Prices = dict[str, dict[str, int]]
"""The points for each step from a hex that a unit can come to."""


def points_of(board: Board, clans: tuple[str, ...], unit: str, path: Path) -> int:
    """What the path costs, the hex where the unit stands before the first of it [10.2]."""
    prices = _prices(board, clans, unit)
    return sum([prices[one][two] for one, two in pairwise((board.units[unit].hex, *path))])


def next_steps(board: Board, clans: tuple[str, ...], unit: str, path: Path) -> dict[str, int]:
    """Where the path can go on, with the points for each step; those nearest to an end first [10.2]."""
    left = allowance(board, unit) - points_of(board, clans, unit, path)
    prices, more = _prices(board, clans, unit), _to_an_end(board, clans, unit)
    here = path[-1] if path else board.units[unit].hex
    able = [there for there, cost in prices[here].items() if cost + more.get(there, FAR) <= left]
    return {there: prices[here][there] for there in sorted(able, key=lambda there: (more[there], there))}


@kept
def _prices(board: Board, clans: tuple[str, ...], unit: str) -> Prices:
    at, zones = occupants(board), zones_of(board, enemy(side_of(unit)))
    start, found = board.units[unit].hex, ends_of(board, clans, unit).ways
    prices: Prices = {here: {} for here in found}
    for here in found:
        if here in zones and here != start:
            continue  # in an enemy zone a movement ends [5.2]
        for there, cost in board.data.map.steps[here]:
            price = step_price(board, at, zones, unit, Step(here, there, cost))
            if there in found and price < FAR:
                prices[here][there] = price
    return prices


@kept
def _to_an_end(board: Board, clans: tuple[str, ...], unit: str) -> dict[str, int]:
    """The points from each hex to the nearest where the unit may end [6.5, 10.2]."""
    back = defaultdict[str, list[tuple[str, int]]](list)
    for here, steps in _prices(board, clans, unit).items():
        for there, cost in steps.items():
            back[there].append((here, cost))
    found, edge = dict[str, int](), defaultdict(list, {0: list(ends_of(board, clans, unit).hexes)})
    while edge:
        spent = min(edge)
        for hex in edge.pop(spent):
            if hex not in found:
                found[hex] = spent
                for before, cost in back[hex]:
                    edge[spent + cost].append(before)
    return found
