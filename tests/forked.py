"""Programs as processes that begin as copies of this one. They have their own streams, terminal, signals and
limits, and end like any other; only to import all of Bugyo, which takes one a second or two, is done already.

What a start of Python itself does is shown by tests that start it.
"""

from __future__ import annotations

import atexit
import os
import pty
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Mapping
from io import TextIOWrapper
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryFile
from typing import NoReturn, TextIO

from cli import main

Work = Callable[[], object]
ROOT = Path(__file__).parents[1]


def command(args: tuple[str, ...], env: Mapping[str, str]) -> Work:
    """The console script with these words, in this environment."""

    def work() -> None:
        os.chdir(ROOT)
        os.environ.clear()
        os.environ.update(env)
        sys.argv = [main.PROGRAM, *args]
        main.run()

    return work


def run(work: Work, stdin: int | None = None, stdout: int | None = None) -> CompletedProcess[bytes]:
    """Waits for its end. What it writes is kept, but what goes to `stdout`, where that is given."""
    with TemporaryFile() as out, TemporaryFile() as err, Path(os.devnull).open("rb") as nothing:
        streams = (nothing.fileno() if stdin is None else stdin, stdout or out.fileno(), err.fileno())
        code = ended(begun(work, streams))
        for file in (out, err):
            file.seek(0)
        return CompletedProcess([], code, out.read(), err.read())


def begun(work: Work, streams: tuple[int, int, int]) -> int:
    """The number of the process."""
    if not (child := os.fork()):
        for place, stream in enumerate([os.dup(stream) for stream in streams]):
            os.dup2(stream, place)
        _lives(work)
    return child


def speaking(work: Work) -> tuple[int, TextIO]:
    """The number of the process, and what it says, to be read while it runs."""
    ours, theirs = os.pipe()
    child = begun(work, (0, theirs, 2))
    os.close(theirs)
    return child, os.fdopen(ours)


def on_terminal(work: Work) -> tuple[int, int]:
    """The number of the process, and our end of a terminal of its own."""
    child, terminal = pty.fork()
    if not child:
        _lives(work)
    return child, terminal


def ended(child: int) -> int:
    """Its exit code; less than 0 if a signal has ended it."""
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _lives(work: Work) -> NoReturn:
    """As Python does from the start of a program to its end; nothing of what began it is done here too."""
    code = 1
    try:
        atexit._clear()
        signal.signal(signal.SIGINT, signal.default_int_handler)
        sys.stdin, sys.stdout, sys.stderr = _stream(0), _stream(1), _stream(2)
        code = _code_of(work)
        threading._shutdown()  # type: ignore[attr-defined]
        atexit._run_exitfuncs()
        sys.stderr.flush()
        sys.stdout.flush()
    except BaseException:  # noqa: BLE001 - Python says so too, and nothing may be raised in a copy of a test
        os.write(2, f"Exception ignored\n{traceback.format_exc()}".encode())
        code = 120
    finally:
        os._exit(code)


def _stream(number: int) -> TextIOWrapper:
    file = os.fdopen(number, "rb" if number == 0 else "wb", closefd=False)
    errors = "backslashreplace" if number == 2 else "strict"
    return TextIOWrapper(file, "utf-8", errors, line_buffering=number == 2 or os.isatty(number))


def _code_of(work: Work) -> int:
    try:
        work()
    except SystemExit as end:
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:  # noqa: BLE001 - as Python does
        traceback.print_exc()
        return 1
    return 0
