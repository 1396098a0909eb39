"""A call of the operating system fails: each that a mail makes on its store, in turn, once or from then on.

`bugyo deliver` takes a mail while strace lets one call fail with EIO, as a broken disk does, or with ENOSPC.
What it says then must be true: 0, and the order is on record; or 75, and the mail is handed in again. That is
done, on a disk that works: in the end the order must have been applied once, and answered.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import NamedTuple

from referee.audit.audit import audit_game
from referee.games.referee import Referee
from referee.mail.desk.desk import Desk
from referee.reading.reading import read_mail
from referee.record.record import Record
from referee.service.exits import OK, TEMPFAIL
from tests.faults.campaigns import Counts
from tests.faults.full import is_whole, played_once
from tests.faults.games import mail_of, opened

BUGYO = Path(sys.executable).with_name("bugyo")
STRACE = "strace"

READS = ("pread64", "newfstatat", "fcntl", "openat")
WRITES = ("pwrite64", "ftruncate", "fdatasync")
"""What SQLite calls on a store and its journal; `openat` makes the journal as well. Calls whose failure means
nothing to it (close, fchown) are left out."""

GAME = "g"
PAGE = 4096
"""Bytes of a page of the store."""

UNDONE = "Nothing of this was recorded"


class Fault(NamedTuple):
    """One call that fails, by its name and its number, as strace says it; `on`: and all after it."""

    call: str
    number: int
    how: str
    on: bool = False

    def __str__(self) -> str:
        return f"{self.call}:{self.how}:when={self.number}{'+' if self.on else ''}"


class Case(NamedTuple):
    """A store with one game, and a mail to it."""

    store: Path
    mail: bytes

    @property
    def digest(self) -> str:
        return sha256(self.mail).hexdigest()


class Ended(NamedTuple):
    """What the command said, with its exit code; how often the order was on record then, and in the end."""

    code: int
    said: str
    played: int
    finally_played: int
    is_sound: bool

    @property
    def is_lost(self) -> bool:
        return self.code == OK and not self.played

    @property
    def is_clear(self) -> bool:
        """One of two codes, in sentences, and none of them says what is not so."""
        is_true = not (self.played and UNDONE in self.said)
        return self.code in (OK, TEMPFAIL) and bool(self.said) and "Traceback" not in self.said and is_true

    @property
    def is_corrupt(self) -> bool:
        return not (self.is_sound and self.is_clear)

    @property
    def is_half(self) -> bool:
        return self.finally_played != 1


def campaign(times: int, folder: Path, seed: int) -> Counts:
    """So many of the calls, chosen by the seed; each of them where that is as many as there are."""
    case = prepared(folder)
    calls = made(case, folder)
    found = _tried(case, folder, list(faults(calls)), times, seed)
    for fault, one in found.items():
        if one.is_lost or one.is_corrupt or one.is_half:
            print(fault, one, file=sys.stderr)
    ended = tuple(found.values())
    again = sum(one.code == TEMPFAIL for one in ended)
    known = sum(one.code == TEMPFAIL and one.played > 0 for one in ended)
    told = f"{again:,} times “try again”, {known:,} of them with the order on record"
    return _counted(ended, f"{calls.total()} calls a mail; {told}")


def control(times: int, folder: Path, seed: int) -> Counts:
    """A disk that says of one page that it is written, and does not write it."""
    case = prepared(folder)
    writes = made(case, folder)["pwrite64"]
    lies = [Fault("pwrite64", number, f"retval={PAGE}") for number in range(1, writes + 1)]
    return _counted(tuple(_tried(case, folder, lies, times, seed).values()), f"{writes} writes a mail")


def _tried(case: Case, folder: Path, every: list[Fault], times: int, seed: int) -> dict[Fault, Ended]:
    chosen = every if times >= len(every) else Random(seed).sample(every, times)
    return {fault: tried(case, folder, fault) for fault in chosen}


def _counted(ended: Sequence[Ended], also: str) -> Counts:
    return Counts(
        len(ended),
        lost=sum(one.is_lost for one in ended),
        corrupt=sum(one.is_corrupt for one in ended),
        half=sum(one.is_half for one in ended),
        also=also,
    )


def prepared(folder: Path) -> Case:
    store = folder / "sound" / "g.db"
    store.parent.mkdir()
    with closing(Record(store)) as record:
        opened(record, GAME)
        return Case(store, mail_of(record, GAME, Random(1), "1"))


def faults(calls: Counter[str]) -> Iterator[Fault]:
    """Every call that the mail makes where none fails, with each way in which it may."""
    for call, count in sorted(calls.items()):
        for number in range(1, count + 1):
            for error in ("EIO", "ENOSPC") if call in WRITES else ("EIO",):
                yield from (Fault(call, number, f"error={error}", on) for on in (False, True))


def made(case: Case, folder: Path) -> Counter[str]:
    """How often the mail makes each call, where none fails."""
    store = _fresh(case, folder)
    trace = folder / "trace"
    done = _delivered(case, store, ["-o", str(trace)])
    assert done.returncode == OK, done.stderr
    return Counter(re.findall(r"^\d+ +(\w+)\(", trace.read_text("utf-8"), re.M))


def tried(case: Case, folder: Path, fault: Fault) -> Ended:
    """The mail is delivered while a call fails, and handed in again when none does."""
    store = _fresh(case, folder)
    done = _delivered(case, store, ["-o", "/dev/null", "-e", f"inject={fault}"])
    try:
        return Ended(done.returncode, done.stderr, *_afterwards(case, store))
    except Exception:  # noqa: BLE001 - the store is broken, however that shows
        return Ended(done.returncode, done.stderr, 0, 0, is_sound=False)


def _afterwards(case: Case, store: Path) -> tuple[int, int, bool]:
    with closing(Record(store)) as record:
        played = played_once(record)[case.digest]
        again = Desk(Referee(record), None, read=read_mail).handle(case.mail)
        return played, played_once(record)[case.digest], again.exit == OK and _is_sound(record)


def _is_sound(record: Record) -> bool:
    """Whether the file is whole, the record holds, and the mail has an answer."""
    answers = record.recorder.rows("SELECT count(*) FROM outbox")[0][0]
    return is_whole(record) and answers > 0 and audit_game(record, GAME).finding is None


def _fresh(case: Case, folder: Path) -> Path:
    place = folder / "tried"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    return Path(shutil.copy(case.store, place))


def _delivered(case: Case, store: Path, options: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """strace looks at the store, its journal and their directory, and at nothing else."""
    watched = (store, store.with_name(f"{store.name}-journal"), store.parent)
    paths = [word for path in watched for word in ("-P", str(path))]
    calls = ",".join(READS + WRITES)
    traced = [STRACE, "-f", "--seccomp-bpf", "-qq", *paths, "-e", f"trace={calls}", *options]
    command = [str(BUGYO), "deliver", "--store", str(store), "--outgoing", str(store.parent / "out")]
    return subprocess.run(
        [*traced, *command], input=case.mail.decode(), capture_output=True, text=True, check=False
    )
