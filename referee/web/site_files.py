"""The files of a site in a directory: each written whole, those that are as before left alone, and none taken
away or written over that was not made here.

What stands in the directory by our doing, and with which bytes, is told by a file in it (`LIST`), which is
written before and after: whoever is killed in between leaves nothing that the next run does not know.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from projections.page.making import Named
from referee.bundle.writing import CannotBundle
from referee.record.private_files import NotOrdinary, ordinary, write_whole
from referee.record.record import Record
from referee.web.shown import Files, Shown, files_of, front, made_of, showable

LIST = ".bugyo-gallery.json"
FORMAT = "bugyo/1/gallery"

_PATH = re.compile(r"(?:[A-Za-z0-9_-][A-Za-z0-9._-]*/)?[A-Za-z0-9_-][A-Za-z0-9._-]*")
"""Of a file of ours: a page of the list, or a file in the folder of a game."""

LARGEST = 1 << 30
"""Bytes of a file that is looked at."""

READABLE, ENTERED = 0o644, 0o755
"""What others may do with the files and folders: a web server is another user."""


class NotOurs(Exception):
    """Something stands in the way that was not made here; the sentence names it."""


class Left(Struct, frozen=True):
    """A game that could not be shown."""

    game: str
    why: str


class Updated(Struct, frozen=True):
    """The games of a site by their folders: `shown` are all of them, `made` those that were made anew,
    `removed` those that are shown no more, `left` those that could not be shown. `foreign` are files of ours
    that somebody has changed: they are no longer taken for ours, and stay.
    """

    shown: tuple[str, ...]
    made: tuple[str, ...]
    removed: tuple[str, ...]
    left: tuple[Left, ...]
    foreign: tuple[str, ...]


class _List(Struct, frozen=True):
    """Which files are ours, each with the digests that it may have; and of what each game was made."""

    format: str = FORMAT
    files: dict[str, list[str]] = {}
    games: dict[str, str] = {}


def update(record: Record, directory: Path, now: int, *, unnamed: bool) -> Updated:
    """Raises `NotOurs`, `OSError`; then what was shown is still there."""
    site = _Site(directory)
    before = site.listed
    made, left, games = list[str](), list[Left](), dict[str, Shown]()
    for one in showable(record, now, unnamed=unnamed):
        mark = made_of(record, one)
        try:
            if not site.has(one.name, mark):
                site.put(files_of(record, one), one.name, mark)
                made.append(one.name)
        except (CannotBundle, Named) as why:
            left.append(Left(one.name, str(why)))
        else:
            games[one.name] = one
    site.put(front([*games.values()]))
    foreign = site.keep_only(games)
    removed = sorted(before.games.keys() - games.keys())
    return Updated(tuple(sorted(games)), tuple(sorted(made)), tuple(removed), tuple(left), tuple(foreign))


class _Site:
    """A directory, and what in it is ours. What is about to be written is listed before, as it was and as it
    will be."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self.listed = _list_of(directory)

    def has(self, name: str, mark: str) -> bool:
        """Whether a game is there whole, as it was made of what it would be made of now."""
        files = [path for path in self.listed.files if _folder(path) == name]
        is_made = self.listed.games.get(name) == mark and bool(files)
        return is_made and all(_is_ours(self._directory / path, self.listed.files[path]) for path in files)

    def put(self, files: Files, folder: str = "", mark: str = "") -> None:
        """Writes the files of a game, or those beside the games; other files there are dealt with last."""
        placed = {f"{folder}/{name}" if folder else name: raw for name, raw in files.items()}
        _check_free(self._directory, self.listed, placed)
        known, digests = self.listed.files, {path: _digest(raw) for path, raw in placed.items()}
        either = {path: [*dict.fromkeys((*known.get(path, ()), one))] for path, one in digests.items()}
        self._keep({**known, **either})
        for path, raw in placed.items():
            _write(self._directory, path, raw)
        games = {**self.listed.games, **({folder: mark} if folder else {})}
        self._keep({**self.listed.files, **{path: [one] for path, one in digests.items()}}, games)

    def keep_only(self, games: Collection[str]) -> list[str]:
        """Takes the files of all other games away; those that are not as we have made them stay."""
        gone = [path for path in self.listed.files if _folder(path) and _folder(path) not in games]
        foreign = [path for path in gone if not _take_away(self._directory, path, self.listed.files[path])]
        files = {path: known for path, known in self.listed.files.items() if path not in gone}
        self._keep(files, {name: mark for name, mark in self.listed.games.items() if name in games})
        return foreign

    def _keep(self, files: dict[str, list[str]], games: dict[str, str] | None = None) -> None:
        self.listed = _List(files=files, games=self.listed.games if games is None else games)
        raw = msgspec.json.encode(self.listed, order="deterministic")
        _write(self._directory, LIST, msgspec.json.format(raw))


def _folder(path: str) -> str:
    """The folder of a game; "" for a page of the list."""
    return path.rpartition("/")[0]


def _check_free(directory: Path, before: _List, files: Files) -> None:
    for path in files:
        place = directory / path
        for folder in (directory, *(place.parent,)):
            if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
                raise NotOurs(f"{folder} is no directory. Name another, or move it away.")
        is_there = place.is_symlink() or place.exists()
        if is_there and not _is_ours(place, before.files.get(path, [])):
            raise NotOurs(f"{place} was not made by “bugyo gallery”, or was changed since. Move it away.")


def _is_ours(place: Path, digests: list[str]) -> bool:
    try:
        return not place.is_symlink() and _digest(ordinary(place, LARGEST)) in digests
    except (NotOrdinary, OSError):
        return False


def _take_away(directory: Path, path: str, digests: list[str]) -> bool:
    """Whether it is away. A folder that holds something else stays."""
    place = directory / path
    if not place.is_symlink() and not place.exists():
        return True
    if place.parent.is_symlink() or not _is_ours(place, digests):
        return False
    place.unlink()
    if place.parent != directory:
        with suppress(OSError):
            place.parent.rmdir()
    return True


# ---- files


def _list_of(directory: Path) -> _List:
    try:
        read = msgspec.json.decode(ordinary(directory / LIST, LARGEST), type=_List)
    except FileNotFoundError:
        return _List()
    except (msgspec.MsgspecError, NotOrdinary) as wrong:
        raise NotOurs(
            f"{directory / LIST} cannot be read: {wrong}. Move it away, and what it lists."
        ) from None
    for path in _outside(read):
        raise NotOurs(f"{directory / LIST} lists {path}, which is none of ours. Move it away.")
    return read


def _outside(read: _List) -> Iterator[str]:
    """It lies where others may write: a path in it leads nowhere else."""
    for path in read.files:
        if not _PATH.fullmatch(path):
            yield path


def _write(directory: Path, path: str, raw: bytes) -> None:
    """All of it or nothing; what is the same is not touched."""
    place = directory / path
    if place.exists() and ordinary(place, LARGEST) == raw:
        return
    place.parent.mkdir(ENTERED, parents=True, exist_ok=True)
    write_whole(place, raw, _readable)


def _readable(path: str, flags: int) -> int:
    return os.open(path, flags, READABLE)


def _digest(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()


def told(updated: Updated) -> dict[str, Any]:
    """As a document has it."""
    found: dict[str, Any] = msgspec.to_builtins(updated)
    return found
