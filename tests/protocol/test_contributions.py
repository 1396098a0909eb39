"""Who lacks one contribution can foresee nothing; who lacks a salt can guess nothing.

All seeds are fixed; the bounds are of 4.5 standard deviations, which chance exceeds less than once in 100,000
seeds.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import comb, sqrt
from random import Random

import pytest

from benchmarks.faces import chi_square, chi_square_tail
from domain.kit import cells
from domain.kit.chance import Question
from referee.record.chain import SALT, canonical, commitment

QUESTION = Question("wager", "dice of round 1", 6, index=1)
TRIALS = 1_500
"""In every run; for the long proofs fourteen times as many."""
PARTS = ("referee", "seat", "witness", "phrases", "inputs")


def world(random: Random) -> dict[str, bytes]:
    return {part: random.randbytes(32) for part in PARTS}


def face(world: dict[str, bytes]) -> int:
    phrases = cells.phrases_digest({"red": world["phrases"].hex(), "blue": "the tide"})
    asked = cells.question_digest("g", phrases, QUESTION, world["inputs"])
    return cells.faces(world["referee"], asked, (world["seat"], world["witness"]), (6,))[0]


@pytest.mark.parametrize("trials", [TRIALS, pytest.param(14 * TRIALS, marks=pytest.mark.soak)])
@pytest.mark.parametrize("lacking", PARTS)
def test_whoever_lacks_one_contribution_foresees_nothing(lacking: str, trials: int) -> None:
    """A coalition that has all but one guesses that one, and says what will come. It is right one time in
    six, and what comes is spread evenly over the faces whatever it has said."""
    random = Random(f"lacks {lacking}")
    hits, after_six = 0, [0] * 6
    for _ in range(trials):
        real = world(random)
        said = face({**real, lacking: random.randbytes(32)})
        comes = face(real)
        hits += said == comes
        if said == 6:
            after_six[comes - 1] += 1
    assert abs(hits - trials / 6) < 4.5 * sqrt(trials * 5 / 36)
    assert chi_square_tail(chi_square(after_six), 5) > 1e-5


@pytest.mark.parametrize("changed", PARTS)
def test_the_least_change_of_any_contribution_changes_the_faces(changed: str) -> None:
    """One bit; of 20 faces of a d100 hardly one stays: none of 200 worlds gives the same."""
    random = Random(f"bit of {changed}")
    for _ in range(200):
        first = world(random)
        bits = bytearray(first[changed])
        bits[random.randrange(32)] ^= 1 << random.randrange(8)
        assert many(first) != many({**first, changed: bytes(bits)})


def many(world: dict[str, bytes]) -> tuple[int, ...]:
    phrases = cells.phrases_digest({"red": world["phrases"].hex()})
    asked = cells.question_digest("g", phrases, QUESTION, world["inputs"])
    return cells.faces(world["referee"], asked, (world["seat"], world["witness"]), (100,) * 20)


def test_the_order_of_the_contributions_is_fixed() -> None:
    """Nobody can have his faces by standing before another: the order is a part of what is hashed."""
    one, two = bytes([1]) * 32, bytes([2]) * 32
    assert cells.faces(one, one, (one, two), (100,) * 8) != cells.faces(one, one, (two, one), (100,) * 8)
    assert cells.faces(one, one, (one + two,), (100,) * 8) != cells.faces(one, one, (one, two), (100,) * 8)


# ---- sealed values that could be guessed

BIDS = [bid for bid in product(range(21), repeat=4) if sum(bid) <= 20]
"""Up to 20 coins over four places."""

BID = (3, 0, 11, 2)


def sealed(bid: tuple[int, ...], salt: bytes) -> str:
    return commitment("g", 7, "order/coins", salt, canonical(bid))


def guessed(published: str, seal: Callable[[tuple[int, ...]], str]) -> list[tuple[int, ...]]:
    return [bid for bid in BIDS if seal(bid) == published]


def test_trying_all_bids_confirms_none_without_the_salt() -> None:
    """All 10,626 bids are tried against the commitment, with no salt, with one of zeros and with one of
    another event. Unsalted, the bid is found in milliseconds: that is why each value has 16 bytes of salt of
    its own, drawn by the operating system."""
    assert len(BIDS) == comb(24, 4) == 10_626
    random = Random("salts")
    published = sealed(BID, random.randbytes(SALT))
    for salt in (b"", bytes(SALT), random.randbytes(SALT)):
        assert guessed(published, lambda bid, salt=salt: sealed(bid, salt)) == []  # type: ignore[misc]
    assert guessed(sealed(BID, b""), lambda bid: sealed(bid, b"")) == [BID]


def test_the_same_bid_never_has_the_same_commitment() -> None:
    """Nor can it be told by its place: whoever bids alike twice does not show it."""
    random = Random("salts")
    assert len({sealed(BID, random.randbytes(SALT)) for _ in range(1_000)}) == 1_000
    salt = random.randbytes(SALT)
    assert sealed(BID, salt) != commitment("g", 8, "order/coins", salt, canonical(BID))
