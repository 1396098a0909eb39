"""Mails that the desk was working on when it died: after three times they are put aside.

A mail that comes in for the first time costs nothing here. Its bytes are in the store before anything is
done with it, and it lies on a pile once it is finished: one that comes again and lies on no pile was left in
the middle. Only from then on it is counted, before the work begins. What ends in any other way than by death
says so.
"""

from __future__ import annotations

from referee.record.mail_cases import PileTable
from referee.record.record import Record

MOST = 3
"""Deaths of the desk after which a mail is worked on no more."""

POISON, AGAIN = "poison", "again"
"""The case of such a mail, and of one that the referee has let in again."""

_TOLD = MOST + 1


class Deaths:
    """How often the desk was working on a mail when it died. The mails are named by their digests."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._piles = PileTable(record)

    def begin(self, digest: str) -> bool:
        """Notes that work begins on a mail which came before; False where the desk died of it too often."""
        with self._record.recorder.together():
            died = self._of(digest)
            if died < MOST:
                self._set(digest, died + 1)
        return died < MOST

    def end(self, digest: str) -> None:
        """It is finished: in the transaction that does so."""
        self._record.unset(_setting(digest))

    def leave(self, digest: str) -> None:
        """It is not finished, and nobody has died."""
        kept = self._record.setting(_setting(digest))
        self._set(digest, max(0, int(kept) - 1) if kept else 0)

    def forgive(self, digest: str) -> None:
        """It may be worked on as if nobody had died."""
        self._set(digest, 0)

    def put_aside(self, digest: str) -> bool:
        """Whether the mail is put aside just now, and nobody was told yet."""
        is_new = self._of(digest) < _TOLD
        self._set(digest, _TOLD)
        return is_new

    def _of(self, digest: str) -> int:
        kept = self._record.setting(_setting(digest))
        return int(kept) if kept else int(not self._piles.has(digest))

    def _set(self, digest: str, number: int) -> None:
        self._record.set(_setting(digest), str(number).encode())


def _setting(digest: str) -> str:
    return f"begun/{digest}"
