"""Mails that wait for a word of whoever holds the seat: asked for, given, refused, too late."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from projections.language.messages import _
from referee.identity import browsers, cases, confirming, gate, question_answered
from referee.identity.answer_limits import QUESTION
from referee.identity.authority import Evidence, enough, together
from referee.identity.cases import About, Cases, mark_of
from referee.identity.gate import Admission
from referee.identity.proving import Proving, doubt, refusal
from referee.mail.desk import banners, intake, meant
from referee.mail.desk.asked import WORDED, Question
from referee.mail.desk.idle_mails import IdleMails, unanswered
from referee.mail.desk.played_mails import PlayedMails
from referee.mail.writing import owners_told, replies
from referee.mail.writing.post import Post, Words
from referee.reading.reading import ReadMail
from referee.record.mail_cases import Case
from referee.seats.tokens import server_key
from referee.service.exits import DATAERR, NOPERM, OK, Handled

Read = Callable[[bytes], ReadMail]


class HeldMails:
    """Holds them, and takes the words for them. `read` takes a mail apart."""

    def __init__(
        self, post: Post, known: Cases, proving: Proving, idle: IdleMails, played: PlayedMails, read: Read
    ) -> None:
        self._record = post.record
        self._post = post
        self._clock = post.clock
        self._cases = known
        self._proving = proving
        self._idle = idle
        self._played = played
        self._read = read
        does = (self._confirmed, self._declined, self._say)
        self.question = Question(*does, again=self._again, is_his=self._is_his)

    def hold(self, mail: ReadMail, admission: Admission, evidence: Evidence, why: Words) -> Handled:
        """Asks for the word for a mail, once; `why` it is not simply taken."""
        game, seat = self._record.load(admission.game).game, admission.seat
        mark = mark_of(server_key(self._record), game.id, seat, mail.digest)
        before = self._cases.held(mark)
        if before and before.kind == cases.DECLINED:
            return self._put_aside(mail, admission, evidence)
        if before and before.kind == cases.CONFIRMED:
            return self._played.take(mail, replace(admission, kind=gate.STALE), evidence)
        late = partial(self._played.late, game, seat, mail)
        if before is None and intake.only_plays(game, mail) and late():
            return self._idle.refuse(mail, admission, late, DATAERR, evidence)
        about, told = About(game.id, seat, game.label, evidence), confirming.of_desk(why)
        proven = self._proving.proven(mail, admission, evidence)
        if not self._cases.hold(mail, about, told, mark, proven=proven, unasked=told):
            return Handled(NOPERM, unanswered(told), game.id, seat)
        if before is None:
            question_answered.arrives(self._record, game.id, seat, mail.digest)
        best = enough(replace(evidence, token=True), game.register.policy.authority)
        owners_told.confirm(self._post, mail, game.id, seat, mark, why, by_block=best)
        said = _("Held until the registered address confirms it: {why}").format(why=told)
        return Handled(OK, said, game.id, seat)

    # ---- the word for one

    def _is_his(self, mail: ReadMail, case: Case) -> bool:
        return (case.game, case.seat) in gate.claims_of(self._record, mail.sender, self._clock())

    def _admission(self, case: Case) -> Admission:
        return Admission(gate.ADMITTED, case.game, case.seat, case.turn)

    def _say(self, mail: ReadMail, case: Case, said: Words, code: int) -> Handled | None:
        admission = self._admission(case)
        return None if mail.block.token else self._idle.refuse(mail, admission, said, code, WORDED)

    def _again(self, mail: ReadMail, case: Case) -> Handled | None:
        """What was put aside stays so, and what was confirmed is answered as it was."""
        if not confirming.word(mail):
            return None
        if case.kind == cases.DECLINED:
            return self._declined(mail, case)
        return self._confirmed(mail, case)

    def _declined(self, mail: ReadMail, case: Case) -> Handled:
        return self._put_aside(mail, self._admission(case), WORDED)

    def _put_aside(self, mail: ReadMail, admission: Admission, evidence: Evidence) -> Handled:
        about = About(admission.game, admission.seat, admission.turn)
        proven = self._proving.proven(mail, admission, evidence)
        answer = partial(replies.put_aside, self._post, said=confirming.put_aside)
        self._idle.answer(proven, QUESTION, mail, about, answer, str)
        self._cases.note(cases.DECLINED, mail, confirming.put_aside(), about)
        return Handled(OK, confirming.put_aside(), about.game, about.seat)

    def _lacking(self, mail: ReadMail, case: Case, why: Words, code: int) -> Handled:
        """A yes which does not count, and may come again."""
        self._cases.settle(case, case.kind)
        return self._idle.refuse(mail, self._admission(case), why, code, WORDED)

    def _confirmed(self, mail: ReadMail, case: Case) -> Handled:
        admission = self._admission(case)
        if self._record.load(case.game).game.label != case.turn:
            admission = replace(admission, kind=gate.STALE)
        raw = self._record.mail(case.digest)
        held = self._read(raw) if raw is not None else None
        if held is None or held.problem:
            gone = partial(confirming.gone, self._cases.swept(case.digest))
            return self._lacking(mail, case, gone, DATAERR)
        word = self._proving.found(mail, mail.sender, Evidence(True, True), admission)
        evidence = together(cases.evidence_of(case), word)
        if not self._proving.signed(held, admission, evidence):  # its key counts no more
            evidence = replace(evidence, signer="")
        minimum = self._record.load(case.game).game.register.policy.authority
        if not enough(evidence, minimum):
            why = partial(doubt, held, evidence, minimum)
            return self._lacking(mail, case, partial(refusal, why, minimum), NOPERM)
        game = self._record.load(case.game).game
        held = meant.parted(game, held)
        banners.learn(self._record, held.sender, meant.beside(game, held))
        if held.page:
            browsers.welcome(self._record, held, case.game, case.seat, self._clock)
        about = About(admission.game, admission.seat, admission.turn)
        self._cases.note(cases.CONFIRMED, mail, confirming.confirmed(held), about)
        since = question_answered.arrived(self._record, case.game, case.seat, case.digest, case.at)
        return self._played.take(held, admission, evidence, mail, since)
