"""The tables of mails that are no part of a game's record: the case of each, and the piles of raw mails.

A mail on no pile was kept by an older Bugyo, or has not been read to its end: it is never swept.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from referee.record.known import PEOPLE_AT
from referee.record.record import Record

_COLUMNS = "id, at, digest, kind, why, address, game, seat, turn, evidence"


class Case(Struct, frozen=True):
    """What became of one mail.

    `at` is milliseconds since 1970, UTC; `address` is what its From says; `evidence` is JSON.
    """

    id: int
    at: int
    digest: str
    kind: str
    why: str
    address: str
    game: str
    seat: str
    turn: str
    evidence: bytes


class CaseTable:
    """The cases of a store."""

    def __init__(self, record: Record) -> None:
        self._recorder = record.recorder

    def add(self, case: Case, *, answered: bool, mark: str) -> None:
        """Adds a case; its `id` is given by the table."""
        self._recorder.write(
            "INSERT INTO mail_cases (at, digest, kind, why, address, game, seat, turn, evidence, answered, "
            "mark) VALUES (?,?,?,?,?,?,?,?,?,?,?)",
            (
                *(case.at, case.digest, case.kind, case.why, case.address, case.game, case.seat, case.turn),
                *(case.evidence, int(answered), mark),
            ),
        )

    def settle(self, number: int, kind: str) -> None:
        self._recorder.write("UPDATE mail_cases SET kind=? WHERE id=?", (kind, number))

    def of_turn(self, game: str, turn: str) -> list[Case]:
        """All cases of a game that stand under a turn, oldest first."""
        return self._found("game=? AND turn=? ORDER BY id", (game, turn))

    def to_address(self, address: str, turn: str) -> list[Case]:
        """All cases with an address that stand under a turn, oldest first."""
        return self._found("address=? AND turn=? ORDER BY id", (address, turn))

    def sent_to(self, address: str, turn: str, since: int) -> int:
        """How many cases with an address stand under a turn after a time."""
        asked = "SELECT count(*) FROM mail_cases WHERE address=? AND at>? AND turn=?"
        return int(self._recorder.rows(asked, (address, since, turn))[0][0])

    def has_heard(self, address: str, since: int) -> bool:
        """Whether a mail of an address has come in from a time on."""
        asked = "SELECT count(*) FROM mail_cases WHERE address=? AND at>=?"
        return int(self._recorder.rows(asked, (address, since))[0][0]) > 0

    def marked(self, *marks: str) -> Case | None:
        """The case that has one of these marks."""
        found = self._found(f"mark IN ({','.join('?' * len(marks))})", marks)
        return found[0] if found else None

    def of_mail(self, kind: str, digest: str) -> list[Case]:
        """The cases of a kind of mails whose digests begin so, oldest first."""
        return self._found("kind=? AND substr(digest, 1, ?)=? ORDER BY id", (kind, len(digest), digest))

    def newest(self, limit: int) -> list[Case]:
        """The newest cases, newest first."""
        return self._found("TRUE ORDER BY id DESC LIMIT ?", (limit,))

    def _found(self, where: str, values: Sequence[object]) -> list[Case]:
        rows = self._recorder.rows(f"SELECT {_COLUMNS} FROM mail_cases WHERE {where}", tuple(values))
        return [Case(*row) for row in rows]


def persons_at(record: Record, address: str) -> list[tuple[str, str]]:
    """(game, person) of everybody whose address is kept without a seat: standbys and delegates."""
    return record.recorder.rows(PEOPLE_AT, (address.lower(),))


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

    def has(self, digest: str) -> bool:
        """Whether a mail lies on a pile: it was read to its end."""
        return bool(self._recorder.rows("SELECT 1 FROM mail_piles WHERE digest=?", (digest,)))

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

    def bytes(self) -> dict[str, int]:
        """How much lies on each of those that may be swept."""
        asked = "SELECT pile, sum(bytes) FROM mail_piles WHERE pile IN (?,?) GROUP BY pile"
        return {pile: int(size) for pile, size in self._recorder.rows(asked, (STRANGERS, CLAIMED))}

    def oldest(self, pile: str, most: int, until: int) -> list[tuple[str, int]]:
        """(digest, bytes) of so many mails that came before a time, the oldest first."""
        return self._recorder.rows(
            "SELECT digest, bytes FROM mail_piles WHERE pile=? AND at<? ORDER BY at, digest LIMIT ?",
            (pile, until, most),
        )

    def sweep(self, digests: Sequence[str], why: str, now: int) -> None:
        """Takes mails away: first it is on record which."""
        with self._record.recorder.together():
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
