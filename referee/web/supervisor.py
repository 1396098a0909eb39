"""The supervisor of the pages beside a desk: a process of their own, started again when it ends. Whatever is
done to them, mail goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec
from msgspec.structs import replace

from referee.mail.transport.boxes import Report, Trouble
from referee.web.listening import Pages, address, listening

FIRST_REST, LONGEST_REST = 1.0, 60.0
"""Seconds until the pages are started again, each time twice as many."""

STEADY = 60.0
"""Seconds after which they have served well enough for a short rest."""

PAUSE = 0.5
"""Seconds after which it is no end that comes with ours: a system that stops a service stops all of it."""

GRACE = 5.0
"""Seconds that they have to end."""


@contextmanager
def beside(pages: Pages, report: Report) -> Iterator[str]:
    """The pages, for as long as the context lasts; gives the address that they stand at. The socket is ours:
    nobody else gets it while they are started again, and who comes then waits. Raises `CannotListen`."""
    with listening(pages.listen) as listens:
        kept = Kept(replace(pages, handle=listens.fileno()), report)
        kept.start()
        try:
            yield address(listens)
        finally:
            kept.stop()


class Kept:
    """The process, and the thread that waits for its end."""

    def __init__(self, pages: Pages, report: Report) -> None:
        self._pages = pages
        self._report = report
        self._lock = threading.Lock()
        self._done = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._keep, name="pages", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._done.set()
        with self._lock:
            process = self._process
        if process is not None:
            _end(process)
        self._thread.join(GRACE)

    def _keep(self) -> None:
        rest = FIRST_REST
        while not self._done.is_set():
            began = time.monotonic()
            why = self._run()
            if self._done.wait(PAUSE):
                return
            if time.monotonic() - began > STEADY:
                rest = FIRST_REST
            said = f"The pages have ended ({why}) and are started again in {rest:g} seconds. Mail goes on."
            self._report(Trouble(said))
            self._done.wait(rest)
            rest = min(2 * rest, LONGEST_REST)

    def _run(self) -> str:
        """Runs them once; how they have ended."""
        try:
            with self._lock:
                if self._done.is_set():
                    return ""
                process = self._process = started(self._pages)
            code = process.wait()
        except OSError as error:
            return error.strerror or str(error)
        if process.stdin:
            process.stdin.close()
        return f"exit {code}" if code >= 0 else f"signal {signal.Signals(-code).name}"


def started(pages: Pages) -> subprocess.Popen[bytes]:
    """The process. It is told what it needs by a pipe, which also says that we are still there."""
    root = Path(__file__).resolve().parents[2]
    paths = [os.environ.get("PYTHONPATH", ""), "" if root.name.endswith("-packages") else str(root)]
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "referee.web.process"],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        pass_fds=(pages.handle,),
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
        start_new_session=True,  # a Ctrl-C is for the desk, which ends the pages when it is done
    )
    assert process.stdin
    with suppress(OSError):  # it has died already: whoever waits for it hears why
        process.stdin.write(msgspec.json.encode(pages) + b"\n")
        process.stdin.flush()
    return process


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(GRACE)
    except subprocess.TimeoutExpired:
        process.kill()
