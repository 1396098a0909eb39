"""The mails that go out: answers, warnings, and the news that nobody has asked for.

What each seat was told last is remembered in the store, in the transaction that puts the mail into the
outbox: news may be repeated safely, and nobody is told twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager

from msgspec.structs import replace

from domain.game.entries.levels import WITNESS
from domain.game.entries.people import Delegated, SeatTaken
from domain.kit.framing import framed
from projections.language.catalogues import ONLY_MY_TURN, SHORT, Reader, reader, written_for
from projections.language.messages import _
from projections.replay import Replay
from referee.clocks import dues
from referee.clocks.dues import Due
from referee.games.addresses import address_of, untold
from referee.games.order_sheet import Result
from referee.games.witnessing import number_of
from referee.mail.identity import confirming, naming
from referee.mail.identity.gate import Claims, actor_for, claims_of
from referee.mail.identity.renewing import told_by
from referee.mail.reading.reading import ReadMail
from referee.mail.seat_view import folded_games
from referee.mail.seat_view.links import answers_of, seat_link, to_play
from referee.mail.seat_view.mail_parts import Parts, text
from referee.mail.seat_view.press_lines import positions
from referee.mail.seat_view.readers import looked_at, reader_of, to_look_at
from referee.mail.seat_view.seat_view import Scene, about, seen_by
from referee.mail.seat_view.tokens import Bearer, bearer_of, bearers, holder, server_key, shown
from referee.mail.transport import spool
from referee.mail.transport.letters import (
    ANSWER,
    CONFIRM,
    DIGEST,
    END,
    LATE,
    LOST,
    NEWS,
    OPENING,
    PRESS,
    REMINDER,
    REPLIED,
    REQUEST,
    SAME_QUESTION,
    TURN,
    WARNING,
    Letter,
    compose,
    is_address,
    message_id,
    name_of,
)
from referee.mail.transport.outbox import Carrier, Queue
from referee.mail.writing import answers, delegates, digest, invitations, letters_to_named, lost_seats, news
from referee.mail.writing.echo import as_read, counted, last_of, told_apart
from referee.mail.writing.letters_to_named import Dress, beside, of_no_game
from referee.mail.writing.notices import Notices
from referee.mail.writing.proofs import proof
from referee.mail.writing.witness_requests import question_of, request, requested, set_requested
from referee.record.outbox import OutboxTable
from referee.record.record import Clock, Record

LetterFor = Callable[[Scene, str], Letter | None]
"""The letter for a party at an address, or None."""

Words = Callable[[], str]
"""Makes a text in the language that texts are written in when it is called: each mail has its own reader."""


class Post:
    """Writes to the seats of the games of a record: into its outbox, in the transaction that is open.

    `outgoing` carries the mails away in `flush`; None where somebody else works the outbox. `pages` is where
    the web pages are. Where set, `dress` gives HTML, `notices` notices, and `plays` plays what was left.
    """

    dress: Dress | None = None
    notices: Notices | None = None
    plays: Callable[[str], None] | None = None

    def __init__(
        self, record: Record, outgoing: Carrier | None, address: str, clock: Clock, pages: str = ""
    ) -> None:
        self._record = record
        self._outgoing = outgoing
        self._queue = Queue(record, clock)
        self._outbox = OutboxTable(record)
        self.address = address
        self._clock = clock
        self.pages = pages

    def flush(self) -> None:
        """Lets the mails go, once what they tell of is recorded. Raises `OSError`."""
        while self._outgoing and self._queue.drain(self._outgoing):
            pass

    # ---- answers

    def answer(self, mail: ReadMail, game: str, seat: str, results: Sequence[Result]) -> None:
        """What became of the lines of a mail."""
        self._tell_losers(game)
        to = self._party(mail, game, seat)
        with self._for_reader(to, game, seat) as now:
            spans = (range(one.first, last_of(now, one) + 1) for one in results if one.first)
            said = {position for span in spans for position in span}
            if not self._may_see(mail, now) or not to:  # he has just left it
                self.elsewhere(mail, lambda: Parts(counted(results), results=[*told_apart(mail, results)]))
                return
            self._reply(mail, to, now, answers.played(now, mail, results, self._told(now), said))

    def refuse(self, mail: ReadMail, game: str, seat: str, why: Words) -> None:
        """Why nothing of a mail was played. `game` and `seat` are the sender's, or ""."""
        self._say(mail, game, seat, lambda now, told: answers.refused(why(), mail, now, told))

    def put_aside(self, mail: ReadMail, game: str, seat: str, said: Words) -> None:
        """That a mail which waited for a word has got “no”."""
        self._say(mail, game, seat, lambda now, told: answers.set_aside(said(), now, told))

    def line(self, mail: ReadMail, game: str, seat: str, said: Words) -> None:
        """The answer to one error of many: why, without the board."""
        to = self._party(mail, game, seat)
        with self._for_reader(to, game, seat) as now:
            name = name_of(ANSWER, mail.digest + mail.word, game, seat, len(now.replay))
            letter = beside(now, to, Parts(said()), ANSWER, name, self.dress)
            self.send(self._replying(letter, mail))

    def _say(self, mail: ReadMail, game: str, seat: str, body: Callable[[Scene | None, int], Parts]) -> None:
        if not (game and seat):
            self.elsewhere(mail, lambda: body(None, 0))
            return
        self._tell_losers(game)
        to = self._party(mail, game, seat)
        with self._for_reader(to, game, seat) as now:
            if self._may_see(mail, now):
                self._reply(mail, to, now, body(now, self._told(now)))
            else:
                self.elsewhere(mail, lambda: body(None, 0))

    def _may_see(self, mail: ReadMail, now: Scene) -> bool:
        """Whether a mail comes from whom the seat may be shown to: not from who may only write for it."""
        if mail.sender == self._record.addresses(now.replay.game).get(now.seat):
            return True
        may_order = mail.sender in dict(self._delegates(now))
        return may_order or (now.replay.game, now.seat) not in self._claims(mail)

    def _claims(self, mail: ReadMail) -> Claims:
        return claims_of(self._record, mail.sender, self._clock())

    def elsewhere(
        self, mail: ReadMail, body: Callable[[], Parts], asks: str = "", to: Reader | None = None
    ) -> None:
        """An answer that belongs to no game of the sender's. What it `asks` for stands in its subject as
        well: it comes back with the answer, whatever a program does with the text."""
        with written_for(to or reader_of(self._record, mail.sender)):
            subject = f"Re: {_('your mail to Bugyo')} {asks}".rstrip()
            parts = replace(body(), answers=answers_of(self.address, subject)) if asks else body()
            name = name_of(ANSWER, mail.digest)
            letter = of_no_game(mail.sender, subject, parts, ANSWER, name, self.dress)
        self.send(replace(letter, kind=REPLIED, thread=mail.reply_to_ids, answers=mail.message_id))

    def warn(self, game: str, seat: str) -> bool:
        """Tells a seat, once a turn, that its token is in other hands. Whether it was told now."""
        return self._once_a_turn("warned", game, seat, lambda: answers.to_owner(seat))

    def _once_a_turn(self, what: str, game: str, seat: str, said: Callable[[], Parts]) -> bool:
        setting, address = f"{what}/{game}/{seat}", self._addresses(game).get(seat)
        with self._for_seat(game, seat) as now:
            turn = now.game.label
            if not address or self._record.setting(setting) == turn.encode():
                return False
            name = name_of(WARNING, f"{what} {turn}" if what != "warned" else turn, game, seat)
            self.send(self._letter(now, address, said(), WARNING, name))
        self._record.set(setting, turn.encode())
        return True

    def confirm(self, mail: ReadMail, game: str, seat: str, mark: str, why: Words, *, by_block: bool) -> None:
        """Asks the address that may act for a seat whether it has written a mail that waits for its word."""
        address = self._party(mail, game, seat)
        with self._for_reader(address, game, seat) as now:
            body = confirming.question(now, why(), mark, list(as_read(now, mail)), by_block=by_block)
            asks = f"{news.subject(now, CONFIRM, self._clock())} CONFIRM {shown(mark)}"
            body = replace(body, answers=answers_of(self.address, asks))
            name = name_of(CONFIRM, mail.digest, game, seat)
            letter = replace(self._letter(now, address, body, CONFIRM, name), subject=asks)
        if mail.sender == address:
            letter = replace(letter, kind=REPLIED, answers=mail.message_id, thread=mail.reply_to_ids)
        self.send(letter)

    def tried(self, game: str, seat: str) -> bool:
        """Tells a seat that a stranger has written in its name: once a turn. Whether it was told now."""
        return self._once_a_turn("tried", game, seat, lambda: confirming.tried(seat))

    def notify(self, game: str, seat: str, said: Words, about: str) -> None:
        """Tells a seat what has become of something that it has asked for; `about` names it."""

        def letter(now: Scene, address: str) -> Letter:
            name = name_of(NEWS, about, game, seat, len(now.replay))
            return self._letter(now, address, Parts(said()), NEWS, name)

        self._to_one(game, seat, letter)

    # ---- unasked

    def announce(self, game: str) -> tuple[str, ...]:
        """The first mail to everybody."""
        return self._to_all(game, self._first)

    def tell(self, game: str) -> tuple[str, ...]:
        """What each party has to know or do that it was not written yet; and whoever was named is asked."""
        self._before_all(game)
        if self._record.setting(naming.TO_ASK + game):
            for case in naming.unwritten(self._record, game, self._clock()):
                self.send(letters_to_named.question(self._record, case, self.address, self.dress))
        return self._to_all(game, self._due)

    def remind(self, game: str) -> tuple[str, ...]:
        """What is still awaited, to those who owe it; and whom a locked game waits for, to all others."""
        self._before_all(game)
        return self._to_all(game, self._owed)

    def heed(self, due: Due) -> None:
        """Writes what is due: a reminder, that a seat is late, and to all what a clock has brought about."""
        if due.kind == dues.LOST:
            self._lost(due)
        elif due.kind == dues.RENEWED:
            self._tell_losers(due.game)
            self._renewed(due)
        else:
            self._before_all(due.game)
            self._heed_clock(due)

    def _heed_clock(self, due: Due) -> None:
        if due.kind == dues.REMINDER:
            self._to_one(due.game, due.seat, self._reminder)
        elif due.kind == dues.LATE:
            self._to_one(due.game, due.seat, lambda now, address: self._overdue(now, address, due.at))
        elif due.kind == dues.REFUSED:
            self._given_up(due)
        elif due.kind == dues.UNDELEGATED:
            self._time_over(due)
        else:
            self._to_all(due.game, self._changed)

    def digests(self, at: int) -> tuple[str, ...]:
        """The digests that are due at a time, one a day for each address that wants one; these addresses."""
        written = []
        for address in to_look_at(self._record, at):
            reader = reader_of(self._record, address)
            day = digest.day_due(reader, at)
            if is_address(address) and day > self._record.setting(f"digest/{address}").decode():
                with written_for(reader):
                    if self._digest(address, day):
                        written.append(address)
                self._record.set(f"digest/{address}", day.encode())
            looked_at(self._record, address, reader, at)
        return tuple(written)

    def _digest(self, address: str, day: str) -> bool:
        """All the news of a person's games in one mail; False where there is none."""
        scenes = [self._scene(game, seat) for game, seat in self._record.seats_of(address)]
        untold = [(now, told) for now in scenes if digest.has_news(now, told := self._told(now))]
        if not untold:
            return False
        name = name_of(DIGEST, framed("bugyo/1/digest", address.encode(), day.encode()).hex())
        parts = replace(digest.body(untold), proof=digest.receipts(self._record, untold, name))
        for now, _after in untold:
            self._set_told(now)
        letter = of_no_game(address, digest.subject(len(untold)), parts, DIGEST, name, self.dress)
        self.send(replace(letter, unsubscribe=True))
        return True

    def _to_all(self, game: str, letter_for: LetterFor) -> tuple[str, ...]:
        replay, written = folded_games.replay(self._record, game), []
        for party, address in self._addresses(game).items():
            now = self._linked(replay, holder(self._record, replay.newest(), party))
            letters = self._letters(now, address, letter_for)
            for letter in letters:
                self.send(letter)
            if letters:
                self._remember(now, letter_for == self._owed)
                written.append(party)
        if self.notices:
            self.notices.to_club(replay.newest(), len(replay))
        return tuple(written)

    def _letters(self, now: Scene, address: str, letter_for: LetterFor) -> list[Letter]:
        """The letter to whoever holds a seat, and to each who may order for him, in their own languages."""
        letters = []
        own = [(address, now), *((to, self._linked(now.replay, one)) for to, one in self._delegates(now))]
        for place, (to, seen) in enumerate(own):
            with written_for(reader_of(self._record, to)):
                letter = letter_for(seen, to)
            if letter is None and place == 0:
                return []
            if letter is not None:
                letters.append(replace(letter, name=f"{letter.name}.{place}") if place else letter)
        return letters

    def _delegates(self, now: Scene) -> list[tuple[str, Bearer]]:
        """Those who may order for a seat now, each address once."""
        found: dict[str, Bearer] = {}
        for one in bearers(self._record, now.game, now.seat, self._clock()):
            if one.behalf:
                found.setdefault(address_of(self._record, now.replay.game, one.person), one)
        return [(address, one) for address, one in found.items() if is_address(address)]

    def _before_all(self, game: str) -> None:
        """What was left for now is played; whoever has lost something is told before who has it now."""
        if self.plays and self._record.load(game).game.register.held:
            self.plays(game)
        self._tell_losers(game)
        self._to_delegates(game)
        for kind, write in ((dues.RENEWED, self._renewed), (dues.REFUSED, self._given_up)):
            for due in dues.owed(self._record, game, kind):
                write(due)

    def _tell_losers(self, game: str) -> None:
        """Those who have lost a seat, and the address that another has taken the place of; then that one."""
        for due in dues.owed(self._record, game, dues.LOST):
            self._lost(due)
        for move in untold(self._record, game):
            for letter in letters_to_named.moved(self._record, move, self.dress):
                self.send(letter)

    def _lost(self, due: Due) -> None:
        """To whoever has lost a seat, at the address that was his; not where that has the seat again."""
        if due.text == self._record.addresses(due.game).get(due.seat):
            return
        public = f"{self.pages.rstrip('/')}/g/{due.game}/" if self.pages else ""
        with written_for(reader_of(self._record, due.text)):
            now = self._scene(due.game, due.seat)
            body = lost_seats.seat_lost(due.game, now.replay.envelope(due.position), public)
            name = name_of(NEWS, dues.LOST, due.game, due.seat, due.position)
            self.send(beside(now, due.text, body, LOST, name, self.dress))

    def _renewed(self, due: Due) -> None:
        """To everybody who acts for a seat, with his new link and token; not to whoever has asked for them by
        mail, and has them with the answer."""
        renewal, replay = told_by(due), folded_games.replay(self._record, due.game)
        for one in bearers(self._record, replay.newest(), due.seat, self._clock()):
            address = self._addresses(due.game).get(due.seat, "")
            if one.behalf:
                address = address_of(self._record, due.game, one.person)
            with written_for(reader_of(self._record, address)):
                now = self._linked(replay, one)
                kind = TURN if now.seat in now.game.wanted() else NEWS
                name = name_of(kind, f"link {due.at} {one.person}", due.game, due.seat, len(replay))
                if one.person != renewal.by:
                    self.send(self._letter(now, address, lost_seats.renewed(now, renewal), kind, name))

    def _to_delegates(self, game: str) -> None:
        """To each whose leave to act for a seat has begun, or has ended before its time."""
        setting = f"delegates/{game}"
        told = int(self._record.setting(setting, b"0"))
        if not (told or self._record.load(game).game.register.delegations):
            return
        replay = folded_games.replay(self._record, game)
        for given, holds in delegates.changes(replay, told, self._clock()):
            self._to_delegate(game, given, delegates.BEGUN if holds else delegates.ENDED)
        self._record.set(setting, str(len(replay)).encode())

    def _time_over(self, due: Due) -> None:
        """To each whose leave to act for a seat has ended at its time."""
        for given in self._record.load(due.game).game.register.delegations:
            if (given.seat, given.until) == (due.seat, due.at):
                self._to_delegate(due.game, given, delegates.OVER)

    def _to_delegate(self, game: str, given: Delegated, what: str) -> None:
        address = address_of(self._record, game, given.to)
        with written_for(reader_of(self._record, address)):
            now = self._scene(game, given.seat, given.to)
            name = name_of(NEWS, f"{what} {given.to} {given.until}", game, given.seat, len(now.replay))
            body = delegates.body(now, given, what)
            if what == delegates.BEGUN and delegates.shows_seat(given):
                self.send(self._letter(now, address, body, NEWS, name))
            else:
                self.send(beside(now, address, body, NEWS, name, self.dress))

    def _to_one(self, game: str, seat: str, letter_for: LetterFor) -> None:
        address = self._addresses(game).get(seat)
        if address:
            with self._for_seat(game, seat) as now:
                letter = letter_for(now, address)
            if letter:
                self.send(letter)

    def _remember(self, now: Scene, reminded: bool) -> None:
        """What was written. A reminder of a seat's turn tells nothing of what has happened."""
        if not (reminded and now.seat in now.game.wanted()):
            self._set_told(now)
        if now.seat == WITNESS:
            set_requested(self._record, now)

    # ---- what is due

    def _first(self, now: Scene, address: str) -> Letter:
        name = name_of(OPENING, "", now.replay.game, now.seat, 1)
        return self._letter(now, address, invitations.opening(now, self.address), OPENING, name)

    def _due(self, now: Scene, address: str) -> Letter | None:
        told = self._told(now)
        if any(entry.seat == now.seat for entry in news.has(now, told, (SeatTaken,))):
            body = invitations.welcome(now, self.address)
            return self._letter(now, address, body, OPENING, news.at_position(OPENING, now))
        if now.game.is_over():
            return self._news(now, address, told) if told < len(now.replay) else None
        if now.game.ledger.absent:
            return self._joins(now, address, told)
        if now.seat == WITNESS:
            return self._request(now, address, anew=False)
        decided = bool(news.has(now, told, news.DECIDED))
        is_news = news.is_news(now, told) or decided
        asks_leave = now.game.register.docket.proposal and news.asks_leave(now, told)
        at_once = news.has_begun(now, told) or news.moved(now, told) or asks_leave
        is_wanted = reader().length != ONLY_MY_TURN or decided or positions(now, told)
        waits = reader().digest or not is_wanted  # for the digest of the day, or the mail of his next turn
        if told and not at_once and not (is_news and now.seat in now.game.wanted()) and waits:
            return None
        return self._news(now, address, told) if at_once or is_news or positions(now, told) else None

    def _joins(self, now: Scene, address: str, told: int) -> Letter | None:
        """The invitation, or in a game that was on already, that it stands still until all join anew."""
        if not told:
            return self._first(now, address)
        if not news.joins_anew(now, told):
            return None
        body, name = answers.news(now, told, asks=True), news.at_position(TURN, now)
        return self._letter(now, address, body, TURN, name)

    def _changed(self, now: Scene, address: str) -> Letter | None:
        """What a clock has brought about, also where others are awaited as before."""
        if now.game.is_over() or now.game.ledger.absent:
            return self._due(now, address)
        told = self._told(now)
        if news.has(now, told, (SeatTaken,)):
            return self._due(now, address)
        is_quiet = bool(reader().digest) or reader().length == ONLY_MY_TURN
        waits = is_quiet and now.seat not in now.game.wanted()
        return self._news(now, address, told) if 0 < told < len(now.replay) and not waits else None

    def _given_up(self, due: Due) -> None:
        """To all who act for a seat whose order waited, and could not be played when its time came; with what
        is asked of it now, which no other mail asks then."""
        now, name = self._scene(due.game, due.seat), name_of(NEWS, "", due.game, due.seat, due.position)

        def letter(seen: Scene, to: str) -> Letter:
            body = answers.waited(seen, due, self._told(seen))
            return self._letter(seen, to, body, TURN if body.block else NEWS, name)

        for one in self._letters(now, self._addresses(due.game).get(due.seat, ""), letter):
            self.send(one)
        if not now.game.is_over():  # the end of a game is a mail of its own
            self._set_told(now)

    def _owed(self, now: Scene, address: str) -> Letter | None:
        if now.seat in now.game.wanted():
            return self._reminder(now, address)
        if question_of(now) is None:
            return None
        if now.seat == WITNESS:
            return self._request(now, address, anew=True)
        told = self._told(now)
        return self._news(now, address, told) if told < len(now.replay) else None

    def _news(self, now: Scene, address: str, told: int) -> Letter:
        kind = END if now.game.is_over() else news.kind_of_news(now, told)
        if kind == END:
            body = answers.ending(now, told)
        else:
            asked = news.asked_at(self._record, now)[0]
            body = answers.news(now, told, asks=news.asks(now, told), asked=asked)
            body = answers.pressed(body, now, told) if kind == PRESS else body
        return self._letter(now, address, body, kind, news.at_position(kind, now))

    def _reminder(self, now: Scene, address: str) -> Letter:
        return self._letter(now, address, answers.reminder(now), REMINDER, news.at_position(REMINDER, now))

    def _overdue(self, now: Scene, address: str, at: int) -> Letter:
        name = name_of(LATE, "", now.replay.game, now.seat, at)
        return self._letter(now, address, answers.overdue(now, at), LATE, name)

    def _request(self, now: Scene, address: str, *, anew: bool) -> Letter | None:
        """The request for the throw that waits; one that was sent only where it is wanted anew."""
        question = question_of(now)
        if question is None or (number_of(question) == requested(self._record, now) and not anew):
            return None
        name = name_of(REQUEST, question.lane, now.replay.game, WITNESS, question.index)
        return self._letter(now, address, request(self._record, now, question), REQUEST, name)

    # ---- how

    def _reply(self, mail: ReadMail, to: str, now: Scene, body: Parts) -> None:
        """An answer about a game, to the party that `_party` says."""
        name = name_of(ANSWER, mail.digest + mail.word, now.replay.game, now.seat, len(now.replay))
        letter = self._letter(now, to, body, ANSWER, name, mail.digest)
        self.send(self._replying(letter, mail, keeps=now.tag if body.block else ""))
        if not now.game.is_over():  # the end of a game is a mail of its own
            self._set_told(now)

    def _replying(self, letter: Letter, mail: ReadMail, keeps: str = "") -> Letter:
        """It answers a mail: under the subject, of ours, that this one answers, and in its thread. Not where
        its turn is over, and the answer asks for orders of another: these need the tag, which it `keeps`."""
        known = self._outbox.about(mail.answers, letter.to) if mail.answers else ""
        is_kept = bool(known) and keeps in known
        thread = letter.thread if known else tuple(dict.fromkeys((*letter.thread, *mail.reply_to_ids)))
        thread = mail.reply_to_ids if is_kept else thread
        subject = known.partition(" CONFIRM ")[0].removeprefix("Re: ") if is_kept else letter.subject
        if mail.word and mail.page:
            spool.keep(self._record, mail.page, letter.name, subject, letter.body)
        subject = f"Re: {subject}"
        return replace(letter, subject=subject, kind=REPLIED, thread=thread, answers=mail.message_id)

    def _letter(
        self, now: Scene, address: str, body: Parts, kind: str, name: str, answered: str = ""
    ) -> Letter:
        """A mail to a party, with its receipt. `answered` is the digest of a mail that has asked for it."""
        game, seat = now.replay.game, now.seat
        proven = proof(self._record, now, name, answered)
        asked, question = news.asked_at(self._record, now)
        if body.block:
            question = question if kind in SAME_QUESTION else len(now.replay)
            asked = self._clock()
            self._record.set(f"asked/{game}/{seat}", f"{asked} {question}".encode())
        is_asked = body.block or kind in SAME_QUESTION
        hangs_on = name_of(TURN if is_asked else NEWS, now.game.label, game, seat, is_asked and question)
        shown_proof = [*proven.said, *body.proof, *proven.receipt]
        parts = replace(body, link=now.link, play=now.play, proof=shown_proof)
        if reader().length == SHORT:
            parts = replace(parts, board=())
        if parts.block and not parts.ask and seat != WITNESS:
            parts = replace(parts, ask=_("Ask by mail: help, board, unseen, odds. Shorter: mails short."))
        if self.notices:
            self.notices.beside(now, address, kind, name)
        fields = about(now, kind)
        letter = Letter(
            address,
            news.subject(now, kind, self._clock()),
            text(parts, fields),
            name,
            thread=(message_id(hangs_on, self.address),),
            checkpoint=proven.checkpoint if reader().proof else "",
            about=fields,
            unsubscribe=kind == NEWS,
        )
        return self.dress(letter, now, parts, self._told(now)) if self.dress else letter

    def send(self, letter: Letter) -> None:
        if is_address(letter.to):
            name, raw = message_id(letter.name, self.address), compose(letter, self.address, self._clock())
            self._outbox.put(name, letter.to, raw, letter.subject, self._clock())
            if letter.answers.startswith("<page."):
                spool.keep(self._record, letter.answers, letter.name, letter.subject, letter.body)

    def _for_seat(self, game: str, seat: str) -> AbstractContextManager[Scene]:
        """A game before the eyes of a seat, while texts are in the language of who sits there."""
        return self._for_reader(self._record.addresses(game).get(seat, ""), game, seat)

    @contextmanager
    def _for_reader(self, address: str, game: str, seat: str) -> Iterator[Scene]:
        """The same, in the language of whoever is at an address."""
        with written_for(reader_of(self._record, address)):
            actor = actor_for(self._record, address, game, seat, self._clock())
            yield self._scene(game, seat, actor.person)

    def _party(self, mail: ReadMail, game: str, seat: str) -> str:
        """Who is answered about a game: the sender only if he may act for the seat, else who holds it."""
        if (game, seat) in claims_of(self._record, mail.sender, self._clock()):
            return mail.sender
        return self._addresses(game).get(seat, "")

    def _scene(self, game: str, seat: str, person: str = "") -> Scene:
        """As somebody sees it who may act for the seat; whoever sits there, where nobody is named."""
        replay = folded_games.replay(self._record, game)
        return self._linked(replay, bearer_of(self._record, replay.newest(), seat, person, self._clock()))

    def _linked(self, replay: Replay, bearer: Bearer) -> Scene:
        """With his token, and his link to the seat's own page, where the desk serves pages."""
        now = seen_by(replay, server_key(self._record), bearer)
        if not self.pages or now.seat == WITNESS:
            return now
        link = seat_link(self._record, self.pages, now.game, now.seat, *bearer.marks)
        return replace(now, link=link, play=to_play(self._record, now.game, now.seat, *bearer.marks))

    def _addresses(self, game: str) -> dict[str, str]:
        """The parties that can be written to."""
        known = self._record.addresses(game)
        return {seat: address for seat, address in known.items() if is_address(address)}

    def _told(self, now: Scene) -> int:
        """The position that the seat was told of last; 0 if it was never written to."""
        return int(self._record.setting(f"told/{now.replay.game}/{now.seat}", b"0"))

    def _set_told(self, now: Scene) -> None:
        self._record.set(f"told/{now.replay.game}/{now.seat}", str(len(now.replay)).encode())
