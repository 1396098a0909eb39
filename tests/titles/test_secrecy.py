"""What a viewer may not know changes nothing that the viewer can see."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from itertools import combinations, pairwise
from random import Random
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.game.entries.entries import Entry
from domain.kit.chance import Answer, Bound, Question
from domain.kit.facts import Fact
from domain.kit.rules import Rules
from domain.kit.sealed import PUBLIC, Sealed
from domain.twilight_shogun.board.events import CardDropped
from tests.playing import Game
from tests.titles.play import LONGEST, Luck, Played, few


class Worlds(Luck):
    """Chance whose public answers are those of the seed, and whose secret ones are those of a world."""

    def __init__(self, seed: str, world: int) -> None:
        super().__init__(seed)
        self.secrets = Random(f"{seed}, world {world}")

    def answer(self, question: Question, bound: Bound) -> Answer:
        if not question.secret:
            return super().answer(question, bound)
        return Answer(tuple(self.secrets.randint(1, top) for top in question.limits()))


FEW, ORDERS = 2, 120
"""Seeds of every run, and so many orders of their games; the long proofs play theirs to the end."""


def most(seed: int) -> int:
    return ORDERS if seed < FEW else LONGEST


def public_form(value: Any, viewer: str) -> Any:
    """The value as `viewer` may have it: of what is sealed from the viewer only that it is there."""
    if isinstance(value, Sealed):
        return public_form(value.value, viewer) if viewer in value.to else ("sealed", value.to)
    if isinstance(value, Struct):
        return (type(value), *(public_form(getattr(value, name), viewer) for name in value.__struct_fields__))
    if isinstance(value, tuple | list):
        return tuple(public_form(one, viewer) for one in value)
    if isinstance(value, dict):
        return {key: public_form(one, viewer) for key, one in value.items()}
    return value


def sealed_in(value: Any) -> Iterator[Sealed[Any]]:
    if isinstance(value, Sealed):
        yield value
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from sealed_in(getattr(value, name))
    elif isinstance(value, tuple | list):
        for one in value:
            yield from sealed_in(one)
    elif isinstance(value, dict):
        yield from sealed_in(tuple(value.values()))


def fallen(entries: Iterable[Entry]) -> list[str]:
    """The cards that leave a hand by a draw which nobody sees: which these are all may know [9.0]."""
    events = [entry.event for entry in entries if isinstance(entry, Fact)]
    return [event.dropped for event in events if isinstance(event, CardDropped)]


def seen(rules: Rules, game: Game, entries: tuple[Entry, ...], viewer: str) -> Any:
    """All that the viewer has of a game: the view, the public forms, and offers that are nobody's secret."""
    awaited = game.awaited()
    offers = None if rules.private(game.state) else [rules.offers(game.state, seat) for seat in awaited]
    return rules.view(game.state, viewer), awaited, offers, public_form(entries, viewer)


@pytest.mark.parametrize("seed", few(FEW, 8))
def test_what_others_draw_changes_nothing_that_a_viewer_sees(rules: Rules, data: Any, seed: int) -> None:
    """The same order with other secret draws: hidden things change places between a deck and a hand."""
    played, differed = Played(rules, seed, data), 0
    while not played.game.is_over() and played.orders < most(seed):
        seat, order = played.drawn()
        worlds = []
        for world in (1, 2):
            game = copy(played.game)
            worlds.append((game, game.post(seat, order, Worlds(f"{seed} {game.position}", world))))
        (one, first), (two, second) = worlds
        played.step((seat, order))
        if first == second or fallen(first) != fallen(second):  # one world, or what differs is no secret
            continue
        differed += 1
        due = {to for entry in (*first, *second) for sealed in sealed_in(entry) for to in sealed.to}
        for viewer in (*played.game.seats, PUBLIC):
            if viewer not in due and not one.is_over():
                assert seen(rules, one, first, viewer) == seen(rules, two, second, viewer)
    draws = [entry for entry in played.entries if getattr(getattr(entry, "question", None), "secret", False)]
    assert differed or not draws


