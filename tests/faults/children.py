"""Processes that are forked off, so that each costs milliseconds: killed, or left to say what became of them.

Nothing of the parent is cleaned up by a child, and no store may be open while it is forked.
"""

from __future__ import annotations

import os
import signal
import sys
import time
import traceback
from collections.abc import Callable
from typing import NoReturn, TextIO

Work = Callable[[TextIO], None]
"""What a child does; it says on the stream what it has done."""


class Child:
    """A process that works and says what it has done."""

    def __init__(self, work: Work) -> None:
        read, write = os.pipe()
        self.pid = os.fork()
        if not self.pid:
            os.close(read)
            _work(work, write)
        os.close(write)
        self._said = os.fdopen(read, encoding="utf-8", errors="replace")

    def killed_after(self, seconds: float) -> list[str]:
        """The whole lines that it has said before it was killed, or had ended by itself."""
        time.sleep(seconds)
        os.kill(self.pid, signal.SIGKILL)
        return self._heard()[0]

    def finished(self) -> list[str]:
        """All that it has said. Raises `AssertionError` where it did not end well."""
        said, code = self._heard()
        assert code == 0, "".join(said)
        return said

    def first(self) -> str:
        """The first line that it says, waited for; it comes no second time."""
        return self._said.readline()

    def _heard(self) -> tuple[list[str], int]:
        with self._said:
            said = self._said.readlines()
        _, status = os.waitpid(self.pid, 0)
        return [line for line in said if line.endswith("\n")], os.waitstatus_to_exitcode(status)


def _work(work: Work, write: int) -> NoReturn:
    code = 1
    try:
        with os.fdopen(write, "w", encoding="utf-8") as stream:
            stream.reconfigure(line_buffering=True)
            try:
                work(stream)
                code = 0
            except BaseException:  # noqa: BLE001  # the parent is told
                traceback.print_exc(file=stream)
    finally:
        sys.stdout.flush()
        os._exit(code)
