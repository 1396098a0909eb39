"""The whole reference of the command line: the help of every command, and the keys of its JSON.

`python -m cli.reference [FILE]` writes or prints it. What a key is, is said in `documents.toml`.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import click
import msgspec
from msgspec import Struct

from cli.contents import EVERY
from cli.frame.codes import EXIT_CODES
from cli.main import PROGRAM, commands

WIDTH = 80


class Document(Struct, frozen=True, forbid_unknown_fields=True):
    """What the JSON of a command has. `also` names what others have too."""

    says: str = ""
    also: str = ""
    keys: dict[str, str] = {}


@cache
def documents() -> Mapping[str, Document]:
    text = Path(__file__).with_name("documents.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Document])


def keys_of(name: str) -> dict[str, str]:
    """The keys of a command's JSON, and what each is."""
    one = documents().get(name, Document())
    return one.keys | (documents()[one.also].keys if one.also else {})


def help_of(name: str) -> str:
    """What `--help` says of a command, in a terminal of 80 columns."""
    at = click.Context(commands, info_name=PROGRAM, terminal_width=WIDTH, **commands.context_settings)
    for word in name.split():
        found = at.command.get_command(at, word) if isinstance(at.command, click.Group) else None
        assert found is not None, "The contents have only commands that are there."
        at = click.Context(found, info_name=word, parent=at)
    return f"{at.get_help()}\n"


def reference() -> str:
    return "".join(_lines())


def _lines() -> Iterator[str]:
    yield "# The command line, command by command\n\n## Exit codes\n\n| code | meaning |\n|---|---|\n"
    yield from (f"| {code} | {meaning} |\n" for code, meaning in EXIT_CODES.items())
    for name in EVERY:
        yield f"\n## `{PROGRAM} {name}`\n\n```text\n{help_of(name)}```\n"
        says, keys = documents().get(name, Document()).says, keys_of(name)
        yield f"\n{says}\n" if says else ""
        if keys:
            yield "\n| key of `--json` | what |\n|---|---|\n"
            yield from (f"| `{key}` | {what} |\n" for key, what in keys.items())


def main(to: list[str]) -> None:
    if not to:
        sys.stdout.write(reference())
        return
    path = Path(to[0])
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(reference(), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
