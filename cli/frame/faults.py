"""The one place that turns an exception into a sentence and an exit code."""

from __future__ import annotations

import errno
import sqlite3
import tempfile
import traceback
from collections.abc import Iterator, Mapping

from eventsourcing.persistence import PersistenceError

from cli.frame.codes import (
    BAD_DATA,
    BAD_SETUP,
    CANNOT_CREATE,
    IO_ERROR,
    NOT_ALLOWED,
    NOT_FOUND,
    OURS,
    REFUSED,
    TRY_AGAIN,
)
from cli.frame.stop import Stop
from domain.kit.errors import BadTable, BrokenRecord, OrderError, TableMissing
from projections.language.messages import _
from projections.replay import NoSuchPosition
from referee.audit.game_lines import Altered, NotAnExport
from referee.audit.keys import NoKey
from referee.audit.witnesses import NoMailbox
from referee.copies.importing import CannotImport
from referee.games.datasets import BadData
from referee.games.opening import CannotOpen
from referee.games.referee import TryAgain
from referee.proof.signing import NotACheckpoint, WrongSignature
from referee.record.locks import InUse
from referee.record.private_files import NotOrdinary
from referee.record.record import UnknownGame
from referee.record.schema import StoreRefused
from referee.record.writing import Held
from referee.seats.tokens import BrokenKey
from referee.transport.boxes import NotAMaildir
from referee.transport.letters import Unanswerable

_Codes = tuple[tuple[tuple[type[Exception], ...], int], ...]

_CODES: _Codes = (
    ((OrderError, CannotOpen, CannotImport, WrongSignature), REFUSED),
    ((StoreRefused, NotAnExport, Altered, BrokenRecord, BadTable, TableMissing, BrokenKey), BAD_DATA),
    ((NotACheckpoint, NoKey, NoMailbox, NotOrdinary, BadData), BAD_DATA),
    ((UnknownGame, NoSuchPosition), NOT_FOUND),
    ((TryAgain,), TRY_AGAIN),
    ((NotAMaildir, Unanswerable), BAD_SETUP),
    ((InUse,), TRY_AGAIN),
)

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_FILES: Mapping[int, int] = {
    errno.ENOENT: NOT_FOUND,
    errno.ENOTDIR: NOT_FOUND,
    errno.EISDIR: BAD_DATA,
    errno.EEXIST: CANNOT_CREATE,
    errno.EACCES: NOT_ALLOWED,
    errno.EPERM: NOT_ALLOWED,
    errno.EROFS: NOT_ALLOWED,
}

_IN_USE = _("The store is in use by another program. Nothing was changed; try again.")
_HELD = _("The store is in use: {why}. Nothing was changed; try again.")
_DISK = _(
    "The store cannot be written: {why}. Nothing of this was recorded; what was recorded before is kept."
)
_BROKEN = _(
    "The store cannot be read: {why}. Restore it from a backup, or import the games from their exports."
)
_ACCESS = _("The store cannot be opened or written by this user: {why}.")
_BY_SQLITE: Mapping[int, tuple[int, str]] = {
    sqlite3.SQLITE_BUSY: (TRY_AGAIN, _IN_USE),
    sqlite3.SQLITE_LOCKED: (TRY_AGAIN, _IN_USE),
    sqlite3.SQLITE_FULL: (IO_ERROR, _DISK),
    sqlite3.SQLITE_IOERR: (IO_ERROR, _DISK),
    sqlite3.SQLITE_CORRUPT: (BAD_DATA, _BROKEN),
    sqlite3.SQLITE_NOTADB: (BAD_DATA, _BROKEN),
    sqlite3.SQLITE_READONLY: (NOT_ALLOWED, _ACCESS),
    sqlite3.SQLITE_PERM: (NOT_ALLOWED, _ACCESS),
    sqlite3.SQLITE_CANTOPEN: (NOT_ALLOWED, _ACCESS),
}
_AWAY = _("The server of the store cannot be reached: {why}. Nothing was changed; try again.")
_BY_SERVER = (
    (("40", "55P03"), (TRY_AGAIN, _IN_USE)),
    (("53", "58"), (IO_ERROR, _DISK)),
    (("28", "3D", "42501", "25006"), (NOT_ALLOWED, _ACCESS)),
    (("XX001", "XX002"), (BAD_DATA, _BROKEN)),
)
"""By how the code of PostgreSQL's error begins (its appendix A): conflict, resources, rights, damage."""


