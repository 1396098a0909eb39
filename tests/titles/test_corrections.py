"""Random corrections in random games: each holds, nothing is lost, and the game goes on to its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, get_type_hints

import pytest
from msgspec import Struct

from domain.game.checking.readjudicate import conserved
from domain.kit.errors import Fault, IllegalMove
from domain.kit.facts import Fact, fold
from domain.kit.rules import Rules
from domain.kit.sealed import PUBLIC, REFEREE
from domain.kit.vocabulary import Named
from domain.titles import TITLES
from tests.titles.play import EVERY, Played, data_of, is_played, long_proofs
from tests.titles.test_authority import RandomOrders
from tests.titles.test_games import moves_the_agenda_once_a_unit, through_the_store
from tests.titles.test_rewinds import loaded

FEW, MANY = range(8), range(8, 108)
SOME, MORE = range(5), range(10)
"""Games in which half of the kinds of a title come up, and most of them."""
OFTEN = 0.3
TRIES = 60
"""Random corrections at one stop, of which the first that is legal is made."""

LONGEST = 9
"""Names of the longest list."""


class RandomCorrections(RandomOrders):
    """Corrections of a title out of the types of their fields, as a referee could write them."""

    def __init__(self, rules: Rules, played: Played) -> None:
        self.rules, self.random, self.played = rules, Random(played.game.id), played
        self.read, self.mentioned = 0, dict[str, None]()
        self.notation = rules.correcting(played.data, played.game.seats)
        self.kinds = self.notation.vocabulary.kinds
        self.hints = {kind: get_type_hints(kind, include_extras=True) for kind in rules.corrections}

    def some(self) -> Iterator[Struct]:
        for _ in range(TRIES):
            kind = self.random.choice(self.rules.corrections)
            hints = self.hints[kind]
            correction = kind(**{name: self.value(hints[name]) for name in kind.__struct_fields__})
            if self.is_written(correction):
                yield correction

    def value(self, hint: Any) -> Any:
        """Mostly names that have come up in this game."""
        named = [mark for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, Named)]
        if named and self.random.random() < 0.7:
            self.read_on()
            known = [name for name in self.kinds[named[0].kind].canonical if name in self.mentioned]
            return self.random.choice(known) if known else super().value(hint)
        return super().value(hint)

    def read_on(self) -> None:
        for entry in self.played.entries[self.read :]:
            self.mentioned |= dict.fromkeys(words_in(entry))
        self.read = len(self.played.entries)

    def plain(self, hint: Any, origin: Any, args: tuple[Any, ...]) -> Any:
        """Lists also of different names, up to all that there are: a track."""
        named = [mark for arg in args for mark in getattr(arg, "__metadata__", ()) if isinstance(mark, Named)]
        if origin is tuple and args[-1] is ... and named and self.random.random() < 0.5:
            names = self.kinds[named[0].kind].canonical[:LONGEST]
            return tuple(self.random.sample(names, self.random.randint(min(1, len(names)), len(names))))
        if hint is int and self.random.random() < 0.5:
            return self.random.randint(-6, 10) * 10
        return super().plain(hint, origin, args)

    def is_written(self, correction: Struct) -> bool:
        """Whether it can be written; it reads as the same then."""
        try:
            line = self.notation.write(correction)
        except Fault:  # a name of nothing, a number out of its limits
            return False
        assert self.notation.read(line) == correction
        return True


def words_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Struct):
        yield from words_in(tuple(getattr(value, name) for name in value.__struct_fields__))
    elif isinstance(value, tuple):
        for one in value:
            yield from words_in(one)
    elif isinstance(value, dict):
        yield from words_in((*value, *value.values()))


def corrected(rules: Rules, played: Played, correction: Struct) -> tuple[Fact[Any, Any], ...] | None:
    """The facts of a correction; None where it is refused."""
    try:
        return rules.correct(played.game.state, correction)
    except IllegalMove as refusal:
        says_why(rules, refusal)
        return None


def says_why(rules: Rules, refusal: IllegalMove) -> None:
    """With a heading, and in whole sentences."""
    assert refusal.rule in rules.headings
    assert refusal.why.endswith(".")
    assert refusal.instead == "" or refusal.instead.endswith(".")


def holds(rules: Rules, played: Played, correction: Struct, facts: tuple[Fact[Any, Any], ...]) -> None:
    """A correction is one unit without a throw that leaves the agenda, keeps the counts, and stands then."""
    agenda, before = played.game.state.agenda, played.game.state.board
    state = played.game.state
    moves_the_agenda_once_a_unit(list(facts))
    for fact in facts:
        assert fact.rule in rules.headings
        state = fold(rules.evolve, state, fact)
    assert state.agenda == agenda
    assert state.board != before
    assert rules.conserved(state.board) == ""
    with pytest.raises(IllegalMove, match="already"):
        rules.correct(state, correction)


@cache
def with_corrections(title: str, seed: int) -> tuple[Played, Counter[type[Struct]]]:
    """A random game in which a ruling corrects something again and again, and then to its end."""
    rules = TITLES[title]
    played, made = Played(rules, seed, data_of(rules)), Counter[type[Struct]]()
    random = RandomCorrections(rules, played)
    while not played.game.is_over():
        if random.random.random() < OFTEN:
            for correction in random.some():
                facts = corrected(rules, played, correction)
                if facts is not None:
                    holds(rules, played, correction, facts)
                    made[type(correction)] += 1
                    for fact in facts:
                        played.game.fold(fact)
                    played.entries += [*facts, *played.game.settle(played.luck)]
                    break
        if not played.game.is_over():
            played.step()
    return played, made


@pytest.mark.budget(120, "a whole game of the longest title, corrected all the time")
@pytest.mark.parametrize("seed", FEW)
def test_a_game_with_corrections_is_played_to_its_end(rules: Rules, seed: int) -> None:
    is_kept_whole(rules, seed)


@pytest.mark.soak
@pytest.mark.parametrize(("rules", "seeds"), long_proofs(MANY), indirect=["rules"])
def test_many_games_with_corrections_are_played_to_their_end(rules: Rules, seeds: list[int]) -> None:
    for seed in seeds:
        is_kept_whole(rules, seed)


def is_kept_whole(rules: Rules, seed: int) -> None:
    played, _made = with_corrections(rules.title, seed)
    assert bool(played.game.winners) != (rules.ending(played.game.state.board) == "settled")
    assert played.game.awaited() == ()
    assert conserved(rules, played.data, played.entries) is None
    stored = through_the_store(rules, played.entries)
    assert stored == played.entries
    assert loaded(rules, played.data, stored).state == played.game.state
    for viewer in (*played.game.seats, PUBLIC, REFEREE):
        rules.view(played.game.state, viewer)


@pytest.mark.budget(100, "some games to their end, with corrections in all of it")
@pytest.mark.parametrize("title", TITLES)
def test_half_of_the_corrections_of_a_title_come_up(title: str) -> None:
    """Some are legal so rarely that random ones hardly ever are; the tests of the title make each."""
    assert len(that_come_up(title, SOME)) * 2 > len(TITLES[title].corrections)


@pytest.mark.soak
@pytest.mark.parametrize("title", TITLES)
def test_most_corrections_of_a_title_come_up(title: str) -> None:
    assert len(that_come_up(title, MORE)) * 3 > len(TITLES[title].corrections) * 2


def that_come_up(title: str, seeds: range) -> Counter[type[Struct]]:
    made = Counter[type[Struct]]()
    for seed in seeds:
        if is_played(title, seed, EVERY):
            made += with_corrections(title, seed)[1]
    return made


@pytest.mark.parametrize("title", TITLES)
def test_corrections_have_tags_and_words_of_their_own(title: str) -> None:
    rules = TITLES[title]
    tags = [kind.__struct_config__.tag for kind in rules.corrections]
    others = {kind.__struct_config__.tag for kinds in (rules.orders, rules.events) for kind in kinds}
    assert tags
    assert len(set(tags)) == len(tags)
    assert others.isdisjoint(tags)
    assert set(rules.correcting(data_of(rules), rules.seats).orders) == set(rules.corrections)
    for kind in rules.corrections:
        assert kind.__struct_config__.frozen


@pytest.mark.parametrize("title", TITLES)
def test_sealed_corrections_say_whose_they_are(title: str) -> None:
    rules = TITLES[title]
    assert set(rules.sealed_corrections) <= set(rules.corrections)
    assert all("seat" in kind.__struct_fields__ for kind in rules.sealed_corrections)
    assert set(rules.reveals) <= set(rules.events)
