"""How probable it is that fair dice fall so: what reports of throws are computed from."""

from __future__ import annotations

import math
from collections.abc import Sequence

EXACT = 200
"""Dice whose sum is compared with its exact distribution; that of more is near enough to the normal one."""


def chi_square_tail(squares: float, freedom: int) -> float:
    """How probable it is that fair dice differ from expectation at least so much: the upper tail of the
    chi-square distribution, by the recurrence of the incomplete gamma function."""
    x = squares / 2
    if x <= 0:
        return 1.0
    a, tail = (0.5, math.erfc(math.sqrt(x))) if freedom % 2 else (1.0, math.exp(-x))
    while a < freedom / 2:
        tail += math.exp(a * math.log(x) - x - math.lgamma(a + 1))
        a += 1
    return min(tail, 1.0)


def sum_tail(count: int, sides: int, total: int) -> float:
    """How probable it is that the sum of `count` fair dice lies at least so far from its expectation, on
    either side: exact for up to `EXACT` dice, beyond that by the normal distribution."""
    twice = count * (sides + 1)  # of the expectation, which may end in a half
    far = abs(2 * total - twice)
    if not count or sides < 2 or not far:
        return 1.0
    if count > EXACT:
        deviation = math.sqrt(count * (sides**2 - 1) / 12)
        return math.erfc((far / 2 - 0.5) / deviation / math.sqrt(2))
    ways = _ways(count, sides)
    found = sum(many for at, many in enumerate(ways) if abs(2 * (at + count) - twice) >= far)
    return found / int(sides**count)


def _ways(count: int, sides: int) -> list[int]:
    """In how many ways `count` dice give each sum, from the lowest one on."""
    ways = [1]
    for _ in range(count):
        sums = [0]
        for many in ways:
            sums.append(sums[-1] + many)
        sums += [sums[-1]] * (sides - 1)
        ways = [sums[at + 1] - sums[max(at + 1 - sides, 0)] for at in range(len(sums) - 1)]
    return ways


def holm(probabilities: Sequence[float]) -> list[float]:
    """The probabilities of several tests, adjusted by Holm: how probable it is that in so many tests of
    fair dice at least one turns out as this one did."""
    order = sorted(range(len(probabilities)), key=lambda at: probabilities[at])
    adjusted, before = [1.0] * len(probabilities), 0.0
    for rank, at in enumerate(order):
        before = max(before, min(1.0, (len(order) - rank) * probabilities[at]))
        adjusted[at] = before
    return adjusted
