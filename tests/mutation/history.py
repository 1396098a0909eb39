"""How old the page of mutants is, in commits.

It is as old as its newest night: each night takes one group of some fifty, and each part says its own day.
"""

from __future__ import annotations

import subprocess
from collections.abc import Collection
from pathlib import Path

from tests.mutation.groups import ROOT

MOST = 500
"""So many commits may come before somebody tries a group again."""


def unknown(root: Path = ROOT) -> str:
    """Why commits cannot be counted here, or nothing."""
    if not (root / ".git").exists():
        return "There is no history here."
    shallow = _git(root, "rev-parse", "--is-shallow-repository")
    return "" if shallow == "false" else "The history here is cut short."


def behind(commits: Collection[str], root: Path = ROOT) -> int | None:
    """How many commits have come since the newest of these; None where none of them is in the history."""
    counts = [_git(root, "rev-list", "--count", f"{commit}..HEAD") for commit in commits]
    return min((int(one) for one in counts if one), default=None)


def checked_out() -> str:
    """The commit whose code is tried, shortened, where it is known."""
    return "" if unknown() else _git(ROOT, "rev-parse", "--short=8", "HEAD")


def _git(root: Path, *words: str) -> str:
    """What git says, and nothing where it fails or is not there."""
    try:
        done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
