"""Raw mails that are kept: those of a game or a person for ever, all others while there is room and time.

Keeper  sweeps, in small batches
"""

from __future__ import annotations

from collections.abc import Iterator

from projections.language.messages import _n
from referee.mail.identity import gate
from referee.mail.transport.mail_sizes import Keep
from referee.record.mail_piles import CLAIMED, LARGE, MANY, OLD, STRANGERS, PileTable, Swept
from referee.record.record import Clock, Record

BATCH = 100
"""Mails that are swept at once: whoever waits for the store waits that long."""

DAY = 86_400_000

SORTED = "piles/sorted"


class Keeper:
    """Sweeps the raw mails of a store. What was swept is on record, by its digest."""

    def __init__(self, record: Record, clock: Clock, keep: Keep) -> None:
        self._record = record
        self._piles = PileTable(record)
        self._clock = clock
        self._keep = keep

    def beginning(self, raw: bytes, digest: str, whole: str, size: int) -> None:
        """Records a mail that was too large: `raw`, its beginning, is kept as a stranger's mail."""
        now = self._clock()
        self._record.keep_mail(digest, raw)
        self._piles.put(digest, STRANGERS)
        self._piles.note(Swept(whole, size, now, now, LARGE, digest))

    def make_room(self) -> int:
        """Sweeps the oldest of what has no room, as a mail comes in; how many."""
        return sum(self._make_room(pile) for pile in (STRANGERS, CLAIMED))

    def sweep(self) -> Iterator[str]:
        """What is due, a batch of it; lines for the log."""
        if not self._record.setting(SORTED):
            self._piles.sort(gate.STRANGER)
            self._record.set(SORTED, b"1")
        until = self._clock() - self._keep.days * DAY
        old = [digest for digest, _size in self._piles.oldest(STRANGERS, BATCH, until)]
        self._piles.sweep(old, OLD, self._clock())
        count = len(old) + self.make_room()
        if count:
            said = _n("{count} mail of strangers was swept.", "{count} mails of strangers were swept.", count)
            yield said.format(count=count)

    def _make_room(self, pile: str) -> int:
        over = self._piles.bytes(pile) - self._keep.most_bytes
        if over <= 0:
            return 0
        digests: list[str] = []
        for digest, size in self._piles.oldest(pile, BATCH, self._clock() + DAY):
            if over <= 0:
                break
            digests.append(digest)
            over -= size
        self._piles.sweep(digests, MANY, self._clock())
        return len(digests)
