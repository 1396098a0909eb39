"""Recorded games: one for every way in which a game of a title can end, as a bundle that anybody can verify.

`python -m tests.titles.recorded [TITLE]` lets programs play until each ending has come up, and writes it to
`fixtures/games/TITLE/ENDING.zip`. It never replaces one that is there: what was recorded once must load,
replay and audit clean for ever. The programs play at random; where that hardly ever leads to an ending, a
title has players of its own for it (`PLAYERS` in `tests/TITLE/players.py`). A title may also name stories
that its rules can tell (`STORIES` there): a game of each stands in `fixtures/games/TITLE/stories/STORY.zip`.
Games of its first edition are among those; one of each later edition stands in
`fixtures/games/TITLE/editions/NUMBER.zip`, which may be played anew until that edition is published.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from domain.game.deciding.decide import post
from domain.game.deciding.run import Run
from domain.game.entries.entries import Entry
from domain.game.entries.protocol_orders import Join
from domain.kit.rules import Rules
from domain.titles import TITLES
from referee.bundle.writing import write_bundle
from referee.games.opening import Opening
from referee.games.referee import Referee
from referee.games.selfplay import play_out, random_order
from referee.record.envelope import BOTS, Act
from referee.record.record import Record
from tests.playing import Game
from tests.titles.players import Player

GAMES = Path(__file__).parents[2] / "fixtures" / "games"

RESIGN = "resign"
"""The tag of the order by which a seat gives up, in the titles that have it."""

RESIGNATION = "resignation"
"""How a game ends then."""

MOST = 2_000
"""Games that are played for the endings of a title before those that have not come up are given up."""


class Story(Protocol):
    """What a recorded game is to show: its scenario, who plays for it, and whether a game has told it."""

    @property
    def scenario(self) -> str: ...
    @property
    def player(self) -> Player: ...
    @property
    def is_told(self) -> Callable[[Sequence[Entry]], bool]: ...


def recorded() -> Iterator[tuple[Rules, str, Path]]:
    """Every recorded game: its title, how it ended, and its bundle."""
    for rules in TITLES.values():
        yield from ((rules, path.stem, path) for path in sorted((GAMES / rules.title).glob("*.zip")))


def missing(rules: Rules, games: Path = GAMES) -> list[str]:
    """The endings of a title that have no recorded game."""
    return [ending for ending in rules.endings if not (games / rules.title / f"{ending}.zip").exists()]


def untold(rules: Rules, games: Path = GAMES) -> list[str]:
    """The stories of a title that have none."""
    folder = games / rules.title / "stories"
    return [story for story in stories(rules) if not (folder / f"{story}.zip").exists()]


def editions(rules: Rules, games: Path = GAMES) -> dict[str, Path]:
    """Where the recorded game of each later edition of a title stands."""
    later = [edition.name for edition in rules.editions[1:]]
    folder = games / rules.title / "editions"
    return {name: folder / f"{name.rpartition('/')[2]}.zip" for name in later}


def add_editions(rules: Rules, games: Path = GAMES) -> None:
    """Plays a game of each later edition than the first that has none."""
    for edition, path in editions(rules, games).items():
        if path.exists():
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory() as place:
            record = Record(Path(place) / "games.db")
            number = len(rules.scenarios)  # one of the first scenario
            played(record, rules, number, "", edition)
            write_bundle(record, name(rules, number), "referee", path)
            record.close()


def add(rules: Rules, games: Path = GAMES) -> None:
    """Plays until every ending of the title that has no recorded game has one."""
    folder, wanted = games / rules.title, missing(rules, games)
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(1, MOST + 1):
        if not wanted:
            break
        with TemporaryDirectory() as place:
            record = Record(Path(place) / "games.db")
            ending = played(record, rules, number, wanted[number % len(wanted)])
            if ending in wanted:
                write_bundle(record, name(rules, number), "referee", folder / f"{ending}.zip")
                wanted.remove(ending)
            record.close()
    print(f"{rules.title}: {', '.join(wanted) or 'no ending'} is without a game.")


def add_stories(rules: Rules, games: Path = GAMES) -> None:
    """Plays until every story of the title that has no recorded game has one."""
    folder, known = games / rules.title / "stories", stories(rules)
    for story in untold(rules, games):
        folder.mkdir(parents=True, exist_ok=True)
        path, wanted = folder / f"{story}.zip", known[story]
        for number in range(1, MOST):
            with TemporaryDirectory() as place:
                record = Record(Path(place) / "games.db")
                game = f"{rules.title.replace('_', '-')}-{story}-{number}"
                if wanted.is_told(told(record, rules, game, wanted)):
                    write_bundle(record, game, "referee", path)
                record.close()
            if path.exists():
                break
        print(f"{rules.title}: the story {story} is {'told' if path.exists() else 'missing'}.")


def told(record: Record, rules: Rules, game: str, story: Story) -> Sequence[Entry]:
    """Plays one game for a story, and gives its entries."""
    people = tuple(f"bot {n}" for n in range(1, len(rules.seats) + 1))
    referee = Referee(record, seed=game)
    referee.open(Opening(game, rules.title, people, scenario=story.scenario), Act(BOTS))
    play_for(referee, game, story.player, random.Random(game))
    return [envelope.entry for envelope in record.envelopes(game)]


def stories(rules: Rules) -> Mapping[str, Story]:
    """The stories that games of the title are to tell, by name."""
    module = f"tests.{rules.title}.players"
    found: Mapping[str, Story] = getattr(import_module(module), "STORIES", {}) if find_spec(module) else {}
    return found


def name(rules: Rules, number: int) -> str:
    return f"{rules.title.replace('_', '-')}-{number}"


def players(rules: Rules) -> Mapping[str, Player]:
    """The title's own players, by the ending that they work for."""
    module = f"tests.{rules.title}.players"
    found: Mapping[str, Player] = getattr(import_module(module), "PLAYERS", {}) if find_spec(module) else {}
    return found


