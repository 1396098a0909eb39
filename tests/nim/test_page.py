"""docs/new-title.md is true: its blocks are Nim, and are all that is needed to play it."""

from __future__ import annotations

from pathlib import Path

import pytest

from projections.locale.sentences import ROOT
from tests.nim import page

CODE = ("tests/nim/rules.py", "tests/nim/pictures.py")
OTHERS = ("tests/nim/fixtures/nim/heaps.toml", "tests/nim/__main__.py")
MOST = 150
"""Lines of a title."""


@pytest.mark.parametrize("name", [*CODE, *OTHERS])
def test_the_blocks_of_the_page_are_the_files(name: str) -> None:
    assert page.files()[name] == (ROOT / name).read_text("utf-8"), "Run `python -m tests.nim.page`."


def test_the_page_has_no_other_files() -> None:
    assert set(page.files()) == {*CODE, *OTHERS}


def test_a_title_is_two_files_of_150_lines() -> None:
    assert sum(len((ROOT / name).read_text("utf-8").splitlines()) for name in CODE) <= MOST


@pytest.mark.soak
def test_the_blocks_are_played_with_and_the_commands_print_what_the_page_says(tmp_path: Path) -> None:
    """A whole game, in a folder that has the files of the page and nothing else of Nim."""
    printed = page.current(tmp_path)
    assert page.PAGE.read_text("utf-8") == printed, "Run `python -m tests.nim.page`."
    assert "red has won" in printed
    assert "Everything holds." in printed
    assert "Traceback" not in printed