def stopped(error: Exception) -> Stop:
    """How a command ends that raised `error`: with its sentence where we know it, or as a fault of ours."""
    for kinds, code in (*_CODES, *_of_few()):
        if isinstance(error, kinds):
            return Stop(str(error), code)
    if isinstance(error, sqlite3.Error | PersistenceError):
        return _of_the_database(error) or _ours(error)
    if isinstance(error, UnicodeDecodeError):  # SQLite quotes what a damaged schema says
        return Stop(_BROKEN.format(why=error), BAD_DATA)
    return _of_the_system(error) if isinstance(error, OSError) else _ours(error)


def _of_few() -> _Codes:
    """What only few commands can raise: its modules are not imported for the others."""
    from projections.drawing.dots import NoPictures
    from referee.bundle.checking import NotABundle
    from referee.bundle.writing import CannotBundle
    from referee.copies.backup import CannotBackUp, NotABackup, NotAsMailed
    from referee.copies.forking import CannotFork
    from referee.games.rehearsal import Unfit
    from referee.games.what_if import WrongStore
    from referee.own_cells.files import SheetTrouble
    from referee.service.configuration import BadConfiguration
    from referee.transport.boxes import Lost

    return (
        ((CannotBundle, CannotFork, Unfit, WrongStore, SheetTrouble, NoPictures, NotAsMailed), REFUSED),
        ((NotABundle, CannotBackUp, NotABackup), BAD_DATA),
        ((BadConfiguration,), BAD_SETUP),
        ((Lost,), TRY_AGAIN),
    )


def _of_the_database(error: Exception) -> Stop | None:
    for cause in _causes(error):
        if isinstance(cause, Held):
            return Stop(_HELD.format(why=cause), TRY_AGAIN)
        if type(cause).__module__.startswith("psycopg"):
            code, sentence = _of_the_server(getattr(cause, "sqlstate", None) or "")
            return Stop(sentence.format(why=_one_line(error).removesuffix(".")), code)
        known = _BY_SQLITE.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF)
        if known is not None:
            code, sentence = known
            return Stop(sentence.format(why=_one_line(cause)), code)
        if type(cause) in (sqlite3.DatabaseError, sqlite3.OperationalError):
            return Stop(_BROKEN.format(why=_one_line(cause)), BAD_DATA)
    return None


def _one_line(error: BaseException) -> str:
    """A database quotes the statement that it cannot read, with its line breaks."""
    return " ".join(str(error).split())


def _of_the_server(state: str) -> tuple[int, str]:
    """By the code of PostgreSQL's error; "" where the server did not answer."""
    return next((known for begins, known in _BY_SERVER if state.startswith(begins)), (TRY_AGAIN, _AWAY))


def _causes(error: BaseException) -> Iterator[BaseException]:
    """The exception, what is wrapped in it, and what it follows from."""
    seen: list[BaseException] = [error]
    for one in seen:
        yield one
        inner = (one.__cause__, one.__context__, *one.args)
        seen += [other for other in inner if isinstance(other, BaseException) and other not in seen]


def _of_the_system(error: OSError) -> Stop:
    why = error.strerror or str(error)
    if error.errno in _FULL:
        sentence = _("There is no room to write: {why}. What was recorded before is kept.")
        return Stop(sentence.format(why=why), IO_ERROR)
    where = _("{path}: {why}.").format(path=error.filename, why=why) if error.filename else f"{why}."
    return Stop(where, _FILES.get(error.errno or 0, IO_ERROR))


def _ours(error: Exception) -> Stop:
    with tempfile.NamedTemporaryFile(
        "w", prefix="bugyo-", suffix=".txt", encoding="utf-8", delete=False
    ) as file:
        file.writelines(traceback.format_exception(error))
    sentence = _(
        "Bugyo has made a mistake; it is not yours. What was recorded before is kept. "
        "Please report it with the file {path}."
    )
    return Stop(sentence.format(path=file.name), OURS)
