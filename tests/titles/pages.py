"""Writes the pages of the titles, `docs/titles/*.md`: `python -m tests.titles.pages [TITLE…]`.

Each example of an order is taken from a random game in which it was legal, and played there.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from copy import copy
from functools import cache
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from domain.kit.notation import Notation
from domain.kit.rules import Rules, options_of
from domain.titles import TITLES
from projections.reference.title_page import page
from tests.made.kept import keep
from tests.made.pages import title_page
from tests.titles.asking import printed
from tests.titles.play import Luck, Played, data_of, opening

PAGES = Path(__file__).parents[2] / "docs" / "titles"


class Run(NamedTuple):
    """A random game that examples are taken from: its seed, the preset, and how many orders it goes on."""

    seed: int
    preset: str
    orders: int


RUNS: Mapping[str, tuple[Run, ...]] = {
    "shinobi": (Run(0, "default", 16),),
    "twilight_shogun": (Run(1, "navy", 99), Run(3, "navy", 124)),
    "kawanakajima": (
        *(Run(0, "everything", 411), Run(2, "samurai", 346)),
        *(Run(5, "default", 626), Run(13, "default", 712)),
    ),
    "rising_sun": tuple(
        Run(seed, "default", orders) for seed, orders in ((0, 114), (1, 20), (4, 68), (6, 69), (7, 119))
    ),
    "clan_war": (
        *(Run(0, "default", 145), Run(1, "default", 72), Run(2, "default", 100), Run(4, "default", 95)),
        *(Run(7, "default", 156), Run(9, "default", 112), Run(16, "default", 50), Run(0, "confirmed", 32)),
    ),
}
"""Found among many: each shows an order that those before it do not, the last of them at its last order."""


SAID: Mapping[str, tuple[str, ...]] = {
    "kawanakajima": ("when B is drawn: posture B attack then done", "retreats: away"),
    "rising_sun": ("always poets yes",),
}
"""Orders that a seat can give at any time, of which no list is made, beside those without parts."""


@cache
def examples(title: str) -> Mapping[type[Struct], str]:
    """An example of each order that came up, as it was mailed where it was legal."""
    found: dict[type[Struct], str] = {}
    for run in RUNS[title]:
        for order, line in _played(title, run):
            found.setdefault(order, line)
    return found


def _played(title: str, run: Run) -> Iterator[tuple[type[Struct], str]]:
    rules = TITLES[title]
    scenario = opening(rules, run.seed).scenario
    played = Played(rules, run.seed, data_of(rules), options_of(rules, scenario, run.preset))
    words, shown = rules.notation(played.data, played.game.seats), set[type[Struct]]()
    while played.orders < run.orders and not played.game.is_over():
        choices = list(played.choices())
        said = [(played.game.seats[-1], order) for order in _at_any_time(rules, words, title)]
        for seat, order in (*choices, *said):
            if type(order) not in shown and type(order) in (*played.game.expected(), *rules.always):
                shown.add(type(order))
                line = words.write(order)
                again = words.read(line, (*played.game.expected(), *rules.always))
                copy(played.game).post(seat, again, Luck(0))  # refuses what is not legal
                yield type(order), line
        played.step(played.random.choice(choices))


def _at_any_time(rules: Rules, words: Notation, title: str) -> Iterator[Struct]:
    """Orders without parts, and those that are said above."""
    yield from (order() for order in rules.always if not order.__struct_fields__)
    yield from (words.read(line, rules.always) for line in SAID.get(title, ()))


def text_of(title: str) -> str:
    """The page as it should be."""
    return page(printed(title), examples(title))


def write(title: str) -> None:
    (PAGES / f"{title}.md").write_text(text_of(title), encoding="utf-8")
    keep(title_page(title))


if __name__ == "__main__":
    for name in sys.argv[1:] or TITLES:
        write(name)
