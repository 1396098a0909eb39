"""Random games of any title: what the contract tests play with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from msgspec import Struct, structs
from msgspec.structs import replace

from domain.game.entries.entries import Entry, Opened, Seated
from domain.game.state.game_state import GameState
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

KEPT = 60
"""Random games that a process keeps for whoever looks at them next."""

Watch = Callable[[Game], None]


class Luck:
    """Chance from a seeded generator."""

    def __init__(self, seed: int | str) -> None:
        self.random = Random(seed)

    def answer(self, question: Question, bound: Bound) -> Answer:
        return Answer(self.throw(question.limits()))

    def throw(self, limits: Iterable[int]) -> tuple[int, ...]:
        return tuple(self.random.randint(1, top) for top in limits)


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


Given = tuple[str, Struct]
"""An order, and whose it is."""


class Step(NamedTuple):
    """An order of a random game: what could be chosen, and what came of the choice."""

    choices: Sequence[Given]
    given: Given
    entries: Sequence[Entry]
    asked: Sequence[int]
    then: GameState


class _Noting(Luck):
    """Notes what it is asked, so that another can be asked the same."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.asked: list[int] = []

    def throw(self, limits: Iterable[int]) -> tuple[int, ...]:
        asked = tuple(limits)
        self.asked += asked
        return super().throw(asked)

    def noted(self) -> Sequence[int]:
        asked, self.asked = self.asked, []
        return asked


class Course:
    """A random game as far as anybody has wanted it. All look at the same one, and nothing in it changes."""

    def __init__(self, rules: Rules, seed: int, data: Any, options: Struct | None = None) -> None:
        self._seed, self._random, self._luck = seed, Random(seed), _Noting(seed)
        game, first = Game(f"random-{seed}", rules), opening(rules, seed)
        if options is not None:
            options = structs.replace(options, **fixed_options(rules, first.scenario))
            first = replace(first, preset="", options=options)
        self.opened: Sequence[Entry] = game.open(first, data, self._luck)
        self._asked, self.start, self._steps = self._luck.noted(), game.now, list[Step]()

    def step(self, nth: int) -> Step:
        while len(self._steps) <= nth:
            self._steps.append(self._next())
        return self._steps[nth]

    def _next(self) -> Step:
        game = Game.at(self._steps[-1].then if self._steps else self.start)
        choices = tuple(choices_of(game))
        seat, order = self._random.choice(choices)
        entries = game.post(seat, order, self._luck)
        return Step(choices, (seat, order), entries, self._luck.noted(), game.now)

    def chances(self, steps: int) -> tuple[Random, Luck]:
        """What chooses and what throws, as they stand after so many of them."""
        random, luck = Random(self._seed), Luck(self._seed)
        luck.throw(self._asked)
        for step in self._steps[:steps]:
            random.choice(step.choices)
            luck.throw(step.asked)
        return random, luck


def choices_of(game: Game) -> Iterator[Given]:
    for seat in game.awaited():
        offers = game.examples(seat)
        assert offers, f"{seat} is awaited, and has no legal order."
        yield from ((seat, order) for order in offers)


def course_of(rules: Rules, seed: int, data: Any, options: Struct | None = None) -> Course:
    """The one of a title as it ships is kept for whoever asks next; of other rules and data each is new."""
    if rules is TITLES.get(rules.title) and data is data_of(rules):
        return _course(rules.title, seed, options)
    return Course(rules, seed, data, options)


@lru_cache(maxsize=KEPT)
def _course(title: str, seed: int, options: Struct | None) -> Course:
    rules = TITLES[title]
    return Course(rules, seed, data_of(rules), options)


class Played:
    """A random game: the game as it stands, its entries, and what was ordered from where.

    As long as nothing but `step` moves it on it is looked up in its course, which all who look at it share.
    Whatever else is done to it is done to it alone.
    """

    def __init__(
        self, rules: Rules, seed: int, data: Any, options: Struct | None = None, course: Course | None = None
    ) -> None:
        self.rules, self.data, self.orders = rules, data, 0
        self.course = course or course_of(rules, seed, data, options)
        self.game = Game.at(self.course.start)
        self.entries: list[Entry] = list(self.course.opened)
        self.stops: dict[int, State[Any, Any]] = {self.game.position: self.game.state}
        self._left_at = self.course.start
        self._drawn: Given | None = None
        self._chance: tuple[Random, Luck] | None = None

    @property
    def is_on_course(self) -> bool:
        return self._chance is None and self.game.now is self._left_at

    @property
    def random(self) -> Random:
        """What chooses orders. Whoever asks for it, or for `luck`, plays on alone."""
        return self._chances()[0]

    @property
    def luck(self) -> Luck:
        return self._chances()[1]

    @luck.setter
    def luck(self, luck: Luck) -> None:
        self._chance = (self.random, luck)

    def _chances(self) -> tuple[Random, Luck]:
        if self._chance is None:
            self._chance = self.course.chances(self.orders)
            if self._drawn is not None:
                self._chance[0].choice(self.course.step(self.orders).choices)
        return self._chance

    def choices(self) -> Sequence[Given]:
        """Who is awaited, with each order that is legal."""
        if self.is_on_course and not self.game.is_over():
            return self.course.step(self.orders).choices
        return tuple(choices_of(self.game))

    def drawn(self) -> Given:
        """A random order of somebody who is awaited: what `step` does next."""
        if self._drawn is None:
            is_known = self.is_on_course
            self._drawn = (
                self.course.step(self.orders).given if is_known else self.random.choice(self.choices())
            )
        return self._drawn

    def step(self, given: Given | None = None) -> None:
        """One order: the one that is given, or a random one."""
        assert self.orders < LONGEST, "This game does not end."
        seat, order = given or self.drawn()
        if self.is_on_course and (seat, order) == self._drawn:
            known = self.course.step(self.orders)
            self.game.now = self._left_at = known.then
            self.entries += known.entries
        else:
            luck = self.luck
            self.entries += self.game.post(seat, order, luck)
        self._drawn = None
        self.orders += 1
        self.stops[self.game.position] = self.game.state

    def to_the_end(self, watch: Watch | None = None) -> Played:
        while not self.game.is_over():
            if watch is not None:
                watch(self.game)
            self.step()
        return self


def finished(title: str, seed: int) -> Played:
    """A random game to its end."""
    rules = TITLES[title]
    return Played(rules, seed, data_of(rules)).to_the_end()
