"""Games for the tests of the projections: random ones, and a record that they are kept in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from domain.game.entries.entries import Entry, Ordered
from domain.game.state.game_state import begun, fold, fold_on, unopened
from domain.kit.facts import Fact
from domain.shinobi import SHINOBI
from projections.replay import Replay
from referee.games.datasets import read_files
from referee.record.envelope import Act
from referee.record.record import Record
from tests.titles.play import Played, data_of

NOON = 1_773_316_800_000
"""2026-03-12 12:00 UTC, in milliseconds."""

DATA = data_of(SHINOBI)

NOBODY = ("mail", "", "", "", "")


class Stamped(NamedTuple):
    """An envelope without the record around it. The digest tells nothing: it is the same in two worlds."""

    digest: bytes
    at: int
    act: tuple[str, str, str, str, str]
    entry: Any


@cache
def entries(seed: int) -> tuple[Entry, ...]:
    """A random game, to its end. Seeds 0 to 2 have 3 to 5 players."""
    return tuple(Played(SHINOBI, seed, DATA).to_the_end().entries)


def replay(recorded: Sequence[Entry], act: tuple[str, str, str, str, str] = NOBODY) -> Replay:
    """The entries as a game, one minute after the other."""
    stamped = [Stamped(bytes(32), NOON + 60_000 * nth, act, entry) for nth, entry in enumerate(recorded)]
    return Replay("test", SHINOBI, DATA, stamped)


def units(recorded: Iterable[Entry]) -> list[list[Entry]]:
    """The entries as they are appended: an order with all that follows from it; the opening with the deal."""
    appended: list[list[Entry]] = [[]]
    for entry in recorded:
        if isinstance(entry, Ordered) and isinstance(appended[-1][-1], Fact):
            appended.append([])
        appended[-1].append(entry)
    return appended


class Keeper:
    """A record with random games that are appended to it one order at a time."""

    def __init__(self, path: Path, *seeds: int) -> None:
        self.record = Record(path, clock=lambda: NOON)
        name = self.record.keep_data("shinobi", read_files("shinobi"))
        self.left = {f"game-{seed}": units(_with_data(entries(seed), name)) for seed in seeds}

    def append(self, game: str) -> None:
        """The next order of a game and what follows from it."""
        record, more = self.record, self.left[game].pop(0)
        kept = record.load(game) if game in record.games() else record.start(unopened(game, SHINOBI))
        stood = kept.game
        if not kept.game.position:
            stood = begun(fold(stood, more[0]), DATA)
        now = fold_on(stood, more[stood.position - kept.game.position :])
        record.append(kept, now, tuple(more), Act("bots"))

    def append_all(self, rounds: int | None = None) -> Keeper:
        """Turn about among the games, to their ends or for some rounds."""
        while any(self.left.values()) and rounds != 0:
            for game in [game for game, left in self.left.items() if left]:
                self.append(game)
            rounds = None if rounds is None else rounds - 1
        return self


def _with_data(recorded: Sequence[Entry], name: str) -> list[Entry]:
    first: Any = recorded[0]
    return [replace(first, data=name), *recorded[1:]]
