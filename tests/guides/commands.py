"""The commands that docs/referee.md shows, run in their order in an empty folder.

A block between `<!-- run -->` and `<!-- /run -->` holds lines `$ COMMAND`, each with what it prints. A file
is written by `<!-- file: NAME -->` and the block below it. What differs from run to run stands as …, times
as 2026-12-01 18:00. The commands that are named outside of such blocks are run by `elsewhere`.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from projections.locale.sentences import ROOT

REFEREE = ROOT / "docs" / "referee.md"
LONGEST = 60
"""Seconds that a command may take."""

_PART = re.compile(
    r"(?:<!-- file: (?P<name>\S+) -->\n```\w*\n(?P<text>.*?)```\n)"
    r"|(?P<begin><!-- run -->\n)```console\n(?P<run>.*?)```\n(?P<end><!-- /run -->)",
    re.DOTALL,
)
_TIME = r"\b20[0-9]{2}-[0-9]{2}-[0-9]{2}(T|\s+)[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?Z?"
_CHANGES = (
    (r"\b[0-9a-f]{64}\b", "…"),
    (r"\b[0-9a-f]{12,40}\b", "…"),
    (r"[A-Za-z0-9+/]{40,}={0,2}", "…"),
    (_TIME, r"2026-12-01\g<1>18:00"),
    (
        r"\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun) [0-9]{2} \w{3} 20[0-9]{2} [0-9]{2}:[0-9]{2} \w+",
        "Tue 01 Dec 2026 18:00 CET",
    ),
    (r"\b[0-9,]+ (MB|GB|bytes)\b", r"… \g<1>"),
    (r"\b0\.[0-9] h\b", "0.0 h"),  # some minutes, where the machine is busy
    (r"(\.py):[0-9]+\b", r"\g<1>:…"),
)


def current() -> str:
    """The guide as it should be."""
    with tempfile.TemporaryDirectory() as folder:
        return current_in(Path(folder))


def current_in(home: Path) -> str:
    """The same, in a folder that is empty before and has what the guide makes after it."""
    return _PART.sub(lambda found: _done(found, home), REFEREE.read_text("utf-8"))


def _done(found: re.Match[str], home: Path) -> str:
    if found["name"]:
        path = home / found["name"]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(found["text"], encoding="utf-8")
        return found[0]
    said = "".join(printed(command, home) for command in commands(found["run"]))
    return f"{found['begin']}```console\n{said}```\n{found['end']}"


def commands(block: str) -> Iterator[str]:
    """The commands of a block; one goes on over lines that end with a backslash."""
    lines = iter(block.splitlines())
    for line in lines:
        if line.startswith("$ "):
            command = line[2:]
            while command.endswith("\\"):
                command += "\n" + next(lines)
            yield command


def settings(home: Path) -> dict[str, str]:
    """The environment in which the commands are run."""
    return {
        "HOME": str(home),
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "LANG": "C.UTF-8",
        "TZ": "UTC",
        "COLUMNS": "90",
        "XDG_DATA_HOME": str(home / "data"),
    }


def ran(command: str, home: Path, stdin: str = "", **more: str) -> subprocess.CompletedProcess[bytes]:
    """What a shell made of a command; `more` are variables of its environment."""
    return subprocess.run(
        ["bash", "-c", command],
        cwd=home,
        env=settings(home) | more,
        input=stdin.encode(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=LONGEST,
        check=False,
    )


def printed(command: str, home: Path, **more: str) -> str:
    """A command and what it prints, as a guide shows it."""
    done = ran(command, home, **more)
    said = done.stdout.decode().replace(str(home), "~")
    for pattern, instead in _CHANGES:
        said = re.sub(pattern, instead, said)
    code = f"(exit code {done.returncode})\n" if done.returncode else ""
    return f"$ {command}\n{said}{code}"
