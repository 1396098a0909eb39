"""Probabilities of dice: against counts of all throws, printed tables, and sums worked by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from domain.kit.dice_odds import EXACT, chi_square_tail, holm, sum_tail


def counted(count: int, sides: int, total: int) -> Fraction:
    """By looking at every throw there is."""
    middle = Fraction(count * (sides + 1), 2)
    throws = [sum(faces) for faces in product(range(1, sides + 1), repeat=count)]
    return Fraction(sum(abs(one - middle) >= abs(total - middle) for one in throws), len(throws))


@pytest.mark.parametrize(("count", "sides"), [(1, 6), (2, 6), (3, 6), (4, 3), (1, 2), (5, 2), (2, 10)])
def test_the_tail_of_a_sum_is_that_of_all_throws(count: int, sides: int) -> None:
    for total in range(count, count * sides + 1):
        assert sum_tail(count, sides, total) == pytest.approx(float(counted(count, sides, total)))


# dice, sides, sum, probability
SUMS = [
    (2, 6, 2, 2 / 36),
    (2, 6, 12, 2 / 36),
    (2, 6, 4, 12 / 36),
    (2, 6, 7, 1.0),
    (1, 6, 1, 2 / 6),
    (0, 6, 0, 1.0),
    (3, 1, 3, 1.0),
    (1, 2, 1, 1.0),
]


@pytest.mark.parametrize(("count", "sides", "total", "probability"), SUMS)
def test_the_tail_of_a_sum(count: int, sides: int, total: int, probability: float) -> None:
    assert sum_tail(count, sides, total) == pytest.approx(probability)


@pytest.mark.parametrize("away", [1, 10, 40])
def test_that_of_many_dice_is_near_the_exact_one(away: int) -> None:
    """On both sides of the number up to which it is exact: the curve goes on."""
    exact, normal = (sum_tail(count, 6, count * 7 // 2 + away) for count in (EXACT, EXACT + 2))
    assert exact == pytest.approx(normal, rel=0.02)
    assert exact != normal


def test_the_tail_of_many_dice_is_the_normal_one() -> None:
    """1,200 dice of 6: variance 1,200 × 35 / 12 = 3,500; 98 points away, less the half of a step, are 1.648
    deviations, on both sides 0.0993."""
    assert sum_tail(1_200, 6, 4_200 + 98) == pytest.approx(0.09934, abs=2e-5)
    assert sum_tail(1_200, 6, 4_200 - 98) == sum_tail(1_200, 6, 4_200 + 98)


# sum of squares, degrees of freedom, what printed tables say
SQUARES = [
    (3.841, 1, 0.05),
    (5.991, 2, 0.05),
    (7.815, 3, 0.05),
    (9.488, 4, 0.05),
    (11.070, 5, 0.05),
    (15.086, 5, 0.01),
    (16.919, 9, 0.05),
    (30.144, 19, 0.05),
    (31.410, 20, 0.05),
    (4.351, 5, 0.5),
]


@pytest.mark.parametrize(("squares", "freedom", "probability"), SQUARES)
def test_the_tail_of_chi_square_is_that_of_the_tables(
    squares: float, freedom: int, probability: float
) -> None:
    assert chi_square_tail(squares, freedom) == pytest.approx(probability, rel=2e-3)


def test_what_does_not_differ_is_certain() -> None:
    assert chi_square_tail(0, 5) == 1.0
    assert chi_square_tail(1e-9, 5) == pytest.approx(1.0)
    assert chi_square_tail(-1, 5) == 1.0


# probabilities of tests, and what they are together
TOGETHER = [
    ([], []),
    ([0.01], [0.01]),
    ([0.01, 0.02, 0.03], [0.03, 0.04, 0.04]),
    ([0.04, 0.01, 0.03], [0.06, 0.03, 0.06]),
    ([0.5, 0.9], [1.0, 1.0]),
    ([0.2, 0.1], [0.2, 0.2]),
]


@pytest.mark.parametrize(("alone", "together"), TOGETHER)
def test_several_tests_together(alone: list[float], together: list[float]) -> None:
    assert holm(alone) == pytest.approx(together)
