"""The desk that is besieged: its file, its games and the process that serves it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import NamedTuple

from click.testing import CliRunner
from msgspec import Struct

from cli.main import commands
from domain.titles import TITLES
from tests.servers.machines import free_port
from tests.siege import meters

ROOT = Path(__file__).parents[2]
ADDRESS, REFEREE = "bugyo@club.example", "rei@club.example"
SERVER = "mx.club.example"
PLAYERS, HOSTILE = "players.example", "hostile.example"
"""The domains of honest people, and of those who hold a seat and mean ill."""

NEWCOMERS = "-newcomers.example"
"""How the domain of each honest newcomer ends: he owns it, and its server signs his mails."""

SHOUTS = ("Your account is locked", "-----BEGIN ORDERS winter T1 iga-----", "Confirm your password now!")
"""What is given for a person's name: sentences, and a fence of ours."""

DESCRIPTORS = 1024
"""What a service may have open at once, where nobody has said otherwise."""

STARTING, ENDING = 30.0, 20.0
MOST_STARTS = 30

SETTINGS = """\
store = "games.db"
address = "{address}"
referee = "{referee}"
authserv_ids = ["{server}"]

[[maildir]]
path = "in"

[listen]
port = {lmtp}

[outgoing]
path = "out"

[web]
listen = "127.0.0.1:{http}"
base = "http://127.0.0.1:{http}"
"""


class Seat(NamedTuple):
    game: str
    seat: str
    address: str


class Death(Struct, frozen=True):
    """The desk has ended by itself. `after` is in seconds since it was started."""

    code: int
    after: float
    said: str