@pytest.mark.parametrize("seed", few(FEW, 8))
def test_what_others_order_under_seal_changes_nothing_that_a_viewer_sees(
    rules: Rules, data: Any, seed: int
) -> None:
    """Every sealed order that is possible in the place of another: nobody else can tell them apart."""
    played, told = Played(rules, seed, data), 0
    while not played.game.is_over() and played.orders < most(seed):
        for seat in played.game.awaited():
            board, examples = played.game.state.board, played.game.examples(seat)
            sealed = [one for one in examples if isinstance(one, rules.sealed)]
            sealed = [one for one in sealed if not rules.played_openly(board, one)]
            told += sum(1 for pair in pairwise(sealed) if is_told_apart(played, seat, pair))
        played.step()
    assert told == 0


def is_told_apart(played: Played, seat: str, pair: tuple[Struct, Struct]) -> bool:
    """Whether anybody else sees a difference: in the order and its facts always, in all that follows as long
    as the order may still be replaced, which is until the last one is in.
    """
    games = [copy(played.game) for _ in pair]
    made = [game.post(seat, order, Luck(0)) for game, order in zip(games, pair, strict=True)]
    if seat not in played.rules.welcome(games[0].state):
        made = [unit(entries) for entries in made]
    return any(
        public_form(made[0], viewer) != public_form(made[1], viewer)
        or (
            seat in played.rules.welcome(games[0].state)
            and seen(played.rules, games[0], (), viewer) != seen(played.rules, games[1], (), viewer)
        )
        for viewer in (*played.game.seats, PUBLIC)
        if viewer != seat
    )


def unit(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """The order and its own facts, without what follows unasked."""
    last = next(at for at, entry in enumerate(entries) if isinstance(entry, Fact) and not entry.more)
    return entries[: last + 1]


def swapped(entries: list[Entry], viewer: str) -> Iterator[list[Entry]]:
    """The entries with one value sealed from the viewer in the place of another of its kind, and back."""
    places = [
        (at, name, entry)
        for at, entry in enumerate(entries)
        if isinstance(entry, Fact) and entry.event is not None
        for name in entry.event.__struct_fields__
        if isinstance(value := getattr(entry.event, name), Sealed) and viewer not in value.to
    ]
    for (at, name, one), (to, same, two) in combinations(places, 2):
        if type(one.event) is type(two.event) and name == same:
            yield [
                *entries[:at],
                given(one, name, two),
                *entries[at + 1 : to],
                given(two, name, one),
                *entries[to + 1 :],
            ]


def given(fact: Fact[Any, Any], name: str, other: Fact[Any, Any]) -> Fact[Any, Any]:
    assert fact.event is not None
    mine, its = getattr(fact.event, name), getattr(other.event, name)
    return replace(fact, event=replace(fact.event, **{name: Sealed(mine.to, its.value)}))


@pytest.mark.parametrize("seed", few(FEW, 8))
def test_what_others_are_dealt_changes_nothing_that_a_viewer_sees(rules: Rules, data: Any, seed: int) -> None:
    played = Played(rules, seed, data)
    for viewer in (*played.game.seats, PUBLIC):
        alike = seen(rules, played.game, tuple(played.entries), viewer)
        for entries in swapped(played.entries, viewer):
            other = Game("swapped", rules)
            for entry in entries:
                other.fold(entry)
                if other.position == 1:
                    other.begin(data)
            assert rules.conserved(other.state.board) == ""
            assert other.state != played.game.state or entries == played.entries
            assert seen(rules, other, tuple(entries), viewer) == alike


@pytest.mark.parametrize("seed", few(FEW, 8))
def test_a_private_prompt_is_never_answered_unasked(rules: Rules, data: Any, seed: int) -> None:
    def watch(game: Game) -> None:
        if rules.private(game.state):
            assert rules.only_answer(game.state) is None

    Played(rules, seed, data).to_the_end(watch)
