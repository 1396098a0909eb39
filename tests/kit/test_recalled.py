"""Chance with answers on record: in their order, only to their own questions, and none is thrown again."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.kit.chance import (
    Answer,
    Binding,
    Bound,
    Chance,
    Faces,
    NotYet,
    Question,
    Recalled,
    Thrown,
    ThrownAgain,
    thrown,
)
from domain.kit.errors import Fault

FIGHT = Question("9.1", "combat", 6, 2)
FLEE = Question("9.2", "flight", 6)


def known(question: Question, *faces: int, index: int = 0) -> Thrown:
    return thrown(Question(*question_fields(question), index), Answer(faces))


def question_fields(question: Question) -> tuple[str, str, int, int, bool, bool]:
    return (question.rule, question.purpose, question.sides, question.count, question.draw, question.secret)


class Source:
    """Says which index a question came with, as its face."""

    def answer(self, question: Question, bound: Bound) -> Answer:
        assert bound.inputs == str(question.index).encode()
        return Answer((question.index,) * question.count)


NUMBERED = Binding(3, lambda index: Bound(str(index).encode(), ()))


def test_answers_on_record_are_given_in_their_order_and_are_not_fresh() -> None:
    chance = Chance(Faces(), [Recalled(known(FIGHT, 2, 5)), Recalled(known(FLEE, 4))])
    assert chance.unused()
    assert chance.throw("9.1", "combat", sides=6, count=2) == (2, 5)
    assert chance.unused()
    assert chance.throw("9.2", "flight", sides=6) == (4,)
    assert not chance.unused()
    assert chance.fresh == []
    with pytest.raises(NotYet):
        chance.throw("9.2", "flight", sides=6)


def test_an_answer_to_another_question_is_a_fault() -> None:
    chance = Chance(Faces(1), [Recalled(known(FLEE, 4))])
    with pytest.raises(Fault, match=r"The rules ask .*combat.*; on record is an answer to .*flight"):
        chance.throw("9.1", "combat", sides=6)


def test_what_is_on_record_has_the_index_that_the_question_would_have() -> None:
    on_record = [Recalled(known(FIGHT, 2, 5, index=3))]
    chance = Chance(Source(), on_record, lambda: NUMBERED)
    assert chance.throw("9.1", "combat", sides=6, count=2) == (2, 5)
    assert chance.throw("9.2", "flight", sides=6) == (4,)
    assert chance.fresh == [known(FLEE, 4, index=4)]
    with pytest.raises(Fault):
        Chance(Source(), [Recalled(known(FIGHT, 2, 5, index=4))], lambda: NUMBERED).throw(
            "9.1", "combat", sides=6, count=2
        )


def test_a_throw_from_before_a_rewind_answers_whatever_its_index_was_and_takes_none() -> None:
    chance = Chance(Source(), [Recalled(known(FIGHT, 2, 5, index=1), again=True)], lambda: NUMBERED)
    assert chance.throw("9.1", "combat", sides=6, count=2) == (2, 5)
    assert chance.throw("9.2", "flight", sides=6) == (3,)
    with pytest.raises(Fault):
        Chance(Source(), [Recalled(known(FIGHT, 2, 5), again=True)]).throw("9.2", "flight", sides=6)


def test_a_throw_of_a_line_that_was_left_is_given_once_and_says_where_it_stands() -> None:
    spare = {17: known(FIGHT, 2, 5, index=1), 21: known(FIGHT, 6, 6, index=2), 30: known(FLEE, 1)}
    chance = Chance(Source(), (), lambda: NUMBERED, spare)
    thrice = [chance.throw("9.1", "combat", sides=6, count=2) for _ in range(3)]
    assert thrice == [(2, 5), (6, 6), (3, 3)]
    assert chance.fresh == [
        ThrownAgain(spare[17].question, 17),
        ThrownAgain(spare[21].question, 21),
        known(FIGHT, 3, 3, index=3),
    ]


@pytest.mark.parametrize(("lane", "answers"), [("iga", True), ("", True), ("game", False), ("ise", False)])
def test_a_throw_that_was_left_answers_in_its_own_lane_alone(lane: str, answers: bool) -> None:
    """One of protocol 1 has none, and answers in any."""
    left = known(FIGHT, 2, 5, index=1)
    left = replace(left, question=replace(left.question, lane=lane))
    chance = Chance(Source(), (), lambda: replace(NUMBERED, lane="iga"), {17: left})
    assert chance.throw("9.1", "combat", sides=6, count=2) == ((2, 5) if answers else (3, 3))
    (fresh,) = chance.fresh
    assert isinstance(fresh, ThrownAgain if answers else Thrown)
    assert fresh.question.lane == (lane if answers else "iga")


def test_a_draw_takes_what_its_faces_count_among_what_is_left() -> None:
    chance = Chance(Faces(2, 2, 1))
    assert chance.draw("4.1", "cards", "abc", 3) == ("b", "c", "a")
    (fresh,) = chance.fresh
    assert isinstance(fresh, Thrown)
    assert fresh.question == Question("4.1", "cards", 3, 3, draw=True, secret=True)
    assert fresh.question.limits() == (3, 2, 1)
    assert (fresh.answer(), fresh.opened_cell()) == ((2, 2, 1), "")


# faces of a question of two dice of six
MISFITS = [(), (1,), (1, 2, 3), (0, 1), (1, 7), (7, 1)]


@pytest.mark.parametrize("faces", MISFITS)
def test_faces_that_do_not_fit_the_question_are_a_fault(faces: tuple[int, ...]) -> None:
    with pytest.raises(Fault, match="Chance answered"):
        thrown(FIGHT, Answer(faces))


@pytest.mark.parametrize("faces", [(1, 1), (6, 6), (1, 6)])
def test_faces_that_fit_are_recorded(faces: tuple[int, ...]) -> None:
    assert thrown(FIGHT, Answer(faces, "ab")) == Thrown(FIGHT, faces, "ab")
    assert thrown(FIGHT, Answer(faces), real=True) == Thrown(FIGHT, faces, "", real=True)
