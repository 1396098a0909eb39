"""The table of those who observe games. It stands beside the record: no event names them, so that whoever
stops is forgotten, and no head of a game covers his name.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from referee.record.record import Record

_COLUMNS = "game, mailbox, address, person, at, told, sent_at, shown, ended_at"


class Observer(Struct, frozen=True):
    """Somebody who observes a game since `at`: `told` is the position that he was told of last, `sent_at`
    when news went to him last, 0 for never; `shown` is 1 once the players were told of him. Of one who has
    stopped `address` and `person` are "", and `ended_at` says when. Times are milliseconds since 1970,
    UTC."""

    game: str
    mailbox: str
    address: str
    person: str
    at: int
    told: int
    sent_at: int = 0
    shown: int = 0
    ended_at: int = 0


class ObserverTable:
    """The observers of a store."""

    def __init__(self, record: Record) -> None:
        self._recorder = record.recorder

    def begin(self, one: Observer) -> None:
        """He observes; where he had stopped, again, and the players are not told anew."""
        self._recorder.write(
            f"INSERT INTO observers ({_COLUMNS}) VALUES (?,?,?,?,?,?,?,?,?) ON CONFLICT (game, mailbox) DO "
            "UPDATE SET address=excluded.address, person=excluded.person, at=excluded.at, "
            "told=excluded.told, ended_at=0",
            (
                *(one.game, one.mailbox, one.address, one.person, one.at, one.told, one.sent_at, one.shown),
                one.ended_at,
            ),
        )

    def end(self, game: str, mailbox: str, at: int) -> None:
        """His name and his address are forgotten; the row, which counts what he may begin, a day later."""
        self._recorder.write(
            "UPDATE observers SET address='', person='', ended_at=? "
            "WHERE game=? AND mailbox=? AND ended_at=0",
            (at, game, mailbox),
        )

    def forget(self, until: int) -> None:
        """Those who had stopped by a time. Where there are none, nothing is written."""
        if self._found("ended_at>0 AND ended_at<=?", (until,)):
            self._recorder.write("DELETE FROM observers WHERE ended_at>0 AND ended_at<=?", (until,))

    def told(self, one: Observer, position: int, sent_at: int) -> None:
        self._recorder.write(
            "UPDATE observers SET told=?, sent_at=? WHERE game=? AND mailbox=?",
            (position, sent_at, one.game, one.mailbox),
        )

    def shown(self, game: str) -> None:
        """The players of a game know of all who observe it."""
        self._recorder.write("UPDATE observers SET shown=1 WHERE game=? AND ended_at=0", (game,))

    def all(self) -> list[Observer]:
        """Those who observe, by game, in the order in which they have begun."""
        return self._found("ended_at=0 ORDER BY game, at, mailbox", ())

    def of_game(self, game: str) -> list[Observer]:
        """Those who observe it, or have stopped of late."""
        return self._found("game=? ORDER BY at, mailbox", (game,))

    def of_mailbox(self, mailbox: str) -> list[Observer]:
        """What a mailbox observes, or has stopped to of late."""
        return self._found("mailbox=? ORDER BY game", (mailbox,))

    def _found(self, where: str, values: Sequence[object]) -> list[Observer]:
        rows = self._recorder.rows(f"SELECT {_COLUMNS} FROM observers WHERE {where}", tuple(values))
        return [Observer(*row) for row in rows]
