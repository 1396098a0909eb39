"""The chapters of what is measured, each in a process of its own; and two programs measured in turn.

None pays for what another has left in its memory. With a commit each chapter runs here and there by turns,
each tree with its own benchmarks: rows that both have are compared, by the best that each did.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from benchmarks.report import Figure, shown

HERE = Path(__file__).resolve().parents[1]

CHAPTERS: Mapping[str, str] = {
    "record": "benchmarks.report:measured",
    "bytes": "benchmarks.storing:stores",
    "proof": "benchmarks.cost:costs",
    "long": "benchmarks.lengths:lengths",
    "rules": "benchmarks.replaying:replays",
    "beside": "benchmarks.beside:beside",
    "views": "benchmarks.following:followed",
    "mails": "benchmarks.mails:mails",
    "exports": "benchmarks.exports:exports",
    "pages": "benchmarks.pages:pages",
    "starts": "benchmarks.starting:starts",
}
"""The function that makes the figures of each. It takes a folder and repeats, or what it knows of these."""

EACH = 2
"""Repeats in each of the processes that run by turns."""

_RUN = """
import inspect, json, sys
from importlib import import_module
from pathlib import Path
def main():
    module, name, folder, repeats = sys.argv[1:]
    make = getattr(import_module(module), name)
    known = {"directory": Path(folder), "folder": Path(folder), "repeats": int(repeats)}
    asked = {each: known[each] for each in inspect.signature(make).parameters if each in known}
    fields = "what", "ours", "compared", "ratio", "at_least", "at_most"
    print(json.dumps([{each: getattr(figure, each) for each in fields} for figure in make(**asked)]))
if __name__ == "__main__":
    main()
"""
"""What a process does, in any tree that has benchmarks."""


def measured(chapter: str, repeats: int, directory: Path | None = None, tree: Path = HERE) -> list[Figure]:
    """The figures of a chapter, measured in a tree; nothing where it does not have it."""
    with TemporaryDirectory(dir=directory) as folder:
        script = Path(folder) / "run.py"
        script.write_text(_RUN, encoding="utf-8")
        command = (sys.executable, str(script), *CHAPTERS[chapter].split(":"), folder, str(repeats))
        # The program is installed from a checkout: that of the tree stands before it.
        places = [str(tree), *filter(None, [os.environ.get("PYTHONPATH")])]
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(places)}
        done = subprocess.run(
            command, cwd=tree, env=environment, stdout=subprocess.PIPE, text=True, check=tree == HERE
        )
    if done.returncode:
        return []
    return msgspec.convert(json.loads(done.stdout.splitlines()[-1]), list[Figure])


# ---- against another program


def against(commit: str, chapters: Sequence[str], rounds: int, directory: Path | None = None) -> str:
    """A table of what both trees measured, by turns."""
    with _checkout(commit, directory) as tree:
        found: dict[Path, list[Figure]] = {HERE: [], tree: []}
        for chapter, turn in product(chapters, range(rounds)):
            for place in (HERE, tree) if turn % 2 else (tree, HERE):
                found[place] += measured(chapter, EACH, directory, place)
        return compared(commit, found[HERE], found[tree])


def compared(commit: str, now: Sequence[Figure], then: Sequence[Figure]) -> str:
    """For each row of now its best, the best of then, and how many times as much time or room it takes."""
    lines = [f"| measured | now | {commit} | now / {commit} |", "|---|---|---|---|"]
    before = _best(then)
    for name, figure in _best(now).items():
        other = before.get(name)
        told = f"{other.ours} | {shown(_time(figure) / _time(other))}" if other else "– | –"
        lines.append(f"| {figure.what} | {figure.ours} | {told} |")
    return "\n".join(lines)


@contextmanager
def _checkout(commit: str, directory: Path | None) -> Iterator[Path]:
    with TemporaryDirectory(dir=directory) as folder:
        tree = Path(folder) / "tree"
        git = ("git", "-C", str(HERE), "worktree")
        subprocess.run((*git, "add", "--quiet", "--detach", str(tree), commit), check=True)
        try:
            yield tree
        finally:
            subprocess.run((*git, "remove", "--force", str(tree)), check=True)


def _best(figures: Sequence[Figure]) -> dict[str, Figure]:
    """The best figure of each row, by what it is called whatever numbers are told in it."""
    best: dict[str, Figure] = {}
    for figure in figures:
        name = re.sub(r"[0-9][0-9,.]*", "#", figure.what)
        best[name] = min(figure, best.get(name, figure), key=_time)
    return best


def _time(figure: Figure) -> float:
    """What it takes, in whatever unit; of a speed the time of one."""
    number = float(figure.ours.split("/")[0].split()[0].replace(",", ""))
    return 1 / number if figure.ours.endswith("/s") else number
