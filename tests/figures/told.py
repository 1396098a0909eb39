"""Games that programs play to count what happens in them: seed 0, seed 1 and so on, the same each time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from random import Random
from typing import Any

from msgspec import Struct

from domain.game.entries.entries import Entry, Opened, Ordered, Seated
from domain.kit.chance import Thrown
from domain.kit.facts import Fact
from domain.kit.rules import Rules, options_of
from domain.titles import TITLES
from referee.programs.choosing import STEADY, Program, players_of
from referee.programs.deciding import choose
from tests.playing import Game
from tests.titles.play import LONGEST, Luck, data_of
from tests.titles.players import Player, best


class Told:
    """A game that is over: its entries, and what can be read from them."""

    def __init__(self, opened: Opened[Any], entries: Sequence[Entry]) -> None:
        self.opened, self.entries = opened, entries

    @property
    def rules(self) -> Rules:
        return TITLES[self.opened.title]

    @property
    def seats(self) -> tuple[str, ...]:
        return tuple(one.seat for one in self.opened.seats)

    @cached_property
    def moments(self) -> Sequence[tuple[Struct, Any]]:
        """Each event, with the board after it."""
        board = self.rules.begin(self.opened.options, data_of(self.rules), self.seats)
        found = []
        for entry in self.entries:
            if isinstance(entry, Fact) and entry.event is not None:
                board = self.rules.evolve(board, entry.event)
                found.append((entry.event, board))
        return found

    @property
    def board(self) -> Any:
        return self.moments[-1][1]

    @property
    def ending(self) -> str:
        return self.rules.ending(self.board)

    @property
    def winners(self) -> tuple[str, ...]:
        return self.rules.winners(self.board)

    def events(self, *kinds: type[Struct]) -> list[Any]:
        return [event for event, _ in self.moments if isinstance(event, kinds)]

    @cached_property
    def orders(self) -> Counter[str]:
        """How often each kind of order was given, by its tag."""
        given = (entry.plain() for entry in self.entries if isinstance(entry, Ordered))
        return Counter(str(type(order).__struct_config__.tag) for order in given)

    @cached_property
    def throws(self) -> list[tuple[int, ...]]:
        """The faces of all that was thrown with dice."""
        thrown = (entry for entry in self.entries if isinstance(entry, Thrown))
        return [entry.answer() for entry in thrown if not entry.question.draw]


def opening(rules: Rules, seed: int) -> Opened[Any]:
    """The first scenario, as it is usually played; numbers of seats by turns."""
    scenario = rules.scenarios[0]
    fewest, most = scenario.seats
    seats = rules.seats[: fewest + seed % (most - fewest + 1)]
    return Opened(
        title=rules.title,
        scenario=scenario.name,
        edition=rules.edition,
        preset="default",
        options=options_of(rules, scenario.name, "default"),
        data="as it ships",
        seats=tuple(Seated(seat, seat) for seat in seats),
        chance="a seeded generator",
    )


def told(title: str, seed: int, program: Program | None = None) -> Told:
    """A game of a program against itself; of none, one of the best players that the tests have."""
    rules, random, luck = TITLES[title], Random(f"{title} {seed}"), Luck(f"{title} {seed}")
    opened, game = opening(rules, seed), Game(f"figures-{seed}", rules)
    player = played_by(program) if program else best(title)
    entries = list(game.open(opened, data_of(rules), luck))
    for _ in range(LONGEST):
        if game.is_over():
            break
        seat = random.choice(game.awaited())
        entries += game.post(seat, player(game, seat, random), luck)
    assert game.is_over(), f"Game {seed} of {title} does not end."
    return Told(opened, entries)


def played_by(program: Program) -> Player:
    """A program in every seat that can win; who cannot is played by rules of thumb, as in an arena."""

    def player(game: Game, seat: str, random: Random) -> Struct:
        rated = players_of(game.rules).places(game.state.board)
        return choose(game.rules, program if seat in rated else Program(STEADY), game.state, seat, random)

    return player
