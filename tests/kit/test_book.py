"""The loops of the book, with the rules of a toy: what nobody answers ends, what is moot is dropped."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.kit.book import Book
from domain.kit.chance import Chance, Faces
from domain.kit.errors import Fault
from domain.kit.facts import Fact, Outcome, State, does, keeps


class Board(Struct, frozen=True):
    left: int
    over: bool = False


class Ask(Struct, frozen=True, tag="ask"):
    seat: str


class AskAll(Struct, frozen=True, tag="ask-all"):
    seats: tuple[str, ...]
    welcome: tuple[str, ...] = ()


class Rest(Struct, frozen=True, tag="rest"):
    pass


class Gone(Struct, frozen=True, tag="gone"):
    pass


class Take(Struct, frozen=True, tag="take"):
    count: int


class Shout(Struct, frozen=True, tag="shout"):
    pass


class Taken(Struct, frozen=True, tag="taken"):
    count: int


class Slept(Struct, frozen=True, tag="slept"):
    pass


BOOK: Book[Board] = Book(over=lambda board: board.over)


@BOOK.offered(Ask, "1.1", private=True)
def takes(board: Board, item: Ask, seat: str) -> Iterator[Take]:
    """One to as many as are left [1.1]."""
    yield from (Take(count) for count in range(1, board.left + 1))


@BOOK.answer(Ask, Take, "1.2")
def take(board: Board, item: Ask, seat: str, order: Take, chance: Chance) -> Outcome:
    """[1.2]"""
    return does(Taken(order.count), then=(Rest(),))


@BOOK.when_none(Ask, "1.3")
def nothing(board: Board, item: Ask, chance: Chance) -> Outcome:
    """[1.3]"""
    return does(Slept())


@BOOK.examples(AskAll, "1.4")
def some_takes(board: Board, item: AskAll, seat: str) -> tuple[Take, ...]:
    """[1.4]"""
    return (Take(1),)


@BOOK.answer(AskAll, Take, "1.5")
def take_together(board: Board, item: AskAll, seat: str, order: Take, chance: Chance) -> Outcome:
    """[1.5]"""
    return keeps(Taken(order.count))


@BOOK.step(Rest, "2.1")
def rest(board: Board, item: Rest, chance: Chance) -> Outcome:
    """[2.1]"""
    return does(Slept())


@BOOK.moot(Rest, "2.2")
def no_rest(board: Board, item: Rest) -> bool:
    """[2.2]"""
    return board.left == 9


@BOOK.anytime(Shout, "3.1")
def shout(board: Board, seat: str, order: Shout, chance: Chance) -> Outcome:
    """[3.1]"""
    return keeps(Slept())


@BOOK.fires(Ask, "3.2")
def standing(board: Board, item: Ask, seat: str) -> Take | None:
    """[3.2]"""
    return Take(2) if board.left == 2 else None


ASKED = State(Board(3), (Ask("iga"), Rest()))
TOGETHER = State(Board(3), (AskAll(("iga", "ise"), ("kii",)),))
LUCK = Chance(Faces())


def over(state: State[Board, Any]) -> State[Board, Any]:
    return State(replace(state.board, over=True), state.agenda)


def test_who_is_asked() -> None:
    assert (BOOK.awaited(ASKED), BOOK.welcome(ASKED)) == (("iga",), ())
    assert (BOOK.awaited(TOGETHER), BOOK.welcome(TOGETHER)) == (("iga", "ise"), ("kii",))
    for state in (State(Board(3), (Rest(),)), State(Board(3)), over(ASKED), over(TOGETHER)):
        assert (BOOK.awaited(state), BOOK.welcome(state)) == ((), ())


def test_what_is_expected_and_whether_it_is_private() -> None:
    assert (BOOK.expected(ASKED), BOOK.private(ASKED)) == ((Take,), True)
    assert (BOOK.expected(TOGETHER), BOOK.private(TOGETHER)) == ((Take,), False)
    assert (BOOK.expected(State(Board(3))), BOOK.private(State(Board(3)))) == ((), False)
    assert BOOK.fields()["always"] == (Shout,)


def test_what_is_offered_and_to_whom() -> None:
    assert BOOK.offers(ASKED, "iga") == (Take(1), Take(2), Take(3))
    assert BOOK.offers(ASKED, "ise") == ()
    assert BOOK.offers(TOGETHER, "iga") is None
    assert BOOK.offers(TOGETHER, "kii") is None
    assert BOOK.offers(TOGETHER, "yamato") == ()
    assert BOOK.some(ASKED, "iga") == (Take(1), Take(2), Take(3))
    assert BOOK.some(TOGETHER, "ise") == (Take(1),)
    assert BOOK.some(TOGETHER, "yamato") == ()


def test_an_answer_and_an_order_at_any_time() -> None:
    assert BOOK.decide(ASKED, "iga", Take(2), LUCK) == (Fact("1.2", Taken(2), True, (Rest(),)),)
    assert BOOK.decide(TOGETHER, "ise", Take(2), LUCK) == (Fact("1.5", Taken(2)),)
    assert BOOK.decide(ASKED, "ise", Shout(), LUCK) == (Fact("3.1", Slept()),)


# state, what is done unasked
UNASKED: list[tuple[State[Board, Any], tuple[Fact[Any, Any], ...]]] = [
    (State(Board(3)), ()),
    (ASKED, ()),
    (TOGETHER, ()),
    (State(Board(0), (Ask("iga"),)), (Fact("1.3", Slept(), True),)),
    (State(Board(3), (Rest(),)), (Fact("2.1", Slept(), True),)),
    (State(Board(9), (Rest(),)), (Fact("2.2", None, True),)),
    (over(ASKED), (Fact("agenda", None, True),)),
]


@pytest.mark.parametrize(("state", "done"), UNASKED)
def test_what_is_done_unasked(state: State[Board, Any], done: tuple[Fact[Any, Any], ...]) -> None:
    assert BOOK.advance(state, LUCK) == done


def test_an_item_without_a_rule_is_a_fault_of_ours() -> None:
    with pytest.raises(Fault, match="No rule deals with Gone"):
        BOOK.advance(State(Board(3), (Gone(),)), LUCK)


def test_a_prompt_that_nobody_can_answer_just_ends_where_no_rule_says_more() -> None:
    book: Book[Board] = Book()
    book.offered(Ask, "1.1")(takes)
    book.answer(Ask, Take, "1.2")(take)
    assert book.advance(State(Board(0), (Ask("iga"),)), LUCK) == (Fact("agenda", None, True),)
    assert book.advance(State(Board(1), (Ask("iga"),)), LUCK) == ()
    assert not book.private(State(Board(1), (Ask("iga"),)))


def test_the_only_answer_is_given_where_it_is_one_and_tells_no_secret() -> None:
    book: Book[Board] = Book(over=lambda board: board.over)
    book.offered(Ask, "1.1")(takes)
    book.answer(Ask, Take, "1.2")(take)
    book.offered(AskAll, "1.4")(
        lambda board, item, seat: takes(replace(board, left=len(seat) - 2), item, seat)
    )
    book.answer(AskAll, Take, "1.5")(take_together)
    found = [book.only_answer(State(Board(left), (Ask("iga"),))) for left in (0, 1, 2)]
    assert found == [None, ("iga", Take(1)), None]
    assert book.only_answer(State(Board(3), (AskAll(("yamato", "kii")),))) == ("kii", Take(1))
    assert book.only_answer(State(Board(3), (AskAll(("yamato",)),))) is None
    for state in (State(Board(1), (Rest(),)), State(Board(1)), over(State(Board(1), (Ask("iga"),)))):
        assert book.only_answer(state) is None
    assert BOOK.only_answer(State(Board(1), (Ask("iga"),))) is None
    assert BOOK.only_answer(TOGETHER) is None


def test_the_first_seat_with_a_standing_order() -> None:
    assert BOOK.standing(ASKED) is None
    assert BOOK.standing(State(Board(2), (Ask("iga"),))) == ("iga", Take(2))
    assert BOOK.standing(TOGETHER) is None
    assert BOOK.standing(over(State(Board(2), (Ask("iga"),)))) is None


def test_every_function_stands_under_its_number() -> None:
    assert {rule: [one.__name__ for one in found] for rule, found in BOOK.numbers.items()} == {
        "1.1": ["takes"],
        "1.2": ["take"],
        "1.3": ["nothing"],
        "1.4": ["some_takes"],
        "1.5": ["take_together"],
        "2.1": ["rest"],
        "2.2": ["no_rest"],
        "3.1": ["shout"],
        "3.2": ["standing"],
    }
