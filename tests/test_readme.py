"""README is short and true: what it names is there. What it quotes is looked at with the demonstration."""

from __future__ import annotations

import re
from pathlib import Path

from cli.contents import CONTENTS
from cli.version import VERSION
from domain.titles import TITLES
from referee.service.configuration import read_configuration
from tests.readme import README, ROOT

TEXT = README.read_text("utf-8")
MOST_WORDS = 900


def test_it_is_read_in_some_minutes() -> None:
    assert len(TEXT.split()) <= MOST_WORDS


def test_every_command_that_readme_names_is_there() -> None:
    known = {name for group in CONTENTS.values() for name in group}
    named = set(re.findall(r"bugyo ([a-z]+)", TEXT))
    assert named
    assert named <= known


def test_its_pages_and_pictures_are_there() -> None:
    linked = re.findall(r"\]\(([^):#]+)[)#]|src=\"([^\"]+)\"", TEXT)
    assert linked
    assert [one for one in linked if not (ROOT / "".join(one)).exists()] == []


def test_the_file_of_a_desk_that_it_shows_is_one_and_has_six_lines(tmp_path: Path) -> None:
    (shown,) = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)
    (tmp_path / "desk.toml").write_text(shown, encoding="utf-8")
    assert len(shown.splitlines()) == 6
    assert read_configuration(tmp_path / "desk.toml").address == "bugyo@club.example"


def test_it_names_every_title_and_the_version() -> None:
    assert f"version {VERSION}" in TEXT
    assert [rules.name for rules in TITLES.values() if f"| {rules.name} |" not in TEXT] == []
