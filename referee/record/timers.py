"""Tables of what comes due: when each game has to be looked at next, and the mails that are due then."""

from __future__ import annotations

from msgspec import Struct

from referee.record import codec
from referee.record.store import Recorder


class Due(Struct, frozen=True):
    """A mail that is due. `at` is the time that it is about, `position` the event, 0 where none. `text` is
    for the seat alone: why its held order was refused.
    """

    game: str
    kind: str
    seat: str
    at: int
    position: int = 0
    text: str = ""


def put_next(recorder: Recorder, game: str, due: int | None, now: int) -> None:
    """When a game has to be looked at next, None for never. What was due by `now` stays due."""
    recorder.write(
        "INSERT INTO clocks VALUES (?1,?2) ON CONFLICT (game) DO UPDATE SET due=excluded.due "
        "WHERE clocks.due IS NULL OR clocks.due>?3",
        (game, due, now),
    )


def replace_next(recorder: Recorder, game: str, due: int | None) -> None:
    """The same, once all that was due is done."""
    recorder.write("INSERT OR REPLACE INTO clocks VALUES (?,?)", (game, due))


def without_next(recorder: Recorder, after: int) -> tuple[tuple[str, ...], int]:
    """The games that stand in no index yet: they have no clock, were imported, or come from an older Bugyo.

    Only events stored after the row `after` are looked at; gives the newest row too.
    """
    ((newest,),) = recorder.rows("SELECT coalesce(max(rowid),0) FROM stored_events")
    rows = recorder.rows(
        "SELECT originator_id FROM stored_events WHERE rowid>? AND originator_version=1 "
        "AND originator_id NOT IN (SELECT game FROM clocks) ORDER BY rowid",
        (after,),
    )
    return tuple(row[0] for row in rows), newest


def ready(recorder: Recorder, now: int) -> tuple[str, ...]:
    """The games in which something may be due, those first that have waited longest."""
    rows = recorder.rows("SELECT game FROM clocks WHERE due<=? ORDER BY due, game", (now,))
    return tuple(row[0] for row in rows)


def call(recorder: Recorder, due: Due) -> None:
    """Puts down a mail that is due; the same one is put down once."""
    recorder.write(
        "INSERT OR IGNORE INTO dues VALUES (?,?,?,?,?,?,0)",
        (due.game, due.kind, due.seat, due.at, due.position, due.text),
    )


def open_dues(recorder: Recorder) -> tuple[Due, ...]:
    rows = recorder.rows(
        "SELECT game, kind, seat, at, position, text FROM dues WHERE done=0 ORDER BY at, game, seat, kind"
    )
    return tuple(Due(*row) for row in rows)


def settle(recorder: Recorder, due: Due) -> None:
    recorder.write(
        "UPDATE dues SET done=1 WHERE game=? AND kind=? AND seat=? AND at=?",
        (due.game, due.kind, due.seat, due.at),
    )


def newest_at(recorder: Recorder) -> int:
    """The received-at of the newest event of the store; 0 where there is none."""
    rows = recorder.rows("SELECT topic, state FROM stored_events ORDER BY rowid DESC LIMIT 1")
    if not rows:
        return 0
    topic, state = rows[0]
    at: int = codec.decoder(str(topic).partition("/")[0]).decode(state).at
    return at


# ---- addresses of people who have no seat, or another than that they act for


def keep_address(recorder: Recorder, game: str, person: str, address: str) -> None:
    recorder.write("INSERT OR REPLACE INTO people VALUES (?,?,?)", (game, person, address.lower()))


def address_of(recorder: Recorder, game: str, person: str) -> str:
    """The address of a person in a game; "" where none is known."""
    rows = recorder.rows("SELECT address FROM people WHERE game=? AND person=?", (game, person))
    return str(rows[0][0]) if rows else ""


def people_at(recorder: Recorder, address: str) -> list[tuple[str, str]]:
    """(game, person) of everybody with this address."""
    return recorder.rows(
        "SELECT game, person FROM people WHERE address=? ORDER BY game, person", (address.lower(),)
    )


def forget_seat(recorder: Recorder, game: str, seat: str) -> None:
    """Mail from the address of the seat speaks for it no more."""
    recorder.write("DELETE FROM addresses WHERE game=? AND seat=?", (game, seat))
