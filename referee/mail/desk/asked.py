"""The one way of every question that the desk puts to somebody: a mail with a mark, one word, and then yes,
no or too late. Each kind says whose word counts, with what evidence, until when, and what comes of it.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from domain.kit.errors import OrderError
from projections.language.messages import term
from referee.identity import confirming
from referee.identity.answer_limits import ERROR
from referee.identity.authority import TOKEN, Evidence
from referee.identity.cases import CONFIRMED, DECLINED, LAPSED, OPEN, REFUSED, TAKEN, About, Cases
from referee.mail.writing import answers, replies
from referee.mail.writing.post import Post, Words
from referee.reading.reading import ReadMail
from referee.record.mail_cases import Case
from referee.seats.mail_parts import Parts
from referee.service.exits import DATAERR, OK, Handled

Answer = Callable[[ReadMail, Case], Handled | None]
"""What is done with a mail that brings a word; None for one that is no answer to the question."""


WORDED = Evidence(token=True, sender=True)
"""Of a mail with a mark that only the mailbox was sent which is asked."""


def _is_asked(mail: ReadMail, case: Case) -> bool:
    """Whether it comes from the very address that was asked."""
    return mail.sender == case.address


class Question(Struct, frozen=True):
    """A kind of question: whose word counts, until when, and what it does.

    `yes` raises `OrderError` where that is too late; then it is `late`, which is told why, as where it is not
    `is_open` any more. `say` answers what does nothing, and `again` a mail that comes after the question was
    settled; `gone` is what is said then of one that came too late.
    """

    yes: Answer
    no: Answer
    say: Callable[[ReadMail, Case, Words, int], Handled | None]
    late: Callable[[ReadMail, Case, OrderError | None], Handled] | None = None
    again: Answer | None = None
    gone: Words = confirming.too_late
    is_his: Callable[[ReadMail, Case], bool] = _is_asked
    is_open: Callable[[Case], bool] = lambda _case: True
    agreed: str = CONFIRMED


def answered(known: Cases, question: Question, mail: ReadMail, case: Case) -> Handled | None:
    """The mail that has the mark of a question, and is not forged; None where it is no answer to it."""
    if not question.is_his(mail, case):
        return None
    if case.kind not in OPEN:
        said = question.gone if case.kind == LAPSED else confirming.once_more
        return question.again(mail, case) if question.again else question.say(mail, case, said, OK)
    word, refused = confirming.word(mail), None
    if not word:
        return question.say(mail, case, answers.no_word, DATAERR)
    if question.is_open(case):
        does, kind = (question.yes, question.agreed) if word == confirming.YES else (question.no, DECLINED)
        known.settle(case, kind)
        try:
            return does(mail, case)
        except OrderError as refusal:
            refused = refusal
    known.settle(case, LAPSED)
    return _late(question, mail, case, refused)


def _late(question: Question, mail: ReadMail, case: Case, refusal: OrderError | None) -> Handled | None:
    """Why without the line: that may be a stranger's, and this goes to somebody else."""
    if question.late:
        return question.late(mail, case, refusal)
    if refusal is None:
        return question.say(mail, case, confirming.too_late, OK)
    sentences = refusal.reason().sentences
    return question.say(mail, case, lambda: " ".join(map(term, sentences)), DATAERR)


def say(post: Post, known: Cases, mail: ReadMail, case: Case, said: Words, code: int) -> Handled:
    """Answers a word that does nothing, as often as one with a token: the mark is as good."""
    may = known.limits.takes(TOKEN, ERROR, mail.sender)
    if may:
        replies.elsewhere(post, mail, lambda: Parts(said()))
    known.note(REFUSED if code else TAKEN, mail, said(), About(), answered=may)
    return Handled(code, said(), case.game)
