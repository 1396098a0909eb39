"""Files that hold a game: an export as JSON lines, or a bundle; and mailboxes that are its witnesses."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.codes import NOT_FOUND
from cli.faults import Stop
from projections.texts import _
from referee.export import Export, read_export
from referee.service import NAME

if TYPE_CHECKING:
    from referee.bundle.checking import Bundle
    from referee.receipts import Witness

STDIN = "-"

_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
"""How zip files begin; the second kind is empty."""


def is_file(what: str) -> bool:
    """No game's id has a point, a slash or a capital letter: write ./name for a file that looks like one."""
    return what == STDIN or not NAME.fullmatch(what)


def read_game(name: str) -> Export | Bundle:
    """The export or the bundle in a file. Raises `Stop`, `NotAnExport`, `NotABundle`."""
    if name == STDIN:
        return _from_stdin()
    path = Path(name)
    if not path.exists():
        raise Stop(_("There is no file {name}, and no game can be called so.").format(name=name), NOT_FOUND)
    with path.open("rb") as file:
        if path.is_file() and file.read(4) not in _ZIP and not name.lower().endswith(".zip"):
            file.seek(0)
            return read_export(file)
        return _bundle(path) if path.is_file() else read_export(file)


def _from_stdin() -> Export | Bundle:
    raw = sys.stdin.buffer
    begin = raw.read(4)
    if begin not in _ZIP:
        return read_export((begin + raw.read()).splitlines(keepends=True))
    with tempfile.NamedTemporaryFile(prefix="bugyo-", suffix=".zip") as file:
        file.write(begin)
        while part := raw.read(1 << 20):
            file.write(part)
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
    from referee.receipts import witnesses

    found: list[Witness] = []
    for path in mailboxes:
        if not path.exists():
            raise Stop(_("There is no mailbox {path}.").format(path=path), NOT_FOUND)
        found += witnesses(path)
    return list(dict.fromkeys(found))
