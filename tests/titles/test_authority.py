"""Random orders of random seats: what is not legal is refused with a reason, and nothing changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from random import Random
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
from msgspec import Struct

from domain.kit.chance import Answer, Bound, Question
from domain.kit.errors import IllegalMove, OrderError
from domain.kit.rules import Rules
from domain.kit.vocabulary import Named
from tests.playing import Game
from tests.titles.play import LONGEST, Luck, Played
from tests.titles.short import GAMES, short

AUTHORITY = "seat"
"""The heading that is cited for a seat that this game does not have."""


class RandomOrders:
    """Orders of a title out of the types of their fields: names of its vocabulary, and names of nothing."""

    def __init__(self, rules: Rules, played: Played) -> None:
        self.rules, self.random = rules, Random(played.game.id)
        self.kinds = rules.notation(played.data, rules.seats).vocabulary.kinds
        self.hints = {order: get_type_hints(order, include_extras=True) for order in rules.orders}

    def any(self) -> Struct:
        kind = self.random.choice(self.rules.orders)
        return kind(**{name: self.value(self.hints[kind][name]) for name in kind.__struct_fields__})

    def value(self, hint: Any) -> Any:
        named = [mark for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, Named)]
        if named:
            return self.random.choice((*self.kinds[named[0].kind].canonical, "nowhere"))
        hint = getattr(hint, "__origin__", hint) if hasattr(hint, "__metadata__") else hint
        return self.plain(hint, get_origin(hint), get_args(hint))

    def plain(self, hint: Any, origin: Any, args: tuple[Any, ...]) -> Any:
        if origin is tuple and args[-1:] == (...,):
            return tuple(self.value(args[0]) for _ in range(self.random.randint(0, 3)))
        if origin is tuple:
            return tuple(map(self.value, args))
        if origin is Literal:
            return self.random.choice(args)
        if origin in (Union, UnionType):
            return self.value(self.random.choice(args))
        plain: dict[Any, Any] = {
            int: self.random.randint(-2, 12),
            bool: self.random.random() < 0.5,
            str: "words",
        }
        return plain.get(hint)


class Counted(Luck):
    """Chance that knows whether it was asked."""

    asked = 0

    def answer(self, question: Question, bound: Bound) -> Answer:
        self.asked += 1
        return super().answer(question, bound)


def refusals(rules: Rules, data: Any, seed: int, tries: int, most: int = LONGEST) -> Iterator[OrderError]:
    """Plays a game, or so many orders of it; at each stop tries orders that nobody offered."""
    played = Played(rules, seed, data)
    orders = RandomOrders(rules, played)
    while not played.game.is_over() and played.orders < most:
        for _ in range(tries):
            seat, order = played.random.choice((*rules.seats, "nobody")), orders.any()
            if not is_legal(played, seat, order):
                yield refused(played, seat, order)
        played.step()
    for seat in played.game.seats if played.game.is_over() else ():
        yield refused(played, seat, orders.any())


def is_legal(played: Played, seat: str, order: Struct) -> bool:
    """Whether the order is offered; where legal orders are too many to list, whether the rules take it."""
    offers = played.game.offers(seat) if seat in played.game.seats else ()
    if offers is not None and type(order) not in played.rules.always:
        return order in offers
    try:
        copy(played.game).post(seat, order, Luck(0))
    except OrderError:
        return False
    return True


def refused(played: Played, seat: str, order: Struct) -> OrderError:
    return refused_in(played.game, seat, order)


def refused_in(game: Game, seat: str, order: Struct) -> OrderError:
    state, position, chance = game.state, game.position, Counted(0)
    with pytest.raises(OrderError) as refusal:
        game.post(seat, order, chance)
    assert game.state is state
    assert (game.position, game.pending, chance.asked) == (position, None, 0)
    return refusal.value


def is_well_said(rules: Rules, refusal: OrderError) -> bool:
    """A sentence, and a heading that the title has."""
    heading = refusal.rule if isinstance(refusal, IllegalMove) else AUTHORITY
    return str(refusal).rstrip().endswith(".") and heading in (*rules.headings, AUTHORITY)


ORDERS = 60
"""Of a game in which orders that are not legal are tried."""


@pytest.mark.parametrize("seed", range(2))
def test_what_is_not_legal_is_refused(rules: Rules, data: Any, seed: int) -> None:
    are_well_said(rules, list(refusals(rules, data, seed, 6, ORDERS)))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(6))
def test_what_is_not_legal_is_refused_to_the_end(rules: Rules, data: Any, seed: int) -> None:
    are_well_said(rules, list(refusals(rules, data, seed, 6)))


def test_nobody_orders_when_a_game_is_over(rules: Rules) -> None:
    first, end = short(rules.title).game(0), short(rules.title).game(1)
    order = first.examples(first.awaited()[0])[0]
    assert end.is_over()
    for seat in end.seats:
        assert is_well_said(rules, refused_in(end, seat, order))


def are_well_said(rules: Rules, some: Sequence[OrderError]) -> None:
    assert len(some) > 100
    assert [str(refusal) for refusal in some if not is_well_said(rules, refusal)] == []


@pytest.mark.soak
def test_what_is_not_legal_is_refused_ten_thousand_times(rules: Rules, data: Any) -> None:
    counted, seed = 0, 100
    while counted < 10_000:
        for refusal in refusals(rules, data, seed, 20):
            assert is_well_said(rules, refusal), refusal
            counted += 1
        seed += 1


@pytest.mark.parametrize("nth", range(GAMES))
def test_what_is_legal_now_is_refused_to_the_others(rules: Rules, nth: int) -> None:
    for game in short(rules.title, nth).games():
        is_refused_to_others(game)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(6))
def test_what_is_legal_is_refused_to_the_others_to_the_end(rules: Rules, data: Any, seed: int) -> None:
    Played(rules, seed, data).to_the_end(is_refused_to_others)


def is_refused_to_others(game: Game) -> None:
    may_speak = (*game.awaited(), *game.rules.welcome(game.state))
    order = game.examples(game.awaited()[0])[0]
    for seat in (*game.rules.seats, "nobody"):
        if seat not in may_speak:
            assert is_well_said(game.rules, refused_in(game, seat, order))
