"""The outbox: the mails that have yet to go out, in the store beside what they tell of.

A mail is queued in the transaction of what it answers, so that neither is there without the other. What
carries it away then is outside of every transaction: a desk that dies between the two carries it once more,
under the same Message-ID, which mail programs show once. Nothing leaves the outbox unsent but what a server
has refused for ever, or what nobody took for `GIVE_UP`; that is kept with the reason, and the referee told.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from msgspec.structs import replace

from referee.record.locks import carrying
from referee.record.outbox import BOUNCED, FAILED, MAILS, OutboxTable, Unsent
from referee.record.record import Clock, Record
from referee.transport.bounces import Bounce

MINUTE = 60_000
FIRST_PAUSE = MINUTE
LONGEST_PAUSE = 4 * 60 * MINUTE
GIVE_UP = 5 * 24 * 60 * MINUTE
"""Milliseconds: between two tries of a mail, doubled each time; and until a mail is given up."""

BATCH, AHEAD = 50, 400
"""Mails that are carried away before the desk looks at what has come in, and those among which it looks for
some that can go."""


class Later(Exception):
    """This mail was not taken now; the same may do later."""


class Cut(Later):
    """Whether this mail was taken is not known: the connection broke. The others wait a moment as well."""


class Never(Exception):
    """This mail was refused for ever."""


class Down(Exception):
    """No mail can be carried away now, whichever it is."""


class Barred(Down):
    """The server is there and does not let us in: something is not set up right."""


class Carrier(Protocol):
    """What carries mails away: a Maildir, or a server."""

    def carry(self, to: str, raw: bytes) -> None:
        """Carries a mail away; it is in other hands once this returns.

        Raises `Later`, `Cut`, `Never`, `Down`, `OSError`.
        """
        ...


Told = Callable[[Unsent], None]
"""Who is told of a mail that failed for ever."""

Ready = Callable[[list[Unsent], Callable[[int], bytes]], list[Unsent]]
"""Which of the mails that are due need not wait for their pictures; given a way to their bytes."""


class Queue:
    """The outbox of a store, oldest first: the mails in it, or the notices, which are given up sooner."""

    def __init__(self, record: Record, clock: Clock, of: str = MAILS, give_up: int = GIVE_UP) -> None:
        self._record = record
        self._table = OutboxTable(record, of)
        self._clock = clock
        self._give_up = give_up

    def put(self, message_id: str, to: str, raw: bytes, about: str = "") -> None:
        """Keeps a mail until it is carried away; once, however often it is put before that."""
        self._table.put(message_id, to, raw, about, self._clock())

    def unsent(self) -> list[Unsent]:
        """What waits, has failed or came back."""
        return self._table.unsent()

    def next_due(self) -> int | None:
        """When the next mail is to be tried; None where none waits."""
        return self._table.next_due()

    def is_behind(self) -> bool:
        """Whether a mail waits that should have been tried by now."""
        due = self.next_due()
        return due is not None and due <= self._clock()

    def drain(
        self,
        carrier: Carrier,
        failed: Told = lambda mail: None,
        most: int = BATCH,
        ready: Ready = lambda due, raw: due,
    ) -> int:
        """Carries away what is due and ready, up to so many; the number that was tried.

        Raises `Down` and `OSError`, and the rest waits.
        """
        due = self._table.due(self._clock(), AHEAD)
        if not due:
            return 0
        with carrying(self._record.place):  # what another has carried until then cannot be claimed any more
            tried = ready(due, self._table.raw)[:most]
            return sum(self._carry_claimed(mail.id, carrier, failed) for mail in tried)

    def again(self, number: int) -> bool:
        """Lets a mail be tried at once, also one that has failed; False where it is not there."""
        return self._table.again(number, self._clock())

    def came_back(self, bounce: Bounce, failed: Told) -> None:
        """Says of a mail that was sent that it cannot be delivered; told once."""
        with self._record.recorder.together():
            mail = self._table.bounce(bounce.message_id, bounce.why, self._clock())
            if mail is not None:
                failed(replace(mail, state=BOUNCED, why=bounce.why))

    def _carry_claimed(self, number: int, carrier: Carrier, failed: Told) -> bool:
        """Whether the mail was still there to be tried. What became of it is kept before `Down` is raised."""
        cut: Cut | None = None
        with self._table.claimed(number, self._clock()) as found:
            if found is not None:
                cut = self._carry(*found, carrier, failed)
        if cut is not None:
            raise Down(str(cut))
        return found is not None

    def _carry(self, mail: Unsent, raw: bytes, carrier: Carrier, failed: Told) -> Cut | None:
        try:
            carrier.carry(mail.to, raw)
        except Later as later:
            self._postpone(mail, str(later), failed)
            return later if isinstance(later, Cut) else None
        except Never as never:
            self._fail(mail, str(never), failed)
        else:
            self._table.sent(mail, raw, self._clock())
        return None

    def _postpone(self, mail: Unsent, why: str, failed: Told) -> None:
        now = self._clock()
        if now - mail.queued_at >= self._give_up:
            self._fail(mail, why, failed)
            return
        pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(mail.tries, 20))
        self._table.postpone(mail.id, now + pause, why)

    def _fail(self, mail: Unsent, why: str, failed: Told) -> None:
        with self._record.recorder.together():
            self._table.fail(mail.id, why, self._clock())
            failed(replace(mail, tries=mail.tries + 1, state=FAILED, why=why))
