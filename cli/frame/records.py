"""Files that hold a game: an export as JSON lines, or a bundle; and mailboxes that are its witnesses."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.frame.codes import NOT_FOUND
from cli.frame.faults import Stop
from projections.language.messages import _
from referee.audit.game_lines import Export, read_export
from referee.games.referee import NAME
from referee.record.private_files import bounded, check_length

if TYPE_CHECKING:
    from referee.audit.witnesses import Witness
    from referee.bundle.checking import Bundle

STDIN = "-"

MOST_BYTES = 512 << 20
"""Of a file that holds a game."""

_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
"""How zip files begin; the second kind is empty."""


def is_file(what: str) -> bool:
    """No game's id has a point, a slash or a capital letter: write ./name for a file that looks like one."""
    return what == STDIN or not NAME.fullmatch(what)


def read_game(name: str) -> Export | Bundle:
    """The export or the bundle in a file. Raises `Stop`, `NotAnExport`, `NotABundle`."""
    if name == STDIN:
        return _piped(read_input(name, MOST_BYTES))
    path = Path(name)
    if not path.exists():
        raise Stop(_("There is no file {name}, and no game can be called so.").format(name=name), NOT_FOUND)
    if not path.is_file():
        return _piped(read_input(name, MOST_BYTES))
    with path.open("rb") as file:
        if file.read(4) in _ZIP or name.lower().endswith(".zip"):
            return _bundle(path)
        check_length(path, MOST_BYTES)
        file.seek(0)
        return read_export(file)


def read_input(name: str, most: int) -> bytes:
    """The bytes of a file, of standard input or of a pipe, up to so many. Raises `NotOrdinary`, `OSError`."""
    if name == STDIN:
        return bounded(_("Standard input"), sys.stdin.buffer, most)
    with Path(name).open("rb") as file:
        return bounded(name, file, most)


def _piped(raw: bytes) -> Export | Bundle:
    """A game that comes through a pipe."""
    if not raw.startswith(_ZIP):
        return read_export(raw.splitlines(keepends=True))
    with tempfile.NamedTemporaryFile(prefix="bugyo-", suffix=".zip") as file:
        file.write(raw)
        file.flush()
        return _bundle(Path(file.name))


def _bundle(path: Path) -> Bundle:
    from referee.bundle.checking import read_bundle  # takes its time, and few commands need it

    return read_bundle(path)


mailbox_option = click.option(
    "--mailbox",
    "mailboxes",
    type=click.Path(path_type=Path),
    multiple=True,
    metavar="PATH",
    help=_("An mbox, a Maildir, a directory of mails, or a mail; may be given again."),
)


def read_witnesses(mailboxes: Sequence[Path]) -> list[Witness]:
    """Every receipt and checkpoint in the mailboxes. Raises `Stop`, `NoMailbox`."""
    if not mailboxes:
        return []
    from referee.audit.witnesses import witnesses

    found: list[Witness] = []
    for path in mailboxes:
        if not path.exists():
            raise Stop(_("There is no mailbox {path}.").format(path=path), NOT_FOUND)
        found += witnesses(path)
    return list(dict.fromkeys(found))
