"""Files that hold a game: an export as JSON lines, or a bundle; and mailboxes that are its witnesses."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.frame.codes import NOT_FOUND
from cli.frame.stop import Stop
from domain.titles import TITLES
from projections.language.messages import _
from referee.audit.game_lines import Export, read_export, with_tables
from referee.games.datasets import read_files
from referee.games.opening import NAME
from referee.proof.signing import HEX_KEY
from referee.record.private_files import bounded, check_length

if TYPE_CHECKING:
    from referee.audit.keys import OtherPlace
    from referee.audit.witnesses import Mailbox
    from referee.bundle.checking import Bundle

STDIN = "-"

MOST_BYTES = 128 << 20
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


def filled(export: Export, directory: Path | None) -> Export:
    """An export with the data set of a directory, where it has none. Raises `BadData`, `TableMissing`."""
    if directory is None or export.header.data or export.header.title not in TITLES:
        return export
    return with_tables(export, read_files(export.header.title, directory))


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


def data_option(said: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """--data, for what a command says of it."""
    directory = click.Path(path_type=Path, exists=True, file_okay=False)
    return click.option("--data", type=directory, metavar="DIR", help=said)


mailbox_option = click.option(
    "--mailbox",
    "mailboxes",
    multiple=True,
    metavar="[NAME=]PATH",
    help=_("An mbox, a Maildir, a directory of mails, or a mail, and whose it is; may be given again."),
)


def read_mailboxes(given: Sequence[str]) -> list[Mailbox]:
    """Every receipt and checkpoint in the mailboxes. Raises `Stop`, `NoMailbox`."""
    if not given:
        return []
    from referee.audit.witnesses import Mailbox, witnesses

    found = []
    for text in given:
        name, path = _named(text)
        if not path.exists():
            raise Stop(_("There is no mailbox {path}.").format(path=path), NOT_FOUND)
        found.append(Mailbox(name, witnesses(path)))
    return found


def _named(text: str) -> tuple[str, Path]:
    """Whose mailbox it is, and where: of one that is not named, the path."""
    name, equals, path = text.partition("=")
    if not equals or not name or Path(text).exists():
        return text, Path(text)
    return name, Path(path).expanduser()


def read_key(key: str, file: Path | None) -> OtherPlace:
    """The game's key from elsewhere. Raises `UsageError`, `Stop`, `NoKey`, `NoMailbox`."""
    from referee.audit.keys import GIVEN, OtherPlace, key_from

    if key and file:
        raise click.UsageError(_("Use --key or --key-from, not both."))
    if file is not None:
        if not file.exists():
            raise Stop(_("There is no file {name}.").format(name=file), NOT_FOUND)
        return key_from(file)
    if not key:
        return OtherPlace()
    if not HEX_KEY.fullmatch(key.lower()):
        raise click.UsageError(_("A key has 64 hexadecimal digits."))
    return OtherPlace(GIVEN, key.lower())
