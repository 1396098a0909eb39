"""Ten million faces of each die, from the real path, and whether they look like those of fair dice.

Two tests for each die: chi-square, of how often each face came, and Wald and Wolfowitz's of runs, of the
order in which low and high faces followed each other. The cells are digests of their own numbers: nobody has
chosen them, and everybody gets the same figures.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from msgspec import Struct

from domain.game.checking.proof import MOST_FACES
from domain.kit import cells
from domain.kit.chance import Question
from domain.kit.framing import framed, number

FACES = 10_000_000
SIDES = (2, 6, 10, 58, 100)
"""The dice: up to 255 sides, a byte for each face."""

SURE = 0.01
"""The chance that we take of crying wolf over fair dice, in all tests together."""

TINY = 1e-15


class Tested(Struct, frozen=True):
    """One test of one die: its statistic, and how probable a value so far off is with fair dice."""

    sides: int
    test: str
    statistic: float
    p: float


def examined(faces: int = FACES, sides: Sequence[int] = SIDES) -> list[Tested]:
    """Both tests of each die, with so many faces of it."""
    return [result for die in sides for result in _tests(die, b"".join(thrown(die, faces)))]


def thrown(sides: int, faces: int) -> Iterator[bytes]:
    """So many faces of a die, a byte for each: as many to a question as a game may ask for at once."""
    for index in range(1, -(-faces // MOST_FACES) + 1):
        count = min(MOST_FACES, faces - (index - 1) * MOST_FACES)
        question = Question("benchmark", "faces", sides, count, index=index)
        asked = cells.question_digest("benchmark", cells.phrases_digest({}), question, b"")
        cell = framed("bugyo/1/benchmark", number(sides), number(index))
        yield bytes(cells.faces(cell, asked, (), question.limits()))


def _tests(sides: int, found: bytes) -> Iterator[Tested]:
    squares = chi_square([found.count(face) for face in range(1, sides + 1)])
    yield Tested(sides, "chi-square", squares, chi_square_tail(squares, sides - 1))
    z = runs(found, sides // 2)
    yield Tested(sides, "runs", z, normal_tails(z))


# ---- statistics


def chi_square(counts: Sequence[int]) -> float:
    """How far the counts are from equal ones."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected


def runs(found: bytes, median: int) -> float:
    """Wald and Wolfowitz's z of the runs of faces up to the median and above it; below 0 where there are too
    few of them. 0 where all faces are on one side."""
    halves = found.translate(bytes(face > median for face in range(256)))
    total, low = len(halves), halves.count(0)
    both = 2 * low * (total - low)
    if not both:
        return 0.0
    seen = 1 + halves.count(b"\x00\x01") + halves.count(b"\x01\x00")
    mean = both / total + 1
    spread = both * (both - total) / (total**2 * (total - 1))
    return (seen - mean) / math.sqrt(spread)


def normal_tails(z: float) -> float:
    """The chance of a normal value so far from 0, on either side."""
    return math.erfc(abs(z) / math.sqrt(2))


def chi_square_tail(squares: float, freedom: int) -> float:
    """The chance of a chi-square value so high: the upper incomplete gamma function, regularised."""
    a, x = freedom / 2, squares / 2
    if x <= 0:
        return 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    return 1 - scale * _series(a, x) if x < a + 1 else scale * _fraction(a, x)


def _series(a: float, x: float) -> float:
    """The lower incomplete gamma function without its scale: quick below a + 1."""
    term = total = 1 / a
    n = a
    while term > total * TINY:
        n += 1
        term *= x / n
        total += term
    return total


def _fraction(a: float, x: float) -> float:
    """The upper one without its scale, as a continued fraction by Lentz's method: quick above a + 1."""
    b = x + 1 - a
    c, d = 1 / TINY**2, 1 / b
    product, change, n = d, 0.0, 0
    while abs(change - 1) > TINY:
        n += 1
        b += 2
        step = -n * (n - a)
        d = 1 / (step * d + b)
        c = b + step / c
        change = c * d
        product *= change
    return product


# ---- what is written


def text(results: Sequence[Tested], faces: int = FACES) -> str:
    """The results as a Markdown list, and what they mean."""
    lines = [
        f"- d{result.sides}, {result.test}: {_statistic(result)}, p = {result.p:.4f}" for result in results
    ]
    return f"{faces:,} faces of each die, from `domain.kit.cells.faces`.\n\n" + "\n".join(
        [*lines, "", meaning(results)]
    )


def meaning(results: Sequence[Tested]) -> str:
    """What can be said after so many tests (Bonferroni)."""
    made, least = len(results), min(result.p for result in results)
    verdict = "differ from fair dice" if least < SURE / made else "do not differ from fair dice"
    return (
        f"Tests made: {made}. The smallest p is {least:.4f}; the smallest of so many is at most that with "
        f"a chance of no more than {min(1.0, made * least):.2f} (Bonferroni). At {SURE} in all, "
        f"{SURE / made:g} for each test, these faces {verdict}."
    )


def _statistic(result: Tested) -> str:
    if result.test == "runs":
        return f"z = {result.statistic:+.2f}"
    degrees = "1 degree" if result.sides == 2 else f"{result.sides - 1} degrees"
    return f"{result.statistic:.2f} with {degrees} of freedom"
