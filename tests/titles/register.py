"""What the tests ask of a published title besides its rules: `python -m tests.titles.register NAME`.

Makes whatever can be made and is not there, and says what a person has to write. `--check` only says what is
missing; `--into FOLDER` takes another folder than this one. What is there is left as it is: a title of which
nothing is missing keeps every byte. The exit code is 1 as long as something is missing.

schema             docs/schema/NAME.json
frozen samples     fixtures/frozen/NAME.json, one for each tag
perft              fixtures/perft/NAME.json, a thousand positions
recorded games     fixtures/games/NAME, one for each ending: random players, or those of tests/NAME/players.py
short games        tests/titles/short_games, two that show much in some sixty orders
catalogues         projections/locale, its sentences in every language: a person translates them
terms              projections/locale/terms.py, the words of the game and the kinds of its names: by hand
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Message

from domain.kit.rules import Rules
from domain.titles import TITLES
from projections.exports import schemas
from projections.exports.schema import written
from projections.locale import collect
from projections.locale.terms import GAMES, TERMS
from tests.perft import files
from tests.record import freeze
from tests.titles import recorded, short
from tests.titles.play import data_of

ROOT = Path(__file__).parents[2]

SCHEMAS, FROZEN, PERFT, GAMES_OF = "docs/schema", "fixtures/frozen", "fixtures/perft", "fixtures/games"
SHORT, CATALOGUES = "tests/titles/short_games", "projections/locale"


class Wanted(NamedTuple):
    """One thing that is asked of a title: what is missing of it below a folder, and how it is made there;
    None where only a person can write it."""

    name: str
    missing: Callable[[Rules, Path], list[str]]
    make: Callable[[Rules, Path], None] | None


def schema_missing(rules: Rules, root: Path) -> list[str]:
    path = root / SCHEMAS / f"{rules.title}.json"
    if not path.exists():
        return ["there is none"]
    return [] if path.read_text("utf-8") == written(rules) else ["it is not that of today's structs"]


def samples_missing(rules: Rules, root: Path) -> list[str]:
    there = freeze.read(rules.title, root / FROZEN)
    left = [name for name, _ in freeze.wanted(rules) if name not in there]
    return [f"{len(left)} tags have none, {left[0]} first"] if left else []


def perft_missing(rules: Rules, root: Path) -> list[str]:
    if not files.path_of(rules.title, root / PERFT).exists():
        return ["no position is counted"]
    found = sum(len(game.positions) for game in files.read(rules.title, root / PERFT).games)
    return [] if found == files.POSITIONS else [f"{found} positions are counted, not {files.POSITIONS}"]


def games_missing(rules: Rules, root: Path) -> list[str]:
    games = root / GAMES_OF
    ended = [f"none has ended in {ending}" for ending in recorded.missing(rules, games)]
    ended += [
        f"none is of the edition {name}"
        for name, path in recorded.editions(rules, games).items()
        if not path.exists()
    ]
    return ended + [f"none has told the story {story}" for story in recorded.untold(rules, games)]


def add_games(rules: Rules, root: Path) -> None:
    recorded.add(rules, root / GAMES_OF)
    recorded.add_stories(rules, root / GAMES_OF)
    recorded.add_editions(rules, root / GAMES_OF)


def short_missing(rules: Rules, root: Path) -> list[str]:
    there = [short.path_of(rules.title, nth, root / SHORT).exists() for nth in range(short.GAMES)]
    return [] if all(there) else ["there are none"]


def add_short(rules: Rules, root: Path) -> None:
    (root / SHORT).mkdir(parents=True, exist_ok=True)
    short.write(rules, root / SHORT)


def translations_missing(rules: Rules, root: Path) -> list[str]:
    """How many sentences of the title's own files each catalogue has not, or not translated."""
    own = [message for message in collect.template(root) if message.id and is_of(message, rules.title)]
    found = {}
    for language in collect.LANGUAGES:
        known = collect.catalogue_of(language, root / CATALOGUES)
        there = [known.get(message.id, context=message.context) for message in own]
        found[language] = sum(one is None or not collect.is_done(one) for one in there)
    return [
        f"{language}: {left} of {len(own)} sentences lack a translation"
        for language, left in found.items()
        if left
    ]


def is_of(message: Message, title: str) -> bool:
    folders = (f"domain/{title}/", f"projections/{title}/", f"projections/{title}.py")
    return any(name.startswith(folders) for name, _line in message.locations)


def terms_missing(rules: Rules, root: Path) -> list[str]:
    kinds = rules.notation(data_of(rules), rules.seats).vocabulary.kinds
    left = [f'"{kind}" is no term: orders name it, and errors say it' for kind in kinds if kind not in TERMS]
    named = any(rules.name.startswith(game) for game in GAMES)
    return left if named else [f"{rules.name} has no words in GAMES", *left]


WANTED = (
    Wanted("schema", schema_missing, lambda rules, root: schemas.write(rules, root / SCHEMAS)),
    Wanted("frozen samples", samples_missing, lambda rules, root: freeze.add(rules.title, root / FROZEN)),
    Wanted("perft", perft_missing, lambda rules, root: files.renew(rules, root / PERFT)),
    Wanted("recorded games", games_missing, add_games),
    Wanted("short games", short_missing, add_short),
    Wanted("catalogues", translations_missing, lambda rules, root: collect.main([], root, root / CATALOGUES)),
    Wanted("terms", terms_missing, None),
)


def missing(rules: Rules, root: Path = ROOT) -> list[str]:
    """All that is missing of a title, a sentence each."""
    return [f"{wanted.name}: {said}" for wanted in WANTED for said in wanted.missing(rules, root)]


def register(rules: Rules, root: Path = ROOT) -> list[str]:
    """Makes what can be made; what is missing still."""
    for wanted in WANTED:
        if wanted.make is not None and wanted.missing(rules, root):
            start = time.perf_counter()
            wanted.make(rules, root)
            print(f"{rules.title}: {wanted.name} made in {time.perf_counter() - start:.0f} s")
    return missing(rules, root)


def main(words: list[str]) -> int:
    asked = argparse.ArgumentParser("python -m tests.titles.register", description=__doc__)
    asked.add_argument("titles", nargs="+", choices=list(TITLES), metavar="NAME")
    asked.add_argument("--check", action="store_true")
    asked.add_argument("--into", type=Path, default=ROOT, metavar="FOLDER")
    given = asked.parse_args(words)
    code = 0
    for title in given.titles:
        left = (missing if given.check else register)(TITLES[title], given.into)
        print("\n".join(f"{title}: {said}." for said in left) or f"{title}: nothing is missing.")
        code |= bool(left)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
