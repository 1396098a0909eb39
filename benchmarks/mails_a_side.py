"""How many mails a side writes until its game ends, by simple players who answer as people do.

A mail is written whenever a seat is asked and nothing that it has sent before answers. Who writes *line by
line* answers what is asked, and whatever is asked next without an act of another or a throw between. Who
writes *whole sheets* also writes what it would do next if all went as it expects; that waits, as the desk
lets it wait (`referee/games/order_sheet.py`), and a line that cannot be used costs another mail. Either way
with the standing orders that the title recommends, or with none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from statistics import median
from typing import Any

from msgspec import Struct

from domain.game.deciding.decide import open_game, post
from domain.game.deciding.run import Run
from domain.game.entries.entries import Opened, Ordered, Seated
from domain.game.entries.policy import Policy
from domain.game.state.game_state import GameState, unopened
from domain.kit.chance import Answer, Bound, Question, Thrown
from domain.kit.errors import OrderError
from domain.kit.facts import tag_of
from domain.kit.rules import Rules, options_of
from domain.titles import TITLES
from referee.games.datasets import read_files
from tests.kawanakajima.player import Player

GAMES = 10
LONGEST = 12
"""Lines that somebody writes into one mail."""

SHEETS = Policy(sheets=True)

Choose = Callable[[GameState], Struct]


class Luck:
    """Chance from a seeded generator."""

    def __init__(self, seed: str) -> None:
        self._random = Random(seed)

    def answer(self, question: Question, bound: Bound) -> Answer:
        return Answer(tuple(self._random.randint(1, top) for top in question.limits()))


@cache
def counted(title: str, *, sheet: bool, whole: bool, games: int = GAMES) -> tuple[int, ...]:
    """The mails of each side of each game. Two tables have the same: its games are played once."""
    policy = SHEETS if sheet else None
    tables = (_Table(TITLES[title], seed, policy, whole=whole) for seed in range(games))
    return tuple(mails for table in tables for mails in table.to_the_end())


class _Table:
    """One game, and those who play it. `left` are the lines of each seat that wait."""

    def __init__(self, rules: Rules, seed: int, policy: Policy | None, *, whole: bool) -> None:
        scenario = rules.scenarios[0]
        seats = rules.seats[: scenario.seats[0]]
        opened: Opened[Any] = Opened(
            title=rules.title,
            scenario=scenario.name,
            edition=rules.edition,
            preset="default",
            options=options_of(rules, scenario.name, "default"),
            data="as it ships",
            seats=tuple(Seated(seat, seat) for seat in seats),
            chance="a seeded generator",
            policy=policy,
        )
        luck = Luck(f"{rules.title} {seed}")
        self.run = Run(unopened("mails", rules), lambda _game: luck)
        open_game(self.run, opened, rules.read_data(read_files(rules.title)))
        self.players = {seat: _player(rules, seat, seed) for seat in seats}
        self.whole, self.guess = whole, Luck(f"guess {seed}")
        self.left: dict[str, list[Struct]] = {seat: [] for seat in seats}
        self.mails = Counter[str](dict.fromkeys(seats, 0))

    def to_the_end(self) -> list[int]:
        while not self.run.game.is_over():
            seat = self.run.game.awaited()[0]
            if not self._goes_on(seat):
                self._writes(seat)
        return list(self.mails.values())

    def _goes_on(self, seat: str) -> bool:
        """Whether a line that waits answers; where it cannot, none that wait below it is used."""
        waiting, self.left[seat] = self.left[seat], []
        if (
            not waiting
            or (not _names(waiting[0]) and self._news(seat))
            or not _taken(self.run, seat, waiting[0])
        ):
            return False
        self.left[seat] = waiting[1:]
        return True

    def _news(self, seat: str) -> bool:
        """Whether something has happened since the last order of the seat."""
        for entry in reversed(self.run.made):
            if isinstance(entry, Ordered) and entry.seat == seat:
                return False
            if isinstance(entry, Ordered | Thrown):
                return True
        return True

    def _writes(self, seat: str) -> None:
        """One mail: its lines are played as long as this seat is asked; the others wait."""
        self.mails[seat] += 1
        lines = self._planned(seat) if self.whole else []
        first = lines.pop(0) if lines else self.players[seat](self.run.game)
        post(self.run, seat, first)
        while lines and seat in self.run.game.awaited() and _taken(self.run, seat, lines[0]):
            lines.pop(0)
        asked = seat in self.run.game.awaited()
        self.left[seat] = [] if asked else lines
        while not self.left[seat] and self._is_asked_on(seat):
            post(self.run, seat, self.players[seat](self.run.game))

    def _is_asked_on(self, seat: str) -> bool:
        """Whether the seat is asked again, and knows no more than when it wrote."""
        return seat in self.run.game.awaited()[:1] and not self._has_thrown()

    def _has_thrown(self) -> bool:
        for entry in reversed(self.run.made):
            if isinstance(entry, Ordered):
                return False
            if isinstance(entry, Thrown):
                return True
        return False

    def _planned(self, seat: str) -> list[Struct]:
        """What the seat would order next, if dice and others do as it guesses."""
        run, lines = Run(self.run.game, lambda _game: self.guess), list[Struct]()
        scope = _scope(run.game)
        while len(lines) < LONGEST and not run.game.is_over() and _scope(run.game) == scope:
            asked = run.game.awaited()[0]
            if asked != seat and scope is None:
                break
            order = self.players[asked](run.game)
            lines += [order] if asked == seat else []
            post(run, asked, order)
        return lines


def _scope(game: GameState) -> object:
    """How far somebody plans over what others answer: one chit of Kawanakajima; nowhere else."""
    drawn = getattr(game.state.board, "drawn", None)
    return None if drawn is None else (game.turn, drawn)


def _names(order: Struct) -> bool:
    return bool(type(order).__struct_fields__)


def _taken(run: Run, seat: str, order: Struct) -> bool:
    try:
        post(run, seat, order)
    except OrderError:
        return False
    return True


def _player(rules: Rules, seat: str, seed: int) -> Choose:
    """The simple player of the title, where it has one; else one who orders anything that is legal."""
    if rules.title == "kawanakajima":
        return Player(seat, seed).choose  # type: ignore[return-value]
    random = Random(f"{seat} {seed}")
    return lambda game: _any(game, seat, random)


def _any(game: GameState, seat: str, random: Random) -> Struct:
    """Any legal order, but none that does nothing where something can be done."""
    legal = game.examples(seat)
    doing = [order for order in legal if tag_of(type(order)) not in ("pass", "done", "decline")]
    return random.choice(doing or list(legal))


# ---- the table

WAYS = ((False, False), (False, True), (True, False), (True, True))
"""With the recommended sheet, and in whole sheets."""


def text(titles: Sequence[str] = tuple(TITLES), games: int = GAMES) -> str:
    """A row for each title: the median of its sides, and the most that one wrote."""
    rows = [
        f"Games of each title: {games}. Each cell: the median of all sides, and the most that one wrote.",
        "",
        "| title | line by line | whole sheets | line by line, standing orders | sheets, standing orders |",
        "|---|---|---|---|---|",
    ]
    for title in titles:
        cells = (_cell(title, sheet, whole, games) for sheet, whole in WAYS)
        rows.append(f"| {TITLES[title].name} | {' | '.join(cells)} |")
    return "\n".join(rows)


def _cell(title: str, sheet: bool, whole: bool, games: int) -> str:
    if sheet and TITLES[title].takes_sheet is None:
        return "–"
    mails = counted(title, sheet=sheet, whole=whole, games=games)
    return f"{median(mails):.0f}, at most {max(mails)}"
