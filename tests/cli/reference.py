"""docs/cli.md: the help of every command in it, and the JSON keys that it describes.

`python -m tests.cli.reference` renews the help; the rest is written by hand.
"""

from __future__ import annotations

import re
from pathlib import Path

from click.testing import CliRunner

from cli.contents import EVERY
from cli.main import commands

PAGE = Path(__file__).parents[2] / "docs" / "cli.md"

_KEY = re.compile(r"^\| `([^`]+)` \|", re.MULTILINE)


def help_of(name: str) -> str:
    result = CliRunner(env={"COLUMNS": "80"}).invoke(commands, [*name.split(), "--help"], prog_name="bugyo")
    assert result.exit_code == 0, result.output
    return result.stdout


def section(name: str, page: str) -> str:
    """What the page says of a command."""
    found = re.search(rf"^## `bugyo {name}`\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
    return found[1] if found else ""


def keys(name: str, page: str) -> set[str]:
    return set(_KEY.findall(section(name, page)))


def renewed(page: str) -> str:
    for name in EVERY:
        old = section(name, page)
        fenced = f"```text\n{help_of(name)}```\n"
        before, _, rest = old.partition("```text\nUsage:")
        new = before + fenced + rest.partition("```\n")[2]
        page = page.replace(f"## `bugyo {name}`\n{old}", f"## `bugyo {name}`\n{new}")
    return page


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
