"""The handling of a mail that has been read: who wrote it, what it may do, what is answered.

In this order: a robot gets no answer; a word that a mail of ours has asked for is looked for; game, seat and
token are judged; the evidence is weighed against what the game asks for; what is not enough waits for a word
from the registered address; and only what is enough is compared with what came before, so that nobody
suppresses another's mail by guessing its id. Then the lines are played, and the answers are written: each in
its reader's language, while the log and the cases are in English.
"""

from __future__ import annotations

import re
from functools import partial

from msgspec.structs import replace

from projections.language.messages import _
from referee.games.referee import Referee
from referee.identity import answer_limits, cases, confirming, gate
from referee.identity.answer_limits import ERROR, pile_of
from referee.identity.authority import UNHEARD, Evidence, Server, enough, proven_by, raisable
from referee.identity.cases import GUEST, QUESTION, SEATING, SIGNS, About, Cases
from referee.identity.gate import Admission, Verdict, claims_of, expired
from referee.identity.proving import Proving, doubt, refusal
from referee.mail.desk import banners, intake, meant
from referee.mail.desk.answers_of_named import Named
from referee.mail.desk.asked import WORDED, answered
from referee.mail.desk.guests import Guests
from referee.mail.desk.held_mails import HeldMails, Read
from referee.mail.desk.idle_mails import IdleMails
from referee.mail.desk.other_lines import only_wishes
from referee.mail.desk.played_mails import PlayedMails
from referee.mail.desk.strangers import Strangers
from referee.mail.writing import answers, delegates, replies
from referee.mail.writing.post import Post
from referee.reading.blocks import DIFFERS, UNKNOWN
from referee.reading.line_words import MAY_END
from referee.reading.reading import ReadMail
from referee.reading.senders import PERHAPS
from referee.record.mail_cases import STRANGERS, Case, persons_at
from referee.service.exits import DATAERR, NOPERM, OK, Handled

_MAY_ASK = re.compile(
    rf"{'|'.join(MAY_END)}|surrender|give.?up|draw\b|fold\b|^.{{60}}",
    re.IGNORECASE,
)
"""What is in orders that may end something, and in those that may have been broken."""


