"""A process of its own beside the desk, started again when it ends. Whatever is done to it, mail goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from referee.apart import set_up
from referee.service.reports import Report, Trouble

FIRST_REST, LONGEST_REST = 1.0, 60.0
"""Seconds until a process is started again, each time twice as many."""

STEADY = 60.0
"""Seconds after which it has worked well enough for a short rest."""

PAUSE = 0.5
"""Seconds after which it is no end that comes with ours: a system that stops a service stops all of it."""

GRACE = 5.0
"""Seconds that it has to end."""

FIRST_TO_GO = b"800"
"""Where memory runs out the system is to end such a process, and not the desk (proc(5), oom_score_adj)."""


class Kept:
    """The process, and the thread that waits for its end. `start` starts it once; `ended` says that it has
    ended, with the fields “why” and “rest”."""

    def __init__(self, start: Callable[[], subprocess.Popen[bytes]], ended: str, report: Report) -> None:
        self._start = start
        self._ended = ended
        self._report = report
        self._lock = threading.Lock()
        self._done = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._keep, name="kept", daemon=True)

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
            self._report(Trouble(self._ended.format(why=why, rest=f"{rest:g}")))
            self._done.wait(rest)
            rest = min(2 * rest, LONGEST_REST)

    def _run(self) -> str:
        """Runs it once; how it has ended."""
        try:
            with self._lock:
                if self._done.is_set():
                    return ""
                process = self._process = self._start()
            code = process.wait()
        except OSError as error:
            return error.strerror or str(error)
        if process.stdin:
            process.stdin.close()
        return f"exit {code}" if code >= 0 else f"signal {signal.Signals(-code).name}"


def started(module: str, told: bytes, handles: tuple[int, ...] = ()) -> subprocess.Popen[bytes]:
    """A module of ours as a process. It is `told` what it needs in a line by a pipe, which also says that we
    are still there."""
    root = Path(__file__).resolve().parents[2]
    paths = [os.environ.get("PYTHONPATH", ""), "" if root.name.endswith("-packages") else str(root)]
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", module],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        pass_fds=handles,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
        start_new_session=True,  # a Ctrl-C is for the desk, which ends the process when it is done
    )
    assert process.stdin
    with suppress(OSError):  # it has died already: whoever waits for it hears why
        process.stdin.write(told + b"\n")
        process.stdin.flush()
    return process


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(GRACE)
    except subprocess.TimeoutExpired:
        process.kill()


# ---- in the process


def in_process(who: str, behind: int, work: Callable[[bytes, Report], None]) -> None:
    """Does the work of such a process. It is given what it was told, and what takes a line for the log; what
    ends it is said there. It steps back `behind` others that want to work (nice(2))."""
    report = partial(_say, who)
    try:
        told = open(0, "rb", buffering=0, closefd=False)  # noqa: SIM115 - unbuffered: a thread waits on it
        line = told.readline()
        set_up()
        _with_parent(told.fileno())
        _step_back(behind)
        work(line, report)
    except Exception as error:  # noqa: BLE001 - whoever has started it starts it again
        report(f"{type(error).__name__}: {' '.join(str(error).split())}")
        sys.exit(1)


def _say(who: str, line: str) -> None:
    level = "<4>" if "JOURNAL_STREAM" in os.environ else ""
    print(f"{level}{who}: {line}", file=sys.stderr, flush=True)


def _with_parent(parent: int) -> None:
    """Ends the process when its standard input does: whoever has started it is gone."""
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    with suppress(OSError):
        while os.read(parent, 1):
            pass
    os._exit(0)


def _step_back(behind: int) -> None:
    """Steps back behind others that want to work (nice(2)), and is the first to go where memory runs out."""
    with suppress(OSError, AttributeError):
        os.nice(behind)
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_bytes(FIRST_TO_GO)
