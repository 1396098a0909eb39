"""The one place that turns an exception into a sentence and an exit code.

It knows them by their names: what can go wrong is everything, and to import all of it would take a refused
command longer than its work.
"""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator, Mapping

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
from projections.language.messages import _

CODES: Mapping[int, Mapping[str, str]] = {
    REFUSED: {
        "domain.kit.errors": "OrderError",
        "projections.drawing.dots": "NoPictures",
        "referee.bundle.writing": "CannotBundle",
        "referee.copies.backup": "NotAsMailed",
        "referee.copies.forking": "CannotFork",
        "referee.copies.importing": "CannotImport",
        "referee.games.opening": "CannotOpen",
        "referee.games.rehearsal": "Unfit",
        "referee.games.what_if": "WrongStore",
        "referee.own_cells.files": "SheetTrouble",
        "referee.proof.signing": "WrongSignature",
    },
    BAD_DATA: {
        "domain.kit.errors": "BrokenRecord BadTable TableMissing",
        "referee.audit.game_lines": "NotAnExport Altered",
        "referee.audit.keys": "NoKey",
        "referee.audit.witnesses": "NoMailbox",
        "referee.bundle.checking": "NotABundle",
        "referee.copies.backup": "CannotBackUp NotABackup",
        "referee.games.datasets": "BadData",
        "referee.proof.signing": "NotACheckpoint",
        "referee.record.private_files": "NotOrdinary",
        "referee.record.schema": "StoreRefused",
        "referee.seats.tokens": "BrokenKey",
    },
    NOT_FOUND: {"projections.replay": "NoSuchPosition", "referee.record.record": "UnknownGame"},
    TRY_AGAIN: {
        "referee.games.referee": "TryAgain",
        "referee.record.locks": "InUse",
        "referee.transport.boxes": "Lost",
    },
    BAD_SETUP: {
        "referee.service.configuration": "BadConfiguration",
        "referee.transport.boxes": "NotAMaildir",
        "referee.transport.letters": "Unanswerable",
    },
}
"""The code of each exception that is its own sentence, by its module and its name."""

_CODES = {
    (module, name): code
    for code, modules in CODES.items()
    for module, names in modules.items()
    for name in names.split()
}
_HELD_BY = ("referee.record.writing", "Held")
_OF_A_STORE = {("sqlite3", "Error"), ("eventsourcing.persistence", "PersistenceError")}

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
    kinds = _kinds(error)
    if code := next((_CODES[kind] for kind in kinds if kind in _CODES), 0):
        return Stop(str(error), code)
    if not _OF_A_STORE.isdisjoint(kinds):
        return _of_the_database(error) or _ours(error)
    if isinstance(error, UnicodeDecodeError):  # SQLite quotes what a damaged schema says
        return Stop(_BROKEN.format(why=error), BAD_DATA)
    return _of_the_system(error) if isinstance(error, OSError) else _ours(error)


def _kinds(error: BaseException) -> list[tuple[str, str]]:
    """What it is, the narrowest first."""
    return [(kind.__module__, kind.__name__) for kind in type(error).__mro__]


def _of_the_database(error: Exception) -> Stop | None:
    for cause in _causes(error):
        if _HELD_BY in _kinds(cause):
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
    import tempfile
    import traceback

    with tempfile.NamedTemporaryFile(
        "w", prefix="bugyo-", suffix=".txt", encoding="utf-8", delete=False
    ) as file:
        file.writelines(traceback.format_exception(error))
    sentence = _(
        "Bugyo has made a mistake; it is not yours. What was recorded before is kept. "
        "Please report it with the file {path}."
    )
    return Stop(sentence.format(path=file.name), OURS)
