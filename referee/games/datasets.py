"""The data sets that ship with Bugyo, and an owner's own in their place."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from domain.game.suggestions import Errors, read_errors, read_words
from domain.kit.errors import BadTable, TableMissing
from domain.kit.own_names import FILE as NAMES
from domain.kit.own_names import read_names
from domain.titles import GUESTS
from referee.games.spreadsheets import as_table
from referee.record.private_files import NotOrdinary, ordinary
from referee.record.record import data_digest, pack_files

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
"""Beside the packages, in a checkout as in an installed wheel."""

KINDS = (".toml", ".csv")

KIT = "kit.toml"
"""Says which title the tables of a directory are of; it is none of them."""

MOST_BYTES, MOST_IN_ALL, MOST_FILES = 4 << 20, 32 << 20, 100
"""Of an owner's data set: bytes of a file and of all of them, and files. Ours are a hundredth of that."""


class BadData(Exception):
    """A data set is not read; the sentence names the file."""


def read_files(title: str, directory: Path | None = None) -> dict[str, bytes]:
    """The files of a title's data set by their names; those of `directory` stand in the place of ours.

    Raises `BadData` where a directory has none, or one of them is no file or too large; `TableMissing`.
    """
    ours = shipped(title)
    own = _own(directory) if directory else ours
    if not own and directory:
        raise BadData(f"{directory} has no table of {title}. “bugyo data new {title} DIR” writes them all.")
    if not own:
        raise TableMissing(str(FIXTURES / title), f"{title} has no table in it")
    return {**ours, **own}


def _is_blank(files: Mapping[str, bytes]) -> bool:
    """Whether it has a sheet of names in which nothing is filled in: no game is other for it."""
    try:
        return NAMES in files and not read_names(files)
    except BadTable:
        return False  # who reads the set says what is wrong


@cache
def errors() -> Errors:
    """The table of errors, which is the same for every game. Raises `BadTable`."""
    return read_errors(read_files("errors"))


@cache
def error_words() -> dict[str, str]:
    """What people call each class of error, in all languages. Raises `BadTable`."""
    return read_words(read_files("errors"), errors())


def shipped(title: str) -> dict[str, bytes]:
    """Our tables of a title; none where its data set is an owner's alone."""
    home = _home(title) / title
    paths = _tables(home) if home.is_dir() else []
    return {path.name: path.read_bytes() for path in paths}


def _home(title: str) -> Path:
    """Where the data sets stand that come with a title: a package has them beside its module."""
    if title not in GUESTS:
        return FIXTURES
    file = getattr(sys.modules.get(GUESTS[title].module), "__file__", None)
    return Path(file).parent / "fixtures" if isinstance(file, str) else FIXTURES


def shipped_digest(title: str) -> str:
    """The name of our data set of a title, as the opening of a game cites it."""
    return data_digest(title, pack_files(shipped(title)))


def _tables(directory: Path) -> list[Path]:
    return sorted(path for path in directory.iterdir() if path.suffix in KINDS and path.name != KIT)


def own_files(directory: Path) -> tuple[dict[str, bytes], list[str]]:
    """An owner's files, which may come from anybody: ordinary ones, in this very directory; and a sentence
    for each that is not read. Raises `BadData` where they are too many."""
    paths, found, room = _tables(directory), dict[str, bytes](), MOST_IN_ALL
    if len(paths) > MOST_FILES:
        raise BadData(f"{directory} has {len(paths)} tables; at most {MOST_FILES} are read.")
    unread = []
    for path in paths:
        try:
            raw = ordinary(path, min(MOST_BYTES, room), linked=False)
        except NotOrdinary as wrong:
            all_of_them = f" A data set has {MOST_IN_ALL:,} bytes at most in all."
            unread.append(f"{wrong}{all_of_them if room < MOST_BYTES else ''}")
        else:
            found[path.name] = as_table(path.name, raw)
            room -= len(raw)
    return found, unread


def _own(directory: Path) -> dict[str, bytes]:
    found, unread = own_files(directory)
    if unread:
        raise BadData(unread[0])
    if _is_blank(found):
        del found[NAMES]
    return found
