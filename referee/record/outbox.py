"""The table `outbox`: mails that have yet to go out, that went, or never will.

Notices lie there as well, each to `NOTICE` and whom it is for: a table is of the one or the other.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager

from msgspec import Struct
from msgspec.structs import astuple, replace

from referee.record.record import Record

WAITING, SENT, FAILED, BOUNCED = "waiting", "sent", "failed", "bounced"

NOTICE = "notice:"
"""Before whom a notice is for, which no mail address begins with; alone it is for the club."""

_IS_NOTICE = f"substr(recipient, 1, {len(NOTICE)})='{NOTICE}'"
MAILS, NOTICES = f"NOT {_IS_NOTICE}", _IS_NOTICE
"""Which rows a table is of."""

_COLUMNS = "id, message_id, recipient, about, queued_at, due, tries, state, why"


class Unsent(Struct, frozen=True):
    """A mail that has yet to go out, never will, or came back. `about` is its subject.

    Times are in milliseconds since 1970; `why` is what was said when it was tried last.
    """

    id: int
    message_id: str
    to: str
    about: str
    queued_at: int
    due: int
    tries: int
    state: str
    why: str


class OutboxTable:
    """The outbox of a store. A mail waits in it once, however often it is put; it may wait again later."""

    def __init__(self, record: Record, of: str = MAILS) -> None:
        self._recorder = record.recorder
        self._of = of

    def put(self, message_id: str, to: str, raw: bytes, about: str, now: int) -> None:
        self._recorder.write(
            "INSERT INTO outbox (message_id, recipient, about, digest, raw, queued_at, due) "
            "VALUES (?,?,?,?,?,?,?) ON CONFLICT DO NOTHING",
            (message_id, to, about, hashlib.sha256(raw).hexdigest(), raw, now, now),
        )

    def unsent(self) -> list[Unsent]:
        """What waits, came back, or has failed and did not go out later, put once more; oldest first."""
        return self._found(
            f"WHERE state<>'sent' AND {self._of} "
            "AND NOT (state='failed' AND EXISTS (SELECT 1 FROM outbox AS later "
            "WHERE later.message_id=outbox.message_id AND later.recipient=outbox.recipient "
            "AND later.state='sent' AND later.id>outbox.id)) ORDER BY id"
        )

    def due(self, now: int, most: int) -> list[Unsent]:
        """What is to be tried by now, oldest first, up to so many; what was sent is not looked at (`+id`
        keeps SQLite from walking through all of it)."""
        return self._found(
            f"WHERE state='waiting' AND due<={now:d} AND {self._of} ORDER BY +id LIMIT {most:d}"
        )

    @contextmanager
    def claimed(self, number: int, now: int) -> Iterator[tuple[Unsent, bytes] | None]:
        """A mail that is due and that nobody else carries, with its bytes, for as long as the block lasts;
        None where it is no more due, or somebody has it."""
        waiting = f"SELECT {_COLUMNS}, raw FROM outbox WHERE id=? AND state='waiting' AND due<=?"
        with self._recorder.claim(waiting, (number, now)) as rows:
            yield (Unsent(*rows[0][:-1]), bytes(rows[0][-1])) if rows else None

    def knows(self, message_id: str) -> bool:
        """Whether a mail of this id was ever put."""
        return bool(self._recorder.rows("SELECT 1 FROM outbox WHERE message_id=? LIMIT 1", (message_id,)))

    def about(self, message_id: str, to: str) -> str:
        """The subject of a mail of this id that was put for somebody; "" where none was."""
        found = self._recorder.rows(
            "SELECT about FROM outbox WHERE message_id=? AND recipient=? LIMIT 1", (message_id, to)
        )
        return str(found[0][0]) if found else ""

    def next_due(self) -> int | None:
        """When the next mail is to be tried; None where none waits."""
        waiting = f"SELECT min(due) FROM outbox WHERE state='waiting' AND {self._of}"
        due: int | None = self._recorder.rows(waiting)[0][0]
        return due

    def raw(self, number: int) -> bytes:
        return bytes(self._recorder.rows("SELECT raw FROM outbox WHERE id=?", (number,))[0][0])

    def postpone(self, number: int, due: int, why: str) -> None:
        self._recorder.write("UPDATE outbox SET tries=tries+1, due=?, why=? WHERE id=?", (due, why, number))

    def fail(self, number: int, why: str, now: int) -> None:
        self._recorder.write(
            "UPDATE outbox SET state=?, why=?, tries=tries+1, ended_at=? WHERE id=?",
            (FAILED, why, now, number),
        )

    def sent(self, mail: Unsent, raw: bytes, now: int) -> None:
        """Of a mail that is sent its digest is kept, and not its bytes. The row is taken out and put in again
        without them: SQLite leaves a page that was full of one mail to it for ever, where the mail only
        becomes shorter."""
        digest = hashlib.sha256(raw).hexdigest()
        with self._recorder.together():
            self._recorder.write("DELETE FROM outbox WHERE id=?", (mail.id,))
            self._recorder.write(
                f"INSERT INTO outbox ({_COLUMNS}, digest, ended_at, raw) VALUES (?,?,?,?,?,?,?,?,?,?,?,?)",
                (*astuple(replace(mail, tries=mail.tries + 1, state=SENT, why="")), digest, now, b""),
            )

    def bounce(self, message_id: str, why: str, now: int) -> Unsent | None:
        """Says of a mail that was sent that it came back; None where there is none, or it is known."""
        found = self._found("WHERE state='sent' AND message_id=? ORDER BY id DESC LIMIT 1", message_id)
        for mail in found:
            self._recorder.write(
                "UPDATE outbox SET state='bounced', why=?, ended_at=? WHERE id=?", (why, now, mail.id)
            )
        return found[0] if found else None

    def again(self, number: int, now: int) -> bool:
        """Lets a mail that waits or has failed be tried at once; False where there is none."""
        written = self._recorder.write(
            "UPDATE outbox SET state='waiting', due=?, queued_at=?, ended_at=NULL "
            "WHERE id=? AND state IN ('waiting', 'failed') AND NOT EXISTS (SELECT 1 FROM outbox AS other "
            "WHERE other.message_id=outbox.message_id AND other.recipient=outbox.recipient "
            "AND other.state='waiting' AND other.id<>outbox.id)",
            (now, now, number),
            counts=True,
        )
        return written > 0

    def _found(self, where: str, *parameters: str) -> list[Unsent]:
        rows = self._recorder.rows(f"SELECT {_COLUMNS} FROM outbox {where}", parameters)
        return [Unsent(*row) for row in rows]
