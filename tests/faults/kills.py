"""`kill -9` at random points: of whoever writes the record, of the desk, of what follows the record.

The writer is forked off and killed, again and again on one store; the desk is that of `tests.servers.kills`;
the read model is taken in anew, killed, and goes on where it stopped.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import closing, redirect_stdout
from functools import partial
from pathlib import Path
from random import Random
from typing import TextIO

from domain.kit.errors import OrderError
from projections.read_model.following import Views, catch_up, rebuild
from referee.audit.audit import audit_game
from referee.games.opening import CannotOpen
from referee.games.referee import Referee, TryAgain
from referee.games.selfplay import self_play
from referee.record.location import Place
from referee.record.record import Record
from tests.faults.campaigns import Counts
from tests.faults.children import Child
from tests.faults.full import is_whole
from tests.projections.views import tables
from tests.record.child import main as write_until_killed
from tests.record.stores import one_order, opened

ROOT = Path(__file__).parents[2]

LONGEST = 0.06
"""Seconds that a writer lives after its first word, at most."""

FOLLOWED = 0.3
"""Seconds that a read model may follow before it is killed, at most."""

EVERY = 25
"""Kills after which every game is audited; the last order of each child is looked for after each."""


def writers(times: int, folder: Path, seed: int) -> Counts:
    return killed(folder / "killed.db", times, seed)


def killed(store: Place, times: int, seed: int) -> Counts:
    """A writer is killed so often on one store, in a file or on a server."""
    random = Random(seed)
    lost = broken = orders = 0
    for number in range(times):
        child = Child(partial(_write, store, f"{seed}-{number}"))
        first = child.first()
        said = [first, *child.killed_after(random.uniform(0, LONGEST))]
        orders += len(said)
        with closing(Record(store)) as record:
            lost += sum(not _is_there(record, line) for line in said[-3:])
            if number % EVERY == EVERY - 1 or number == times - 1:
                broken += sum(audit_game(record, game).finding is not None for game in record.games()[-9:])
                if isinstance(store, Path):
                    broken += not is_whole(record)
    with closing(Record(store)) as record:
        half = sum(record.load(game).game.more != 0 for game in record.games())
        events = record.recorder.rows("SELECT count(*) FROM stored_events")[0][0]
    return Counts(times, lost, broken, half, f"{orders:,} orders acknowledged, {events:,} events")


def _write(store: Place, seed: str, told: TextIO) -> None:
    with redirect_stdout(told):
        write_until_killed(store, seed)


def _is_there(record: Record, line: str) -> bool:
    """Whether what was acknowledged is on record, under the same head."""
    name, position, head = line.split()
    return record.envelopes(name)[int(position) - 1].digest.hex() == head


def desks(times: int, folder: Path, seed: int) -> Counts:
    """Everything is asserted by the process itself, between two kills."""
    command = [sys.executable, "-m", "tests.servers.kills", str(folder), str(times), str(seed)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env=os.environ)
    if done.returncode:
        return Counts(times, corrupt=1, also=done.stderr.strip().splitlines()[-1])
    told = json.loads(done.stdout)
    also = f"{told['mails']:,} mails, {told['events']:,} events, {told['doubled']} answers sent twice"
    return Counts(times, also=also)


def followers(times: int, folder: Path, seed: int) -> Counts:
    """The read model is killed while it takes the record in; where it has all of it, it begins anew."""
    store, path, random = folder / "record.db", folder / "views.db", Random(seed)
    with closing(Record(store)) as record:
        list(self_play(record, "shinobi", 1, f"{seed}"))
    with closing(Record(store)) as record, rebuild(folder / "sound.db", record) as views:
        sound, newest = _rows(views), views.taken()
    wrong = wholes = taken = 0
    for _ in range(times):
        Child(partial(_follow, store, path)).killed_after(random.uniform(0, FOLLOWED))
        with Views(path) as views:
            before, taken = taken, views.taken()
            wrong += not before <= taken <= newest
            if taken == newest:
                wrong += _rows(views) != sound
        if taken == newest:
            wholes, taken = wholes + 1, 0
            path.unlink()
    return Counts(times, corrupt=wrong, also=f"{wholes} times whole, {newest} events each time")


def _follow(store: Path, path: Path, _: TextIO) -> None:
    record = Record(store)
    views = Views(path)
    catch_up(views, record, page=20)


def _rows(views: Views) -> list[object]:
    return [views.rows(name) for name in tables(views)]


# ---- several that write at once


def together(times: int, folder: Path, seed: int) -> Counts:
    """Two processes play the same games at once, so many orders between them."""
    store = folder / "together.db"
    said = [
        child.finished()
        for child in [Child(partial(_play_along, store, f"{seed}-{n}", times // 2)) for n in range(2)]
    ]
    lines = [line for lines in said for line in lines if line.startswith("g")]
    again = sum(line.startswith("again") for lines in said for line in lines)
    with closing(Record(store)) as record:
        lost = sum(not _is_there(record, line) for line in lines)
        broken = sum(audit_game(record, game).finding is not None for game in record.games())
    twice = len(lines) - len(set(lines))
    also = f"{len(lines)} acknowledged, {again} refused because the other was first"
    return Counts(len(lines) + again, lost, broken, twice, also)


def _play_along(store: Path, seed: str, orders: int, told: TextIO) -> None:
    random = Random(seed)
    with closing(Record(store)) as record:
        for number in range(orders):
            name = f"g{number // 40}"
            try:
                if name not in record.games():
                    opened(record, name)
                game = record.load(name).game
                if game.is_over() or not game.awaited():
                    continue
                kept = one_order(Referee(record), game, random).kept
                print(name, kept.game.position, kept.head.hex(), file=told)
            except (OrderError, TryAgain, CannotOpen):
                print("again", file=told)
