"""Tables of what comes due: when each game has to be looked at next, and the mails that are due then."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from referee.record.envelope import Envelope
from referee.record.known import DUES
from referee.record.writing import Writing


class Due(Struct, frozen=True):
    """A mail that is due. `at` is the time that it is about, or what counts its kind; `position` the event, 0
    where none. `text` is for whoever is written to alone: why a held order was refused, or where he is
    reached who has no seat any more.
    """

    game: str
    kind: str
    seat: str
    at: int
    position: int = 0
    text: str = ""


def put_next(recorder: Writing, game: str, due: int | None, now: int) -> None:
    """When a game has to be looked at next, None for never. What was due by `now` stays due."""
    recorder.write(
        "INSERT INTO clocks VALUES (?,?) ON CONFLICT (game) DO UPDATE SET due=excluded.due "
        "WHERE clocks.due IS NULL OR clocks.due>?",
        (game, due, now),
    )


def replace_next(recorder: Writing, game: str, due: int | None) -> None:
    """The same, once all that was due is done."""
    recorder.write(
        "INSERT INTO clocks VALUES (?,?) ON CONFLICT (game) DO UPDATE SET due=excluded.due", (game, due)
    )


def without_next(recorder: Writing, after: int) -> tuple[tuple[str, ...], int]:
    """The games that stand in no index yet: they have no clock, were imported, or come from an older Bugyo.

    Only events stored after the row `after` are looked at; gives the newest row too.
    """
    ((newest,),) = recorder.rows(f"SELECT coalesce(max({recorder.ROW}),0) FROM stored_events")
    rows = recorder.rows(
        f"SELECT originator_id FROM stored_events WHERE {recorder.ROW}>? AND originator_version=1 "
        f"AND originator_id NOT IN (SELECT game FROM clocks) ORDER BY {recorder.ROW}",
        (after,),
    )
    return tuple(row[0] for row in rows), newest


def ready(recorder: Writing, now: int) -> tuple[str, ...]:
    """The games in which something may be due, those first that have waited longest."""
    rows = recorder.rows("SELECT game FROM clocks WHERE due<=? ORDER BY due, game", (now,))
    return tuple(row[0] for row in rows)


def is_due(recorder: Writing, now: int) -> bool:
    """Whether something may be due in any game, or a mail of it is still to be written."""
    asked = "EXISTS (SELECT 1 FROM clocks WHERE due<=?) OR EXISTS (SELECT 1 FROM dues WHERE done=0)"
    return bool(recorder.rows(f"SELECT {asked}", (now,))[0][0])


def call(recorder: Writing, due: Due) -> None:
    """Puts down a mail that is due; the same one is put down once."""
    recorder.write(
        "INSERT INTO dues VALUES (?,?,?,?,?,?,0) ON CONFLICT DO NOTHING",
        (due.game, due.kind, due.seat, due.at, due.position, due.text),
    )


def open_dues(recorder: Writing) -> tuple[Due, ...]:
    rows = recorder.rows(
        "SELECT game, kind, seat, at, position, text FROM dues WHERE done=0 ORDER BY at, game, seat, kind"
    )
    return tuple(Due(*row) for row in rows)


def owed(recorder: Writing, game: str, kind: str) -> Iterator[Due]:
    """Those of one kind in one game, in their order; each is settled by being given."""
    for row in recorder.rows(DUES, (game,)):
        due = Due(*row)
        if due.kind == kind and settle(recorder, due):
            yield due


def settle(recorder: Writing, due: Due) -> bool:
    """Says that a mail is no more due; False where that was said before."""
    written = recorder.write(
        "UPDATE dues SET done=1 WHERE game=? AND kind=? AND seat=? AND at=? AND done=0",
        (due.game, due.kind, due.seat, due.at),
        counts=True,
    )
    return written > 0


def reminded(recorder: Writing, game: str, seat: str, since: int) -> int:
    """How often a seat was reminded, or told that it is late, from a time on."""
    rows = recorder.rows(
        "SELECT count(*) FROM dues WHERE game=? AND kind IN ('reminder', 'late') AND seat=? AND at>=? "
        "AND done=1",
        (game, seat, since),
    )
    return int(rows[0][0])


def newest_at(recorder: Writing) -> int:
    """The received-at of the newest event of the store; 0 where there is none."""
    rows = recorder.rows(f"SELECT state FROM stored_events ORDER BY {recorder.ROW} DESC LIMIT 1")
    return _OF_ANY_TITLE.decode(rows[0][0]).at if rows else 0


_OF_ANY_TITLE = msgspec.msgpack.Decoder(Envelope[msgspec.Raw])
"""What stands around an event is read without its title."""


# ---- addresses of people who have no seat, or another than that they act for


def keep_address(recorder: Writing, game: str, person: str, address: str) -> None:
    """The first address that is kept of a person stays."""
    recorder.write(
        "INSERT INTO people VALUES (?,?,?) ON CONFLICT (game, person) DO NOTHING",
        (game, person, address.lower()),
    )


def replace_address(recorder: Writing, game: str, person: str, before: str, address: str) -> None:
    recorder.write(
        "UPDATE people SET address=? WHERE game=? AND person=? AND address=?",
        (address.lower(), game, person, before.lower()),
    )


def address_of(recorder: Writing, game: str, person: str) -> str:
    """The address of a person in a game; "" where none is known."""
    rows = recorder.rows("SELECT address FROM people WHERE game=? AND person=?", (game, person))
    return str(rows[0][0]) if rows else ""


def people_of(recorder: Writing, game: str) -> dict[str, str]:
    """Everybody whose address is kept in a game, by name."""
    return dict(recorder.rows("SELECT person, address FROM people WHERE game=?", (game,)))


def all_addresses(recorder: Writing) -> list[str]:
    """Every address that mail goes to for a seat, or of somebody who is known without one."""
    rows = recorder.rows("SELECT address FROM addresses UNION SELECT address FROM people ORDER BY 1")
    return [str(address) for (address,) in rows]


def forget_seat(recorder: Writing, game: str, seat: str) -> None:
    """Mail from the address of the seat speaks for it no more."""
    recorder.write("DELETE FROM addresses WHERE game=? AND seat=?", (game, seat))
