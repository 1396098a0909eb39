"""Mails of people who begin games themselves: they make lists, sign on to them, name others, look around.

What changes something waits for one word from the mailbox that the mail names: a From proves nothing, and the
mark in the question does. A mail with the token of a turn has proved as much. Whoever is named by somebody
else is asked first. Lines that a game of the sender's can read are left to that game.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import msgspec

from domain.kit.errors import BrokenRecord, IllegalMove, OrderError, StaleOrder
from projections.language.catalogues import Reader, written_for
from projections.language.messages import _, term
from referee.club import reliability, standbys, words
from referee.club.lists import Lists, Outcome, Terms, Who
from referee.club.ratings import ratings
from referee.club.words import (
    Close,
    Command,
    Create,
    Games,
    Guest,
    Help,
    Join,
    Leave,
    Observe,
    Observers,
    Ratings,
    Reliability,
    StandBy,
    StopObserving,
    Watching,
)
from referee.games import names
from referee.games.addresses import acting
from referee.games.referee import Referee
from referee.identity import cases, confirming, gate
from referee.identity.answer_limits import ERROR, INVITED, QUESTION, WORD, pile_of
from referee.identity.authority import TOKEN, Evidence, Server, proven_by, together
from referee.identity.cases import GUEST, SIGNS, About, Cases, hidden, mark_of
from referee.identity.gate import Verdict
from referee.mail.desk import guests, intake
from referee.mail.desk.asked import WORDED, Question, answered
from referee.mail.desk.observing import Observing
from referee.mail.writing import answers, lists_told, news_told, replies
from referee.mail.writing.letters_to_named import of_no_game
from referee.mail.writing.post import Post, Words
from referee.reading.courtesies import own_lines, without_thanks
from referee.reading.order_lines import order_lines
from referee.reading.reading import ReadMail
from referee.reading.senders import is_address
from referee.record.envelope import MAIL, Act
from referee.record.mail_cases import KEPT, STRANGERS, Case, CaseTable, PileTable, persons_at
from referee.record.record import Clock
from referee.seats import folded_games
from referee.seats.links import answers_of
from referee.seats.mail_parts import Parts
from referee.seats.own_games import games_path, own_games, told
from referee.seats.public_scene import public_scene
from referee.seats.readers import is_chosen, reader_of, set_reader
from referee.seats.tokens import server_key, shown
from referee.service.exits import DATAERR, NOPERM, OK, Handled
from referee.telling import lists_shown
from referee.telling.ratings import lines as table_lines
from referee.transport.letters import CONFIRM, name_of

TO_AN_ADDRESS = 3
"""Questions to somebody who is named, in as long."""

LOOKED_AT, SHOWN = 20, 10
"""The newest games, of which so many are told of that can be watched."""

Say = Callable[[], Parts]


class SignOn:
    """What such a mail may do; `read` takes a mail apart, `server` is the one that hands it in,
    and `in_charge` the address of the referee."""

    def __init__(
        self,
        referee: Referee,
        post: Post,
        clock: Clock,
        lists: Lists,
        read: Callable[[bytes], ReadMail],
        server: Server,
        in_charge: str = "",
    ) -> None:
        self._referee = referee
        self._record = referee.record
        self._post = post
        self._clock = clock
        self._lists = lists
        self._read = read
        self._server = server
        self._in_charge = in_charge.lower()
        self._cases = Cases(referee.record, clock)
        self._limits = self._cases.limits
        self._observing = Observing(referee, post, clock, lists.club)
        does, once = (self._agreed, self._declined, self._worded), confirming.once_more
        self._question = Question(*does, gone=once, is_open=self._cases.is_in_time)

    def take(self, mail: ReadMail, verdict: Verdict) -> Handled | None:
        """None where the mail is anything else, or proves that it is not its sender's."""
        if mail.robot or not mail.sender or mail.problem or verdict.is_forged:
            return None
        case = verdict.case
        if case and case.turn in (SIGNS, GUEST):
            return answered(self._cases, self._question, mail, case)
        line = line_of(mail)
        return self._line(mail, line, verdict) if line else self._of_an_observer(mail)

    def _of_an_observer(self, mail: ReadMail) -> Handled | None:
        """Anything else, of somebody who observes, and has no other part in a game."""
        address = mail.sender
        has_part = persons_at(self._record, address) or self._record.seats_of(address)
        if has_part or mail.confirms or mail.block.token:
            return None
        proven = proven_by(self._server.evidence(mail))
        may = self._limits.may(proven, QUESTION, address, About().where)
        said = self._observing.answered(mail, is_told=may)
        return self._say(mail, proven, QUESTION, said, OK, STRANGERS) if said else None

    # ---- a line

    def _line(self, mail: ReadMail, line: str, verdict: Verdict) -> Handled | None:
        claims, admission = verdict.admitted
        has_token = admission.kind == gate.ADMITTED and not mail.page
        who = self._who(mail)
        is_known = who.is_known or who.is_in_charge or self._knows(mail.sender, verdict.now)
        evidence = self._server.evidence(mail, token=has_token, sender=is_known)
        try:
            command = words.read(line)
            if claims and self._is_of_a_game(mail, admission.game, command):
                return None
            return self._asked(mail, command, who, evidence)
        except OrderError as refusal:
            return self._say(mail, proven_by(evidence), ERROR, partial(_refused, refusal), DATAERR)

    def _knows(self, address: str, now: int) -> bool:
        """Whether somebody has answered from there, though he has no seat."""
        return self._lists.knows(address, now) or bool(self._observing.games(address))

    def _is_of_a_game(self, mail: ReadMail, game: str, command: Command) -> bool:
        """Whether whoever plays here means an order of his, or a phrase to join with."""
        if isinstance(command, Help):
            return True
        if isinstance(command, Reliability | Watching):
            return False
        if isinstance(command, StandBy):
            return command.name not in self._record.games()
        if game and intake.plays(self._record.load(game).game, mail):
            return not self._lists.has(getattr(command, "name", ""))
        return isinstance(command, Join | Leave | Close) and not self._lists.has(command.name)

    def _asked(self, mail: ReadMail, command: Command, who: Who, evidence: Evidence) -> Handled:
        """Raises `OrderError`."""
        proven = proven_by(evidence)
        if said := self._at_once(mail, who, command, proven):
            pile = STRANGERS if isinstance(command, StopObserving) else ""
            return self._say(mail, proven, QUESTION, said, OK, pile)
        mark = mark_of(server_key(self._record), SIGNS, "", mail.digest)
        before = self._cases.held(mark)
        if before and before.kind != cases.HELD:
            return self._say(mail, proven, QUESTION, lambda: Parts(confirming.once_more()), OK)
        found = self._check(command, who)
        about = About("", "", SIGNS, evidence)
        if proven == TOKEN:
            self._cases.note(cases.CONFIRMED, mail, type(command).__name__, about, mark=mark)
            return self._do(mail, command, who, (mail.digest, evidence))
        what, pile = type(command).__name__, pile_of(proven)
        if not self._cases.hold(mail, about, what, mark, pile=pile):
            return Handled(NOPERM, cases.TOO_OFTEN)
        asks = partial(lists_told.asks, command, found, mark)
        self._answer(mail, asks, f"CONFIRM {shown(mark)}")
        return Handled(OK, _("Held until the registered address confirms it."))

    def _at_once(self, mail: ReadMail, who: Who, command: Command, proven: str) -> Say | None:
        """The answer to a question; and to whoever observes no more by the button beside his mails, or with
        other proof that it is he."""
        match command:
            case Games():
                return partial(self._games, who)
            case Ratings(title=title):
                return partial(self._ratings, title)
            case Help():
                return lists_shown.helped
            case Observers():
                return partial(self._observing.shown, who.address)
            case StopObserving(name=name) if self._observing.may_end(mail, name, proven):
                return self._observing.end(who.address, name)
        return None

    def _check(self, command: Command, who: Who) -> Outcome | Terms | None:
        """The list that it is about, or what one is to be for. Raises `OrderError`."""
        match command:
            case Create():
                for guest in command.guests:
                    _check_address(guest)
                return self._lists.check_create(command, who, self._clock())
            case Join():
                return self._lists.check_join(command, who)
            case Leave():
                return self._lists.check_leave(command, who)
            case Close():
                return self._lists.check_close(command, who)
            case StandBy():
                standbys.check(self._referee, self._lists.club, command, who)
            case Observe():
                self._observing.check(command, who)
        return None

    def _who(self, mail: ReadMail) -> Who:
        """Called as in his games; else as his mail program says, if that is a name."""
        address, now = mail.sender, self._clock()
        own = [one.person for one in acting(self._record, address, now) if not one.behalf]
        called = next(filter(None, own), "")
        if not called:
            called = next((one for _game, one in persons_at(self._record, address)), "")
        written, local = " ".join(mail.sender_name.split()), address.partition("@")[0].partition("+")[0]
        mailbox = re.sub(r"[._]+", " ", local).strip().title()
        name = called or (mailbox if names.fault(written) else written)
        return Who(address, name, bool(called), address == self._in_charge != "")

    # ---- the word

    def _agreed(self, mail: ReadMail, case: Case) -> Handled:
        """Raises `OrderError`."""
        if case.turn == GUEST:
            comes = Join(case.game, person=msgspec.json.decode(case.evidence, type=Guest).person)
            return self._do(mail, comes, self._who(mail), (case.digest, WORDED))
        raw = self._record.mail(case.digest)
        if raw is None:
            raise StaleOrder(confirming.gone(self._cases.swept(case.digest)))
        held = self._read(raw)
        command, who = words.read(line_of(held)), self._who(held)
        if not isinstance(command, Observe | StopObserving):  # whose mails are part of nothing that is kept
            PileTable(self._record).put(case.digest, KEPT)
        if isinstance(command, Join):
            self._lists.check_wanted(command, who, case.at)
        return self._do(mail, command, who, (case.digest, together(cases.evidence_of(case), WORDED)))

    def _declined(self, mail: ReadMail, case: Case) -> Handled:
        if case.turn == GUEST:
            with suppress(StaleOrder):
                found = self._lists.decline(case.game, case.address)
                guest = msgspec.json.decode(case.evidence, type=Guest)
                for letter in lists_told.to_maker(self._record, found, guest.person, self._post.dress):
                    self._post.send(letter)
        return self._worded(mail, case, confirming.nothing_follows, OK)

    def _worded(self, mail: ReadMail, _case: Case, said: Words, code: int) -> Handled:
        return self._say(mail, TOKEN, ERROR if code else QUESTION, lambda: Parts(said()), code)

    # ---- it is done

    def _do(self, mail: ReadMail, command: Command, who: Who, proof: tuple[str, Evidence]) -> Handled:
        """`proof` is the mail in which it stood, and what that has proved. Raises `OrderError`."""
        if not is_chosen(self._record, who.address):
            set_reader(self._record, who.address, language=self._lists.club.language)
        if isinstance(command, StandBy):
            return self._stands_by(mail, command, who, *proof)
        if isinstance(command, Reliability):
            return self._shown(mail, command, who)
        if isinstance(command, Observe | StopObserving):
            return self._observes(mail, command, who)
        found = self._changed(command, who)
        unasked = self._ask_guests(found, mail.digest) if isinstance(command, Create) else []
        if found.game:
            for letter in lists_told.to_struck(self._record, found, self._post.dress):
                self._post.send(letter)
            news_told.announce(self._post, found.name)
        elif not found.lacking:
            self._tell_ended(found, lists_told.not_opened, mail.sender)
        elif isinstance(command, Close):
            self._tell_ended(found, partial(lists_told.by_maker, found), mail.sender)
        self._answer(mail, lambda: lists_told.became(command, found, self._post.address, unasked))
        about = About(found.name if found.game else "")
        self._cases.note(cases.TAKEN, mail, f"{type(command).__name__} {found.name}", about)
        return Handled(OK, f"{type(command).__name__} {found.name}", found.name if found.game else "")

    def _stands_by(self, mail: ReadMail, wish: StandBy, who: Who, digest: str, evidence: Evidence) -> Handled:
        """Raises `OrderError`."""
        person = wish.person or who.name
        act = Act(MAIL, digest, "", person, authority=evidence.words())
        standbys.stand_by(self._referee, self._lists.club, wish, who, act)
        register = self._record.load(wish.name).game.register
        news_told.tell(self._post, wish.name)
        self._answer(mail, lambda: Parts(guests.became(guests.Wish(wish.name, person, ""), register)))
        self._cases.note(cases.TAKEN, mail, f"StandBy {wish.name}", About(wish.name))
        return Handled(OK, f"StandBy {wish.name}", wish.name)

    def _observes(self, mail: ReadMail, wish: Observe | StopObserving, who: Who) -> Handled:
        """He begins, or stops. Raises `OrderError`."""
        if isinstance(wish, Observe):
            said, what = self._observing.begin(wish, who), "Observe"
        else:
            said, what = self._observing.end(who.address, wish.name), "StopObserving"
        replies.elsewhere(self._post, mail, said)
        what = f"{what} {wish.name}".rstrip()
        self._cases.note(cases.TAKEN, mail, what, About(), pile=STRANGERS)
        return Handled(OK, what)

    def _shown(self, mail: ReadMail, wish: Reliability, who: Who) -> Handled:
        reliability.set_shown(self._record, who.address, who.name, self._clock(), shown=wish.shown)
        ((seen,), said) = reliability.standings(self._record, [(who.address, who.name)]), type(wish).__name__
        self._answer(mail, lambda: lists_told.consented(seen))
        self._cases.note(cases.TAKEN, mail, said, About())
        return Handled(OK, said)

    def _changed(self, command: Command, who: Who) -> Outcome:
        now = self._clock()
        match command:
            case Create():
                return self._lists.create(command, who, now)
            case Join():
                return self._lists.join(command, who, now)
            case Leave():
                return self._lists.leave(command, who)
            case Close():
                self._lists.check_close(command, who)
                return self._lists.close(command.name)
        raise StaleOrder("A question changes nothing.")

    def _ask_guests(self, found: Outcome, digest: str) -> list[str]:
        """Asks those who are named, each once; those whom no mail may go to are free places."""
        unasked = []
        for guest in found.terms.guests:
            if self._may_ask_guest(guest):
                self._ask_guest(found, guest, digest)
            else:
                self._lists.decline(found.name, guest.address)
                unasked.append(guest.person)
        return unasked

    def _may_ask_guest(self, guest: Guest) -> bool:
        since = self._clock() - cases.PATIENCE
        often = CaseTable(self._record).sent_to(guest.address, GUEST, since) >= TO_AN_ADDRESS
        return not often and self._limits.may(INVITED, WORD, guest.address, About().where)

    def _ask_guest(self, found: Outcome, guest: Guest, digest: str) -> None:
        mark = mark_of(server_key(self._record), found.name, guest.address, f"{GUEST} {digest}")
        why, where, what = f"{GUEST}: {guest.person}", (found.name, "", GUEST), msgspec.json.encode(guest)
        case = Case(0, self._clock(), digest, cases.ASKED, why, guest.address, *where, what)
        CaseTable(self._record).add(case, answered=True, mark=hidden(mark))
        self._limits.count(INVITED, WORD, guest.address, About().where)
        with written_for(self._reader(guest.address)):
            subject = _("Will you play? [{name}]").format(name=found.name) + f" CONFIRM {shown(mark)}"
            parts = lists_told.invitation(found, guest.person, mark)
            parts = msgspec.structs.replace(parts, answers=answers_of(self._post.address, subject))
            name = name_of(CONFIRM, mark, found.name)
            self._post.send(of_no_game(guest.address, subject, parts, CONFIRM, name, self._post.dress))

    def _tell_ended(self, found: Outcome, why: Callable[[], str], beside: str = "") -> None:
        for letter in lists_told.to_all(self._record, found, why, self._post.dress, beside):
            self._post.send(letter)

    def sweep(self) -> list[str]:
        """Closes the lists whose time is over, and sends observers what is due; lines for the log."""
        ended = self._lists.close_due(self._clock())
        for found in ended:
            self._tell_ended(found, partial(lists_told.not_full, found))
        return [*(f"list {found.name} closed" for found in ended), *self._observing.sweep()]

    # ---- what there is

    def to_stranger(self, mail: ReadMail) -> None:
        """He has one answer a day, so it says what he can write."""
        self._answer(mail, partial(self._what_there_is, self._who(mail)))

    def _what_there_is(self, who: Who) -> Parts:
        lists, make = self._lists.waiting(), lists_shown.how_to_make(self._lists.club, who)
        sections = lists_shown.lists_open(lists), make
        lines = [line for part in map(list, sections) if part for line in (*part, "")]
        return Parts(answers.to_stranger().says, results=lines[:-1])

    def _games(self, who: Who) -> Parts:
        address, replay_of = who.address, partial(folded_games.replay, self._record)
        mine = own_games(self._record, address, self._clock(), replay_of)
        path = games_path(self._record, address)
        base = self._post.pages if mine else ""
        stands = self._lists.of(address)
        on = list(lists_shown.lists_on(stands))
        observed = self._observing.games(address)
        on += [_("You observe: {names}.").format(names=", ".join(observed))] if observed else []
        lists = list(lists_shown.lists_open([one for one in self._lists.waiting() if one not in stands]))
        make = lists_shown.how_to_make(self._lists.club, who)
        watch = list(lists_shown.watched(self._running(), self._post.pages))
        sections = [*told(mine, base, path)], on, lists, watch, make
        lines = [line for part in sections if part for line in (*part, "")]
        return Parts(_("Your games, and those that there are:"), results=lines[:-1] or [_("There are none.")])

    def _ratings(self, title: str) -> Parts:
        found = ratings(self._record, [title] if title else (), open_at=self._clock())
        return Parts(_("Who plays how well here:"), results=list(table_lines(found)))

    def _running(self) -> list[tuple[str, str]]:
        """The newest of those that have begun and are not over, as far as everybody may know."""
        found = list[tuple[str, str]]()
        if "games" not in self._lists.club.public:
            return found
        for name in reversed(self._record.games()[-LOOKED_AT:]):
            with suppress(BrokenRecord):
                scene = public_scene(self._record, name, self._clock())
                is_on = scene and not (scene.game.is_over() or scene.game.ledger.absent)
                if scene and is_on and len(found) < SHOWN:
                    found.append((name, scene.game.rules.name))
        return found

    def _answer(self, mail: ReadMail, said: Say, asks: str = "") -> None:
        replies.elsewhere(self._post, mail, said, asks, self._reader(mail.sender))

    def _reader(self, address: str) -> Reader:
        """In the language of the club, where somebody has chosen none."""
        chosen = reader_of(self._record, address)
        if is_chosen(self._record, address):
            return chosen
        return chosen._replace(language=self._lists.club.language)

    # ---- how often

    def _say(self, mail: ReadMail, proven: str, what: str, said: Say, code: int, pile: str = "") -> Handled:
        """An answer to a mail that has done nothing, as far as its sender may have one more; `pile` is where
        it lies, "" where who has proved so much has his."""
        may = self._limits.takes(proven, what, mail.sender)
        if may:
            self._answer(mail, said)
        # an answer that may not go out is not made: that of a question can cost much
        kind, why = (
            (cases.REFUSED if code else cases.TAKEN),
            said().says if may or code else cases.TOO_OFTEN,
        )
        self._cases.note(kind, mail, why, About(), answered=may, pile=pile or pile_of(proven))
        return Handled(code, why)


def line_of(mail: ReadMail) -> str:
    """The one line of a mail that makes, joins, leaves, closes or asks for lists, but for what is polite in
    it; "" where it says more."""
    own = own_lines(line.text for line in order_lines(mail.lines))
    if own and own[0].lower().startswith("create "):
        return _bare(" ".join(own))  # programs break a line that is long
    line = _bare(own[0]) if len(own) == 1 else ""
    return line if words.is_one(line) else ""


def _bare(line: str) -> str:
    """Without “please” at its end, unless somebody is named so."""
    bare = without_thanks(line)
    return line if bare.lower().endswith(" named") else bare


def _check_address(guest: Guest) -> None:
    if not is_address(guest.address):
        raise IllegalMove("lists", "Mail cannot be sent to one of the addresses.", "NAME@EXAMPLE.ORG")


def _refused(refusal: OrderError) -> Parts:
    """Why, without the line: it may be a stranger's, and this goes to somebody else."""
    return Parts(" ".join(map(term, refusal.reason().sentences)))
