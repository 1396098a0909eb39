"""What holds for every command: help with an example, --store and --json, a place on the page of all."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from cli.contents import CONTENTS, ENTRIES, EVERY, PARTS
from cli.frame.codes import EXIT_CODES
from cli.main import commands
from cli.reference import help_of, main, reference
from tests.cli.conftest import Bugyo

PAGE = Path(__file__).parents[2] / "docs" / "cli.md"
REFERENCE = reference()


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
    assert EVERY[name].endswith(".")


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
def test_the_reference_has_what_a_terminal_shows_as_help(name: str) -> None:
    result = CliRunner(env={"COLUMNS": "80"}).invoke(commands, [*name.split(), "--help"], prog_name="bugyo")
    assert result.exit_code == 0, result.output
    assert help_of(name) == result.stdout
    assert f"\n## `bugyo {name}`\n\n```text\n{result.stdout}```\n" in REFERENCE


def test_the_reference_is_written_to_a_file_or_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main([str(tmp_path / "build" / "cli.md")])
    main([])
    assert (tmp_path / "build" / "cli.md").read_text("utf-8") == capsys.readouterr().out == REFERENCE
    assert "| `seats[].person` | " in REFERENCE


_ROW = re.compile(r"- `([^`]+)`(?: \(`(.+)`\))?: (.*)")


def test_the_page_names_every_command_once_under_its_heading() -> None:
    text = PAGE.read_text("utf-8").partition("## Commands\n")[2].partition("\n## ")[0]
    parts = dict(part.split("\n", 1) for part in text.split("\n### ")[1:])
    assert list(parts) == list(CONTENTS)
    for part, entries in CONTENTS.items():
        rows = _ROW.findall(parts[part])
        assert len(rows) == parts[part].count("\n- ")
        assert rows == [(name, "`, `".join(PARTS.get(name, ())), said) for name, said in entries.items()]


def test_the_page_has_every_exit_code_and_no_other() -> None:
    rows = re.findall(r"^\| (\d+) \| (.*) \|$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert [(int(code), meaning) for code, meaning in rows] == list(EXIT_CODES.items())


def test_the_page_is_short() -> None:
    assert len(PAGE.read_text("utf-8").splitlines()) <= 130


def test_the_help_lists_commands_by_subject(fresh: Bugyo) -> None:
    text = fresh("--help").stdout
    assert [text.index(f"\n{part}:\n") for part in CONTENTS] == sorted(
        text.index(f"\n{p}:\n") for p in CONTENTS
    )
    assert all(f"\n  {name}" in text for name in ENTRIES)


def test_an_unknown_command_is_met_with_the_nearest(fresh: Bugyo) -> None:
    assert "There is no command “shwo”. Did you mean “show”?" in fresh("shwo", code=2).stderr
    assert "There is no command “fil”. Did you mean “fill”?" in fresh("seat", "fil", code=2).stderr


def test_without_a_command_ten_lines_say_where_to_begin(fresh: Bugyo) -> None:
    said = fresh(code=2).stderr.splitlines()
    assert said[0] == "Usage: bugyo COMMAND [ARGS]..."
    assert said[-1] == "All commands: bugyo --help. One of them: bugyo solo --help."
    assert len(said) <= 10


@pytest.mark.parametrize(
    "line", ["show {0}", "abandon summer --reason {0}", "play shinobi --bots --seed {0}"]
)
def test_what_is_no_text_is_refused_before_anything_is_done(bugyo: Bugyo, line: str) -> None:
    assert "is no text: write it in UTF-8" in bugyo(*line.format("\udcff").split(), code=2).stderr


def test_help_shows_a_command_and_the_exit_codes(fresh: Bugyo) -> None:
    assert fresh("help", "orders").stdout.startswith("Usage: bugyo orders ")
    assert fresh("help").stdout.startswith("Usage: bugyo ")
    assert fresh("help", "seat", "new").stdout.startswith("Usage: bugyo seat new ")
    assert "Did you mean “seat new”?" in fresh("help", "seat", "knew", code=2).stderr
    assert "\n 75  The store is in use." in fresh("help", "exit-codes").stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script(fresh: Bugyo, shell: str) -> None:
    assert "_BUGYO_COMPLETE" in fresh("completion", shell).stdout
