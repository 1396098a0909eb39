"""The mail desk: one mail in, its answers out.

Intake, in this order: the raw bytes are kept under their digest; then the mail is read within limits; a robot
gets no answer; the sender, the token and the seat are judged; only then is it looked up whether the mail came
before, so that nobody suppresses another's mail by guessing its id; the orders are played; the answers are
put into the outbox. From the judgement on this is one transaction, and what it tells goes out after it. A
desk that dies in between is handed the mail again: it answers twice and applies once. A mail that asks for
advice is judged twice: nothing stands of the first time, after which a program thinks. So is one that costs
more CPU than it may: the second time it is only answered.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from eventsourcing.persistence import PersistenceError
from msgspec.structs import replace

from domain.kit.errors import Fault
from projections.language.messages import _, _n
from referee.clocks import dues
from referee.games import deadlines
from referee.games.referee import Referee, TryAgain
from referee.games.what_if import check_mails
from referee.identity import gate
from referee.identity.answer_limits import DAY, HOUR, AnswerLimits
from referee.identity.authority import Server
from referee.identity.cases import REFUSED, About, Cases
from referee.identity.gate import Verdict
from referee.mail.desk.cpu_budget import TOO_COSTLY, Budget, Halted, Spent
from referee.mail.desk.handling import Taker
from referee.mail.desk.poison import MOST as MOST_DEATHS
from referee.mail.desk.poison import POISON, Deaths
from referee.mail.desk.referee_lines import RefereeLines
from referee.mail.writing import news_told
from referee.mail.writing.digest import send_digests
from referee.mail.writing.letters_to_named import Dress
from referee.mail.writing.notices import Notices
from referee.mail.writing.post import Post
from referee.programs.advising import Unthought, think
from referee.reading.guard import read_guarded
from referee.reading.opening import STANDARD, size_problem
from referee.reading.reading import ReadMail, unread_mail
from referee.record import timers
from referee.record.mail_cases import LARGE, MANY, OLD, STRANGERS, CaseTable, PileTable, Swept
from referee.record.record import Clock, Record, about, system_clock
from referee.record.writing import Wider
from referee.seats.tokens import BrokenKey
from referee.service import configuration
from referee.service.configuration import Person
from referee.service.exits import CONFIG, DATAERR, OK, TEMPFAIL, Handled
from referee.service.mail_sizes import Clipped, Keep
from referee.service.own_address import ADDRESS
from referee.service.reports import Trouble
from referee.transport import sendings
from referee.transport.letters import Unanswerable
from referee.transport.outbox import Carrier

if TYPE_CHECKING:
    from referee.club.lists import Lists, Outcome
    from referee.mail.desk.sign_on import SignOn

FORGOTTEN = 30
"""Days after which it is no more counted what was answered."""

NAMED = 12
"""Letters by which a mail is named to the referee, of the 64 of its digest."""

TROUBLE = (TryAgain, PersistenceError, sqlite3.Error, OSError)
"""The store or the outgoing Maildir cannot be written now; the same mail will do later."""


class Desk:
    """Takes mails in, and writes to the seats of the referee's games.

    `address` is the desk's own: what answers come from and orders go to. `clock` dates the mails. `outgoing`
    carries each mail away at once; None where they wait in the outbox of the store for whoever works it.
    `authserv_ids` are the names under which the receiving server records what it has verified, and
    `strips_results` says that it takes away what comes in under them; `pages` is the address of the web
    pages that mails point to, "" where there are none; `read` takes a mail apart; `keep` says how long the
    mails of strangers are kept; `dress` gives mails their HTML; `in_charge` is the referee, as far as he may
    write to it; `notices` are the settings of what is told outside of mail; `lists` are those that people
    sign on to, None where no club lets them.
    Raises `WrongStore` where the store holds what-ifs.
    """

    def __init__(
        self,
        referee: Referee,
        outgoing: Carrier | None,
        address: str = ADDRESS,
        *,
        clock: Clock = system_clock,
        authserv_ids: Sequence[str] = (),
        strips_results: bool = False,
        pages: str = "",
        read: Callable[..., ReadMail] = read_guarded,
        keep: Keep = Keep(),  # noqa: B008 - frozen
        dress: Dress | None = None,
        in_charge: Person = Person(""),  # noqa: B008 - frozen
        notices: configuration.Notices | None = None,
        lists: Lists | None = None,
    ) -> None:
        check_mails(referee.record)
        self._referee = referee
        self._record = referee.record
        self._clock = clock
        self._read = partial(read, own_address=address)
        self._post = Post(referee.record, outgoing, address, clock, pages)
        self._post.dress, self._post.plays = dress, partial(deadlines.play_asked, referee)
        if notices:
            self._post.notices = Notices(referee.record, clock, address, pages, notices)
        self._server = server = Server(tuple(authserv_ids), strips_results)
        self._taker = Taker(referee, self._post, self._read, server)
        lines = RefereeLines(referee, self._post, clock, in_charge, server)
        self._of_referee = lines if in_charge.address else None
        self._sign_on = self._signs_on(lists, in_charge) if lists else None
        if self._sign_on:
            self._taker.strangers.to_stranger = self._sign_on.to_stranger
        ways = (self._of_referee, self._sign_on, self._taker)
        self._ways = [way.take for way in ways if way]
        self._keeper = Keeper(referee.record, clock, keep)
        self._limits = AnswerLimits(referee.record, clock)
        self.budget = Budget()  # of each mail
        self._deaths = Deaths(referee.record)
        self._cases = Cases(referee.record, clock)
        self._troubles: list[str] = []

    def _signs_on(self, lists: Lists, in_charge: Person) -> SignOn:
        from referee.mail.desk.sign_on import SignOn  # many desks have no club

        who = (self._read, self._server, in_charge.address)
        return SignOn(self._referee, self._post, self._clock, lists, *who)

    def handle(self, raw: bytes) -> Handled:
        """One mail, from its bytes to its answers. After exit 75 the same mail has to be handed in again."""
        game, digest, is_open = "", hashlib.sha256(raw).hexdigest(), False
        try:
            is_new = isinstance(raw, Clipped) or self._record.keep_mail(digest, raw)
            if not is_new and not self._deaths.begin(digest):
                return self._put_aside(raw, digest)
            is_open = not isinstance(raw, Clipped)
            mail = self._beginning(raw, digest) if isinstance(raw, Clipped) else self._read(raw)
            game = mail.block.game or "?"
            handled = self._taken(mail, is_new) or self._given_up(mail, is_new)
            is_open = False
            self._post.flush()
            return handled
        except (BrokenKey, Unanswerable) as broken:
            return Handled(CONFIG, str(broken))
        except Fault as fault:
            return Handled(TEMPFAIL, str(fault), game)
        except Halted:
            return Handled(TEMPFAIL, _("The desk stops, and this mail takes long: it is handed in again."))
        except TROUBLE as trouble:
            return Handled(TEMPFAIL, _("Try again later: {trouble}").format(trouble=trouble))
        finally:
            if is_open:
                with suppress(*TROUBLE):
                    self._deaths.leave(digest)

    def _taken(self, mail: ReadMail, is_new: bool) -> Handled | None:
        """All that a mail does, in one transaction; None where it was too costly, and nothing is done."""
        game = "" if mail.problem or mail.robot else mail.block.game.lower()
        while True:
            try:
                with about(self._record, game, mail.sender):
                    handled = self.budget.spend(partial(self._judged, mail))
                    self._keeper.make_room()
                    if not is_new:
                        self._deaths.end(mail.digest)
                    return handled
            except Unthought as unthought:  # while a program thinks, nobody waits for the store
                think(self._record, unthought)
            except Wider:
                game = ""
            except Spent:
                return None

    def _judged(self, mail: ReadMail) -> Handled:
        """By the first who takes it."""
        is_heard = bool(mail.confirms) and not (mail.robot or mail.problem)
        case = self._cases.held(mail.confirms) if is_heard and mail.sender else None
        verdict = Verdict(self._record, mail, self._clock(), self._server.calls_forged(mail), case)
        return next(filter(None, (take(mail, verdict) for take in self._ways)))

    def _given_up(self, mail: ReadMail, is_new: bool) -> Handled:
        """A mail that was too costly is answered as one that cannot be read; if that costs as much again, not
        at all."""
        handled = self._taken(replace(mail, lines=(), problem=TOO_COSTLY), is_new)
        with self._record.recorder.together():
            if handled is None:
                handled = Handled(DATAERR, TOO_COSTLY)
                self._cases.note(REFUSED, mail, TOO_COSTLY, About())
                self._deaths.end(mail.digest)
            said = _(
                "A mail of {whom} took more than {seconds} seconds of work, so it was given up, and nothing "
                "of it was played. “bugyo mails --kind refused” lists it."
            ).format(whom=_whose(handled), seconds=round(self.budget.seconds))
            self._tell_once(f"costly/{handled.game}/{handled.seat}", said)
        return handled

    def _put_aside(self, raw: bytes, digest: str) -> Handled:
        """A mail that the desk has died of too often: nothing of it is read but its header."""
        mail = unread_mail(raw, POISON, own_address=self._post.address)
        said = _(
            "A mail is put aside: the desk has died {count} times while it worked on it. Once what was wrong "
            "is mended, “bugyo desk again {digest}” lets it in again."
        ).format(count=MOST_DEATHS, digest=digest[:NAMED])
        with self._record.recorder.together():
            if self._deaths.put_aside(digest):
                self._cases.note(POISON, mail, said, About())
                self._troubles.append(Trouble(said))
        return Handled(OK, said)

    def _tell_once(self, setting: str, said: str) -> None:
        """Has the referee told, once a day; with the next look at the clocks, which each mail brings."""
        today = str(self._clock() // DAY).encode()
        if self._record.setting(setting) != today:
            self._record.set(setting, today)
            self._troubles.append(Trouble(said))

    def _beginning(self, raw: Clipped, digest: str) -> ReadMail:
        """Of a mail that is too large its beginning is kept, and that it is."""
        with self._record.recorder.together():
            self._keeper.beginning(raw, digest, raw.whole, raw.size)
        mail = unread_mail(raw, size_problem(raw.size, STANDARD), own_address=self._post.address)
        return replace(mail, digest=raw.whole)

    def announce(self, game: str) -> tuple[str, ...]:
        """Writes the opening mails, or the invitations to a game that has to be joined first.

        Gives the parties that were written to. Raises `UnknownGame`, `OSError`.
        """
        return self._written(news_told.announce, game)

    def tell(self, game: str) -> tuple[str, ...]:
        """Writes to every seat for which the turn has moved on since its last mail; gives these seats.

        Safe to repeat. Raises `UnknownGame`, `OSError`.
        """
        return self._written(news_told.tell, game)

    def remind(self, game: str) -> tuple[str, ...]:
        """Writes again to whomever the game waits for; gives the parties that were written to.

        A witness is sent its request again, under the same Message-ID, and the seats that do not know it
        yet are told whom the game waits for. Raises `UnknownGame`, `OSError`.
        """
        return self._written(news_told.remind, game)

    def tell_ended(self, found: Outcome, why: str) -> tuple[str, ...]:
        """Writes to all who stood on a list that has ended, and why; gives their addresses."""
        from referee.mail.writing import lists_told

        with self._record.recorder.together():
            letters = list(lists_told.to_all(self._record, found, lambda: why, self._post.dress))
            for letter in letters:
                self._post.send(letter)
        self._post.flush()
        return tuple(letter.to for letter in letters)

    def sweep(self, now: int | None = None, *, whole: bool = True) -> list[str]:
        """Looks at the clocks of all games, and writes the mails and digests that are due; lines for the log.

        A `Trouble` among them is for the referee. `now` only where the time is given and not the machine's.
        Not `whole`, as after a mail, it is the clocks alone, and where none has come nobody waits for it.
        """
        try:
            return [*self._swept(now, whole=whole)]
        except (Fault, *TROUBLE) as trouble:
            return [Trouble(_("The clocks were not looked at: {trouble}").format(trouble=trouble))]

    def _swept(self, now: int | None, *, whole: bool) -> Iterator[str]:
        while self._troubles:
            yield self._troubles.pop(0)
        if whole or timers.is_due(self._record.recorder, self._clock() if now is None else now):
            yield from self._by_clocks(now)
        if whole:
            yield from self._besides(now)

    def _by_clocks(self, now: int | None) -> Iterator[str]:
        swept = deadlines.sweep(self._referee, now)
        yield from (Trouble(line) for line in (swept.stopped, *swept.troubles) if line)
        for due in swept.dues:
            yield self._heeded(due)
        self._post.flush()

    def _besides(self, now: int | None) -> Iterator[str]:
        """Digests, lists, observers, and the mails of strangers: none of them is in a hurry."""
        with self._record.recorder.together():
            digests = send_digests(self._post, self._clock() if now is None else now)
        self._post.flush()
        yield from (f"digest {one}" for one in digests)
        with self._record.recorder.together():
            ended = self._sign_on.sweep() if self._sign_on else []
            yield from [*ended, *self._keeper.sweep(), *self._full()]
        self._post.flush()

    def _full(self) -> Iterator[str]:
        """Once a day, that strangers have had all their answers; and what no limit counts any more goes."""
        now = self._clock()
        self._limits.forget(now - FORGOTTEN * DAY)
        today = str(now // DAY).encode()
        if self._limits.is_spent() and self._record.setting("strangers/told") != today:
            self._record.set("strangers/told", today)
            count = self._limits.of_strangers(HOUR)
            said = _(
                "Strangers, and mails without proof of who wrote them, were answered {answered} times in an "
                "hour, and {left} times not: that is all for now. Whoever writes with the token of the turn "
                "is answered as ever. “bugyo mails” lists what came."
            )
            yield Trouble(said.format(answered=count.answered, left=count.left))

    def _heeded(self, due: deadlines.Due) -> str:
        """The mail, and that it is written, together. A broken game holds up no other."""
        try:
            with self._record.recorder.together():
                if deadlines.settled(self._record, due):  # unless another desk has written it just now
                    if due.kind == dues.UNHEARD:
                        return self._unheard(due)
                    news_told.heed(self._post, due)
        except Fault as fault:
            return Trouble(fault)
        return f"{due.game} {due.kind} {due.seat}".rstrip()

    def _unheard(self, due: deadlines.Due) -> str:
        """That nothing has come from a seat in half of its time, once a turn; else a line for the log."""
        game, setting = self._record.load(due.game).game, f"unheard/{due.game}/{due.seat}"
        address = self._record.addresses(due.game).get(due.seat, "")
        is_told = self._record.setting(setting) == game.label.encode()
        if is_told or not address or CaseTable(self._record).has_heard(address, due.at):
            return f"{due.game} {due.kind} {due.seat}"
        self._record.set(setting, game.label.encode())
        said = _("Half of the time of {seat} in {game} ({turn}) is over, and nothing has come from it.")
        return Trouble(said.format(seat=due.seat, game=due.game, turn=game.label))

    def _written(self, which: Callable[[Post, str], tuple[str, ...]], game: str) -> tuple[str, ...]:
        with self._record.recorder.together():
            written = which(self._post, game)
        self._post.flush()
        return written


def _whose(handled: Handled) -> str:
    """Whose mail it was, for the referee: of a stranger not even the name that he gives."""
    if not handled.seat:
        return _("somebody without a seat")
    return _("{seat} in {game}").format(seat=handled.seat, game=handled.game)


BATCH = 100
"""Mails that are swept at once: whoever waits for the store waits that long."""

SORTED = "piles/sorted"
SWEPT = "swept/pages"
"""On which day; what is below “pages/” are addresses."""


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
        most = self._keep.most_bytes
        return sum(
            self._make_room(pile, size - most) for pile, size in self._piles.bytes().items() if size > most
        )

    def sweep(self) -> Iterator[str]:
        """What is due, a batch of it; lines for the log."""
        self._of_pages()
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

    def _of_pages(self) -> None:
        """Once a day, the answers that a page can no more be waiting for."""
        today = str(self._clock() // DAY).encode()
        if self._record.setting(SWEPT) != today:
            self._record.set(SWEPT, today)
            sendings.sweep(self._record, FORGOTTEN * DAY)

    def _make_room(self, pile: str, over: int) -> int:
        digests: list[str] = []
        for digest, size in self._piles.oldest(pile, BATCH, self._clock() + DAY):
            if over <= 0:
                break
            digests.append(digest)
            over -= size
        self._piles.sweep(digests, MANY, self._clock())
        return len(digests)
