"""A mail that does not end, to `bugyo deliver` on its standard input."""

from __future__ import annotations

import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import IO

from msgspec import Struct

from tests.siege import meters
from tests.siege.house import House

LINE = b"All work and no play makes Jack a dull boy. All work and no play makes.\n"
PIECE = LINE * 2_000
TIMEOUT = 180.0


class Delivered(Struct, frozen=True):
    """`code` is None where it did not end within `TIMEOUT`; `megabytes` of memory at its most, of the mail
    as far as it was read.
    """

    code: int | None
    seconds: float
    megabytes: float
    read: float
    said: str


class Giants:
    """So many giant mails, one after the other, while the process is measured."""

    def __init__(self, house: House, size: float) -> None:
        """`size` is in MB."""
        self._house = house
        self._size = size
        self.delivered: list[Delivered] = []

    def come(self, times: list[float], stop: Callable[[], bool]) -> None:
        """At these times, in seconds from now."""
        begun = time.monotonic()
        for at in times:
            while time.monotonic() < begun + at and not stop():
                time.sleep(0.2)
            if stop():
                return
            self.delivered.append(self._deliver(stop))

    def _deliver(self, stop: Callable[[], bool]) -> Delivered:
        begun = time.monotonic()
        process = subprocess.Popen(
            self._house.command("deliver", "--config", str(self._house.config)),
            env=self._house.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=(err := (self._house.folder / "deliver.log").open("w+b")),
        )
        written = [0.0]
        assert process.stdin is not None
        threading.Thread(target=self._pour, args=(process.stdin, written), daemon=True).start()
        most = 0.0
        while process.poll() is None and time.monotonic() < begun + TIMEOUT and not stop():
            most = max(most, *(meters.memory(pid).most for pid in meters.pids(process.pid)))
            time.sleep(0.05)
        code = process.poll()
        process.kill()
        process.wait()
        err.seek(0)
        said = err.read(100_000).decode("utf-8", "replace").strip().rpartition("\n")[2]
        err.close()
        return Delivered(code, round(time.monotonic() - begun, 1), round(most, 1), written[0], said[:300])

    def _pour(self, pipe: IO[bytes], written: list[float]) -> None:
        """Until all is written or nobody reads any more."""
        with suppress(OSError, ValueError), pipe:
            pipe.write(
                b"From: giant@large.example\nTo: bugyo@club.example\nMessage-ID: <g@large.example>\n\n"
            )
            while written[0] < self._size:
                pipe.write(PIECE)
                written[0] = round(written[0] + len(PIECE) / 1e6, 1)
