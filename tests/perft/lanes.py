"""How many questions each lane of a game takes, so that a title can say how many sheets of cells it needs.

`python -m tests.perft.lanes [--games N] [TITLE…]` plays games of as many seats as a title has, its
scenarios and presets in turn, N by random and N by simple players, and prints what their lanes took.
`Rules.sheets` is the power of two that has at least twice the most cells which any lane took here: games
with rewinds and corrections ask again. Where N is 40 or more and the sheets of a title were enough, it is
kept by which rules.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from domain.game.entries.entries import Seated
from domain.game.state.ledger import LaneLedger
from domain.kit.chance import Answer, Bound, Question
from domain.kit.roots import CELLS, GAME, MOST_SHEETS
from domain.kit.rules import Rules, options_of
from domain.titles import TITLES
from tests.made.kept import keep
from tests.made.pages import lanes
from tests.playing import Game
from tests.titles.play import LONGEST, data_of, opening
from tests.titles.players import Player, at_random, typical

PLAYERS: Mapping[str, Player] = {"random": at_random, "simple": typical}

GAMES, ENOUGH = 1_000, 40


class Taken(NamedTuple):
    """The questions of a game: of the lane of a seat that took most, and of the lane of the game."""

    seat: int
    game: int


class Unproved:
    """Chance by a seed, with cells that nobody has committed to: only where questions are asked counts."""

    def __init__(self, seed: str) -> None:
        self._random = Random(seed)

    def answer(self, question: Question, bound: Bound) -> Answer:
        return Answer(tuple(self._random.randint(1, top) for top in question.limits()), "00" * CELLS)


def begun(rules: Rules, number: int) -> tuple[Game, Unproved]:
    """A game with all its seats, which everybody has joined."""
    scenario = rules.scenarios[number % len(rules.scenarios)]
    preset = tuple(rules.presets)[number // len(rules.scenarios) % len(rules.presets)]
    seats = tuple(Seated(seat, seat) for seat in rules.seats[: scenario.seats[1]])
    opened = replace(
        opening(rules, 0),
        scenario=scenario.name,
        preset=preset,
        options=options_of(rules, scenario.name, preset),
        seats=seats,
        level=1,
        protocol=2,
        root="ab" * 32,
        sheets=MOST_SHEETS,
    )
    game, chance = Game(f"lanes-{number}", rules), Unproved(f"{rules.title} {number}")
    game.open(opened, data_of(rules), chance)
    for held in seats:
        game.join(held.seat, f"the words of {held.seat}", chance)
    return game, chance


def played(rules: Rules, number: int, player: str) -> Taken:
    """What the lanes of one game took."""
    (game, chance), random = begun(rules, number), Random(f"{player} {number}")
    for _ in range(LONGEST):
        if game.is_over():
            break
        seat = random.choice(game.awaited())
        game.post(seat, PLAYERS[player](game, seat, random), chance)
    return taken(game)


def taken(game: Game) -> Taken:
    ledger = game.now.ledger
    assert isinstance(ledger, LaneLedger)
    counts = ledger.questions
    return Taken(max((counts.get(seat, 0) for seat in ledger.seats), default=0), counts.get(GAME, 0))


def needed(most: int) -> int:
    """How many sheets a lane needs that took at most so many cells."""
    sheets = 1
    while sheets * CELLS < 2 * most:
        sheets *= 2
    return sheets


def main(words: list[str]) -> None:
    games = int(words.pop(words.index("--games") + 1)) if "--games" in words else GAMES
    for title in [word for word in words if not word.startswith("-")] or TITLES:
        rules, most = TITLES[title], 0
        for player in PLAYERS:
            start = time.process_time()
            found = [played(rules, number, player) for number in range(games)]
            seat, game = sorted(one.seat for one in found), sorted(one.game for one in found)
            most = max(most, seat[-1], game[-1])
            spent = time.process_time() - start
            print(
                f"{title}, {games} {player} games: seat {_spread(seat)}; game {_spread(game)}; {spent:.0f} s"
            )
        print(f"{title}: at most {most}, so {needed(most)} sheets; it has {rules.sheets}", flush=True)
        if games >= ENOUGH and needed(most) <= rules.sheets:
            keep(lanes(title))


def _spread(counts: Sequence[int]) -> str:
    half, late = counts[len(counts) // 2], counts[len(counts) * 99 // 100]
    return f"median {half}, 99 of 100 up to {late}, at most {counts[-1]}"


if __name__ == "__main__":
    main(sys.argv[1:])