class Taker:
    """Takes mails for the games of a referee. `server` is the one that has received them, `read` takes apart
    those that were kept."""

    def __init__(self, referee: Referee, post: Post, read: Read, server: Server) -> None:
        self._record = referee.record
        self._post = post
        self._clock = post.clock
        self._server = server
        self._cases = known = Cases(referee.record, post.clock)
        self._limits = known.limits
        self._proving = Proving(referee.record, server, post.clock)
        self._idle = IdleMails(post, known, self._proving)
        self._guests = Guests(referee, post, known, server, self._idle, read)
        self._named = Named(referee, post, known)
        self._played = PlayedMails(referee, post, known, self._proving, self._idle)
        self._held = HeldMails(post, known, self._proving, self._idle, self._played, read)
        self.strangers = Strangers(post, known, server)

    def take(self, mail: ReadMail, verdict: Verdict) -> Handled:
        """One mail. Raises `Fault`, `TryAgain` and what the store raises; then nothing is kept."""
        if mail.robot and not _is_a_persons(mail, verdict):
            self._cases.note(cases.ROBOT, mail, mail.robot, About(), pile=STRANGERS)
            return Handled(OK, _("No answer to a robot: {why}.").format(why=mail.robot))
        if not mail.sender:
            self._cases.note(cases.REFUSED, mail, "no sender", About(), pile=STRANGERS)
            return Handled(DATAERR, _("The mail has no sender who could be answered."))
        handled = self._answering_us(mail, verdict.case, verdict.is_forged) if verdict.case else None
        wishes = () if handled or verdict.is_forged else only_wishes(mail)
        return handled or (self._wished(mail, wishes) if wishes else None) or self._judged(mail, verdict)

    def _judged(self, mail: ReadMail, verdict: Verdict) -> Handled:
        claims, admission = verdict.admitted
        if verdict.is_forged and not admission.holds_token():
            return self._unheard(mail, admission)
        has_no_seat = admission.kind in (gate.STRANGER, gate.NOT_YOURS)
        if has_no_seat and not verdict.is_forged and (handled := self._without_a_seat(mail)):
            return handled
        if admission.kind == gate.STRANGER:
            handled = self._foreign(mail, admission) if admission.owner and not mail.problem else None
            return handled or self.strangers.turn_away(mail, admission)
        if admission.owner:
            self.strangers.warn(*admission.owner)
        if mail.problem:
            return self._idle.refuse(mail, admission, lambda: answers.unreadable(mail), DATAERR)
        if admission.kind == gate.STALE:
            admission = self._of_any_turn(mail, admission)
        if admission.kind in (gate.ADMITTED, gate.NO_TOKEN):
            own = Evidence(token=admission.kind == gate.ADMITTED, sender=True)
            return self._weighed(mail, admission, self._proving.found(mail, mail.sender, own, admission))
        if admission.seat and intake.only_asks(mail):
            return self._played.ask(mail, admission, Evidence(sender=True))
        if admission.kind == gate.STALE and admission.has_token:
            return self._played.take(mail, admission, Evidence(True, True))
        return self._idle.bar(mail, admission, claims)

    def _wished(self, mail: ReadMail, wishes: tuple[str, ...]) -> Handled | None:
        """A choice of the mails that go to an address. It needs no token, so that one tap does it: whoever
        forges it changes how somebody is written to, who is told at once."""
        if not (claims_of(self._record, mail.sender, self._clock()) or persons_at(self._record, mail.sender)):
            return None
        about, proven = About(), proven_by(self._server.evidence(mail))
        if may := self._limits.takes(proven, answer_limits.QUESTION, mail.sender):
            replies.elsewhere(self._post, mail, partial(answers.wished, self._record, mail.sender, wishes))
        self._cases.note(cases.TAKEN, mail, "mails", about, answered=may, pile=pile_of(proven))
        return Handled(OK, _("A choice of mails."))

    def _of_any_turn(self, mail: ReadMail, admission: Admission) -> Admission:
        """A mail that is late only by its turn, where what it asks for hangs on none. Lines with the token of
        an older one keep that turn in their names."""
        game = self._record.load(admission.game).game
        if not intake.is_for_any_turn(game, mail, by_token=admission.has_token):
            return admission
        turn = admission.turn if admission.has_token else game.label
        return replace(admission, kind=gate.ADMITTED if admission.has_token else gate.NO_TOKEN, turn=turn)

    def _without_a_seat(self, mail: ReadMail) -> Handled | None:
        """A mail of somebody who is known, and has no seat where it goes; None where it is another's."""
        if handled := self._guests.take(mail):
            return handled
        past = expired(self._record, mail.sender, mail.block.game, self._clock())
        if past is None:
            return None
        why = partial(answers.time_over, past.game, past.given)
        if past.was_ended():
            why = partial(delegates.ended_early, past)
        return self._idle.refuse(mail, Admission(gate.STRANGER), why, NOPERM)

    def _unheard(self, mail: ReadMail, admission: Admission) -> Handled:
        """A mail without a token whose sender is not who he says: nothing is done, and nothing leaves the
        house because of it. The referee finds it among the cases."""
        about = About(admission.game, admission.seat)
        self._limits.count(UNHEARD, ERROR, mail.sender, about.where, given=False)
        self._cases.note(cases.REFUSED, mail, "DMARC failed", about, pile=STRANGERS)
        return Handled(NOPERM, _("No answer: DMARC failed, and no token came with it."))

    # ---- is it enough?

    def _weighed(self, mail: ReadMail, admission: Admission, evidence: Evidence) -> Handled:
        game = self._record.load(admission.game).game
        minimum = game.register.policy.authority
        unclear = not mail.block.head and self._played.is_unclear(mail, admission)
        joined, unsure = mail, None
        if any(line.pieces for line in mail.lines):
            mail = meant.parted(game, mail)
        if mail is not joined or _may_be_unsure(mail):
            unsure = meant.doubt(
                game, admission.seat, mail, partial(banners.known, self._record, mail.sender)
            )
        why = partial(doubt, mail, evidence, minimum, unclear=unclear, unsure=unsure)
        if not why():
            return self._played.take(mail, replace(admission, kind=gate.ADMITTED), evidence)
        if intake.only_asks(mail):
            return self._played.ask(mail, admission, evidence)
        if not intake.readable(game, mail):
            if evidence.token:
                return self._played.take(mail, admission, evidence)
            nothing = partial(answers.nothing_meant, admission, game)
            return self._idle.refuse(mail, admission, nothing, gate.EXITS[admission.kind])
        if enough(evidence, minimum) and (illegal := meant.refused(game, admission.seat, mail)):
            return self._idle.refuse(mail, admission, meant.illegal(illegal), DATAERR, evidence)
        if raisable(evidence, minimum, bool(self._server.authserv_ids)):
            return self._held.hold(mail, admission, evidence, why)
        return self._idle.refuse(mail, admission, partial(refusal, why, minimum), NOPERM)

    # ---- mails that wait for a word

    def _answering_us(self, mail: ReadMail, case: Case, is_forged: bool) -> Handled | None:
        """The word that a mail of ours has asked for; None where the mail is anything else."""
        is_seats = bool(case.seat) and case.turn != QUESTION
        question = (self._named if case.turn == QUESTION else self._guests).question
        question = self._held.question if is_seats else question
        if case.turn == SEATING or not question.is_his(mail, case):
            return None
        if is_forged:
            whose = (gate.ADMITTED, case.game, case.seat) if is_seats else (gate.STRANGER,)
            is_word, why = bool(confirming.word(mail)), confirming.forged_word
            return self._idle.refuse(mail, Admission(*whose), why, NOPERM, WORDED) if is_word else None
        if is_seats and intake.readable(self._record.load(case.game).game, mail):
            return None  # it says more than the word
        return None if case.turn in (SIGNS, GUEST) else answered(self._cases, question, mail, case)

    def _foreign(self, mail: ReadMail, stranger: Admission) -> Handled | None:
        """The token of a seat from an address that is not registered for it."""
        game, seat = stranger.owner or ("", "")
        known = self._record.load(game).game
        admission = Admission(gate.ADMITTED, game, seat, known.turn, person=stranger.person)
        owner = self._record.addresses(game).get(seat, "")
        evidence = self._proving.found(mail, owner, Evidence(token=True), admission)
        about = About(game, seat, admission.turn, evidence)
        minimum = known.register.policy.authority
        if enough(evidence, minimum):
            return self._weighed(mail, admission, evidence)
        if not raisable(evidence, minimum, bool(self._server.authserv_ids)):
            return None
        if not self._cases.may_ask(mail.sender, about) or not intake.readable(known, mail):
            return None
        handled = self._held.hold(mail, admission, evidence, partial(doubt, mail, evidence, minimum))
        self.strangers.answer(mail)
        return handled


def _is_a_persons(mail: ReadMail, verdict: Verdict) -> bool:
    """Whether somebody wrote what seems to be a program's: the token of the turn is in a new block."""
    is_new = mail.robot in PERHAPS and mail.in_block and not mail.cited and bool(mail.block.token)
    return is_new and verdict.admitted[1].kind == gate.ADMITTED and not mail.problem


def _may_be_unsure(mail: ReadMail) -> bool:
    """Whether a mail is more than orders in a block of its own: how it is written is then looked at."""
    is_other = (mail.looks_quoted and not mail.in_block) or mail.cited in (UNKNOWN, DIFFERS)
    kinds = {line.kind for line in mail.lines if line.kind != "order" or _MAY_ASK.search(line.text)}
    return is_other or not kinds.isdisjoint(("text", "press", "order"))
