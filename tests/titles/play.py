"""Random games of any title: what the contract tests play with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import Struct, structs
from msgspec.structs import replace

from domain.game.entries.entries import Entry, Opened, Seated
from domain.kit.chance import Answer, Bound, Question
from domain.kit.facts import State
from domain.kit.rules import Rules, fixed_options, options_of
from domain.titles import TITLES
from tests.playing import Game

FIXTURES = Path(__file__).parents[2] / "fixtures"

LONGEST = 5_000
"""Orders that the longest random game has."""

EVERY = {"kawanakajima": 5, "twilight_shogun": 5, "rising_sun": 2, "clan_war": 2}
"""Of so many pairs of seeds one is played, of the other titles all: in pairs, for scenarios take turns."""

MORE = {**EVERY, "kawanakajima": 10}
"""The same for single games that are left to the long proofs."""

LONG = {title: 2 * MORE.get(title, 1) for title in TITLES}
"""The same where a long proof plays many."""

TOGETHER = 10
"""Games of one long proof."""

Watch = Callable[[Game], None]


class Luck:
    """Chance from a seeded generator."""

    def __init__(self, seed: int | str) -> None:
        self.random = Random(seed)

    def answer(self, question: Question, bound: Bound) -> Answer:
        return Answer(tuple(self.random.randint(1, top) for top in question.limits()))


def data_of(rules: Rules) -> Any:
    """The title's data set, as it ships."""
    return _shipped(rules.title)


@cache
def _shipped(title: str) -> Any:
    """Read once, for nothing changes it."""
    folder = FIXTURES / title
    files = {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file()}
    return TITLES[title].read_data(files)


def is_played(title: str, seed: int, rates: Mapping[str, int]) -> bool:
    """Whether a seed is one of those that are played of a title."""
    return seed // 2 % rates.get(title, 1) == 0


def few(seeds: int, more: int) -> list[Any]:
    """Seeds as parameters: the first few for every run, those up to `more` for the long proofs."""
    return [pytest.param(seed, marks=[pytest.mark.soak] if seed >= seeds else []) for seed in range(more)]


def long_proofs(seeds: Iterable[int]) -> list[Any]:
    """Title and seeds, ten at a time, of what the long proofs play; the fixture `rules` takes the title."""
    each = [(title, [seed for seed in seeds if is_played(title, seed, LONG)]) for title in TITLES]
    return [
        pytest.param(title, played[at : at + TOGETHER], id=f"{title}-{played[at]}")
        for title, played in each
        for at in range(0, len(played), TOGETHER)
    ]


def opening(rules: Rules, seed: int) -> Opened[Any]:
    """An opening: the presets and the numbers of seats in turn."""
    scenario = rules.scenarios[seed % len(rules.scenarios)]
    fewest, most = scenario.seats
    names = tuple(rules.presets)
    preset = names[seed // (most - fewest + 1) % len(names)]
    seats = rules.seats[: fewest + seed % (most - fewest + 1)]
    return Opened(
        title=rules.title,
        scenario=scenario.name,
        edition=rules.edition,
        preset=preset,
        options=options_of(rules, scenario.name, preset),
        data="as it ships",
        seats=tuple(Seated(seat, f"player {place}") for place, seat in enumerate(seats, 1)),
        chance="a seeded generator",
    )


class Played:
    """A random game: the game as it stands, its entries, and what was ordered from where."""

    def __init__(self, rules: Rules, seed: int, data: Any, options: Struct | None = None) -> None:
        self.rules, self.data = rules, data
        self.random, self.luck, self.orders = Random(seed), Luck(seed), 0
        self.game = Game(f"random-{seed}", rules)
        first = opening(rules, seed)
        if options is not None:
            options = structs.replace(options, **fixed_options(rules, first.scenario))
            first = replace(first, preset="", options=options)
        self.entries: list[Entry] = list(self.game.open(first, data, self.luck))
        self.stops: dict[int, State[Any, Any]] = {self.game.position: self.game.state}

    def choices(self) -> Iterator[tuple[str, Struct]]:
        """Who is awaited, with each order that is legal."""
        for seat in self.game.awaited():
            offers = self.game.examples(seat)
            assert offers, f"{seat} is awaited, and has no legal order."
            yield from ((seat, order) for order in offers)

    def step(self, given: tuple[str, Struct] | None = None) -> None:
        """One order: the one that is given, or a random one."""
        self.orders += 1
        assert self.orders <= LONGEST, "This game does not end."
        seat, order = given or self.random.choice(list(self.choices()))
        self.entries += self.game.post(seat, order, self.luck)
        self.stops[self.game.position] = self.game.state

    def to_the_end(self, watch: Watch | None = None) -> Played:
        while not self.game.is_over():
            if watch is not None:
                watch(self.game)
            self.step()
        return self


@cache
def finished(title: str, seed: int) -> Played:
    """A random game to its end, played once for all tests that only look at it."""
    rules = TITLES[title]
    return Played(rules, seed, data_of(rules)).to_the_end()
