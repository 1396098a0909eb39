"""A figure, and how well it is known from so many games.

Every figure is a quotient: what is counted in all games, by how often it could have been. One game is one
observation, whatever happens in it, for what follows in a game depends on what went before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt

from msgspec import Struct

from tests.figures.told import Told

SURE = 1.96
"""Standard errors to either side: 19 intervals of 20 hold the truth."""

Count = Callable[[Told], float]


class Figure(Struct, frozen=True):
    """`what` it says, in words; `counted` in a game, and `of` how many. `percent`: it is shown as a share."""

    name: str
    what: str
    counted: Count
    of: Count
    percent: bool = False


def one(_: Told) -> float:
    return 1.0


def mean(name: str, what: str, counted: Count, of: Count = one) -> Figure:
    """So much in a game, or in each of what is counted."""
    return Figure(name, what, counted, of)


def share(name: str, what: str, counted: Callable[[Told], float | bool], of: Count = one) -> Figure:
    """So many of a hundred games, or of whatever is counted."""
    return Figure(name, what, counted, of, percent=True)


def number(*kinds: type[Struct]) -> Count:
    """How many events of these kinds there are in a game."""
    return lambda told: len(told.events(*kinds))


def ends(*endings: str) -> Count:
    """Whether a game ends so."""
    return lambda told: told.ending in endings


class Value(Struct, frozen=True):
    """A figure of so many games in which there was something to count, and the interval that holds it. One
    game alone has none.
    """

    value: float
    low: float
    high: float
    games: int


NOTHING = Value(0.0, 0.0, 0.0, 0)


Pair = tuple[float, float]
"""What is counted in a game, and how often it could have been."""


def pair(figure: Figure, game: Told) -> Pair:
    return float(figure.counted(game)), float(figure.of(game))


def measured(figure: Figure, pairs: Sequence[Pair]) -> Value:
    """The quotient of the sums; its interval from how much games differ, or of yes and no by Wilson. In
    percent where the figure is a share.
    """
    found = quotient(pairs)
    times = 100 if figure.percent else 1
    return Value(found.value * times, found.low * times, found.high * times, found.games)


def quotient(pairs: Sequence[Pair]) -> Value:
    pairs = [(counted, of) for counted, of in pairs if of]
    if not pairs:
        return NOTHING
    if all(of == 1 and counted in (0, 1) for counted, of in pairs):
        return wilson(int(sum(counted for counted, _ in pairs)), len(pairs))
    whole, games = sum(of for _, of in pairs), len(pairs)
    value = sum(counted for counted, _ in pairs) / whole
    if games == 1:
        return Value(value, value, value, 1)
    spread = sum((counted - value * of) ** 2 for counted, of in pairs) * games / (games - 1)
    error = SURE * sqrt(spread) / whole
    return Value(value, value - error, value + error, games)


def wilson(yes: int, games: int) -> Value:
    """A share, which has an interval also where it is none or all."""
    value, square = yes / games, SURE**2
    middle = (value + square / (2 * games)) / (1 + square / games)
    error = SURE * sqrt(value * (1 - value) / games + square / (4 * games**2)) / (1 + square / games)
    return Value(value, max(0.0, middle - error), min(1.0, middle + error), games)