def played(record: Record, rules: Rules, number: int, wanted: str, edition: str = "") -> str:
    """Plays one game to its end, if possible to the one that is wanted, and says how it ended."""
    game = name(rules, number)
    referee = opened(record, rules, number, edition)
    player = players(rules).get(wanted)
    if player is not None:
        play_for(referee, game, player, random.Random(game))
    else:
        resigns = wanted == RESIGNATION
        play_out(referee, game, random.Random(game), orders=number % 40 + 5 if resigns else None)
        if resigns:
            give_up(referee, game, rules)
    board = record.load(game).game.state.board
    return rules.ending(board)


def opened(record: Record, rules: Rules, number: int, edition: str = "") -> Referee:
    """The referee of a game that has been opened; numbers of seats by turns."""
    scenario, preset = setting(rules, number)
    least, most = rules.scenarios[number % len(rules.scenarios)].seats
    people = tuple(f"bot {n}" for n in range(1, least + number % (most - least + 1) + 1))
    game = name(rules, number)
    referee = Referee(record, seed=game)
    opening = Opening(game, rules.title, people, scenario=scenario, preset=preset, edition=edition)
    referee.open(opening, Act(BOTS))
    return referee


def setting(rules: Rules, number: int) -> tuple[str, str]:
    """A scenario and a preset: all of them by turns."""
    scenarios, presets = rules.scenarios, tuple(rules.presets)
    preset = presets[number // len(scenarios) % len(presets)]
    return scenarios[number % len(scenarios)].name, preset


def play_for(referee: Referee, game: str, player: Player, luck: random.Random) -> None:
    """Plays a game to its end with the title's own player in every seat, and records it in one piece."""
    kept = referee.record.load(game)
    run = Run(kept.game, referee.cells.chance)
    while not run.game.is_over():
        if run.game.expected() == (Join,):
            random_order(run, luck)
        else:
            seat = luck.choice(run.game.awaited())
            post(run, seat, player(Game.at(run.game), seat, luck))
        referee.cells.renew_where_out(run)
    referee.record.append(kept, run.game, run.made, Act(BOTS))


def give_up(referee: Referee, game: str, rules: Rules) -> None:
    """The first seat that is awaited recognises its defeat."""
    (resign,) = (kind for kind in rules.always if kind.__struct_config__.tag == RESIGN)
    for seat in referee.record.load(game).game.awaited()[:1]:
        referee.take(game, seat, resign(), Act(BOTS, seat=seat))


if __name__ == "__main__":
    for title in sys.argv[1:] or TITLES:
        add(TITLES[title])
        add_stories(TITLES[title])
        add_editions(TITLES[title])
