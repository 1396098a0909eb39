"""How long commands take that do little: what whoever types them, or a mail server's pipe, waits for.

Of the processor, with all that a command starts, the least of some runs in turn: a busy machine makes that
somewhat longer. The store has three games and its read model; the mail is one that no seat has sent.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

from benchmarks.mails import open_games
from benchmarks.report import Figure

GOALS = {"--version": 60, "list": 200, "what g0": 250, "log g0": 250, "deliver": 250}
"""Milliseconds at most."""

STARTS = 7
MAIL = b"From: nobody@example.org\n\nhelp\n"
BARE = "pass"


def starts(folder: Path, repeats: int = STARTS) -> list[Figure]:
    """Of each, beside a Python that does nothing."""
    store, program = folder / "games.db", str(Path(sys.executable).with_name("bugyo"))
    open_games(store, 3)
    given = {**os.environ, "BUGYO_STORE": str(store), "BUGYO_OUTGOING": str(folder / "out")}
    commands = {line: (program, *line.split()) for line in GOALS}
    commands[BARE] = (sys.executable, "-c", BARE)
    least = dict.fromkeys(commands, float("inf"))
    for _ in range(1 + repeats):  # the first makes the read model, and what is imported is compiled
        for line, command in commands.items():
            least[line] = min(least[line], _spent(command, given))
    return [_figure(line, least[line], least[BARE]) for line in GOALS]


def _figure(line: str, ours: float, bare: float) -> Figure:
    what = f"bugyo {line}, s of CPU; a Python that does nothing"
    return Figure(what, f"{ours:.3f} s", f"{bare:.3f} s", ours, at_most=GOALS[line] / 1000)


def _spent(command: tuple[str, ...], given: dict[str, str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, input=MAIL, env=given, capture_output=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
