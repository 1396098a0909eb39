"""Mails that change nothing: what is answered, how often, and at what length."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from projections.language.catalogues import written_for
from projections.language.messages import _
from referee.identity import cases, confirming, gate
from referee.identity.answer_limits import ERROR, IN_A_LINE, LAST_IN_FULL, NOT_AT_ALL, pile_of
from referee.identity.authority import Evidence
from referee.identity.cases import About, Cases
from referee.identity.gate import Admission, Claims
from referee.identity.proving import Proving
from referee.mail.writing import answers, replies
from referee.mail.writing.post import Post, Words
from referee.reading.reading import ReadMail
from referee.seats.readers import reader_of
from referee.service.exits import Handled

Answer = Callable[[ReadMail, str, str], None]
"""Sends the answer to a mail about a game and a seat."""


class IdleMails:
    """Answers them, and counts that."""

    def __init__(self, post: Post, known: Cases, proving: Proving) -> None:
        self._record = post.record
        self._post = post
        self._cases = known
        self._limits = known.limits
        self._proving = proving

    def answer(
        self, proven: str, what: str, mail: ReadMail, about: About, answer: Answer, line: Words
    ) -> str:
        """Answers a mail of the kind `what` as fully as it still may be; gives the form. `line` is the short
        answer."""
        form = self._limits.form(proven, what, mail.sender, about.where)
        self._limits.count(proven, what, mail.sender, about.where, given=form != NOT_AT_ALL)
        if form == IN_A_LINE:
            replies.line(self._post, mail, about.game, about.seat, lambda: answers.in_a_line(line()))
        elif form == LAST_IN_FULL:
            with written_for(reader_of(self._record, mail.sender)):
                notices = (*mail.notices, answers.last_in_full())
            answer(replace(mail, notices=notices), about.game, about.seat)
        elif form != NOT_AT_ALL:
            answer(mail, about.game, about.seat)
        return form

    def refuse(
        self,
        mail: ReadMail,
        admission: Admission,
        why: Words,
        code: int,
        evidence: Evidence | None = None,
    ) -> Handled:
        """`evidence` where more is known than the admission says."""
        turn = self._record.load(admission.game).game.label if admission.game else ""
        about = About(admission.game, admission.seat, turn)
        proven = self._proving.proven(mail, admission, evidence)
        answer = partial(replies.refuse, self._post, why=why)
        form = self.answer(proven, ERROR, mail, about, answer, why)
        is_told, said = form != NOT_AT_ALL, confirming.of_desk(why)
        self._cases.note(cases.REFUSED, mail, said, about, answered=is_told, pile=pile_of(proven))
        said = said if is_told else unanswered(said)
        return Handled(code, said, admission.game, admission.seat, stuck=turn if form == LAST_IN_FULL else "")

    def bar(self, mail: ReadMail, admission: Admission, claims: Claims = ()) -> Handled:
        """Refuses one that is not admitted."""
        game = self._record.load(admission.game).game if admission.game else None
        why = partial(answers.refusal, admission, claims, game)
        return self.refuse(mail, admission, why, gate.EXITS[admission.kind])


def unanswered(why: str) -> str:
    return _("{why} (Not answered: too many errors from this address, or for this seat.)").format(why=why)
