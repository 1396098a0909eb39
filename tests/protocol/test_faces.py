"""Faces without bias, and draws that never repeat: exact where the model is small, else by chi-square.

Seeds are fixed. Bounds of p are such that a fair source would fail less than once in a hundred thousand
seeds; what they would catch is shown beside them.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

import pytest

from benchmarks.faces import chi_square, chi_square_tail, normal_tails, runs
from domain.kit import cells
from domain.kit.chance import Answer, Binding, Bound, Chance, Question

SURE = 1e-5
"""Below this p a source is not fair."""


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Words of one byte: the zone that is rejected is no longer one in 2^57, but up to a half."""
    monkeypatch.setattr(cells, "_WORD", 1)
    monkeypatch.setattr(cells, "_WORDS", 256)


def p_of(counts: list[int]) -> float:
    return chi_square_tail(chi_square(counts), len(counts) - 1)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("sides", [*range(1, 130), 200, 255, 256])
def test_every_face_comes_from_as_many_words_and_the_rest_is_rejected(sides: int) -> None:
    """All 256 words there are, one after the other: exact, no statistics."""
    taken = Counter(cells._face(iter((word, 0)), sides) for word in range(256))
    rejected = 256 % sides
    taken[1] -= rejected  # where the word was rejected, the 0 after it has answered
    assert set(taken) == set(range(1, sides + 1))
    assert set(taken.values()) == {256 // sides}


def test_the_rejected_zone_of_the_real_words_begins_at_the_largest_multiple() -> None:
    for sides in (3, 6, 10, 58, 100, 2**32):
        fair = 2**64 - 2**64 % sides
        assert cells._face(iter((fair - 1, 0)), sides) == (fair - 1) % sides + 1 == sides
        if fair < 2**64:
            assert cells._face(iter((fair, 2**64 - 1, 4)), sides) == 4 % sides + 1


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("sides", [6, 100, 129])
def test_small_words_from_real_cells_are_fair_too(sides: int) -> None:
    found = Counter(face for n in range(40) for face in _thrown(n, (sides,) * 1_000))
    assert p_of([found[face] for face in range(1, sides + 1)]) > SURE


def test_what_would_be_seen_if_nothing_were_rejected() -> None:
    """The test above has the power: of one byte without rejection, faces 1 to 56 of 100 come thrice in 256,
    the others twice."""
    random = Random("biased")
    found = Counter(random.randrange(256) % 100 + 1 for _ in range(40_000))
    assert p_of([found[face] for face in range(1, 101)]) < 1e-100


def test_what_the_tests_of_faces_would_see() -> None:
    """A die that alternates fails the test of runs, and passes the other."""
    alternating = bytes((1, 6)) * 5_000
    assert normal_tails(runs(alternating, 3)) < SURE
    assert p_of([5_000, 5_000]) == 1.0


def _thrown(n: int, limits: tuple[int, ...]) -> tuple[int, ...]:
    random = Random(f"cell {n}")
    return cells.faces(random.randbytes(32), random.randbytes(32), (), limits)


# ---- draws


class Sheet:
    """Chance from cells that a seed gives, one after the other."""

    def __init__(self, seed: str) -> None:
        self._random = Random(seed)

    def answer(self, question: Question, bound: Bound) -> Answer:
        asked = cells.question_digest("deck", b"", question, bound.inputs)
        return Answer(cells.faces(self._random.randbytes(32), asked, bound.given, question.limits()))


def chance(seed: str) -> Chance:
    return Chance(Sheet(seed), tie=lambda: Binding(1, lambda index: Bound(b"", ())))


def test_a_draw_without_replacement_never_repeats_a_card() -> None:
    drawing = chance("decks")
    for size in range(1, 61):
        deck = tuple(range(size))
        assert sorted(drawing.draw("deal", f"deck of {size}", deck, size)) == list(deck)
        part = drawing.draw("deal", f"half of {size}", deck, size // 2)
        assert len(set(part)) == size // 2


@pytest.mark.parametrize("at_once", [True, False], ids=["in one question", "a card at a time"])
def test_every_permutation_of_a_small_deck_is_about_equally_likely(at_once: bool) -> None:
    """24 orders of four cards, 12,000 deals: 500 of each are expected."""
    drawing, found = chance(f"shuffled {at_once}"), Counter[tuple[str, ...]]()
    for deal in range(12_000):
        found[_all_at_once(drawing, deal) if at_once else _one_by_one(drawing, deal)] += 1
    orders = list(permutations("abcd"))
    assert set(found) == set(orders)
    assert p_of([found[order] for order in orders]) > SURE


def _all_at_once(drawing: Chance, deal: int) -> tuple[str, ...]:
    return drawing.draw("deal", f"deal {deal}", tuple("abcd"), 4)


def _one_by_one(drawing: Chance, deal: int) -> tuple[str, ...]:
    left, made = list("abcd"), []
    while left:
        (card,) = drawing.draw("deal", f"deal {deal}, {len(left)} left", left)
        left.remove(card)
        made.append(card)
    return tuple(made)
