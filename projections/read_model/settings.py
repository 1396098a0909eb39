"""The file of the read model: its settings, and the files that are refused.

It can always be deleted; it is rebuilt from the record.
"""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from eventsourcing import sqlite as library
from eventsourcing.persistence import PersistenceError

from projections.language.messages import _

APPLICATION = 0x42475657
"""What SQLite's `application_id` says in a file of ours: "BGVW"."""

_HEADER = b"SQLite format 3\x00"
_JOURNAL = bytes.fromhex("d9d505f920a163d7")
OTHERS = stat.S_IRWXG | stat.S_IRWXO
_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class ViewsRefused(Exception):
    """The file cannot be used as a read model; the sentence says why, and what would do."""


def connect(path: str) -> sqlite3.Connection:
    """A connection with the settings of the record: no WAL, and nothing in the schema is trusted."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=30)
    for pragma in (
        "synchronous=EXTRA",
        "journal_mode=TRUNCATE",
        "foreign_keys=ON",
        "trusted_schema=OFF",
        "cell_size_check=ON",
        "mmap_size=0",
    ):
        connection.execute(f"PRAGMA {pragma}").fetchall()
    return connection


def prepare(path: Path, version: int) -> None:
    """Makes a new file, or makes sure that it is one of ours and whole. Raises `ViewsRefused`."""
    if path.exists() and path.stat().st_size:
        _examine(path, version)
    _make_private(path)
    with refusing(str(path)), closing(connect(str(path))) as connection:
        if connection.execute("PRAGMA application_id").fetchone() != (APPLICATION,):
            # New, or SQLite has just undone what a killed process had half made. Together: a file with only
            # one of the two would be refused.
            connection.executescript(
                f"BEGIN; PRAGMA application_id={APPLICATION}; PRAGMA user_version={version}; COMMIT"
            )


def _make_private(path: Path) -> None:
    """The file and its journal are for their owner alone, whatever the umask; what an older Bugyo has left
    open is closed. What is only called like a journal keeps its rights."""
    for folder in reversed(path.parents):
        folder.mkdir(0o700, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    journal = path.with_name(f"{path.name}-journal")
    for one in (path, journal) if _is_journal(journal) else (path,):
        with suppress(OSError):
            one.chmod(stat.S_IMODE(one.stat().st_mode) & ~OTHERS)


def _is_journal(path: Path) -> bool:
    """Of SQLite's, or empty: then SQLite writes on in it."""
    try:
        with path.open("rb") as file:
            beginning = file.read(len(_JOURNAL))
    except OSError:
        return False
    return not beginning.strip(b"\0") or beginning == _JOURNAL


def discard(path: Path) -> None:
    """Removes a file of ours, whatever its state. Raises `ViewsRefused` for anybody else's."""
    if path.exists() and path.stat().st_size:
        _examine_owner(path, _header(path))
    # The journal first: left beside a new file it would be played back into it.
    for name in (f"{path.name}-journal", path.name):
        path.with_name(name).unlink(missing_ok=True)


@contextmanager
def refusing(path: str) -> Iterator[None]:
    """Turns what SQLite says of a damaged file into a sentence."""
    try:
        yield
    except (sqlite3.Error, PersistenceError) as error:
        cause = error if isinstance(error, sqlite3.Error) else error.__cause__
        if getattr(cause, "sqlite_errorcode", 0) & 0xFF not in _DAMAGE:
            raise
        raise ViewsRefused(
            _("The read model {path} is damaged. Delete the file; it is rebuilt from the record.").format(
                path=path
            )
        ) from error


def _header(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(100)


def _examine(path: Path, version: int) -> None:
    header = _header(path)
    _examine_owner(path, header)
    if int.from_bytes(header[60:64], "big") != version:
        raise other_version(path)


def other_version(path: Path) -> ViewsRefused:
    """For whoever finds that the file has other tables than would be made now."""
    return ViewsRefused(
        _(
            "The read model {path} was made by another version of this program, or for other viewers. "
            "Delete the file; it is rebuilt from the record."
        ).format(path=path)
    )


def _examine_owner(path: Path, header: bytes) -> None:
    if not header.startswith(_HEADER) or len(header) < 100:
        raise ViewsRefused(
            _(
                "{path} is no read model: it is no SQLite file. Name another file, "
                "or delete this one if it was one: it is rebuilt from the record."
            ).format(path=path)
        )
    if int.from_bytes(header[68:72], "big") != APPLICATION:
        raise ViewsRefused(
            _("{path} is no read model: it is an SQLite file of another program. Name another file.").format(
                path=path
            )
        )


class Pool(library.SQLiteConnectionPool):
    """Connections with the settings of `connect`, where the library's would use WAL."""

    def _create_connection(self) -> library.SQLiteConnection:
        connection = connect(self.db_name)
        connection.row_factory = sqlite3.Row
        return library.SQLiteConnection(sqlite_conn=connection, max_age=self.max_age)


def datastore(path: str) -> library.SQLiteDatastore:
    """The library's datastore with our connections."""
    made = library.SQLiteDatastore(path, originator_id_type="text")
    made.pool.close()
    made.pool = Pool(db_name=path)
    return made
