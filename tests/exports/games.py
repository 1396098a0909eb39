"""Games for the tests of exports: recorded ones to their end, and running ones with secrets."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from domain.game.entries.entries import Entry
from domain.kit.rules import Rules
from domain.titles import TITLES
from projections.replay import Replay
from referee.audit.game_lines import envelopes_of, read_export
from referee.bundle.checking import read_bundle
from tests.titles import short
from tests.titles.play import Played, data_of
from tests.titles.recorded import GAMES

SHORT_ONE = "short"

NOON = 1_773_316_800_000
"""2026-03-12 12:00 UTC, in milliseconds."""

RECORDED = tuple(f"{path.parent.name}/{path.stem}" for path in sorted(GAMES.glob("*/*.zip")))

SHORT = tuple(f"{title}/{SHORT_ONE}" for title in TITLES)
"""A short game of each title, which shows much."""


class Stamped(NamedTuple):
    """An envelope without the record around it. The digest tells nothing: it is the same in two worlds."""

    digest: bytes
    at: int
    act: tuple[str, ...]
    entry: Any


@cache
def lines(name: str) -> tuple[bytes, ...]:
    """The lines of the export of a recorded game: "shinobi/shared". Those of a short one have no tables."""
    title, _, ending = name.partition("/")
    if ending == SHORT_ONE:
        return tuple(line + b"\n" for line in short.lines(short.path_of(title, 0)))
    return tuple(read_bundle(GAMES / f"{name}.zip").members["game.jsonl"].splitlines(keepends=True))


@cache
def recorded(name: str) -> Replay:
    title, _, ending = name.partition("/")
    if ending == SHORT_ONE:
        return short.short(title).replay()
    export = read_export(lines(name))
    rules = TITLES[export.header.title]
    data = rules.read_data({file: text.encode() for file, text in export.header.data.items()})
    return Replay(export.header.game, rules, data, envelopes_of(export))


@cache
def data(title: str) -> Any:
    return data_of(TITLES[title])


@cache
def running(title: str, seed: int, orders: int) -> Played:
    """A random game after so many orders, or before its last one."""
    played = Played(TITLES[title], seed, data(title))
    for _ in range(orders):
        before = len(played.entries)
        played.step()
        if played.game.is_over():
            del played.entries[before:]
            break
    return played


def replay(rules: Rules, entries: Sequence[Entry], person: str = "", minutes: int = 1) -> Replay:
    """The entries as a game, so many minutes after each other; `person` has done everything."""
    act = ("mail", "", "", person, "")
    stamped = [
        Stamped(bytes(32), NOON + 60_000 * minutes * nth, act, entry) for nth, entry in enumerate(entries)
    ]
    return Replay("test", rules, data(rules.title), stamped)
