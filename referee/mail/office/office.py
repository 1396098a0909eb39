"""The post office: works the outbox, and tells the referee of what can never be sent."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from domain.kit.sealed import PUBLIC
from projections.language.catalogues import Reader, written_for
from projections.language.messages import _, _n, term, wrap
from projections.replay import Replay
from projections.telling.disputes import Found, found
from referee.club import observers
from referee.games.order_sheet import DONE
from referee.mail.desk.desk import TROUBLE
from referee.mail.html.carried import Pictured
from referee.mail.office.notices import Notices
from referee.record.location import Place
from referee.record.mail_cases import CaseTable
from referee.record.outbox import BOUNCED, FAILED, Unsent
from referee.record.record import Clock, Record
from referee.seats import folded_games
from referee.seats.defused_text import defused
from referee.seats.referee_link import referee_link
from referee.service.configuration import Configuration
from referee.service.exits import Handled
from referee.service.reports import Report, Trouble
from referee.telling.inquiry import inquiry
from referee.transport.bounces import bounce_of
from referee.transport.boxes import Outbox as OutMaildir
from referee.transport.boxes import Works
from referee.transport.letters import GENERATED, Letter, compose, message_id, name_of
from referee.transport.outbox import Carrier, Down, Queue
from referee.transport.webhooks import INTERNET, Wire

if TYPE_CHECKING:
    from referee.pictures.beside import Drawings

FIRST_REST, LONGEST_REST = 1.0, 300.0
"""Seconds before a server that does not take mails is tried again, doubled each time."""

LOOK = 0.25
"""Seconds after which a sender looks for mails that nobody has told it of."""

ENDING = 2.0
"""Seconds that a sender is given to end; what it is about then goes once more, under the same Message-ID."""

UNSENT, NEEDED = "unsent", "needed"
HOUR = 60 * 60_000
DAY = 24 * HOUR

Stop = Callable[[], bool]


class PostOffice:
    """Works the outbox: carries away what is due, and tells the referee of what never can be."""

    def __init__(
        self,
        settings: Configuration,
        record: Record,
        clock: Clock,
        report: Report,
        wire: Wire = INTERNET,
        drawings: Drawings | None = None,
    ) -> None:
        self._settings = settings
        self._record = record
        self._queue = Queue(record, clock)
        self._clock = clock
        self._report = report
        self._carrier = Pictured(carrier_of(settings), report, drawings)
        self._notices = Notices(settings, record, clock, report, self.warn_referee, wire)
        self._rest = FIRST_REST
        self._until = 0.0
        self._said = ""
        self._warned: set[str] = set()
        self.is_behind = False

    def send(self) -> None:
        """One batch of mails, unless the server was not there a moment ago, and a few notices."""
        self.is_behind = False
        self._send_mails()
        try:
            self.is_behind = self._notices.send() or self.is_behind
        except TROUBLE as trouble:
            self._report(Trouble(f"The notices in the outbox wait, and are tried again: {trouble}"))

    def _send_mails(self) -> None:
        if time.monotonic() < self._until:
            return
        try:
            ready = self._carrier.ready
            self.is_behind = self._queue.drain(self._carrier, self._failed, ready=ready) > 0
        except (Down, *TROUBLE) as down:
            self._put_off(str(down))
        else:
            self._rest, self._said = FIRST_REST, ""

    def send_all(self, stop: Stop = lambda: False) -> bool:
        """All that is due; whether nothing of it waits any more."""
        self.send()
        while self.is_behind and not stop():
            self.send()
        return not self._queue.is_behind()

    def look_for_bounce(self, raw: bytes) -> None:
        """Records it and tells the referee, where a mail says that one of ours cannot be delivered."""
        bounce = bounce_of(raw, self._settings.address)
        if bounce:
            self._queue.came_back(bounce, self._failed)

    def tell_of_answers(self, handled: Handled) -> None:
        """Writes to the referee what somebody has answered whom he has asked."""
        if handled.told:
            name = name_of(NEEDED, f"{self._clock()} {handled.told}", handled.game)
            self._write(lambda: (f"Bugyo: {handled.game}", _wrapped(defused(handled.told))), name)

    def tell_of_disputes(self, handled: Handled) -> None:
        """Writes to the referee what he needs to rule, where a mail has brought disputes: what everybody may
        know. The words of the seat are for his eyes, and “bugyo dispute show” records that he looks."""
        brought = {result.first for result in handled.results if result.outcome == DONE and result.first}
        if not (brought and self._settings.in_charge.address):
            return
        replay = folded_games.replay(self._record, handled.game)
        for one in found([envelope.entry for envelope in replay.envelopes]):
            if one.position in brought:
                number = one.disputed.number
                name = name_of(NEEDED, f"dispute {number}", handled.game)
                self._write(partial(self._dispute, replay, one), name)

    def _dispute(self, replay: Replay, one: Found) -> tuple[str, str]:
        subject = _("Bugyo: dispute {number} in {game}")
        text = inquiry(self._record, replay, one, PUBLIC)
        command = f"  bugyo dispute show {replay.game} {one.disputed.number}"
        asks = wrap(_("What the seat says of it, with all that stands behind it:"))
        lines = [text, *asks, "", command, ""]
        return subject.format(number=one.disputed.number, game=replay.game), "\n".join(lines)

    def tell_of_errors(self, handled: Handled) -> None:
        """Tells the referee of a player whose mails cannot be read, once in a turn of his seat."""
        if handled.stuck:
            name = name_of(NEEDED, f"errors {handled.stuck}", handled.game, handled.seat)
            self._write(partial(_errors, handled), name)

    def close(self) -> None:
        self._carrier.close()

    def _put_off(self, why: str) -> None:
        """Said once an hour while it lasts."""
        said = f"{self._clock() // HOUR} {why}"
        if said != self._said:
            self._report(Trouble(f"The mails in the outbox wait, and are tried again: {why}"))
            self._said = said
        self._until = time.monotonic() + self._rest
        self._rest = min(LONGEST_REST, self._rest * 2)

    def _failed(self, mail: Unsent) -> None:
        """Within the transaction that records it. What fails on its way to the referee is only recorded. An
        address at which nobody can be reached observes no game any more; that a mail came back is believed
        of those to observers, whose ids nobody else can know."""
        self._report(Trouble(f"{mail.message_id} to {mail.to} cannot be sent: {mail.why}"))
        if mail.state != BOUNCED or f".{PUBLIC}." in mail.message_id:
            observers.end(self._record, mail.to, "", self._clock())
        if mail.to != self._settings.in_charge.address and not self._is_known(mail):
            name = name_of(UNSENT, f"{mail.message_id} {mail.queued_at}")
            self._write(lambda: (_("Bugyo: a mail cannot be sent"), report_of(mail)), name)

    def _is_known(self, mail: Unsent) -> bool:
        """Whether the referee has been told that mails to this address come back, and nothing has come from
        there since."""
        setting = f"dead/{mail.to}"
        at = self._record.setting(setting)
        if mail.state != BOUNCED or (at and not CaseTable(self._record).has_heard(mail.to, int(at))):
            return mail.state == BOUNCED
        self._record.set(setting, str(self._clock()).encode())
        return False

    def warn_referee(self, trouble: Trouble) -> None:
        """Tells the referee what the desk cannot do by itself, once a day while it lasts, whatever times and
        numbers its sentence names by then."""
        told = f"{self._clock() // DAY} {re.sub('[0-9]+', '', trouble)}"
        if told not in self._warned:
            self._warned.add(told)
            with suppress(*TROUBLE):  # then the log alone says it
                self._write(
                    lambda: (_("Bugyo: the desk needs you"), _wrapped(term(trouble))), name_of(NEEDED, told)
                )

    def _write(self, said: Callable[[], tuple[str, str]], name: str) -> None:
        """A mail to the referee in his language, of the subject and the text that `said` makes."""
        referee, address = self._settings.in_charge, self._settings.address
        if referee.address:
            with written_for(Reader(referee.language)):
                subject, body = said()
                body += self._page()
            raw = compose(Letter(referee.address, subject, body, name, GENERATED), address, self._clock())
            self._queue.put(message_id(name, address), referee.address, raw, subject)

    def _page(self) -> str:
        """Where all that wants him stands, below each mail to the referee."""
        web = self._settings.web
        if not (web and web.base):
            return ""
        link = referee_link(self._record, web.base, self._settings.in_charge.language)
        said = _wrapped(_("All that the desk wants of you, on a page of your own; tell the link nobody:"))
        return f"\n{said}\n  {link}\n"


class Watching:
    """A desk, and whether a mail of ours came back; a bounce that is handed in again is told once."""

    def __init__(self, desk: Works, post: PostOffice) -> None:
        self._desk = desk
        self._post = post

    def handle(self, raw: bytes) -> Handled:
        handled = self._desk.handle(raw)
        if not handled.is_left:
            self._post.look_for_bounce(raw)
            self._post.tell_of_disputes(handled)
            self._post.tell_of_errors(handled)
            self._post.tell_of_answers(handled)
        return handled


class Sender:
    """Works the outbox of a store in a thread of its own, with a connection of its own."""

    def __init__(self, settings: Configuration, place: Place, clock: Clock, report: Report) -> None:
        self._settings = settings
        self._place = place
        self._clock = clock
        self._report = report
        self._wanted, self._done = threading.Event(), threading.Event()
        from referee.pictures.beside import Drawings  # where a desk stays

        self._drawings = Drawings(report, self.wake)
        self._thread = threading.Thread(target=self._run, name="sender", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def wake(self) -> None:
        """There is something to send."""
        self._wanted.set()

    def stop(self) -> None:
        """Waits for the mail at hand, but not for a server that hangs."""
        self._done.set()
        self._wanted.set()
        self._thread.join(ENDING)
        self._drawings.close()

    def _run(self) -> None:
        while not self._done.is_set():
            try:
                self._work()
            except Exception as error:  # noqa: BLE001 - a fault of ours: the mails wait, and others go on
                self._report(Trouble(f"The mails in the outbox wait: {error!r}"))
                self._done.wait(FIRST_REST)

    def _work(self) -> None:
        record = Record(self._place, clock=self._clock)
        try:
            office = PostOffice(self._settings, record, self._clock, self._report, drawings=self._drawings)
            try:
                while not self._done.is_set():
                    self._wanted.clear()
                    office.send()
                    if not office.is_behind:
                        self._wanted.wait(LOOK)
            finally:
                office.close()
        finally:
            record.close()


def _errors(handled: Handled) -> tuple[str, str]:
    said = _(
        "Three mails of {seat} in the game {game} carried the token of the turn {turn}, and nothing could "
        "be done with them. The next ones are answered in a line. Ask whether you can help: “bugyo "
        "mails --kind refused” says what was wrong."
    )
    words = {"seat": handled.seat, "game": handled.game, "turn": handled.stuck}
    return _("Bugyo: {seat} in {game} may need help").format(**words), _wrapped(said.format(**words))


def carrier_of(settings: Configuration) -> Carrier:
    """Raises `NotAMaildir`."""
    if settings.smtp:
        from referee.transport.smtp import Relay

        return Relay(settings.smtp, settings.address)
    assert settings.outgoing, "A configuration has a way out."
    return OutMaildir(Path(settings.outgoing.path))


def report_of(mail: Unsent) -> str:
    """Nothing of the mail itself: the referee may not know what stands in it."""
    tried = _n("Tried {count} time", "Tried {count} times", mail.tries).format(count=mail.tries)
    said = _("The mail server said: {text}").format(text=mail.why)
    lines = [
        *wrap(_("This mail to {address} could not be delivered:").format(address=mail.to)),
        "",
        f"  Subject: {mail.about}",
        f"  Message-ID: {mail.message_id}",
        f"  {tried}",
        "",
        *wrap(said),
        "",
        *wrap(_("Find out what is wrong with the address, and mend it or register another.")),
        *_instead(mail),
    ]
    return "".join(f"{line}\n" for line in lines)


def _instead(mail: Unsent) -> list[str]:
    if mail.state == FAILED:
        kept = _("The mail is kept. Let it go once more with:")
        return [*wrap(kept), "", f"  bugyo desk unsent --retry {mail.id}"]
    said = _(
        "“bugyo what GAME” says what its reader has to know; the next mail about the game goes there too."
    )
    return wrap(said)


def _wrapped(text: str) -> str:
    return "".join(f"{line}\n" for line in wrap(text))
