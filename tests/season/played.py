"""A season that has been played, and what it held."""

from __future__ import annotations

import os
import traceback
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from msgspec import Struct

from domain.kit.facts import Fact
from referee.record.store import Pool
from tests.season.agenda import DAY
from tests.season.checks import faults
from tests.season.club import MOST_MAILS, START, Season

COUNTS = (
    "games",
    "ended",
    "events",
    "virtual days",
    "mails in",
    "mails out",
    "orders",
    "mails lost",
    "mails doubled",
    "deaths",
    "failures of the disk",
    "replies of servers lost",
    "mails refused for now",
    "mails refused for ever",
    "servers down",
    "done beside the mails",
    "refusals",
)


class Played(Struct, frozen=True):
    """`log` is the digest of all mails, heads and lines of the log; `counts` is what the season held, `kinds`
    how often each kind of entry was recorded.
    """

    seed: int
    log: str
    titles: tuple[str, ...]
    counts: dict[str, int]
    kinds: dict[str, int] = {}
    faults: tuple[str, ...] = ()

    def line(self) -> str:
        held = ", ".join(f"{self.counts[name]} {name}" for name in COUNTS[1:7])
        said = "holds" if not self.faults else "DOES NOT HOLD"
        return f"{self.seed}: {self.log} {said}: {' '.join(self.titles)}; {held}"

    def command(self, most: int = MOST_MAILS) -> str:
        return f"python -m tests.season 1 --from {self.seed} --mails {most}"


def play(seed: int, most: int = MOST_MAILS) -> Played:
    """Plays a season, and looks at what must hold. It waits for no disk: what a power cut takes is proved
    elsewhere.
    """
    with (
        TemporaryDirectory() as folder,
        patch.object(Pool, "synchronous", "OFF"),
        patch.object(os, "fsync", lambda handle: None),
    ):
        season = Season(Path(folder), seed, most)
        try:
            season.run()
            found = tuple(faults(season))
            return Played(seed, season.log, _titles(season), _counts(season), _kinds(season), found)
        except Exception:  # noqa: BLE001 - whatever it is, the season does not hold, and the others go on
            found = tuple(traceback.format_exc().splitlines()[-6:])
            return Played(seed, season.log, (), dict.fromkeys(COUNTS, 0), faults=found)
        finally:
            season.process.record.close()


def _titles(season: Season) -> tuple[str, ...]:
    return tuple(season.game(name).rules.title for name in season.names)


def _counts(season: Season) -> dict[str, int]:
    games = [season.game(name) for name in season.names]
    counted = Counter(season.done) + Counter(season.process.done)
    counted["games"] = len(games)
    counted["ended"] = sum(game.is_over() for game in games)
    counted["events"] = sum(game.position for game in games)
    counted["virtual days"] = (season.now - START) // DAY
    counted["mails out"] = len(season.carried)
    counted["orders"] = len(season.acknowledged)
    return {name: counted[name] for name in COUNTS}


def _kinds(season: Season) -> dict[str, int]:
    entries = (each.entry for name in season.names for each in season.process.record.envelopes(name))
    return dict(Counter(type(entry).__name__ for entry in entries if not isinstance(entry, Fact)))
