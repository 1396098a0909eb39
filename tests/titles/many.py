"""Many games of every title, recorded, audited and verified.

`python -m tests.titles.many [--random 500] [--simple 200] [--page 10] [TITLE…]` plays so many games of random
and of simple players, to their end and into a store. Each is audited there, and its bundle is verified by the
program that travels in it; that of every tenth also by the page that checks in a browser. The first that is
not clean ends it.
"""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from domain.kit.rules import Rules
from domain.kit.sealed import REFEREE
from domain.titles import TITLES
from referee.audit.audit import audit_game
from referee.bundle import writing
from referee.bundle.check.joined import check_html
from referee.bundle.verify import verify
from referee.record.record import Record
from tests.browser.conftest import CHROMIUM, QUIET
from tests.browser.judges import by_page
from tests.bundle.maker import Members, zipped
from tests.titles.players import Player, at_random, simple
from tests.titles.recorded import name, opened, play_for

GAMES = {"random": 500, "simple": 200}
"""How many there are of each kind; random ones have the first numbers, simple ones those that follow."""

PAGE = 10
"""Of so many bundles the page checks one; 0 for none."""

BATCH = 10
"""Games of one store."""

Checks = Callable[[Members], str]
"""What the page says that is wrong with a bundle; "" where it holds."""


class NotClean(Exception):
    """A game that is not; the sentence says which, and who says so."""


def numbers(kind: str, games: int) -> range:
    """The numbers of the first games of a kind."""
    first = 1 if kind == "random" else GAMES["random"] + 1
    return range(first, first + games)


def player_of(kind: str, title: str) -> Player:
    return at_random if kind == "random" else simple(title)


def clean(rules: Rules, numbered: Sequence[int], player: Player) -> Iterator[tuple[str, Members]]:
    """Plays games in a store of their own; gives the ending and the bundle of each. Raises `NotClean`."""
    with TemporaryDirectory() as place:
        record = Record(Path(place) / "games.db")
        for number in numbered:
            game = name(rules, number)
            play_for(opened(record, rules, number), game, player, Random(game))
            found = audit_game(record, game).finding
            if found is not None:
                raise NotClean(f"{game}: the audit says of event {found.position}: {found.why}")
            members = writing.members(record, game, REFEREE)
            report = verify(zipped(members))
            if not report.ok:
                raise NotClean(f"{game}: verify.py says of event {report.position}: {report.why}")
            yield rules.ending(record.load(game).game.state.board), members
        record.close()


@contextmanager
def checking() -> Iterator[Checks]:
    """The page that checks, in a browser."""
    from playwright.sync_api import sync_playwright

    with TemporaryDirectory() as place, sync_playwright() as playwright:
        file = Path(place) / "check.html"
        file.write_bytes(check_html())
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*QUIET, "--no-sandbox"])
        page: Any = browser.new_page()
        page.goto(file.as_uri())
        yield lambda members: by_page(page, [members])[0].why
        browser.close()


def campaign(rules: Rules, kind: str, games: int, every: int, checks: Checks) -> str:
    """Plays the games of a kind, and says how many there were, how they ended and what they cost."""
    since, endings, checked, all_ = time.process_time(), Counter[str](), 0, numbers(kind, games)
    for at in range(0, games, BATCH):
        some = all_[at : at + BATCH]
        for number, (ending, members) in zip(
            some, clean(rules, some, player_of(kind, rules.title)), strict=True
        ):
            endings[ending] += 1
            if every and number % every == 0:
                checked += 1
                if why := checks(members):
                    raise NotClean(f"{name(rules, number)}: the page says: {why}")
        print(f"{rules.title}: {at + len(some)} of {games} {kind} games", file=sys.stderr, flush=True)
    spent, ended = time.process_time() - since, ", ".join(f"{n} {end}" for end, n in endings.most_common())
    return f"{rules.title}: {games} {kind} games clean, {checked} also by the page; {spent:.0f} s; {ended}"


if __name__ == "__main__":
    parser = ArgumentParser(prog="python -m tests.titles.many")
    parser.add_argument("titles", nargs="*", metavar="TITLE", help=f"of {', '.join(TITLES)}; none for all")
    for what, usual in (*GAMES.items(), ("page", PAGE)):
        parser.add_argument(f"--{what}", type=int, default=usual)
    given = parser.parse_args()
    if unknown := set(given.titles) - set(TITLES):
        parser.error(f"There is no title {', '.join(unknown)}. There are: {', '.join(TITLES)}.")
    with checking() as checks:
        for title in given.titles or TITLES:
            for kind in GAMES:
                print(campaign(TITLES[title], kind, getattr(given, kind), given.page, checks), flush=True)
