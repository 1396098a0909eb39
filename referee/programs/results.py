"""The result of an arena: how well one program does against another, how sure that is, and their ratings.

`share` is the part of the others that the first program leaves behind, on average: 1 where it is always best,
a half where both are alike. In a game of two it is what it wins, a draw being a half.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from msgspec import Struct
from openskill.models import PlackettLuce, PlackettLuceRating

from referee.programs.arena import Played

SURE = 1.96
"""Standard errors to either side: 19 intervals of 20 hold the truth."""


class Rating(Struct, frozen=True):
    """What a program can, on the scale of openskill, and how unsure that is; all begin with 25 and 8.3."""

    skill: float
    unsure: float


class Result(Struct, frozen=True):
    """`low` and `high` are the interval of the share; `by_seat` are the shares of the first program at each
    seat, and `won` how many games each seat has won, whoever sat there: what is shared counts in parts.
    """

    games: int
    share: float
    low: float
    high: float
    by_seat: dict[str, float]
    won: dict[str, float]
    orders: float
    first: Rating
    second: Rating


def result_of(played: Sequence[Played]) -> Result:
    """The result of at least one game."""
    shares = [one.share for one in played]
    share, games = sum(shares) / len(shares), len(shares)
    spread = sum((one - share) ** 2 for one in shares) / max(1, games - 1)
    error = SURE * sqrt(spread / games)
    orders = sum(one.orders for one in played) / games
    first, second = _ratings(played)
    low, high = max(0.0, share - error), min(1.0, share + error)
    return Result(games, share, low, high, _by_seat(played), _won(played), orders, first, second)


def _by_seat(played: Sequence[Played]) -> dict[str, float]:
    found: dict[str, list[float]] = {}
    for one in played:
        found.setdefault(one.seat, []).append(one.share)
    return {seat: sum(found[seat]) / len(found[seat]) for seat in sorted(found)}


def _won(played: Sequence[Played]) -> dict[str, float]:
    seats = sorted({seat for one in played for seat in one.places})
    return {seat: sum(1 / len(one.winners) for one in played if seat in one.winners) for seat in seats}


def _ratings(played: Sequence[Played]) -> tuple[Rating, Rating]:
    """Rated after each game. The second program has all other seats: it takes the middle of theirs."""
    model = PlackettLuce()
    first, second = model.rating(), model.rating()
    for one in played:
        others = [place for seat, place in one.places.items() if seat != one.seat]
        ranks = [-place for place in (one.places[one.seat], *others)]
        teams = [[first], *([model.rating(second.mu, second.sigma)] for _ in others)]
        ((first,), *rest) = model.rate(teams, ranks=ranks)
        second = model.rating(_middle([one.mu for (one,) in rest]), _middle([one.sigma for (one,) in rest]))
    return _shown(first), _shown(second)


def _middle(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _shown(rating: PlackettLuceRating) -> Rating:
    return Rating(rating.mu, rating.sigma)