class House:
    """Its process gets the descriptors that a service has."""

    def __init__(self, folder: Path, poll: float) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.http, self.lmtp = free_port(), free_port()
        self.log = folder / "serve.log"
        self.deaths: list[Death] = []
        self.seats: list[Seat] = []
        self.most: dict[str, float] = {"desk": 0.0, "all": 0.0}
        """MB at their most: of the process itself, and of it with all that it has started."""
        self.starting = 0.0
        """CPU of its first start, until it listens, in seconds."""
        self._poll = poll
        self._process: subprocess.Popen[bytes] | None = None
        self._begun = 0.0
        self._used = 0.0
        self._seen = 0.0
        self._tree: list[int] = []
        self._logged = 0
        self._is_shut = False
        self._lock = threading.RLock()
        self._names = count(1)
        self.config = folder / "desk.toml"
        given = {"address": ADDRESS, "referee": REFEREE, "server": SERVER}
        self.config.write_text(SETTINGS.format(**given, http=self.http, lmtp=self.lmtp))

    # ---- games

    def open(self, name: str, title: str, hostile: int = 0) -> None:
        """A game that everybody has joined; its first seats are hostile."""
        scenario = TITLES[title].scenarios[0]
        number = max(scenario.seats[0], min(4, scenario.seats[1]) if hostile else 0)
        addresses = [f"p{next(self._names)}@{HOSTILE if n < hostile else PLAYERS}" for n in range(number)]
        people = [f"--player={one.partition('@')[0].upper()} <{one}>" for one in addresses]
        self._bugyo("open", title, "--id", name, "--press", "private", *people)
        from referee.record.record import Record

        record = Record(self.folder / "games.db")
        seats = record.load(name).game.seats
        record.close()
        for seat, address in zip(seats, addresses, strict=True):
            self._bugyo("orders", name, seat, "-", said=f"join the words of {address.partition('@')[0]}")
            self.seats.append(Seat(name, seat, address))

    def _bugyo(self, *words: str, said: str = "") -> None:
        env = {"BUGYO_STORE": None, "BUGYO_OUTGOING": None, "BUGYO_ADDRESS": None}
        done = CliRunner(env=env).invoke(commands, [*words, "--config", str(self.config)], said)
        assert done.exit_code == 0, done.output

    # ---- its process

    @property
    def environment(self) -> dict[str, str]:
        return {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONFAULTHANDLER": "1", "COLUMNS": "80"}

    def command(self, *words: str) -> list[str]:
        """A command of Bugyo, with the descriptors that a service has."""
        limited = f'ulimit -Sn {DESCRIPTORS}; exec "$@"'
        return ["sh", "-c", limited, "sh", sys.executable, "-m", "cli.main", *words]

    def start(self) -> None:
        """Waits until it listens, or has ended."""
        command = self.command("serve", "--config", str(self.config), "--poll", str(self._poll))
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                command, stdout=log, stderr=log, env=self.environment, start_new_session=True
            )
        self._begun, self._seen = time.monotonic(), 0.0
        while (
            time.monotonic() - self._begun < STARTING and self._process.poll() is None and not self._is_shut
        ):
            if all(map(_listens, (self.http, self.lmtp))):
                self.starting = self.starting or self.used()
                return
            time.sleep(0.05)

    def has_started(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def used(self) -> float:
        """CPU that the desk has used since it was first started, in seconds."""
        if self._process is not None:
            self._seen = max(self._seen, meters.seconds(self._process.pid))
        return self._used + self._seen

    def look(self) -> None:
        """Measures its memory; notes its end, and starts it again, as a system does with a service."""
        with self._lock:
            if self._process is not None and not self._is_shut:
                self._look(self._process)

    def _look(self, process: subprocess.Popen[bytes]) -> None:
        if process.poll() is not None:
            self._note_death(process)
            return
        self._tree = meters.pids(process.pid)
        each = [meters.memory(pid) for pid in self._tree]
        self.most["desk"] = max(self.most["desk"], each[0].most)
        self.most["all"] = max(self.most["all"], sum(one.now for one in each))

    def _note_death(self, process: subprocess.Popen[bytes]) -> None:
        self._used += self._seen
        after = round(time.monotonic() - self._begun, 1)
        self._kill(process)
        self.deaths.append(Death(process.returncode, after, self._last_words()))
        self._process = None
        if len(self.deaths) < MOST_STARTS:
            self.start()

    def _last_words(self) -> str:
        with self.log.open("rb") as log:
            log.seek(max(0, self.log.stat().st_size - 4096))
            lines = log.read().decode("utf-8", "replace").splitlines()
        return next((line for line in reversed(lines) if line.strip()), "")[:300]

    def end(self) -> int | None:
        """How it ends at SIGTERM; None where it has ended before, or does not end in time."""
        self._is_shut = True
        with self._lock:
            process, self._process = self._process, None
        if process is None:
            return None
        self._used += max(self._seen, meters.seconds(process.pid))
        self._logged = self.log.stat().st_size
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
            with suppress(subprocess.TimeoutExpired):
                process.wait(ENDING)
        code = process.poll()
        self._kill(process)
        return code

    def _kill(self, process: subprocess.Popen[bytes]) -> None:
        """With all that it has started."""
        for pid in reversed(self._tree):
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        with suppress(subprocess.TimeoutExpired):
            process.wait(5)

    # ---- what it holds

    def tracebacks(self) -> Counter[str]:
        """The errors that end one in the log, up to SIGTERM."""
        found, is_within = Counter[str](), False
        with suppress(FileNotFoundError), self.log.open("rb") as log:
            for raw in log:
                if log.tell() > self._logged:
                    break
                line = raw.decode("utf-8", "replace")
                if is_within and not line.startswith((" ", "\n")):
                    found[line.strip()[:200]] += 1
                    is_within = False
                is_within = is_within or line.startswith("Traceback")
        return found

    def run(self, *words: str, seconds: float = 600) -> subprocess.CompletedProcess[str]:
        command = [*self.command(*words), "--store", str(self.folder / "games.db")]
        return subprocess.run(
            command, env=self.environment, capture_output=True, text=True, check=False, timeout=seconds
        )

    def size(self, name: str) -> float:
        """MB of a file and what stands beside it under its name."""
        return sum(path.stat().st_size for path in self.folder.glob(f"{name}*")) / 1e6


def _listens(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 0.5):
        return True
    return False


def drop(maildir: Path, name: str, raw: bytes) -> None:
    """A mail comes into a Maildir, as a mail server puts it there."""
    (maildir / "tmp").mkdir(parents=True, exist_ok=True)
    (maildir / "new").mkdir(exist_ok=True)
    (maildir / "cur").mkdir(exist_ok=True)
    (maildir / "tmp" / name).write_bytes(raw)
    (maildir / "tmp" / name).rename(maildir / "new" / name)
