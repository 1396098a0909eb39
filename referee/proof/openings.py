"""The openings that a key has made, in their order: each names the one before it, so that whoever opens the
same game again and again until it pleases is seen.
"""

from __future__ import annotations

from referee.record.record import Record

_SETTING = "openings"


def newest(record: Record) -> tuple[int, str]:
    """The number of the newest opening of this store, and the digest of its event, hexadecimal; 0 and "" for
    none."""
    number, _, digest = record.setting(_SETTING, b"0 ").decode().partition(" ")
    return int(number), digest


def count(record: Record, game: str) -> None:
    """Counts the opening of a game that has just been recorded."""
    number, _before = newest(record)
    digest = record.envelopes(game)[0].digest.hex()
    record.set(_SETTING, f"{number + 1} {digest}".encode())
