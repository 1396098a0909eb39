"""Recorded games: one for every way in which a game of a title can end, as a bundle that anybody can verify.

`python -m tests.titles.recorded [TITLE]` lets programs play until each ending has come up, and writes it to
`fixtures/games/TITLE/ENDING.zip`. It never replaces one that is there: what was recorded once must load,
replay and audit clean for ever.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from domain.kit.rules import Rules
from domain.titles import TITLES
from referee.bundle.writing import write_bundle
from referee.record.envelope import BOTS, Act
from referee.record.record import Record
from referee.selfplay import play_out
from referee.service import Opening, Referee

GAMES = Path(__file__).parents[2] / "fixtures" / "games"

RESIGN = "resign"
"""The tag of the order by which a seat gives up, in the titles that have it."""

MOST = 2_000
"""Games that are played for one ending before it is given up."""


def recorded() -> Iterator[tuple[Rules, str, Path]]:
    """Every recorded game: its title, how it ended, and its bundle."""
    for rules in TITLES.values():
        yield from ((rules, path.stem, path) for path in sorted((GAMES / rules.title).glob("*.zip")))


def add(rules: Rules) -> None:
    """Plays until every ending of the title that has no recorded game has one."""
    folder = GAMES / rules.title
    folder.mkdir(parents=True, exist_ok=True)
    wanted = {ending for ending in rules.endings if not (folder / f"{ending}.zip").exists()}
    for number in count(1):
        if not wanted or number > MOST:
            break
        with TemporaryDirectory() as place:
            record = Record(Path(place) / "games.db")
            ending = played(record, rules, number, resigns=wanted == {"resignation"})
            if ending in wanted:
                write_bundle(record, name(rules, number), "referee", folder / f"{ending}.zip")
                wanted.discard(ending)
            record.close()
    print(f"{rules.title}: {', '.join(sorted(wanted)) or 'nothing'} is missing.")


def name(rules: Rules, number: int) -> str:
    return f"{rules.title.replace('_', '-')}-{number}"


def played(record: Record, rules: Rules, number: int, *, resigns: bool) -> str:
    """Plays one game to its end, and says how it ended."""
    scenario = rules.scenarios[number % len(rules.scenarios)]
    least, most = scenario.seats
    people = tuple(f"bot {n}" for n in range(1, least + number % (most - least + 1) + 1))
    preset = tuple(rules.presets)[number // len(rules.scenarios) % len(rules.presets)]
    game = name(rules, number)
    referee = Referee(record, seed=game)
    referee.open(Opening(game, rules.title, people, scenario=scenario.name, preset=preset), Act(BOTS))
    play_out(referee, game, random.Random(game), orders=number % 40 + 5 if resigns else None)
    if resigns:
        seat = record.load(game).game.awaited()[0]
        (resign,) = (kind for kind in rules.always() if kind.__struct_config__.tag == RESIGN)
        referee.take(game, seat, resign(), Act(BOTS, seat=seat))
    board = record.load(game).game.state.board
    return rules.ending(board)


if __name__ == "__main__":
    for title in sys.argv[1:] or TITLES:
        add(TITLES[title])
