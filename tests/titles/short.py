"""Short recorded games: of each title two of some sixty orders, which show as many kinds of orders, events
and prompts as so short a game can.

`python -m tests.titles.short [TITLE…]` plays them and writes `tests/titles/short_games`: the lines of each
game without its tables, and in `beyond.json` what neither of the two shows. It writes the same lines each
time. To read one costs some 30 ms once in a process, and no rule is asked: a test that looks at positions,
mails or pages needs no game of its own.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.game.entries.entries import SEAT, Entry, Ordered
from domain.game.state.game_state import GameState, begun, fold, fold_on, unopened
from domain.kit.facts import Fact, tag_of
from domain.kit.rules import Rules
from domain.kit.sealed import REFEREE
from domain.titles import TITLES
from projections.replay import Replay
from referee.audit.game_lines import envelopes_of, export_lines, read_export
from referee.games.datasets import read_files
from referee.record.envelope import BOTS, Act, Envelope
from referee.record.record import Record
from tests.playing import Game
from tests.titles.play import Luck, Played, data_of
from tests.titles.recorded import RESIGN

FILES = Path(__file__).parent / "short_games"
BEYOND = "beyond.json"

GAMES = 2
"""Of each title. The second shows what the first does not."""

ORDERS, TO_THE_END = 60, 90
"""Of each game; then the first seat that is awaited gives up. Where a title does not know that, games are
shorter than so many."""

SEEDS = 40
"""Games that are played for the two."""

OF_A_KIND, TRIES = 3, 12
"""Orders of each kind that are tried before each order, and of all kinds together."""

NOON = 1_773_316_800_000
"""2026-03-12 12:00 UTC, in milliseconds: each game is opened then, and an order comes each minute."""

Kind = tuple[str, str]
"""What a kind is of, and its tag: ("event", "unit-moved")."""


# ---- what tests read


class Short:
    """A short game. Whoever reads it changes nothing: all tests of a process have the same."""

    def __init__(self, rules: Rules, nth: int, name: str, envelopes: Sequence[Envelope[Any]]) -> None:
        self.rules, self.nth, self.name, self.data = rules, nth, name, data_of(rules)
        self.envelopes = tuple(envelopes)
        self.entries: tuple[Entry, ...] = tuple(one.entry for one in envelopes)

    @cached_property
    def stops(self) -> Mapping[int, GameState]:
        """How the game stood before each order of a seat, and at its end; by position."""
        now, found = unopened(self.name, self.rules), dict[int, GameState]()
        for entry in self.entries:
            if _is_given(entry):
                found[now.position] = now
            now = fold(now, entry)
            now = begun(now, self.data) if now.position == 1 else now
        return {**found, now.position: now}

    def games(self, every: int = 1) -> Iterator[Game]:
        """Every so manieth stop but the end, as a game that can be played on."""
        for position in list(self.stops)[:-1:every]:
            yield Game.at(self.stops[position])

    def game(self, part: float = 0.5) -> Game:
        """The game as it stood after that part of its stops."""
        return Game.at(list(self.stops.values())[int(part * (len(self.stops) - 1))])

    def replay(self, upto: int | None = None) -> Replay:
        """The game, or as it was at a position."""
        return Replay(self.name, self.rules, self.data, self.envelopes[:upto])

    def store(self, record: Record, upto: int | None = None) -> str:
        """Puts the game, or as it was at a position, into a store; its name there."""
        record.keep_data(self.rules.title, read_files(self.rules.title))
        record.restore(self.name, self.rules.title, self.envelopes[:upto])
        return self.name


@cache
def short(title: str, nth: int = 0) -> Short:
    export = read_export(lines(path_of(title, nth)))
    return Short(TITLES[title], nth, export.header.game, envelopes_of(export))


def path_of(title: str, nth: int, folder: Path = FILES) -> Path:
    return folder / f"{title}-{nth + 1}.jsonl.gz"


def lines(path: Path) -> list[bytes]:
    """The lines of the export of a game, without its tables."""
    return gzip.decompress(path.read_bytes()).splitlines()


# ---- kinds


def kinds(entries: Iterable[Entry]) -> set[Kind]:
    """What entries show: orders, events, and what is put on the agenda."""
    found = set[Kind]()
    for entry in entries:
        if isinstance(entry, Fact):
            found |= {("item", tag_of(type(item))) for item in entry.then}
            found |= {("event", tag_of(type(entry.event)))} if entry.event is not None else set()
        elif isinstance(entry, Ordered):
            found.add(("order", tag_of(type(entry.plain()))))
    return found


def every_kind(rules: Rules) -> set[Kind]:
    of = {"order": rules.orders, "event": rules.events, "item": rules.items}
    return {(what, tag_of(kind)) for what, known in of.items() for kind in known}


def beyond(folder: Path = FILES) -> dict[str, set[Kind]]:
    """By title, what no short game shows."""
    found: dict[str, list[str]] = json.loads((folder / BEYOND).read_text("utf-8"))
    return {
        title: {(what, tag) for what, _, tag in (line.partition(" ") for line in lines)}
        for title, lines in found.items()
    }


# ---- how they are made


def played(rules: Rules, seed: int) -> Played:
    """A game in which each order is the one of some tried ones that shows most that is new."""
    made, luck = Played(rules, seed, data_of(rules)), Random(f"{rules.title} {seed}")
    have, most = kinds(made.entries), ORDERS if _resign(rules) else TO_THE_END
    while made.orders < most and not made.game.is_over():
        tried = _tried(list(made.choices()), luck)
        new = [len(kinds(_follows(made, given)) - have) for given in tried]
        before = len(made.entries)
        made.step(tried[new.index(max(new))])
        have |= kinds(made.entries[before:])
    for resign in () if made.game.is_over() else _resign(rules):
        made.step((made.game.awaited()[0], resign()))
    return made


def _resign(rules: Rules) -> list[type[Struct]]:
    return [kind for kind in rules.always if tag_of(kind) == RESIGN]


def _tried(choices: Sequence[tuple[str, Struct]], luck: Random) -> list[tuple[str, Struct]]:
    of_kind: dict[tuple[str, type], list[tuple[str, Struct]]] = {}
    for seat, order in choices:
        of_kind.setdefault((seat, type(order)), []).append((seat, order))
    some = [one for alike in of_kind.values() for one in luck.sample(alike, min(OF_A_KIND, len(alike)))]
    luck.shuffle(some)
    return some[:TRIES]


def _follows(made: Played, given: tuple[str, Struct]) -> tuple[Entry, ...]:
    return Game.at(made.game.now).post(*given, Luck(made.orders))


def best(rules: Rules) -> list[Played]:
    """The games of a title: each shows most of what those before it do not, in the fewest entries."""
    all_ = [one for seed in range(SEEDS) if (one := played(rules, seed)).game.is_over()]
    chosen, have = list[Played](), set[Kind]()
    for _nth in range(GAMES):
        chosen.append(max(all_, key=lambda one: (len(kinds(one.entries) - have), -len(one.entries))))
        have |= kinds(chosen[-1].entries)
    return chosen


def write(rules: Rules, folder: Path = FILES) -> None:
    """Writes the games of a title, and what they do not show."""
    shown = set[Kind]()
    for nth, one in enumerate(best(rules)):
        packed = gzip.compress(recorded(one, one.game.id.replace("random", "short")), mtime=0)
        path_of(rules.title, nth, folder).write_bytes(packed)
        shown |= kinds(one.entries)
    path = folder / BEYOND
    known = json.loads(path.read_text("utf-8")) if path.exists() else {}
    known[rules.title] = sorted(" ".join(kind) for kind in every_kind(rules) - shown)
    path.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def recorded(one: Played, name: str) -> bytes:
    """The lines of the game, recorded an order at a time."""
    with TemporaryDirectory() as place:
        record = Record(Path(place) / "games.db", clock=lambda: now, entropy=Random(name).randbytes)
        first: Any = one.entries[0]
        kept_as = record.keep_data(one.rules.title, read_files(one.rules.title))
        entries = [replace(first, data=kept_as), *one.entries[1:]]
        kept, now = record.start(unopened(name, one.rules)), NOON
        for unit in _units(entries):
            stood = kept.game if kept.game.position else begun(fold(kept.game, unit[0]), one.data)
            after = fold_on(stood, unit[stood.position - kept.game.position :])
            seat = unit[0].seat if isinstance(unit[0], Ordered) else ""
            kept = record.append(kept, after, unit, Act(BOTS, "", seat))
            now += 60_000
        exported = b"".join(export_lines(record, name, REFEREE, tables=False))
        record.close()
    return exported


def _is_given(entry: Entry) -> bool:
    """Whether it is an order that a seat has given, and none that was given for it."""
    return isinstance(entry, Ordered) and entry.by == SEAT


def _units(entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    """An order with all that follows from it; the opening with what is dealt."""
    unit = [entries[0]]
    for entry in entries[1:]:
        if _is_given(entry):
            yield unit
            unit = []
        unit.append(entry)
    yield unit


if __name__ == "__main__":
    for title in sys.argv[1:] or TITLES:
        write(TITLES[title])
