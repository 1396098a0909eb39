"""The table `mail_cases`: what became of mails that are no part of a game's record.

Case       a row of it
CaseTable  adds, counts and finds rows
persons_at who is known by an address without having a seat
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

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

    def sent_to(self, address: str, turn: str, since: int) -> int:
        """How many cases with an address stand under a turn after a time."""
        asked = "SELECT count(*) FROM mail_cases WHERE address=? AND at>? AND turn=?"
        return int(self._recorder.rows(asked, (address, since, turn))[0][0])

    def marked(self, mark: str) -> Case | None:
        found = self._found("mark=?", (mark,))
        return found[0] if found else None

    def newest(self, limit: int) -> list[Case]:
        """The newest cases, newest first."""
        return self._found("TRUE ORDER BY id DESC LIMIT ?", (limit,))

    def _found(self, where: str, values: Sequence[object]) -> list[Case]:
        rows = self._recorder.rows(f"SELECT {_COLUMNS} FROM mail_cases WHERE {where}", tuple(values))
        return [Case(*row) for row in rows]


def persons_at(record: Record, address: str) -> list[tuple[str, str]]:
    """(game, person) of everybody whose address is kept without a seat: standbys and delegates."""
    rows = record.recorder.rows(
        "SELECT game, person FROM people WHERE address=? ORDER BY game, person", (address.lower(),)
    )
    return [(str(game), str(person)) for game, person in rows]
