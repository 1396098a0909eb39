"""All that commands make and no cheap test makes again: what each depends on, and the command.

Of a title that is played, its data and its own rules count, and who plays. What all titles share does not:
whatever is done in the kit would ask for hours of games. For that stand the positions that every run counts
again (`tests/perft`), and the recorded games that it audits.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache

from msgspec import Struct

from domain.titles import TITLES
from referee.programs.table import rows_of
from tests.figures.results import known
from tests.made.quoted import quoted
from tests.made.sources import ROOT, digest, digest_of, paths, played, read, whole

NOT_PLAYED = {"clauses.py", "corrections", "corrections.py", "programs"}
"""Of the rules of a title: what no game of programs asks for, and who plays, which counts by itself."""

FIRST_PLAYERS: Mapping[str, tuple[str, ...]] = {
    "kawanakajima": ("tests/kawanakajima/player.py", "tests/kawanakajima/players.py"),
    "twilight_shogun": ("tests/twilight_shogun/greedy.py",),
}
"""The players that the tests have, where they do not play at random."""

CHOOSING = ("referee/programs/choosing.py", "referee/programs/deciding.py")
SEARCHING = ("referee/programs/search.py", "domain/kit/simulation.py")
RANDOM = "random"

COUNTING = ("tests/figures/told.py", "tests/figures/measuring.py")
POSITIONS = ("tests/perft/counting.py", "tests/perft/positions.py")

SESSIONS = "tests/referee/mail/golden"
BLOCKS = r"^<!-- (?:run|file: [^\n]*) -->\n```.*?^```$"
MAILS = r"^<!-- (mail|lines)\b.*?^<!-- /\1 -->"
DEMO = r"^<!-- demo:.*?^<!-- /demo -->"
WHOLE = r".+"


class Made(Struct, frozen=True):
    """Something that a command makes, and the digests of what it depends on, by what that is."""

    name: str
    command: str
    parts: Mapping[str, Callable[[], str]]

    def digests(self) -> dict[str, str]:
        return {name: part() for name, part in self.parts.items()}


# ---- what a title is


@cache
def data(title: str) -> str:
    """All of it: a game is opened with the digest of its data."""
    return digest(whole, paths(f"fixtures/{title}"))


@cache
def rules(title: str) -> str:
    found = (path for path in paths(f"domain/{title}") if path.suffix == ".py")
    return digest(played, (one for one in found if not {*one.relative_to(ROOT).parts[2:3]} & NOT_PLAYED))


@cache
def words(title: str) -> str:
    """What the page of a title is made of beside its rules: types and their docstrings, and its layout."""
    parts = [
        f"domain/{title}/{part}" for part in ("words", "data") if (ROOT / "domain" / title / part).exists()
    ]
    own = (*(parts or [f"domain/{title}"]), f"projections/{title}")
    others = ("projections/reference", "projections/references.py", "tests/titles/pages.py")
    return digest(read, paths(*own, *others))


def plays(title: str) -> dict[str, Callable[[], str]]:
    return {"data": lambda: data(title), "rules": lambda: rules(title)}


def sources(*names: str) -> Callable[[], str]:
    return lambda: digest(played, (path for path in paths(*names) if path.suffix == ".py"))


def programs(title: str, *strengths: str) -> Callable[[], str]:
    """Who chooses the orders: a program by its strength, "" for the best players that the tests have."""
    found: list[str] = []
    for strength in strengths:
        if strength:
            found += CHOOSING
            found += [] if strength == RANDOM else [f"domain/{title}/programs"]
            found += SEARCHING if strength == "keen" else ()
        else:
            found += ("tests/titles/players.py", *FIRST_PLAYERS.get(title, ()))
    return sources(*dict.fromkeys(found))


# ---- what is made


def figures(title: str, players: str) -> Made:
    strength = players.partition(":")[0]
    command = f"python -m tests.figures --write {title}"
    return Made(
        f"figures of {title}{strength and f', {strength}'}",
        f"{command} --players {players}" if players else command,
        plays(title)
        | {"players": programs(title, strength), "counts": sources(f"tests/figures/{title}.py", *COUNTING)},
    )


def positions(title: str) -> Made:
    return Made(
        f"positions of {title}",
        f"python -m tests.perft --write {title}",
        plays(title) | {"counts": sources(*POSITIONS)},
    )


def lanes(title: str) -> Made:
    return Made(
        f"sheets of {title}",
        f"python -m tests.perft.lanes --games 40 {title}",
        plays(title) | {"players": programs(title, "")},
    )


def row(title: str, first: str, second: str) -> Made:
    """A row of docs/programs.md."""
    strengths = [program.partition(":")[0] for program in (first, second)]
    return Made(
        f"row of {title}, {' and '.join(strengths)}",
        f"python -m tests.programs {title} {first} {second}",
        plays(title) | {"players": programs(title, *strengths)},
    )


def title_page(title: str) -> Made:
    page = f"docs/titles/{title}.md"
    return Made(
        page,
        f"python -m tests.titles.pages {title}",
        plays(title) | {"words": lambda: words(title), "page": lambda: digest(whole, paths(page))},
    )


def shown(page: str, command: str, titles: tuple[str, ...], between: str, *beside: str) -> Made:
    """A page that quotes what commands print or mails say: `between` finds that, `beside` asks for it."""

    def text() -> str:
        return "\n".join(
            found[0] for found in re.finditer(between, whole(ROOT / page), re.DOTALL | re.MULTILINE)
        )

    return Made(
        page,
        command,
        {
            "data": lambda: digest_of(*map(data, titles)),
            "rules": lambda: digest_of(*map(rules, titles)),
            "commands and mails": lambda: digest(whole, paths(*beside)) if beside else "",
            "quoted sentences": lambda: quoted(text()),
            "page": lambda: digest_of(text()),
        },
    )


def guides() -> dict[str, Made]:
    played = [str(path.relative_to(ROOT)) for path in sorted((ROOT / SESSIONS).glob("*/session.toml"))]
    found = (
        shown("docs/referee.md", "python -m tests.guides", ("shinobi", "twilight_shogun"), BLOCKS),
        shown("docs/player.md", "python -m tests.guides", ("shinobi",), MAILS, f"{SESSIONS}/guide"),
        shown("docs/new-title.md", "python -m tests.nim.page", (), BLOCKS),
        shown("README.md", "python -m tests.readme", ("shinobi",), DEMO, "fixtures/demo"),
        shown(
            "docs/features.md",
            "python -m tests.features --write",
            ("shinobi", "clan_war", "twilight_shogun"),
            WHOLE,
            *("tests/features/features.toml", *played),
        ),
    )
    return {one.name: one for one in found}


@cache
def everything() -> Mapping[str, Made]:
    """By name."""
    found = [figures(one.title, one.players) for kept in known().values() for one in kept]
    rows = rows_of((ROOT / "docs" / "programs.md").read_text("utf-8"))
    found += [row(one["title"], one["first"], one["second"]) for one in rows]
    found += [make(title) for make in (positions, lanes, title_page) for title in TITLES]
    return {one.name: one for one in found} | guides()
