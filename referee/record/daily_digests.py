"""The table `digests`: addresses that want one mail a day, and when each is to be looked at next."""

from __future__ import annotations

from referee.record.writing import Writing


def put(recorder: Writing, address: str, due: int) -> None:
    """An address wants a digest, and is to be looked at from `due` on, in milliseconds since 1970."""
    recorder.write(
        "INSERT INTO digests VALUES (?,?) ON CONFLICT (address) DO UPDATE SET due=excluded.due",
        (address, due),
    )


def take_away(recorder: Writing, address: str) -> None:
    """An address wants no digest any more."""
    recorder.write("DELETE FROM digests WHERE address=?", (address,))


def ready(recorder: Writing, now: int) -> tuple[str, ...]:
    """Those for which a digest may be due, by their names. (Sorted by the store, they would all be read.)"""
    rows = recorder.rows("SELECT address FROM digests WHERE due<=?", (now,))
    return tuple(sorted(row[0] for row in rows))
