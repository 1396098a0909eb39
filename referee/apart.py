"""Code of other packages, run apart: in a thread that is waited for so long and no longer, and what it prints
on stderr.

An interrupt of the user's comes to the main thread, which waits: one in that thread is the package's own.
What ends the whole process (a crash, `os._exit`) no thread can stop.
"""

from __future__ import annotations

import builtins
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import copy_context
from threading import Thread, Timer
from typing import Any

from domain.installed import BadTitle, Installed, at_once, failed

TOLD, MOST = 3.0, 30.0
"""Seconds until it is said who is waited for, and until nobody waits any more."""

GRACE = 2.0
"""Seconds for what they do when the program ends."""

_print = builtins.print

_RUN: list[str] = []
"""The packages that this process has run."""


def set_up() -> None:
    """Lets this process import titles of other packages; `undo` ends that."""
    Installed.way = staticmethod(apart)


def undo() -> None:
    Installed.way = staticmethod(at_once)
    builtins.print = _print


def apart(whose: str, act: Callable[[], Any]) -> Any:
    """Runs code of the package of that name. Raises `BadTitle`."""
    _RUN.append(whose)
    builtins.print = _print_aside  # no command of ours answers by it; what they say later is no answer either
    done: list[tuple[Any, BadTitle | None]] = []
    thread = Thread(target=copy_context().run, args=(_run, act, done), name=whose, daemon=True)
    with _stdout_aside():
        thread.start()
        thread.join(TOLD)
        if thread.is_alive():
            _print(f"Waiting for the package {whose}, which brings a title.", file=sys.stderr, flush=True)
            thread.join(MOST - TOLD)
    if not done:
        raise BadTitle(f"it was waited for {MOST:g} seconds")
    value, bad = done[0]
    if bad:
        raise bad
    return value


def _run(act: Callable[[], Any], done: list[tuple[Any, BadTitle | None]]) -> None:
    try:
        done.append((act(), None))
    except BaseException as error:  # noqa: BLE001  whatever it is
        done.append((None, failed(error)))


def _print_aside(*values: object, file: Any = None, **settings: Any) -> None:
    _print(*values, file=sys.stderr if file is None else file, **settings)


@contextmanager
def _stdout_aside() -> Iterator[None]:
    """Lets stdout be stderr, also to what knows only its number: C, and other programs."""
    out, kept = sys.stdout, _second_handle()
    sys.stdout = sys.stderr
    try:
        yield
    finally:
        sys.stdout = out
        if kept is not None:
            os.dup2(kept, 1)
            os.close(kept)


def _second_handle() -> int | None:
    """What keeps stdout meanwhile; None where there is none."""
    with suppress(OSError, ValueError, AttributeError):
        sys.stdout.flush()
        kept = os.dup(1)
        os.dup2(2, 1)
        return kept
    return None


def end(code: str | int | None) -> None:
    """Ends the program. Where packages were run, what they print from now on goes to stderr, and what they
    have left running, or do at the end, is not waited for long."""
    if _RUN:
        builtins.print = _print_aside
        with suppress(OSError, ValueError, AttributeError):
            sys.stdout.flush()
            sys.stdout = sys.stderr
            os.dup2(2, 1)
        last = Timer(GRACE, os._exit, (code if isinstance(code, int) else bool(code),))
        last.daemon = True
        last.start()
    sys.exit(code)
