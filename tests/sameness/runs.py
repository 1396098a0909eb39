"""Commands run in this process, one after the other, on a store in an empty folder.

Whatever a command could find otherwise tomorrow stands still: the clock, what is random, who the user is.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import chdir, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from click.testing import CliRunner, Result

from cli.main import commands

NOW = 1_800_000_000
"""2027-01-15 08:00 UTC: after all that is recorded."""

USER = {"BUGYO_STORE": "games.db", "COLUMNS": "100", "LOGNAME": "rei", "TZ": "UTC", "LC_ALL": "C.UTF-8"}


@contextmanager
def still() -> Iterator[Path]:
    """An empty folder to work in, where the time is always the same and all that is random is zero."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith("BUGYO_")}
    with (
        TemporaryDirectory() as folder,
        chdir(folder),
        patch.dict(os.environ, {**ours, **USER}, clear=True),
        patch("time.time_ns", lambda: NOW * 1_000_000_000),
        patch("random._urandom", bytes),
    ):
        yield Path(folder)


def bugyo(*words: object, stdin: str | None = None) -> bytes:
    """What a command prints, and below it what it says beside that, and its exit code if it is not 0."""
    result = run(*words, stdin=stdin)
    beside = result.stderr_bytes and b"---- stderr\n" + result.stderr_bytes
    code = f"---- exit {result.exit_code}\n" if result.exit_code else ""
    return result.stdout_bytes + beside + code.encode()


def run(*words: object, stdin: str | None = None) -> Result:
    return CliRunner().invoke(commands, [str(word) for word in words], input=stdin, prog_name="bugyo")
