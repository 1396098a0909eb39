"""PostgreSQL servers of the tests' own: an ordinary process in a folder of its own, behind a Unix socket."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from urllib.parse import quote

import pytest

from referee.record.location import Server

PORT = 5432
"""Names the socket; nothing listens on the network."""

PATIENCE = 300.0


def program(name: str) -> str:
    """The newest that is installed. Skips the test where there is none; in continuous integration that is a
    failure."""
    where = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[4]))
    found = str(where[-1]) if where else shutil.which(name)
    if found is None:
        why = f"PostgreSQL's {name} is not installed"
        if os.environ.get("BUGYO_CI"):
            pytest.fail(f"{why}: .ci/run installs it")
        pytest.skip(why)
    return found


class Cluster:
    """A server whose fsync is on, as everywhere. It refuses root: then it runs as somebody else."""

    _schemas = count(1)

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"
        self._user = _somebody_else() if os.geteuid() == 0 else None
        self._process: subprocess.Popen[bytes] | None = None
        if self._user is not None:
            shutil.chown(folder, self._user)
        self.run(
            "initdb", "-D", str(self.data), "-U", "bugyo", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"
        )

    def run(self, name: str, *arguments: str) -> str:
        """Runs one of the server's programs to its end, as the server's user."""
        done = subprocess.run(
            [program(name), *arguments],
            user=self._user,
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{name}: {done.stderr}"
        return done.stdout

    def start(self) -> None:
        """Starts it, and waits until it is there."""
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [
                    *(program("postgres"), "-D", str(self.data), "-k", str(self.folder), "-p", str(PORT)),
                    *(
                        "-c",
                        "listen_addresses=",
                        "-c",
                        "max_connections=200",
                        "-c",
                        "max_wal_size=128MB",
                        "-c",
                        "shared_buffers=32MB",
                        "-c",
                        "dynamic_shared_memory_type=mmap",  # a killed one leaves nothing
                    ),
                ],
                user=self._user,
                cwd=self.folder,
                stdout=log,
                stderr=log,
            )
        end = time.monotonic() + PATIENCE
        while not self.is_ready():
            assert time.monotonic() < end, (self.folder / "log").read_text()
            time.sleep(0.05)

    def is_ready(self) -> bool:
        asked = [program("pg_isready"), "-q", "-h", str(self.folder), "-p", str(PORT), "-d", "postgres"]
        return subprocess.run(asked, check=False).returncode == 0

    def stop(self) -> None:
        """In an orderly way, without waiting for whoever is connected."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """With `kill -9` of every process of it at once, as when the machine goes."""
        assert self._process is not None
        if self._process.poll() is not None:
            return
        for child in _children(self._process.pid):
            _kill(child)
        self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(how)
        self._process.wait(PATIENCE)

    def database(self, name: str = "postgres", schema: str = "") -> Server:
        more = f"&schema={schema}" if schema else ""
        return Server(f"postgresql://bugyo@/{name}?host={quote(str(self.folder), safe='')}&port={PORT}{more}")

    def fresh(self) -> Server:
        """A place in which no store was made yet."""
        return self.database(schema=f"s{next(self._schemas)}")


def _somebody_else() -> str:
    names = {user.pw_name for user in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def _children(pid: int) -> list[int]:
    listed = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in listed.read_text().split()] if listed.exists() else []


def _kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return


@contextmanager
def running() -> Iterator[Cluster]:
    """A server, for as long as the block lasts; nothing of it is left behind."""
    program("initdb")
    folder = Path(tempfile.mkdtemp(prefix="bugyo-pg-"))
    folder.chmod(0o755)
    try:
        cluster = Cluster(folder)
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.kill()  # nothing of it is kept
    finally:
        shutil.rmtree(folder)
