"""The audit of a club's games on all cores, by `bugyo audit --all`: how long it takes, and that it finds the
one among them that is damaged.

The games are finished ones of Shinobi. The command is a process of its own, as a user starts it.
"""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

from benchmarks.measure import seconds
from benchmarks.report import Figure
from referee.audit.audit import audit_game
from referee.games.selfplay import self_play
from referee.record.record import Record
from referee.record.store import Pool

GAMES = 1_000
SAMPLE = 50
"""Of them, audited one after the other in this process: what the others are compared with."""

TITLE = "shinobi"


def audits(directory: Path, games: int = GAMES) -> list[Figure]:
    """Games audited in a second on all cores and on one."""
    path = directory / "audits.bugyo"
    with patch.object(Pool, "synchronous", "OFF"):
        record = Record(path)
        names = list(self_play(record, TITLE, games, "audits"))
        sample = names[:SAMPLE]
        alone = seconds(lambda: [audit_game(record, name) for name in sample]) / len(sample)
        record.close()
    damaged = names[len(names) // 3]
    _damage(path, damaged)
    broken: list[str] = []
    taken = seconds(lambda: broken.extend(_broken(path)))
    assert broken == [damaged], broken
    shown = f"{games / taken:,.0f}/s ({taken:.1f} s)"
    what = f"bugyo audit --all, {games:,} finished games, one of them damaged: all cores / one"
    return [Figure(what, shown, f"{1 / alone:,.0f}/s", games / taken * alone)]


def _broken(path: Path) -> list[str]:
    """The games that do not hold, as the command says it."""
    command = (sys.executable, "-m", "cli.main", "audit", "--all", "--json", "--store", str(path))
    done = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    assert done.returncode == 1, done.returncode
    return [verdict["game"] for verdict in json.loads(done.stdout) if not verdict["holds"]]


def _damage(path: Path, game: str) -> None:
    """One bit of the digest of an event in the middle of a game is turned."""
    connection = sqlite3.connect(path)
    connection.execute("DROP TRIGGER stored_events_no_update")
    where = (game, 100)
    (state,) = connection.execute(
        "SELECT state FROM stored_events WHERE originator_id=? AND originator_version=?", where
    ).fetchone()
    turned = state[:10] + bytes((state[10] ^ 1,)) + state[11:]
    connection.execute(
        "UPDATE stored_events SET state=? WHERE originator_id=? AND originator_version=?", (turned, *where)
    )
    connection.commit()
    connection.close()
