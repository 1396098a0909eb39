"""What holds for every command: help with an example, --store and --json, a place in docs/cli.md."""

from __future__ import annotations

import click
import pytest

from cli.contents import CONTENTS, ENTRIES, EVERY, PARTS
from cli.frame.codes import EXIT_CODES
from cli.main import commands
from tests.cli.conftest import Bugyo
from tests.cli.reference import PAGE, help_of, section


def found(name: str) -> click.Command:
    command: click.Command | None = commands
    for word in name.split():
        assert isinstance(command, click.Group)
        command = command.get_command(click.Context(command), word)
    assert command is not None
    return command


@pytest.mark.parametrize("name", EVERY)
def test_every_command_has_help_with_an_example(name: str) -> None:
    text = help_of(name)
    assert "Example:" in text
    assert f"bugyo {name}" in text.partition("Example:")[2]
    assert EVERY[name].sentence.endswith(".")


@pytest.mark.parametrize("name", [name for name in EVERY if name not in PARTS])
def test_every_command_takes_a_store_and_writes_json(name: str) -> None:
    command = found(name)
    options = {option for parameter in command.params for option in parameter.opts}
    assert {"--store", "--json"} <= options
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help is not None
            assert parameter.help.rstrip("].").strip(), parameter.name


@pytest.mark.parametrize("name", EVERY)
def test_the_page_has_the_help_of_every_command(name: str) -> None:
    page = section(name, PAGE.read_text(encoding="utf-8"))
    assert f"```text\n{help_of(name)}```\n" in page, "Run: python -m tests.cli.reference"


def test_the_page_has_every_exit_code() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for code, meaning in EXIT_CODES.items():
        assert f"| {code} | {meaning} |" in page


def test_the_help_lists_commands_by_subject(fresh: Bugyo) -> None:
    text = fresh("--help").stdout
    assert [text.index(f"\n{part}:\n") for part in CONTENTS] == sorted(
        text.index(f"\n{p}:\n") for p in CONTENTS
    )
    assert all(f"\n  {name}" in text for name in ENTRIES)


def test_an_unknown_command_is_met_with_the_nearest(fresh: Bugyo) -> None:
    assert "There is no command “shwo”. Did you mean “show”?" in fresh("shwo", code=2).stderr
    assert "There is no command “fil”. Did you mean “fill”?" in fresh("seat", "fil", code=2).stderr


def test_help_shows_a_command_and_the_exit_codes(fresh: Bugyo) -> None:
    assert fresh("help", "orders").stdout.startswith("Usage: bugyo orders ")
    assert fresh("help").stdout.startswith("Usage: bugyo ")
    assert fresh("help", "seat", "new").stdout.startswith("Usage: bugyo seat new ")
    assert "Did you mean “seat new”?" in fresh("help", "seat", "knew", code=2).stderr
    assert "\n 75  The store is in use." in fresh("help", "exit-codes").stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script(fresh: Bugyo, shell: str) -> None:
    assert "_BUGYO_COMPLETE" in fresh("completion", shell).stdout
