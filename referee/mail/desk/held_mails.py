"""Mails that wait for a word of whoever holds the seat: asked for, given, refused, too late."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from domain.game.state.game_state import GameState
from projections.language.messages import _
from referee.mail.desk import intake
from referee.mail.desk.idle_mails import IdleMails, unanswered
from referee.mail.desk.played_mails import PlayedMails
from referee.mail.identity import browsers, cases, confirming, gate, question_answered
from referee.mail.identity.answer_limits import QUESTION, WORD, pile_of
from referee.mail.identity.authority import Evidence, enough, together
from referee.mail.identity.cases import About, Cases, mark_of
from referee.mail.identity.gate import Admission
from referee.mail.identity.proving import Proving, doubt, refusal
from referee.mail.reading.reading import ReadMail
from referee.mail.seat_view.tokens import server_key
from referee.mail.transport.exits import DATAERR, NOPERM, OK, Handled
from referee.mail.writing import answers, owners_told, replies
from referee.mail.writing.post import Post, Words
from referee.record.mail_cases import Case

_KINDS = {confirming.YES: cases.CONFIRMED, confirming.NO: cases.DECLINED}

WORDED = Evidence(token=True, sender=True)
"""Of a mail with the mark that only the registered mailbox was sent."""

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
        self._limits = known.limits
        self._proving = proving
        self._idle = idle
        self._played = played
        self._read = read

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
        if not self._cases.may_ask(mail.sender, about):
            return self._unasked(mail, admission, about, told, is_held=before is not None)
        if before is None:
            self._cases.note(cases.HELD, mail, told, about, answered=True, mark=mark)
            question_answered.arrives(self._record, game.id, seat, mail.digest)
        else:
            self._cases.asked(mail.sender, about)
        best = enough(replace(evidence, token=True), game.register.policy.authority)
        owners_told.confirm(self._post, mail, game.id, seat, mark, why, by_block=best)
        said = _("Held until the registered address confirms it: {why}").format(why=told)
        return Handled(OK, said, game.id, seat)

    def _unasked(
        self, mail: ReadMail, admission: Admission, about: About, why: str, *, is_held: bool
    ) -> Handled:
        """A mail of which nobody is asked, or not once more."""
        proven = self._proving.proven(mail, admission, about.evidence)
        self._limits.count(proven, WORD, mail.sender, about.where, given=False)
        if not is_held:
            self._cases.note(cases.REFUSED, mail, why, about, pile=pile_of(proven))
        return Handled(NOPERM, unanswered(why), about.game, about.seat)

    def take_word(self, mail: ReadMail, case: Case) -> Handled | None:
        """The word for a mail that waits, or has waited; None where it is anything else."""
        game, word = self._record.load(case.game).game, confirming.word(mail)
        admission = Admission(gate.ADMITTED, game.id, case.seat, case.turn)
        if not word:
            is_open = case.kind == cases.HELD and not mail.block.token
            return self._idle.refuse(mail, admission, answers.no_word, DATAERR, WORDED) if is_open else None
        if case.kind != cases.CONFIRMED and cases.DECLINED in (case.kind, _KINDS[word]):
            self._cases.settle(case, cases.DECLINED)
            return self._put_aside(mail, admission, WORDED)
        return self._confirmed(mail, case, replace(admission, kind=_kind_at(game, case.turn)))

    def _put_aside(self, mail: ReadMail, admission: Admission, evidence: Evidence) -> Handled:
        about = About(admission.game, admission.seat, admission.turn)
        proven = self._proving.proven(mail, admission, evidence)
        answer = partial(replies.put_aside, self._post, said=confirming.put_aside)
        self._idle.answer(proven, QUESTION, mail, about, answer, str)
        self._cases.note(cases.DECLINED, mail, confirming.put_aside(), about)
        return Handled(OK, confirming.put_aside(), about.game, about.seat)

    def _confirmed(self, mail: ReadMail, case: Case, admission: Admission) -> Handled:
        raw = self._record.mail(case.digest)
        held = self._read(raw) if raw is not None else None
        if held is None or held.problem:
            gone = partial(confirming.gone, self._cases.swept(case.digest))
            return self._idle.refuse(mail, admission, gone, DATAERR, WORDED)
        word = self._proving.found(mail, mail.sender, Evidence(True, True), admission)
        evidence = together(cases.evidence_of(case), word)
        if not self._proving.signed(held, admission, evidence):  # its key counts no more
            evidence = replace(evidence, signer="")
        minimum = self._record.load(case.game).game.register.policy.authority
        if not enough(evidence, minimum):
            why = partial(doubt, held, evidence, minimum)
            return self._idle.refuse(mail, admission, partial(refusal, why, minimum), NOPERM, WORDED)
        self._cases.settle(case, cases.CONFIRMED)
        if held.page:
            browsers.welcome(self._record, held, case.game, case.seat, self._clock)
        about = About(admission.game, admission.seat, admission.turn)
        self._cases.note(cases.CONFIRMED, mail, confirming.confirmed(held), about)
        since = question_answered.arrived(self._record, case.game, case.seat, case.digest, case.at)
        return self._played.take(held, admission, evidence, mail, since)


def _kind_at(game: GameState, turn: str) -> str:
    return gate.ADMITTED if game.label == turn else gate.STALE
