"""What `make demo` and `make test` install, in whatever order they are called: as make says it, undone."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

MAKEFILE = Path(__file__).parents[2] / "Makefile"
PLAYER, TESTS = "pictures,web", "dev"


@pytest.mark.parametrize(
    ("stamps", "goal", "installed"),
    [
        ((), "demo", [PLAYER]),
        ((), "test", [PLAYER, TESTS]),
        (("plays",), "demo", []),
        (("plays",), "test", [TESTS]),
        (("plays", "ready"), "demo", []),
        (("plays", "ready"), "test", []),
        (("ready", "plays"), "test", [TESTS]),  # pyproject.toml was changed, and a demonstration played since
    ],
)
def test_a_player_gets_what_a_player_needs_and_tests_add_the_rest(
    stamps: tuple[str, ...], goal: str, installed: list[str], tmp_path: Path
) -> None:
    for second, name in enumerate(("pyproject.toml", *(f".venv/{stamp}" for stamp in stamps))):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (second, second))
    words = ["make", "--dry-run", "--file", str(MAKEFILE), goal]
    said = subprocess.run(words, cwd=tmp_path, capture_output=True, check=True, text=True).stdout
    assert re.findall(r"pip install .*'\.\[(.*)\]'", said) == installed
