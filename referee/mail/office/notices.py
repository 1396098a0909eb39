"""The notices of the outbox on their way out: to whom they go, how many may, and what ends them.

Notices   works the notices, after the mails
Messenger carries one away
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from projections.language.catalogues import written_for
from projections.language.messages import _, wrap
from referee.mail.writing.notices import Said, forget, hook_of
from referee.record.mail_answers import AnswerTable
from referee.record.outbox import NOTICE, NOTICES, Unsent
from referee.record.record import Clock, Record
from referee.seats.readers import reader_of
from referee.service.configuration import BadConfiguration, Configuration
from referee.service.reports import Report, Trouble
from referee.transport.letters import Letter, compose, message_id, name_of
from referee.transport.outbox import Later, Never, Queue
from referee.transport.webhooks import INTERNET, Hook, NoHook, Unreachable, Wire, post, read, written

TO_PERSON, TO_CLUB, TO_HOST = 20, 60, 300
"""Notices an hour at most: to one person, to the club's address, and to one host for all."""

AT_ONCE = 5
"""Notices between two looks at the mails: a host that hangs holds these up no longer than that."""

HOUR = 3_600_000
TOO_OLD = 24 * HOUR
"""Milliseconds after which one is given up: by then the next mail says more."""

_BUSY = (408, 425, 429)

_NOTICES, _SENT = "notice", "sent"
"""How they are counted, beside the answers to mails."""

_SAID = msgspec.json.Decoder(Said)


class Messenger:
    """Sends a notice to where its reader wants them now. `wire` is how a host is reached."""

    def __init__(self, settings: Configuration, record: Record, clock: Clock, wire: Wire = INTERNET) -> None:
        self._settings = settings
        self._record = record
        self._sent = AnswerTable(record)
        self._clock = clock
        self._wire = wire

    def carry(self, to: str, raw: bytes) -> None:
        """Raises `Later`, and `Never` where none will ever go there."""
        whom = to.removeprefix(NOTICE)
        hook = self._hook(whom)
        self._count(whom or NOTICE, TO_PERSON if whom else TO_CLUB)
        self._count(f"{hook.host}/", TO_HOST)
        said = _SAID.decode(raw)
        try:
            number = post(hook, *written(hook.shape, said.text, said.link), self._wire)
        except Unreachable as why:
            raise Later(str(why)) from None
        if 200 <= number < 300:
            return
        kind = Later if number >= 500 or number in _BUSY else Never
        raise kind(f"{hook.host} has answered {number}.")

    def _hook(self, whom: str) -> Hook:
        """Looked up anew each time: both the person's wish and the club's file may be others by now."""
        settings = self._settings.notices
        if settings is None:
            raise Never("The desk sends no notices any more.")
        try:
            if not whom and settings.url:
                return read(settings.url.read(), settings.shape, settings.hosts)
            kept = hook_of(self._record, whom)
            if kept is None:
                raise Never("No notices are wanted any more.")
            return read(f"https://{kept.host}{kept.path}", kept.shape, settings.hosts)
        except NoHook:
            raise Never("The address is none that the desk's file allows.") from None
        except BadConfiguration as wrong:
            raise Later(str(wrong)) from None

    def _count(self, where: str, most: int) -> None:
        """Raises `Later` where that was all for this hour."""
        now = self._clock()
        if self._sent.to_mailbox(where, _NOTICES, (_SENT,), (now - HOUR, now)) >= most:
            raise Later("That was all for this hour.")
        self._sent.add(now, _NOTICES, _SENT, where, ("", "", ""), given=True)


class Notices:
    """`warn` tells the referee. Whoever's notices cannot be sent is told by mail, once, and sent none any
    more."""

    def __init__(
        self,
        settings: Configuration,
        record: Record,
        clock: Clock,
        report: Report,
        warn: Callable[[Trouble], None],
        wire: Wire = INTERNET,
    ) -> None:
        self._record = record
        self._clock = clock
        self._report = report
        self._warn = warn
        self._address = settings.address
        self._messenger = Messenger(settings, record, clock, wire)
        self._queue = Queue(record, clock, NOTICES, TOO_OLD)
        self._mails = Queue(record, clock)

    def send(self) -> bool:
        """A few of them; whether there may be more."""
        return self._queue.drain(self._messenger, self._failed, AT_ONCE) > 0

    def _failed(self, notice: Unsent) -> None:
        whom = notice.to.removeprefix(NOTICE)
        self._report(Trouble(f"A notice to {whom or 'the club'} cannot be sent: {notice.why}"))
        if not whom:
            self._warn(Trouble(f"The club's notices cannot be sent: {notice.why}"))
        elif hook_of(self._record, whom):
            forget(self._record, whom)
            self._tell(whom, notice)

    def _tell(self, whom: str, notice: Unsent) -> None:
        with written_for(reader_of(self._record, whom)):
            subject = _("Bugyo: your notices are off")
            said = _(
                "A notice to you could not be sent: {why} So no notices are sent to you any more; mails come "
                "as ever. To have them again, write “notices to” with an address in an answer to a mail of "
                "your turn."
            )
            body = "".join(f"{line}\n" for line in wrap(said.format(why=notice.why)))
        name = name_of("notices-off", f"{notice.message_id} {notice.id}")
        letter = Letter(whom, subject, body, name)
        raw = compose(letter, self._address, self._clock())
        self._mails.put(message_id(name, self._address), whom, raw, subject)
