"""Orders put together step by step, with the rules of a toy: what leads to a legal order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar

import pytest
from msgspec import Meta, Struct

from domain.kit.assembled import assembled
from domain.kit.bars import Bar, Bars, refuse_first
from domain.kit.book import Book
from domain.kit.chance import Chance
from domain.kit.facts import Outcome, State, does
from domain.kit.narrowed import NUMBER, SOME, TEXT, Limits, Narrowed, Picks, counted, values_of
from domain.kit.picked import picks_of
from domain.kit.rules import Rules
from domain.kit.steps import (
    LEGAL,
    NEXT,
    POSSIBLE,
    SHUT,
    SURE,
    NoSuchPick,
    Step,
    first_of,
    narrowing,
    read,
    why_not,
)
from domain.kit.vocabulary import Named
from tests.titles.stepping import step_of

Card = Annotated[str, Named("card")]


class Board(Struct, frozen=True):
    turn: int = 1
    winners: tuple[str, ...] = ()


class Listed(Struct, frozen=True, tag="listed"):
    seat: str


class Free(Struct, frozen=True, tag="free"):
    seat: str


class Paired(Struct, frozen=True, tag="paired"):
    seat: str


class Place(Struct, frozen=True, tag="place"):
    FORM: ClassVar[str] = "place {card} in {at}[ for {coins}]"
    card: Card
    at: Annotated[str, Named("place")]
    coins: Annotated[int, Meta(ge=0, le=9)] = 0


class Pass(Struct, frozen=True, tag="pass"):
    FORM: ClassVar[str] = "pass"


class Tell(Struct, frozen=True, tag="tell"):
    FORM: ClassVar[str] = "tell {cards} in {at} {far} {coins}[ as {why}]"
    cards: tuple[Card, ...]
    at: Annotated[str, Named("place")]
    far: Annotated[str, Named("distance")]
    coins: Annotated[int, Meta(ge=1, le=3)]
    why: str = ""


class Pair(Struct, frozen=True, tag="pair"):
    FORM: ClassVar[str] = "pair {cards}"
    cards: tuple[Card, ...]


class Burn(Struct, frozen=True, tag="burn"):
    FORM: ClassVar[str] = "burn {card}"
    card: Card


class Resign(Struct, frozen=True, tag="resign"):
    FORM: ClassVar[str] = "resign"


class Done(Struct, frozen=True, tag="done-event"):
    SAYS: ClassVar[str] = "Done."


BOOK: Book[Board] = Book()
CARDS = ("crane", "lion", "crab", "fox")


@BOOK.offered(Listed, "1")
def places(board: Board, item: Listed, seat: str) -> Iterator[Struct]:
    yield from (
        Place(card, at, coins) for card in ("crane", "lion") for at in ("iga", "ise") for coins in (1, 2)
    )
    yield Place("crab", "iga")
    yield Pass()


@BOOK.answer(Listed, Place, "1")
@BOOK.answer(Listed, Pass, "1")
def place(board: Board, item: Listed, seat: str, order: Struct, chance: Chance) -> Outcome:
    refuse_first(Bar("1", "Not offered.") for _ in range(order not in tuple(places(board, item, seat))))
    return does(Done())


@BOOK.answer(Free, Tell, "2")
def tell(board: Board, item: Free, seat: str, order: Tell, chance: Chance) -> Outcome:
    refuse_first(Bar("2", f"{order.at} is no place for it.") for _ in range(order.at == "kii"))
    return does(Done())


@BOOK.answer(Free, Pass, "2")
def never(board: Board, item: Free, seat: str, order: Pass, chance: Chance) -> Outcome:
    refuse_first(iter((Bar("2", "Something has to be told."),)))
    return does()


@BOOK.answer(Paired, Burn, "3")
@BOOK.answer(Paired, Pass, "3")
def other(board: Board, item: Paired, seat: str, order: Struct, chance: Chance) -> Outcome:
    return does(Done())


def pair_bars(order: Pair) -> Bars:
    """Two, not the fox, and the crab with the lion alone."""
    if "fox" in order.cards:
        yield Bar("3", "The fox goes alone.")
    if len(order.cards) > 2:
        yield Bar("3", "Two make a pair.")
    if len(order.cards) < 2:
        yield Bar("3", "One more makes a pair.", cured=True)
    if "crab" in order.cards and "crane" in order.cards:
        yield Bar("3", "The crab pairs with the lion.")


@BOOK.answer(Paired, Pair, "3")
def pair(board: Board, item: Paired, seat: str, order: Pair, chance: Chance) -> Outcome:
    refuse_first(pair_bars(order))
    return does(Done())


@BOOK.narrows(Paired, Pair, "3", first=True)
def pairs(board: Board, item: Paired, seat: str, picks: Picks) -> Narrowed:
    left = values_of("cards", (card for card in CARDS if card not in picks))
    return Narrowed(left, SOME, "cards", Pair(picks) if picks else None, pair_bars)


@BOOK.anytime(Resign, "4")
def resign(board: Board, seat: str, order: Resign, chance: Chance) -> Outcome:
    return does(Done())


DISTANCES = tuple(f"{quarter / 4:g}" for quarter in range(9))
TOY = assembled(
    BOOK,
    lambda data, seats: {"card": CARDS, "place": ("iga", "ise", "kii"), "distance": DISTANCES},
    title="toy",
    name="Toy",
    seats=("red", "blue"),
    options=Board,
    presets={"default": Board()},
    orders=(Place, Pass, Tell, Pair, Burn, Resign),
    events=(Done,),
    items=(Listed, Free, Paired),
    headings={},
    read_data=lambda files: None,
    begin=lambda options, data, seats: Board(),
    setup=lambda board: (),
    evolve=lambda board, event: board,
    grave=lambda order: isinstance(order, Burn | Resign),
)
WORDS = TOY.notation(None, TOY.seats)


def at(item: Struct) -> State[Any, Any]:
    return State(Board(), (item,))


def step(item: Struct, *picks: str) -> Step:
    return step_of(TOY, WORDS, at(item), "red", picks)


def may(found: Step) -> dict[str, str]:
    return {one.value.pick: one.may for one in found.choices}


# ---- listed


def test_the_first_pick_of_a_listed_prompt_is_a_kind_with_its_first_field() -> None:
    assert may(step(Listed("red"))) == dict.fromkeys(
        ("place crane", "place lion", "place crab", "pass"), LEGAL
    )


def test_what_follows_alone_needs_no_pick_of_its_own() -> None:
    found = step(Listed("red"), "place crab")
    assert (found.order, found.is_whole, found.is_open) == (Place("crab", "iga", 0), True, False)


def test_each_field_is_a_step() -> None:
    assert may(step(Listed("red"), "place lion")) == {"iga": LEGAL, "ise": LEGAL}
    found = step(Listed("red"), "place lion", "ise", "2")
    assert found.order == Place("lion", "ise", 2)
    assert [(one.field, one.value) for one in found.before] == [
        ("card", "lion"),
        ("at", "ise"),
        ("coins", "2"),
    ]


@pytest.mark.parametrize("picks", [("place fox",), ("place lion", "kii"), ("place crab", "iga"), ("yes",)])
def test_a_pick_that_is_not_there_is_named(picks: Picks) -> None:
    with pytest.raises(NoSuchPick) as told:
        step(Listed("red"), *picks)
    assert told.value.nth == len(picks) - 1


def test_a_seat_that_is_not_asked_has_nothing_to_pick() -> None:
    found = step_of(TOY, WORDS, at(Listed("blue")), "red", ())
    assert (found.choices, found.order) == ((), None)


# ---- forms


def test_a_form_asks_field_by_field_and_tries_only_what_is_whole() -> None:
    kinds = step(Free("red"))
    assert may(kinds)["crane"] == POSSIBLE
    assert may(kinds)["pass"] == SHUT
    listed = step(Free("red"), "crane", "lion")
    assert may(listed) == dict.fromkeys(("crab", "fox", "+at"), POSSIBLE)
    assert listed.widget == SOME
    far = step(Free("red"), "crane", "+at", "kii")
    assert (far.widget, far.limits, far.order) == (NUMBER, Limits(0, 2, 0.25), None)
    coins = step(Free("red"), "crane", "+at", "kii", "0.75")
    assert (coins.widget, coins.limits) == (NUMBER, Limits(1, 3))
    refused = step(Free("red"), "crane", "+at", "kii", "0.75", "3")
    assert refused.lacks == Bar("2", "kii is no place for it.")
    assert not refused.is_whole


def test_what_may_be_left_out_is_asked_for_after_the_rest() -> None:
    told = ("crane", "+at", "iga", "1.5", "2")
    assert step(Free("red"), *told).is_whole
    assert may(step(Free("red"), *told)) == {"+why": POSSIBLE}
    begun = step(Free("red"), *told, "+why")
    assert (begun.widget, begun.is_whole) == (TEXT, False)
    assert step(Free("red"), *told, "+why", "a long story").order == Tell(
        ("crane",), "iga", "1.5", 2, "a long story"
    )


@pytest.mark.parametrize("wrong", ["0", "4", "1.5", "²", "+2", " 2", "1" * 20])
def test_a_number_is_one_within_its_limits(wrong: str) -> None:
    with pytest.raises(NoSuchPick):
        step(Free("red"), "crane", "+at", "iga", "1.5", wrong)


# ---- narrowed


def test_a_value_is_picked_if_some_order_that_it_leads_to_is_legal() -> None:
    assert may(step(Paired("red"))) == {
        **dict.fromkeys(("crane", "lion", "crab"), LEGAL),
        "fox": SHUT,
        **dict.fromkeys(("burn", "pass"), POSSIBLE),
        "pass": LEGAL,
    }
    one = step(Paired("red"), "crab")
    assert may(one) == {"crane": SHUT, "lion": LEGAL, "fox": SHUT}
    assert one.lacks == Bar("3", "One more makes a pair.", cured=True)
    assert step(Paired("red"), "crab", "lion").is_whole


def test_what_is_shut_says_what_no_further_pick_lifts() -> None:
    told = {one.value.pick: one.bar for one in step(Paired("red"), "crab").choices if not one.may}
    assert told["crane"] == Bar("3", "The crab pairs with the lion.")
    assert told["fox"] == Bar("3", "The fox goes alone.")
    narrow = narrowing(TOY, WORDS, at(Paired("red")), "red")
    assert why_not(narrow, ("crab",), "crane") == Bar("3", "The crab pairs with the lion.")
    assert why_not(narrow, ("crab",), "lion") is None


def test_what_is_not_looked_at_is_possible(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("domain.kit.steps.MOST_LOOKS", 3)
    assert set(may(step(Paired("red"))).values()) >= {POSSIBLE}


# ---- asked once more


def test_what_destroys_is_asked_once_more() -> None:
    asked = step(Paired("red"), "burn", "fox")
    assert asked.asks_sure
    assert not asked.is_whole
    assert may(asked) == {SURE: LEGAL}
    sure = step(Paired("red"), "burn", "fox", SURE)
    assert (sure.order, sure.is_whole, sure.is_open) == (Burn("fox"), True, False)


def test_giving_up_is_none_of_the_values_and_can_be_picked_at_any_time() -> None:
    for item in (Paired("red"), Listed("red"), Listed("blue")):
        assert "resign" not in may(step(item))
        assert step(item, "resign").asks_sure
        assert step(item, "resign", SURE).is_whole


def test_only_what_is_asked_is_confirmed() -> None:
    with pytest.raises(NoSuchPick):
        step(Paired("red"), "crab", "lion", SURE)


# ---- one order after the other


def first(item: Struct, *picks: str) -> tuple[Struct | None, int, bool]:
    found = first_of(narrowing(TOY, WORDS, at(item), "red"), picks, TOY.grave)
    return found.step.order, found.used, found.is_closed


def test_an_order_to_which_nothing_can_be_added_is_closed() -> None:
    assert first(Listed("red"), "place crab") == (Place("crab", "iga"), 1, True)
    assert first(Listed("red"), "place crab", "more") == (Place("crab", "iga"), 1, True)
    assert first(Listed("red"), "place crab", NEXT) == (Place("crab", "iga"), 2, True)
    pair = Pair(("crab", "lion"))  # two make one: all else is shut
    assert first(Paired("red"), "crab", "lion") == (pair, 2, True)
    assert first(Paired("red"), "crab", "lion", "crane") == (pair, 2, True), (
        "Two make a pair: all else is shut."
    )
    assert first(Listed("red"), "place lion", "ise") == (None, 2, False)
    assert first(Paired("red"), "burn", "fox") == (Burn("fox"), 2, False)
    assert first(Paired("red"), "burn", "fox", SURE, "more") == (Burn("fox"), 3, True)


def test_one_to_which_more_can_be_added_is_closed_by_a_word() -> None:
    told = ("crane", "+at", "iga", "1.5", "2")
    order = Tell(("crane",), "iga", "1.5", 2)
    assert first(Free("red"), *told) == (order, 5, False)
    assert first(Free("red"), *told, NEXT, "more") == (order, 6, True)
    with pytest.raises(NoSuchPick):
        first(Free("red"), "crane", NEXT)


# ---- back into picks


@pytest.mark.parametrize(
    ("item", "order"),
    [
        (Listed("red"), Place("lion", "ise", 2)),
        (Listed("red"), Pass()),
        (Free("red"), Tell(("fox", "crab"), "ise", "0.25", 1, "it was so")),
        (Paired("red"), Pair(("lion", "crab"))),
        (Paired("red"), Burn("crane")),
    ],
)
def test_what_is_typed_is_read_into_picks(item: Struct, order: Struct) -> None:
    narrow = narrowing(TOY, WORDS, at(item), "red")
    picks = picks_of(narrow, WORDS, order)
    assert picks is not None
    assert read(narrow, picks).order == order


@pytest.mark.parametrize(
    ("item", "order"), [(Listed("red"), Place("fox", "iga", 1)), (Paired("red"), Pair(("crab", "crane")))]
)
def test_what_is_not_legal_has_no_picks(item: Struct, order: Struct) -> None:
    assert picks_of(narrowing(TOY, WORDS, at(item), "red"), WORDS, order) is None


def test_names_that_follow_each_other_are_counted() -> None:
    assert counted(("a", "a", "b", "a", "c", "c", "c")) == ("a", "2", "b", "a", "c", "3")
    assert counted(()) == ()


def test_a_title_says_nothing_where_it_has_nothing_to_say() -> None:
    assert Rules.__struct_fields__.index("narrows")
    assert TOY.narrows(at(Listed("red")), "red").kinds == {}
