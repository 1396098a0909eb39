"""A disk that loses, tears and reorders what was not synced: an SQLite VFS in memory, and what is left of it.

What a program has written reaches the platter when its file is synced; before that each sector of it may have
got there or not, in any order, and may hold garbage; a file may have grown without what was written there. A
name that was made or removed is there when its directory is synced; on a `kind` disk at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from random import Random
from typing import Any, NamedTuple

import apsw

SECTOR = 512
GARBAGE = 0.05
"""How often a sector that reached the platter unsynced holds garbage, on a disk that tears."""

NONE, ALL, SOME, TORN = "none", "all", "some", "torn"
MODES = (NONE, ALL, SOME, TORN)
"""How much of what was not synced is left: nothing, everything, some sectors, some and garbage."""

CHANCES = (0.1, 0.5, 0.9, 0.99)


class Write(NamedTuple):
    file: int
    at: int
    data: bytes


class Resize(NamedTuple):
    file: int
    size: int


class Sync(NamedTuple):
    file: int


class Made(NamedTuple):
    name: str
    file: int


class Gone(NamedTuple):
    name: str


class DirectorySync(NamedTuple):
    pass


class Acknowledged(NamedTuple):
    """Whoever wrote was told that all is kept, up to the state of this number."""

    state: int


Operation = Write | Resize | Sync | Made | Gone | DirectorySync | Acknowledged


class Disk(apsw.VFS):
    """The disk that SQLite writes to. `files` are what programs see, `noted` what has been done."""

    def __init__(self, name: str) -> None:
        super().__init__(name, "")
        self.noted: list[Operation] = []
        self.files: dict[str, File] = {}
        self._number = 0

    def xOpen(self, name: Any, flags: list[int]) -> File:  # type: ignore[override]  # it asks for the methods only
        flags[1] = flags[0]
        if name is None:  # a statement's own journal: no power cut can bring it back
            return File(self, -1, is_noted=False)
        path = name.filename() if isinstance(name, apsw.URIFilename) else str(name)
        if path not in self.files:
            self._number += 1
            is_journal = bool(flags[0] & (apsw.SQLITE_OPEN_MAIN_JOURNAL | apsw.SQLITE_OPEN_SUPER_JOURNAL))
            self.files[path] = File(self, self._number, syncs_directory=is_journal)
            self.noted.append(Made(path, self._number))
        return self.files[path]

    def xDelete(self, path: str, sync: bool) -> None:
        if self.files.pop(path, None) is None:
            raise FileNotFoundError(path)
        self.noted.append(Gone(path))
        if sync:
            self.noted.append(DirectorySync())

    def xAccess(self, path: str, _flags: int) -> bool:
        return path in self.files

    def xFullPathname(self, name: str) -> str:
        return name


class File:
    """A file, open as often as one likes. One program says one thing at a time, so nothing is locked."""

    def __init__(
        self, disk: Disk, number: int, *, syncs_directory: bool = False, is_noted: bool = True
    ) -> None:
        self.content = bytearray()
        self._disk = disk
        self._number = number
        self._syncs_directory = syncs_directory
        self._is_noted = is_noted

    def _note(self, operation: Operation) -> None:
        if self._is_noted:
            self._disk.noted.append(operation)

    def xRead(self, amount: int, offset: int) -> bytes:
        return bytes(self.content[offset : offset + amount])

    def xWrite(self, data: bytes, offset: int) -> None:
        self._note(Write(self._number, offset, bytes(data)))
        put(self.content, offset, data)

    def xTruncate(self, size: int) -> None:
        self._note(Resize(self._number, size))
        resize(self.content, size)

    def xSync(self, _flags: int) -> None:
        """As on Unix, the first sync of a journal also syncs the directory in which it was made."""
        self._note(Sync(self._number))
        if self._syncs_directory:
            self._syncs_directory = False
            self._note(DirectorySync())

    def xFileSize(self) -> int:
        return len(self.content)

    def xLock(self, _level: int) -> None:
        pass

    def xUnlock(self, _level: int) -> None:
        pass

    def xCheckReservedLock(self) -> bool:
        return False

    def xFileControl(self, _op: int, _pointer: int) -> bool:
        return False

    def xSectorSize(self) -> int:
        return 4096

    def xDeviceCharacteristics(self) -> int:
        """As on Unix: a power cut alters nothing beside what was being written."""
        return int(apsw.SQLITE_IOCAP_POWERSAFE_OVERWRITE)

    def xClose(self) -> None:
        pass


def put(content: bytearray, offset: int, data: bytes) -> None:
    if offset > len(content):
        content.extend(bytes(offset - len(content)))
    content[offset : offset + len(data)] = data


def resize(content: bytearray, size: int) -> None:
    del content[size:]
    content.extend(bytes(size - len(content)))


class Platter:
    """What is on the platter after each operation, and what may be, of the rest, after a power cut."""

    def __init__(self, *, kind: bool = False) -> None:
        self._kind = kind
        self._files: dict[int, bytearray] = {}
        self._unsynced: dict[int, list[Write | Resize]] = {}
        self._names: dict[str, int] = {}
        self._unsynced_names: list[Made | Gone] = []

    def take(self, operation: Operation) -> None:
        match operation:
            case Write(file) | Resize(file):
                self._unsynced[file].append(operation)
            case Sync(file):
                for one in self._unsynced[file]:
                    _apply(self._files[file], one)
                self._unsynced[file] = []
            case Made(_, file):
                self._files[file], self._unsynced[file] = bytearray(), []
                self._name(operation)
            case Gone():
                self._name(operation)
            case DirectorySync():
                self._settle(self._names, self._unsynced_names)
                self._unsynced_names = []

    def _name(self, operation: Made | Gone) -> None:
        if self._kind:
            self._settle(self._names, [operation])
        else:
            self._unsynced_names.append(operation)

    @staticmethod
    def _settle(names: dict[str, int], operations: list[Made | Gone]) -> None:
        for one in operations:
            if isinstance(one, Made):
                names[one.name] = one.file
            else:
                names.pop(one.name, None)

    def image(self, mode: str, random: Random) -> dict[str, bytes]:
        """The files that a power cut leaves now, by their names."""
        chance = {NONE: 0.0, ALL: 1.0}.get(mode, random.choice(CHANCES))
        names = dict(self._names)
        self._settle(names, [one for one in self._unsynced_names if random.random() < chance])
        return {
            PurePath(name).name: bytes(self._left(file, mode, chance, random)) for name, file in names.items()
        }

    def _left(self, file: int, mode: str, chance: float, random: Random) -> bytearray:
        unsynced = self._unsynced[file]
        if not unsynced or mode == NONE:
            return self._files[file]
        content = bytearray(self._files[file])
        for one in unsynced:
            for piece in _pieces(one):
                if random.random() < chance:
                    _apply(content, _torn(piece, mode, random))
                elif isinstance(piece, Write) and random.random() < chance:
                    put(content, max(len(content), piece.at + len(piece.data)), b"")
        return content


def _apply(content: bytearray, one: Write | Resize) -> None:
    if isinstance(one, Write):
        put(content, one.at, one.data)
    else:
        resize(content, one.size)


def _pieces(one: Write | Resize) -> Iterator[Write | Resize]:
    """A write as the disk does it: sector by sector."""
    if isinstance(one, Resize):
        yield one
        return
    at, end = one.at, one.at + len(one.data)
    while at < end:
        until = min(end, at - at % SECTOR + SECTOR)
        yield Write(one.file, at, one.data[at - one.at : until - one.at])
        at = until


def _torn(piece: Write | Resize, mode: str, random: Random) -> Write | Resize:
    if mode == TORN and isinstance(piece, Write) and random.random() < GARBAGE:
        return piece._replace(data=random.randbytes(len(piece.data)))
    return piece
