"""Files that only their owner may read, whatever the umask; and files of anybody's, read within limits."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import IO

OTHERS = stat.S_IRWXG | stat.S_IRWXO

_LONGER = "{name} is longer than {most:,} bytes; no more are read."

_AT_ONCE = getattr(os, "O_NONBLOCK", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)

_KINDS = (
    (stat.S_ISDIR, "a directory"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISLNK, "a symbolic link"),
)


class NotOrdinary(Exception):
    """A file is not read: it is no ordinary one, or too large; the sentence says which."""


def private(path: str, flags: int) -> int:
    """For `open(…, opener=private)`. A file that is there keeps its rights."""
    return os.open(path, flags, 0o600)


def as_before(path: Path) -> Callable[[str, int], int]:
    """Private, where there is no file yet. Who has given one away overwrites it for the same people."""

    def opened(name: str, flags: int) -> int:
        handle = private(name, flags)
        take_rights(handle, path)
        return handle

    return opened


def take_rights(handle: int, path: Path) -> None:
    """An open file takes over what others may do with the one at `path`."""
    if hasattr(os, "fchmod") and path.is_file():
        os.fchmod(handle, stat.S_IMODE(path.stat().st_mode) & 0o777)


def write_whole(path: Path, raw: bytes, opener: Callable[[str, int], int] = private) -> None:
    """Writes a file in the place of the one that is there: all of it, or nothing. Raises `OSError`."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with open(part, "xb", opener=opener) as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def make_private(path: Path) -> None:
    """Makes an empty file. One that is there stays as it is."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        return


def private_folder(path: Path) -> None:
    """Makes a directory, and those above it. One that is there stays as it is."""
    if not path.absolute().parent.is_dir():
        private_folder(path.absolute().parent)
    path.mkdir(0o700, exist_ok=True)


def close_to_others(paths: Iterable[Path]) -> list[Path]:
    """Takes away what others may do with these files, where they are ours; gives those that were open."""
    return [path for path in paths if _close(path)]


def _close(path: Path) -> bool:
    """By its name: closing a handle would take away the locks that SQLite has on the file."""
    if os.name != "posix":
        return False
    try:
        found = path.stat()
        if found.st_uid != os.geteuid() or not stat.S_ISREG(found.st_mode) or not found.st_mode & OTHERS:
            return False
        path.chmod(stat.S_IMODE(found.st_mode) & ~OTHERS)
    except OSError:  # it is not there, or on a disk that cannot be written
        return False
    return True


def ordinary(path: Path, most: int, *, linked: bool = True) -> bytes:
    """The bytes of a file; where it may not be `linked`, its name is no symbolic link.

    What it is, is asked of the open file: nobody can put another in its place meanwhile. A pipe that nobody
    writes to is not waited for. Raises `NotOrdinary`, `OSError`.
    """
    if not linked and path.is_symlink():
        raise NotOrdinary(f"{path} is a symbolic link. Put the file itself there.")
    handle = os.open(path, os.O_RDONLY | _AT_ONCE | (0 if linked else _NO_LINK))
    try:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            raise NotOrdinary(f"{path} is {_kind(found.st_mode)}. Name an ordinary file.")
        with os.fdopen(handle, "rb", closefd=False) as file:
            return bounded(path, file, most)
    finally:
        os.close(handle)


def check_ordinary(path: Path) -> None:
    """Raises `NotOrdinary`, `OSError`."""
    mode = path.stat().st_mode
    if not stat.S_ISREG(mode):
        raise NotOrdinary(f"{path} is {_kind(mode)}. Name an ordinary file.")


def check_length(path: Path, most: int) -> None:
    """Raises `NotOrdinary`, `OSError`."""
    if path.stat().st_size > most:
        raise NotOrdinary(_LONGER.format(name=path, most=most))


def bounded(name: Path | str, file: IO[bytes], most: int) -> bytes:
    """All that is in a file that is open. Raises `NotOrdinary`."""
    data = file.read(most + 1)
    if len(data) > most:
        raise NotOrdinary(_LONGER.format(name=name, most=most))
    return data


def keep_names(directory: Path) -> None:
    """A new name is only there after a power cut once its directory is written too."""
    if hasattr(os, "O_DIRECTORY"):
        handle = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _kind(mode: int) -> str:
    return next((said for is_one, said in _KINDS if is_one(mode)), "no ordinary file")
