"""The table `mail_piles`: raw mails by whom they belong to, and those of them that were swept.

PileTable  puts mails on piles, and sweeps what lies on those that nobody has to keep
Swept      what is kept of a mail that is gone

A mail on no pile was kept by an older Bugyo, or has not been read to its end: it is never swept.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from referee.record.record import Record

KEPT, CLAIMED, STRANGERS = "kept", "claimed", "strangers"
"""What belongs to a game or a person; what only says so, and did nothing; and what belongs to nobody."""

OLD, MANY, LARGE = "age", "room", "too large"
"""Why a mail was swept: it lay too long, newer ones had to have room, or it never was taken in whole."""


class Swept(Struct, frozen=True):
    """A mail that is gone, or of which only the `beginning` was taken in, under that digest."""

    digest: str
    bytes: int
    received_at: int
    swept_at: int
    why: str
    beginning: str = ""


class PileTable:
    """The piles of a store."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._recorder = record.recorder

    def put(self, digest: str, pile: str) -> None:
        """Puts a mail of the store on a pile. What belongs to somebody once, does so for ever."""
        if pile == KEPT:
            said = "ON CONFLICT (digest) DO UPDATE SET pile=excluded.pile"
        else:
            pile, said = KEPT if self._belongs(digest) else pile, "ON CONFLICT (digest) DO NOTHING"
        self._recorder.write(
            "INSERT INTO mail_piles SELECT digest, CAST(? AS TEXT), received_at, length(raw) FROM mails "
            f"WHERE digest=? {said}",
            (pile, digest),
        )

    def _belongs(self, digest: str) -> bool:
        """Whether an older Bugyo has read it as the mail of a seat: then it is on no pile, and not swept."""
        return bool(
            self._recorder.rows(
                "SELECT 1 FROM mail_cases WHERE digest=? AND game<>'' AND NOT EXISTS "
                "(SELECT 1 FROM mails_swept WHERE mails_swept.digest=mail_cases.digest) LIMIT 1",
                (digest,),
            )
        )

    def sort(self, why: str) -> None:
        """Puts what strangers and robots have sent to an older Bugyo on their pile; `why` is how it says of a
        mail that nobody knows its sender."""
        nobodys = "c.game='' AND (c.kind='robot' OR c.why=?)"
        self._recorder.write(
            "INSERT INTO mail_piles SELECT m.digest, CAST(? AS TEXT), m.received_at, length(m.raw) "
            f"FROM mails m WHERE EXISTS (SELECT 1 FROM mail_cases c WHERE c.digest=m.digest AND {nobodys}) "
            f"AND NOT EXISTS (SELECT 1 FROM mail_cases c WHERE c.digest=m.digest AND NOT ({nobodys})) "
            "ON CONFLICT (digest) DO NOTHING",
            (STRANGERS, why, why),
        )

    def bytes(self, pile: str) -> int:
        """How much lies there."""
        rows = self._recorder.rows("SELECT sum(bytes) FROM mail_piles WHERE pile=?", (pile,))
        return int(rows[0][0] or 0)

    def oldest(self, pile: str, most: int, until: int) -> list[tuple[str, int]]:
        """(digest, bytes) of so many mails that came before a time, the oldest first."""
        return self._recorder.rows(
            "SELECT digest, bytes FROM mail_piles WHERE pile=? AND at<? ORDER BY at, digest LIMIT ?",
            (pile, until, most),
        )

    def sweep(self, digests: Sequence[str], why: str, now: int) -> None:
        """Takes mails away: first it is on record which."""
        with self._record.together():
            for digest in digests:
                rows = self._recorder.rows(
                    "SELECT at, bytes FROM mail_piles WHERE digest=? AND pile<>?", (digest, KEPT)
                )
                for at, size in rows:
                    self.note(Swept(digest, size, at, now, why))
                    self._recorder.write("DELETE FROM mails WHERE digest=?", (digest,))
                    self._recorder.write("DELETE FROM mail_piles WHERE digest=?", (digest,))

    def note(self, one: Swept) -> None:
        """Records that a mail is gone; of one that came again and went again, the first time."""
        self._recorder.write(
            "INSERT INTO mails_swept (digest, bytes, received_at, swept_at, why, beginning) "
            "SELECT ?,?,?,?,?,? WHERE NOT EXISTS (SELECT 1 FROM mails_swept WHERE digest=?)",
            (one.digest, one.bytes, one.received_at, one.swept_at, one.why, one.beginning, one.digest),
        )

    def swept(self, digest: str) -> Swept | None:
        """What is kept of a mail that is gone; None where it is not."""
        rows = self._recorder.rows(
            "SELECT digest, bytes, received_at, swept_at, why, beginning FROM mails_swept WHERE digest=? "
            "AND NOT EXISTS (SELECT 1 FROM mails WHERE mails.digest=mails_swept.digest)",
            (digest,),
        )
        return Swept(*rows[0]) if rows else None
