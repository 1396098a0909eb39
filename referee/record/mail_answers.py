"""The table `mail_answers`: answers to mails, given or left out, as limits count and the referee is shown
them.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.record.record import Record

Span = tuple[int, int]
"""After the first time, up to the second: what a clock that was wrong has dated later is not counted."""


class AnswerTable:
    """The answers of a store. `proven` is what the mail proved, `what` the kind of answer."""

    def __init__(self, record: Record) -> None:
        self._recorder = record.recorder

    def add(
        self, at: int, proven: str, what: str, mailbox: str, about: tuple[str, str, str], *, given: bool
    ) -> None:
        """`about` is a game, a seat and a turn, "" for what is not known."""
        self._recorder.write(
            "INSERT INTO mail_answers (at, standing, what, mailbox, game, seat, turn, given) "
            "VALUES (?,?,?,?,?,?,?,?)",
            (at, proven, what, mailbox, *about, int(given)),
        )

    def to_mailbox(self, mailbox: str, proven: str, what: Sequence[str], span: Span) -> int:
        """How many have gone to a mailbox."""
        where = f"mailbox=? AND at>? AND at<=? AND standing=? AND given=1 AND {_among('what', what)}"
        return self._count(where, (mailbox, *span, proven, *what))

    def to_domain(self, domain: str, proven: str, span: Span) -> int:
        """How many have gone to all the mailboxes of a domain, and of those below it."""
        ends = " OR ".join(("mailbox LIKE ? ESCAPE '!'",) * 2)
        where = f"at>? AND at<=? AND standing=? AND given=1 AND ({ends})"
        return self._count(where, (*span, proven, *(f"%{sign}{_literally(domain)}" for sign in "@.")))

    def about(self, proven: str, what: str, about: tuple[str, str, str]) -> int:
        """How many were about a seat in a turn."""
        where = "game=? AND seat=? AND turn=? AND standing=? AND what=? AND given=1"
        return self._count(where, (*about, proven, what))

    def all(self, proven: Sequence[str], span: Span, *, given: bool) -> int:
        """How many were given, or left out."""
        where = f"at>? AND at<=? AND given=? AND {_among('standing', proven)}"
        return self._count(where, (*span, int(given), *proven))

    def forget(self, until: int) -> None:
        """Takes away what is older."""
        if self._count("at<?", (until,)):
            self._recorder.write("DELETE FROM mail_answers WHERE at<?", (until,))

    def _count(self, where: str, values: Sequence[object]) -> int:
        rows = self._recorder.rows(f"SELECT count(*) FROM mail_answers WHERE {where}", tuple(values))
        return int(rows[0][0])


def _among(column: str, values: Sequence[str]) -> str:
    return f"{column} IN ({','.join('?' * len(values))})"


def _literally(text: str) -> str:
    """For LIKE: an address may have its signs in it."""
    return "".join(f"!{sign}" if sign in "!%_" else sign for sign in text)
