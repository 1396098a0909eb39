"""The disk is full at every write: of the store, its journal, the outgoing Maildir and a backup.

A desk works mails in a process that may make no file longer than so many bytes, now this many, now that; each
mail is handed in again once there is room. What is said then must be true: "try again" has applied nothing.
"""

from __future__ import annotations

import json
import resource
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import TextIO

from eventsourcing.persistence import PersistenceError

from domain.game.entries.entries import SEAT, Joined, Ordered
from referee.audit.audit import audit_game
from referee.copies.backup import CannotBackUp, back_up, manifest_of
from referee.mail.desk.desk import Desk
from referee.reading.reading import read_mail
from referee.record.record import Record
from referee.service.exits import OK, TEMPFAIL
from referee.transport.boxes import Outbox
from tests.faults.campaigns import Counts
from tests.faults.children import Child
from tests.faults.games import mail_of, opened

STEP, STEPS = 512, 160
"""How the room differs from try to try, in bytes; the largest leaves room for any journal."""


def campaign(times: int, folder: Path, seed: int) -> Counts:
    """So many mails and backups on a full disk."""
    said = Child(partial(_desk, folder, times, seed)).finished()
    told = Counter[str](json.loads(said[-1]))
    sent = [line.split()[1] for line in said[:-1]]
    with closing(Record(folder / "full.db")) as record:
        played = played_once(record)
        broken = sum(audit_game(record, game).finding is not None for game in record.games())
        whole = is_whole(record)
    lost = sum(not played[digest] for digest in sent)
    twice = sum(max(0, played[digest] - 1) for digest in sent)
    also = f"{told['refused']} writes refused, {told['backups refused']} backups refused, {len(sent)} mails"
    return Counts(times, lost, broken + (not whole) + told["wrong"], twice, also)


def is_whole(record: Record) -> bool:
    """What SQLite says of the file."""
    return record.recorder.rows("PRAGMA integrity_check") == [("ok",)]


def played_once(record: Record) -> Counter[str]:
    """How often the orders of each mail were applied, by its digest."""
    return Counter(
        envelope.act[1].partition(":")[0]
        for game in record.games()
        for envelope in record.envelopes(game)
        if isinstance(envelope.entry, Joined)
        or (isinstance(envelope.entry, Ordered) and envelope.entry.by == SEAT)
    )


def _desk(folder: Path, times: int, seed: int, told: TextIO) -> None:
    """Says of each mail that it was taken; at the end how often something was refused."""
    random, done = Random(seed), Counter[str]()
    with closing(Record(folder / "full.db")) as record:
        referee = opened(record, "g0")
        desk = Desk(referee, Outbox(folder / "out"), read=read_mail)
        game = "g0"
        for number in range(times):
            if record.load(game).game.is_over():
                game = f"g{number}"
                opened(record, game)
            if number % 8 == 7:
                done.update(_backed_up(record, folder / f"backup-{number}", random))
                continue
            raw = mail_of(record, game, random, f"{number}")
            done.update(_handed_in(desk, raw, record, random))
            print("taken", sha256(raw).hexdigest(), file=told)
    print(json.dumps(done), file=told)


def _handed_in(desk: Desk, raw: bytes, record: Record, random: Random) -> Iterator[str]:
    """Hands a mail in while there is no room, and again when there is."""
    before = _events(record)
    with _room(_some_room(record, random)):
        handled = desk.handle(raw)
    if handled.exit == TEMPFAIL:
        yield "refused"
    elif handled.exit != OK:
        yield "wrong"
    if handled.exit == OK and _events(record) == before:
        yield "wrong"
    if desk.handle(raw).exit != OK:
        yield "wrong"


def _backed_up(record: Record, to: Path, random: Random) -> Iterator[str]:
    """Backs up while there is no room: all of it is there, or nothing."""
    try:
        with _room(random.randrange(record.path.stat().st_size + STEP)):
            back_up(record, to)
    except (CannotBackUp, OSError, sqlite3.Error, PersistenceError):
        yield "backups refused"
        if to.exists() or manifest_of(to).exists():
            yield "wrong"
        return
    if not (to.exists() and manifest_of(to).exists()):
        yield "wrong"


def _some_room(record: Record, random: Random) -> int:
    """Too little for a journal, or just too little for the store to grow."""
    base = random.choice((0, record.path.stat().st_size))
    return base + STEP * random.randrange(STEPS)


def _events(record: Record) -> int:
    (count,) = record.recorder.rows("SELECT count(*) FROM stored_events")[0]
    return int(count)


@contextmanager
def _room(size: int) -> Iterator[None]:
    """No file of this process may grow beyond so many bytes."""
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
