"""The handling of a mail that has been read: who wrote it, what it may do, what is answered.

In this order: a robot gets no answer; a word that a mail of ours has asked for is looked for; game, seat and
token are judged; the evidence is weighed against what the game asks for; what is not enough waits for a word
from the registered address; and only what is enough is compared with what came before, so that nobody
suppresses another's mail by guessing its id. Then the lines are played, and the answers are written: each in
its reader's language, while the log and the cases are in English.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

from msgspec.structs import replace

from domain.game.entries.levels import WITNESS
from domain.game.state.game_state import GameState
from domain.game.state.register import SIGNED
from domain.kit.errors import StaleOrder
from projections.language.catalogues import written_for
from projections.language.messages import _
from referee.games.deadlines import play_asked
from referee.games.order_sheet import ALREADY, ANSWERED, CLOSED, NOT_ANSWERED, UNREADABLE, Result, Sheet
from referee.games.referee import Referee, TryAgain
from referee.games.signed_mails import Attested
from referee.mail.desk import intake, meant
from referee.mail.desk.answers_of_named import Named
from referee.mail.desk.guests import Guests
from referee.mail.desk.other_lines import DeskLines, only_wishes
from referee.mail.identity import browsers, cases, confirming, gate, naming, question_answered
from referee.mail.identity.answer_limits import (
    ERROR,
    IN_A_LINE,
    IN_FULL,
    LAST_IN_FULL,
    NOT_AT_ALL,
    QUESTION,
    WARNING,
    WORD,
    pile_of,
)
from referee.mail.identity.authority import (
    FOREIGN,
    LATE,
    STRANGER,
    TOKEN,
    UNHEARD,
    Evidence,
    Proof,
    Server,
    dkim_of,
    enough,
    forged,
    keys_of,
    proof_of,
    proven_by,
    raisable,
    together,
)
from referee.mail.identity.cases import About, Cases, mark_of
from referee.mail.identity.gate import Admission, Claims, actor_for, actor_of, admit, claims_of, expired
from referee.mail.reading.order_lines import order_lines
from referee.mail.reading.reading import ReadMail
from referee.mail.seat_view.readers import reader_of
from referee.mail.seat_view.tokens import server_key
from referee.mail.transport.exits import DATAERR, NOPERM, NOUSER, OK, Handled
from referee.mail.writing import answers, delegates, news_told, owners_told, replies
from referee.mail.writing.echo import counted
from referee.mail.writing.post import Post, Words
from referee.proof.order_signatures import block_of
from referee.record.envelope import MAIL, Act
from referee.record.mail_cases import KEPT, STRANGERS, Case, persons_at
from referee.record.record import Clock

Results = tuple[Result, ...]
Read = Callable[[bytes], ReadMail]
Answer = Callable[[ReadMail, str, str], None]
"""Sends the answer to a mail about a game and a seat."""

_KINDS = {confirming.YES: cases.CONFIRMED, confirming.NO: cases.DECLINED}

_WORDED = Evidence(token=True, sender=True)
"""Of a mail with the mark that only the registered mailbox was sent."""

IDLE = (UNREADABLE, ANSWERED, NOT_ANSWERED, CLOSED)
"""What becomes of the lines of a mail that changes nothing."""


class Taker:
    """Takes mails for the games of a referee. `authserv_ids` are the names of the receiving server, which
    takes away what comes in under them if it `strips_results`."""

    def __init__(
        self,
        referee: Referee,
        post: Post,
        clock: Clock,
        read: Read,
        authserv_ids: Sequence[str] = (),
        strips_results: bool = False,
    ) -> None:
        self._referee = referee
        self._record = referee.record
        self._post = post
        self._clock = clock
        self._cases = Cases(referee.record, clock)
        self._limits = self._cases.limits
        self._server = Server(tuple(authserv_ids), strips_results)
        self._guests = Guests(referee, post, self._cases, self._server)
        self._named = Named(referee, post, self._cases, clock)
        self._read = read
        self.to_stranger: Callable[[ReadMail], None] = partial(
            replies.elsewhere, post, body=answers.to_stranger
        )

    def take(self, mail: ReadMail) -> Handled:
        """One mail. Raises `Fault`, `TryAgain` and what the store raises; then nothing is kept."""
        if mail.robot:
            self._cases.note(cases.ROBOT, mail, mail.robot, About(), pile=STRANGERS)
            return Handled(OK, _("No answer to a robot: {why}.").format(why=mail.robot))
        if not mail.sender:
            self._cases.note(cases.REFUSED, mail, "no sender", About(), pile=STRANGERS)
            return Handled(DATAERR, _("The mail has no sender who could be answered."))
        handled = self._answering_us(mail) if mail.confirms and not mail.problem else None
        return handled or self._wished(mail) or self._judged(mail)

    def _judged(self, mail: ReadMail) -> Handled:
        now = self._clock()
        claims = claims_of(self._record, mail.sender, now)
        admission = admit(self._record, server_key(self._record), mail.block, claims, mail.sender, now)
        if self._server.calls_forged(mail) and not admission.holds_token():
            return self._unheard(mail, admission)
        has_no_seat = admission.kind in (gate.STRANGER, gate.NOT_YOURS)
        if has_no_seat and (handled := self._without_a_seat(mail)):
            return handled
        if admission.kind == gate.STRANGER:
            return self._stranger(mail, admission)
        if admission.owner:
            self._warn(*admission.owner)
        if mail.problem:
            return self._refused(mail, admission, lambda: answers.unreadable(mail), DATAERR)
        if admission.kind == gate.STALE:
            admission = self._of_any_turn(mail, admission)
        if admission.kind in (gate.ADMITTED, gate.NO_TOKEN):
            own = Evidence(token=admission.kind == gate.ADMITTED, sender=True)
            return self._weighed(mail, admission, self._evidence(mail, mail.sender, own, admission))
        if admission.seat and intake.only_asks(mail):
            return self._asked(mail, admission, Evidence(sender=True))
        if admission.kind == gate.STALE and admission.has_token:
            return self._taken(mail, admission, Evidence(True, True))
        return self._barred(mail, admission, claims)

    def _wished(self, mail: ReadMail) -> Handled | None:
        """A choice of the mails that go to an address. It needs no token, so that one tap does it: whoever
        forges it changes how somebody is written to, who is told at once."""
        wishes = only_wishes(mail)
        if not wishes or self._server.calls_forged(mail):
            return None
        if not (claims_of(self._record, mail.sender, self._clock()) or persons_at(self._record, mail.sender)):
            return None
        about, proven = About(), proven_by(self._server.evidence(mail))
        if may := self._limits.may(proven, QUESTION, mail.sender, about.where):
            replies.elsewhere(self._post, mail, partial(answers.wished, self._record, mail.sender, wishes))
        self._limits.count(proven, QUESTION, mail.sender, about.where, given=may)
        self._cases.note(cases.TAKEN, mail, "mails", about, answered=may, pile=pile_of(proven))
        return Handled(OK, _("A choice of mails."))

    def _of_any_turn(self, mail: ReadMail, admission: Admission) -> Admission:
        """A mail that is late only by its turn, where what it asks for hangs on none. Lines with the token of
        an older one keep that turn in their names."""
        game = self._load(admission.game)
        if not intake.is_for_any_turn(game, mail, by_token=admission.has_token):
            return admission
        turn = admission.turn if admission.has_token else game.label
        return replace(admission, kind=gate.ADMITTED if admission.has_token else gate.NO_TOKEN, turn=turn)

    def _without_a_seat(self, mail: ReadMail) -> Handled | None:
        """A mail of somebody who is known, and has no seat where it goes; None where it is another's."""
        return None if self._server.calls_forged(mail) else self._guests.take(mail) or self._of_the_past(mail)

    def _of_the_past(self, mail: ReadMail) -> Handled | None:
        """A mail of somebody whose time to act for a seat is over; None where it is another's."""
        past = expired(self._record, mail.sender, mail.block.game, self._clock())
        if past is None:
            return None
        why = partial(answers.time_over, past.game, past.given)
        if past.was_ended():
            why = partial(delegates.ended_early, past)
        return self._refused(mail, Admission(gate.STRANGER), why, NOPERM)

    def _unheard(self, mail: ReadMail, admission: Admission) -> Handled:
        """A mail without a token whose sender is not who he says: nothing is done, and nothing leaves the
        house because of it. The referee finds it among the cases."""
        about = About(admission.game, admission.seat)
        self._limits.count(UNHEARD, ERROR, mail.sender, about.where, given=False)
        self._cases.note(cases.REFUSED, mail, "DMARC failed", about, pile=STRANGERS)
        return Handled(NOPERM, _("No answer: DMARC failed, and no token came with it."))

    # ---- is it enough?

    def _weighed(self, mail: ReadMail, admission: Admission, evidence: Evidence) -> Handled:
        game = self._load(admission.game)
        minimum = game.register.policy.authority
        unclear = not mail.block.head and self._is_unclear(mail, admission)
        unsure = meant.doubt(game, admission.seat, mail) if intake.may_be_unsure(mail) else None
        doubt = partial(confirming.doubt, mail, evidence, minimum, unclear=unclear, unsure=unsure)
        if not doubt():
            return self._taken(mail, replace(admission, kind=gate.ADMITTED), evidence)
        if intake.only_asks(mail):
            return self._asked(mail, admission, evidence)
        if not intake.readable(game, mail):
            if evidence.token:
                return self._taken(mail, admission, evidence)
            why = partial(answers.nothing_meant, admission, game)
            return self._refused(mail, admission, why, gate.EXITS[admission.kind])
        if enough(evidence, minimum) and (illegal := meant.refused(game, admission.seat, mail)):
            return self._refused(mail, admission, meant.illegal(illegal), DATAERR, evidence)
        if raisable(evidence, minimum, bool(self._server.authserv_ids)):
            return self._held(mail, admission, evidence, doubt)
        return self._refused(mail, admission, lambda: confirming.refusal(doubt(), minimum), NOPERM)

    def _asked(self, mail: ReadMail, admission: Admission, evidence: Evidence) -> Handled:
        """Questions of whoever may sit there: they change nothing, and are answered to the address that may
        know. Whether they came before is not asked: nobody has proved who wrote them."""
        about = About(admission.game, admission.seat, admission.turn, evidence)
        proven = self._proven(mail, admission, evidence)
        may = self._limits.may(proven, QUESTION, mail.sender, about.where)
        lines = self._lines(mail, admission, evidence)
        with written_for(reader_of(self._record, mail.sender)):
            results = self._played(mail, admission, (), lines) if may else ()
        if may:
            replies.answer(self._post, mail, admission.game, admission.seat, results)
        self._limits.count(proven, QUESTION, mail.sender, about.where, given=may)
        self._cases.note(cases.TAKEN, mail, counted(results), about, answered=may, pile=pile_of(proven))
        said = counted(results) if may else _unanswered(counted(results))
        return Handled(OK, said, admission.game, admission.seat, results)

    def _evidence(self, mail: ReadMail, address: str, found: Evidence, admission: Admission) -> Evidence:
        """What a mail proves besides; `address` is whose keys count."""
        dkim, why_no_dkim = dkim_of(mail, *self._server) if found.sender else ("", "")
        vouched = not found.token and self._server.vouches(mail)
        keys = keys_of(self._record, address) if mail.signed else []
        proof, why_no_signer = proof_of(mail.signed, keys)
        signer = proof.mark() if proof else ""
        if mail.signed and block_of(mail.signed.lines[0]) != (admission.game, admission.seat.lower()):
            signer, why_no_signer = "", "the signed block is not of this game and seat"
        found = replace(found, dkim=dkim, signer=signer, vouched=vouched)
        found = replace(found, why_no_dkim=why_no_dkim, why_no_signer=why_no_signer)
        if mail.page:
            about = (admission.game, admission.seat)
            found = replace(found, page=browsers.standing(self._record, mail, *about, self._clock))
        return forged(found) if self._server.calls_forged(mail) else found

    # ---- mails that wait for a word

    def _held(self, mail: ReadMail, admission: Admission, evidence: Evidence, doubt: Words) -> Handled:
        game, seat = self._load(admission.game), admission.seat
        mark = mark_of(server_key(self._record), game.id, seat, mail.digest)
        before = self._cases.held(mark)
        if before and before.kind == cases.DECLINED:
            return self._put_aside(mail, admission, evidence)
        if before and before.kind == cases.CONFIRMED:
            return self._taken(mail, replace(admission, kind=gate.STALE), evidence)
        late = partial(self._late, game, seat, mail)
        if before is None and intake.only_plays(game, mail) and late():
            return self._refused(mail, admission, late, DATAERR, evidence)
        about, told = About(game.id, seat, game.label, evidence), confirming.of_desk(doubt)
        if not self._cases.may_ask(mail.sender, about):
            return self._unasked(mail, admission, about, told, is_held=before is not None)
        if before is None:
            self._cases.note(cases.HELD, mail, told, about, answered=True, mark=mark)
            question_answered.arrives(self._record, game.id, seat, mail.digest)
        else:
            self._cases.asked(mail.sender, about)
        best = enough(replace(evidence, token=True), game.register.policy.authority)
        owners_told.confirm(self._post, mail, game.id, seat, mark, doubt, by_block=best)
        said = _("Held until the registered address confirms it: {why}").format(why=told)
        return Handled(OK, said, game.id, seat)

    def _unasked(
        self, mail: ReadMail, admission: Admission, about: About, why: str, *, is_held: bool
    ) -> Handled:
        """A mail of which nobody is asked, or not once more."""
        proven = self._proven(mail, admission, about.evidence)
        self._limits.count(proven, WORD, mail.sender, about.where, given=False)
        if not is_held:
            self._cases.note(cases.REFUSED, mail, why, about, pile=pile_of(proven))
        return Handled(NOPERM, _unanswered(why), about.game, about.seat)

    def _answering_us(self, mail: ReadMail) -> Handled | None:
        """The word that a mail of ours has asked for; None where the mail is anything else."""
        case = self._cases.held(mail.confirms)
        if case is None:
            return None
        is_guests = case.turn == naming.QUESTION or not case.seat
        if not is_guests and (case.game, case.seat) not in claims_of(
            self._record, mail.sender, self._clock()
        ):
            return None
        if self._server.calls_forged(mail):
            return self._forged_word(mail, case, is_guests)
        if case.turn == naming.QUESTION:
            return self._named.take(mail, case)
        if not case.seat:
            return self._word_of_a_guest(mail, case)
        if intake.readable(self._load(case.game), mail):
            return None  # it says more than the word
        return self._worded(mail, case)

    def _forged_word(self, mail: ReadMail, case: Case, is_guests: bool) -> Handled | None:
        """A word that does not come from whom it names counts for nothing."""
        if not confirming.word(mail) or (is_guests and mail.sender != case.address):
            return None
        guest = Admission(gate.STRANGER)
        admission = guest if is_guests else Admission(gate.ADMITTED, case.game, case.seat)
        return self._refused(mail, admission, confirming.forged_word, NOPERM, _WORDED)

    def _word_of_a_guest(self, mail: ReadMail, case: Case) -> Handled | None:
        if not confirming.word(mail):
            is_open = case.kind == cases.HELD and mail.sender == case.address
            guest = Admission(gate.STRANGER)
            return self._refused(mail, guest, answers.no_word, DATAERR, _WORDED) if is_open else None
        held = self._read(self._record.mail(case.digest) or b"")
        return self._guests.confirmed(mail, case, held)

    def _worded(self, mail: ReadMail, case: Case) -> Handled | None:
        game, word = self._load(case.game), confirming.word(mail)
        admission = Admission(gate.ADMITTED, game.id, case.seat, case.turn)
        if not word:
            is_open = case.kind == cases.HELD and not mail.block.token
            return self._refused(mail, admission, answers.no_word, DATAERR, _WORDED) if is_open else None
        if case.kind != cases.CONFIRMED and cases.DECLINED in (case.kind, _KINDS[word]):
            self._cases.settle(case, cases.DECLINED)
            return self._put_aside(mail, admission, _WORDED)
        return self._confirmed(mail, case, replace(admission, kind=_kind_at(game, case.turn)))

    def _put_aside(self, mail: ReadMail, admission: Admission, evidence: Evidence) -> Handled:
        about = About(admission.game, admission.seat, admission.turn)
        form = self._form(self._proven(mail, admission, evidence), QUESTION, mail, about)
        self._send(form, mail, about, partial(replies.put_aside, self._post, said=confirming.put_aside), str)
        self._cases.note(cases.DECLINED, mail, confirming.put_aside(), about)
        return Handled(OK, confirming.put_aside(), about.game, about.seat)

    def _confirmed(self, mail: ReadMail, case: Case, admission: Admission) -> Handled:
        raw = self._record.mail(case.digest)
        held = self._read(raw) if raw is not None else None
        if held is None or held.problem:
            gone = partial(confirming.gone, self._cases.swept(case.digest))
            return self._refused(mail, admission, gone, DATAERR, _WORDED)
        word = self._evidence(mail, mail.sender, Evidence(True, True), admission)
        evidence = together(cases.evidence_of(case), word)
        if not self._attested(held, admission, evidence):  # its key counts no more
            evidence = replace(evidence, signer="")
        minimum = self._load(case.game).register.policy.authority
        if not enough(evidence, minimum):
            doubt = partial(confirming.doubt, held, evidence, minimum)
            return self._refused(
                mail, admission, lambda: confirming.refusal(doubt(), minimum), NOPERM, _WORDED
            )
        self._cases.settle(case, cases.CONFIRMED)
        if held.page:
            browsers.welcome(self._record, held, case.game, case.seat, self._clock)
        about = About(admission.game, admission.seat, admission.turn)
        self._cases.note(cases.CONFIRMED, mail, confirming.confirmed(held), about)
        since = question_answered.arrived(self._record, case.game, case.seat, case.digest, case.at)
        return self._taken(held, admission, evidence, mail, since)

    # ---- strangers

    def _stranger(self, mail: ReadMail, admission: Admission) -> Handled:
        """Nothing of a game is told to somebody who is not known, whatever he sends."""
        if admission.owner and not mail.problem:
            handled = self._foreign(mail, *admission.owner, admission.person)
            if handled:
                return handled
        if admission.owner:
            self._warn(*admission.owner)
        elif admission.named and not self._limits.is_full():
            self._warned(STRANGER, owners_told.tried(self._post, *admission.named))
        is_told = self._to_stranger(mail)
        self._cases.note(cases.REFUSED, mail, gate.STRANGER, About(), answered=is_told, pile=STRANGERS)
        return Handled(NOUSER, _("Unknown sender."))

    def _warn(self, game: str, seat: str) -> None:
        """Tells a seat that its token is in other hands: nothing holds that up."""
        self._warned(FOREIGN, owners_told.warn(self._post, game, seat))

    def _warned(self, proven: str, is_told: bool) -> None:
        if is_told:
            self._limits.count(proven, WARNING, "", About().where)

    def _foreign(self, mail: ReadMail, game: str, seat: str, person: str) -> Handled | None:
        """The token of a seat from an address that is not registered for it; `person` is whose it is."""
        admission = Admission(gate.ADMITTED, game, seat, self._load(game).turn, person=person)
        owner = self._record.addresses(game).get(seat, "")
        evidence = self._evidence(mail, owner, Evidence(token=True), admission)
        about = About(game, seat, admission.turn, evidence)
        minimum = self._load(game).register.policy.authority
        if enough(evidence, minimum):
            return self._weighed(mail, admission, evidence)
        if not raisable(evidence, minimum, bool(self._server.authserv_ids)):
            return None
        if not self._cases.may_ask(mail.sender, about) or not intake.readable(self._load(game), mail):
            return None
        doubt = partial(confirming.doubt, mail, evidence, minimum)
        handled = self._held(mail, admission, evidence, doubt)
        self._to_stranger(mail)
        return handled

    def _to_stranger(self, mail: ReadMail) -> bool:
        proven, where = proven_by(self._server.evidence(mail, sender=False)), About().where
        proven = UNHEARD if self._server.calls_forged(mail) else proven
        may = self._limits.may(proven, ERROR, mail.sender, where)
        if may:
            self.to_stranger(mail)
        self._limits.count(proven, ERROR, mail.sender, where, given=may)
        return may

    # ---- taken

    def _taken(
        self,
        mail: ReadMail,
        admission: Admission,
        evidence: Evidence,
        reply: ReadMail | None = None,
        since: int = 0,
    ) -> Handled:
        """Plays what is new of a mail, and answers it; what came before is answered again. `reply` is the
        mail that brought the word for it, which is the one that is answered; `since` is when it came."""
        game, seat = admission.game, admission.seat
        names = intake.names_of(mail, seat, admission.turn)
        shown = _as_answer_to(mail, reply) if reply else mail
        lines = self._lines(mail, admission, evidence)
        if intake.conflicts(self._record, game, names):
            return self._refused(shown, admission, answers.conflict, DATAERR, evidence)
        results = intake.finished(self._record, game, names)
        with written_for(reader_of(self._record, shown.sender)):
            if results is None and admission.kind == gate.ADMITTED:
                closed = self._late(self._load(game), seat, mail, since)
                results = self._played(mail, admission, names, lines, closed)
            told = tuple(map(lines.asked_again, results or ()))
        if results is None:
            return self._barred(shown, admission)
        intake.finish(self._record, game, mail, names, results)
        if self._load(game).register.held:
            with suppress(TryAgain):  # the clock's next look plays them
                play_asked(self._referee, game)
        return self._answered(shown, admission, evidence, told)

    def _played(
        self,
        mail: ReadMail,
        admission: Admission,
        names: Sequence[str],
        lines: DeskLines,
        closed: str = "",
    ) -> Results:
        where = (self._referee, admission.game, admission.seat, lines.act, names)
        reason = StaleOrder(closed).reason() if closed else None
        prose = not mail.in_block
        sheet = Sheet(*where, beside=lines, has_prose=prose, closed=reason, signed=lines.signed)
        return sheet.play(meant.asked(self._load(admission.game), mail) if prose else order_lines(mail))

    def _late(self, game: GameState, seat: str, mail: ReadMail, since: int = 0) -> str:
        """Why none of its orders may be played; "" where they may, or it has none."""
        why = question_answered.late(self._record, game.id, seat, mail, since)
        return why if why and intake.plays(game, mail) else ""

    def _is_unclear(self, mail: ReadMail, admission: Admission) -> bool:
        """Whether its orders may be meant for what was asked before, and were not played before."""
        game, seat = admission.game, admission.seat
        if not intake.plays(self._load(game), mail):
            return False
        return question_answered.unclear(self._record, game, seat, mail) and not intake.finished(
            self._record, game, intake.names_of(mail, seat, admission.turn)
        )

    def _lines(self, mail: ReadMail, admission: Admission, evidence: Evidence) -> DeskLines:
        game, seat = admission.game, admission.seat
        if evidence.sender:
            actor = actor_for(self._record, mail.sender, game, seat, self._clock())
        else:
            actor = actor_of(self._record, game, seat, admission.person)
        act = Act(MAIL, mail.digest, seat, actor.person, actor.behalf, evidence.words())
        proof = self._attested(mail, admission, evidence) if evidence.level >= SIGNED else None
        signed = None
        if proof and actor.person and seat != WITNESS:
            signed = Attested(seat, actor.person, proof.key, proof.text, proof.signature)
        where = (self._referee, game, seat, act, mail, signed, self._post.pages)
        return DeskLines(*where, self._post.notices)

    def _attested(self, mail: ReadMail, admission: Admission, evidence: Evidence) -> Proof | None:
        """What a mail has signed by the key that its evidence names, if that is still registered."""
        owner = self._record.addresses(admission.game).get(admission.seat, "")
        keys = [key for address in (mail.sender, owner) for key in keys_of(self._record, address)]
        proof, _why = proof_of(mail.signed, list(dict.fromkeys(keys))) if evidence.signer else (None, "")
        return proof if proof and proof.mark() == evidence.signer else None

    def _answered(
        self, mail: ReadMail, admission: Admission, evidence: Evidence, results: Results
    ) -> Handled:
        game, seat = admission.game, admission.seat
        about = About(game, seat, admission.turn, evidence)
        is_error = all(result.outcome == UNREADABLE for result in results)
        proven, form = self._proven(mail, admission, evidence), IN_FULL
        idle = IDLE if proven == TOKEN else (*IDLE, ALREADY)
        if all(result.outcome in idle for result in results):
            form = self._form(proven, ERROR if is_error else QUESTION, mail, about)
        answer = partial(replies.answer, self._post, results=results)
        self._send(form, mail, about, answer, lambda: answers.not_played(counted(results)))
        kind, pile = (cases.REFUSED, pile_of(proven)) if is_error else (cases.TAKEN, KEPT)
        is_answered = form != NOT_AT_ALL
        noted = is_error and is_answered
        said = counted(results)
        self._cases.note(kind, mail, said, about, answered=noted, pile=pile)
        news_told.tell(self._post, game)
        said = said if is_answered else _unanswered(said)
        return Handled(OK, said, game, seat, results, about.turn if form == LAST_IN_FULL else "")

    # ---- refusals

    def _barred(self, mail: ReadMail, admission: Admission, claims: Claims = ()) -> Handled:
        game = self._load(admission.game) if admission.game else None
        why = partial(answers.refusal, admission, claims, game)
        return self._refused(mail, admission, why, gate.EXITS[admission.kind])

    def _refused(
        self,
        mail: ReadMail,
        admission: Admission,
        why: Words,
        code: int,
        evidence: Evidence | None = None,
    ) -> Handled:
        """`evidence` where more is known than the admission says."""
        turn = self._load(admission.game).label if admission.game else ""
        about = About(admission.game, admission.seat, turn)
        proven = self._proven(mail, admission, evidence)
        form = self._form(proven, ERROR, mail, about)
        self._send(form, mail, about, partial(replies.refuse, self._post, why=why), why)
        is_told, said = form != NOT_AT_ALL, confirming.of_desk(why)
        self._cases.note(cases.REFUSED, mail, said, about, answered=is_told, pile=pile_of(proven))
        said = said if is_told else _unanswered(said)
        return Handled(code, said, admission.game, admission.seat, stuck=turn if form == LAST_IN_FULL else "")

    # ---- how often

    def _form(self, proven: str, what: str, mail: ReadMail, about: About) -> str:
        """How a mail is answered that has done nothing. It is counted."""
        form = self._limits.form(proven, what, mail.sender, about.where)
        self._limits.count(proven, what, mail.sender, about.where, given=form != NOT_AT_ALL)
        return form

    def _send(self, form: str, mail: ReadMail, about: About, answer: Answer, line: Words) -> None:
        if form == IN_A_LINE:
            replies.line(self._post, mail, about.game, about.seat, lambda: answers.in_a_line(line()))
        elif form == LAST_IN_FULL:
            with written_for(reader_of(self._record, mail.sender)):
                notices = (*mail.notices, answers.last_in_full())
            answer(replace(mail, notices=notices), about.game, about.seat)
        elif form != NOT_AT_ALL:
            answer(mail, about.game, about.seat)

    def _proven(self, mail: ReadMail, admission: Admission, evidence: Evidence | None = None) -> str:
        """What a mail proves, as far as its answers go."""
        is_own = (admission.game, admission.seat) in claims_of(self._record, mail.sender, self._clock())
        has_token = evidence.token if evidence else admission.kind == gate.ADMITTED
        if self._server.calls_forged(mail):
            return FOREIGN if has_token else UNHEARD
        if not has_token and is_own and admission.kind == gate.STALE and admission.has_token:
            return LATE
        is_known = admission.kind != gate.STRANGER or bool(persons_at(self._record, mail.sender))
        if has_token:
            return proven_by(Evidence(token=True, sender=is_own))
        return proven_by(self._server.evidence(mail, sender=is_known))

    def _load(self, game: str) -> GameState:
        return self._record.load(game).game


def _kind_at(game: GameState, turn: str) -> str:
    return gate.ADMITTED if game.label == turn else gate.STALE


def _as_answer_to(mail: ReadMail, reply: ReadMail) -> ReadMail:
    """The lines of a mail, under the fields of the one that is answered."""
    return replace(
        mail,
        message_id=reply.message_id,
        reply_to_ids=reply.reply_to_ids,
        sender=reply.sender,
        word=reply.digest,
        page=mail.page and mail.message_id,
    )


def _unanswered(why: str) -> str:
    return _("{why} (Not answered: too many errors from this address, or for this seat.)").format(why=why)
