"""Results to stdout, notes to stderr; JSON, colour, progress."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

import click
import msgspec

from projections.language.messages import columns

Style = dict[str, Any]

HOLDS: Style = {"fg": "green"}
FAILS: Style = {"fg": "red"}
QUIET: Style = {"dim": True}
"""Colours by their meaning; click leaves them out where `click.Context.color` says so."""

_KEPT = "\n"


def say(text: str = "", style: Style | None = None, *, nl: bool = True) -> None:
    """A line of the result, on stdout; `nl` is False for a text whose last line is ended."""
    click.secho(_clean(text), nl=nl, **(style or {}))


def note(text: str, style: Style | None = None) -> None:
    """What is not the result: on stderr."""
    click.secho(_clean(text), err=True, **(style or {}))


def document(value: Any) -> None:
    """One JSON document, on stdout, in UTF-8 whatever the terminal speaks."""
    click.echo(msgspec.json.format(msgspec.json.encode(value), indent=2))


def fields(of: object, *names: str) -> dict[str, Any]:
    """What a thing has by these names, for a document."""
    return {name: getattr(of, name) for name in names}


def moment(at: int) -> str:
    """A time of the record, milliseconds since 1970, as JSON documents write it: RFC 3339, UTC."""
    time = datetime.fromtimestamp(at // 1000, UTC)
    return f"{time:%Y-%m-%dT%H:%M:%S}.{at % 1000:03}Z"


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Columns as wide as what stands in them; the last one may be of any length."""
    lines = [headings, *rows]
    widths = [max(columns(line[n]) for line in lines) for n in range(len(headings))]
    for number, line in enumerate(lines):
        cells = [cell + " " * (width - columns(cell)) for cell, width in zip(line, widths, strict=True)]
        say("  ".join(cells).rstrip(), QUIET if number == 0 else None)


def progress(steps: Iterable[Any], label: str, length: int) -> Any:
    """A bar on stderr, where stderr is a terminal that can draw one."""
    hidden = not sys.stderr.isatty() or os.environ.get("TERM") == "dumb"
    return click.progressbar(steps, label=label, length=length, file=sys.stderr, hidden=hidden)


def _clean(text: str) -> str:
    """The text without signs that a terminal would obey: it may quote a mail or a file."""
    return "".join(
        sign if sign.isprintable() or sign in _KEPT else "\N{REPLACEMENT CHARACTER}" for sign in text
    )
