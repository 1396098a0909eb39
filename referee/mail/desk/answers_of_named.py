"""The word of somebody who was named by somebody else, in answer to the mail that has asked him.

That mail is one of `letters_to_named`. Only “yes” from the very address that was asked, with the mark of the
question, makes anything of it. What he was asked for is judged once more as the game stands then.
"""

from __future__ import annotations

from domain.kit.errors import OrderError
from projections.language.messages import _
from referee.games.people import is_of_the_referee
from referee.games.referee import Referee
from referee.mail.identity import cases, confirming, naming
from referee.mail.identity.answer_limits import ERROR
from referee.mail.identity.authority import TOKEN
from referee.mail.identity.cases import About, Cases
from referee.mail.identity.naming import ADDRESS, STANDBY
from referee.mail.reading.reading import ReadMail
from referee.mail.seat_view.defused_text import named
from referee.mail.seat_view.mail_parts import Parts
from referee.mail.transport.exits import DATAERR, OK, Handled
from referee.mail.writing import answers, news_told, replies
from referee.mail.writing.post import Post, Words
from referee.record.mail_cases import Case
from referee.record.record import Clock


class Named:
    """The answers of those who were asked."""

    def __init__(self, referee: Referee, post: Post, known: Cases, clock: Clock) -> None:
        self._referee = referee
        self._record = referee.record
        self._post = post
        self._cases = known
        self._clock = clock

    def take(self, mail: ReadMail, case: Case) -> Handled | None:
        """The word on a question; None from another address, whatever it says."""
        if mail.sender != case.address:
            return None
        word = confirming.word(mail)
        if case.kind in (naming.AGREED, naming.DECLINED, naming.LAPSED):
            return self._once_more(mail, case)
        if not word:
            return self._say(mail, case, answers.no_word, DATAERR)
        if not naming.is_open(self._record, case, self._clock()):
            return self._too_late(mail, case, "")
        return self._declined(mail, case) if word == confirming.NO else self._agreed(mail, case)

    def _agreed(self, mail: ReadMail, case: Case) -> Handled:
        asking = naming.asking_of(case)
        try:
            naming.agreed(self._referee, case)
        except OrderError as refusal:
            return self._too_late(mail, case, str(refusal))
        self._cases.settle(case, naming.AGREED)
        self._cases.note(cases.TAKEN, mail, f"{asking.person} has agreed", About(case.game, case.seat))
        news_told.tell(self._post, case.game)
        if asking.what == STANDBY:
            listed = _("You are on the list of standbys of the game {game}.")
            replies.elsewhere(self._post, mail, lambda: Parts(listed.format(game=case.game)))
        if asking.what != ADDRESS:
            self._tell_namer(
                case, lambda: _("The answer of {person} is “yes”.").format(person=named(asking.person))
            )
        return self._handled(case, f"{asking.person} has answered yes: {asking.what}")

    def _declined(self, mail: ReadMail, case: Case) -> Handled:
        asking = naming.asking_of(case)
        self._cases.settle(case, naming.DECLINED)
        self._say(mail, case, lambda: _("Nothing follows, and nothing more is sent to you."), OK)
        self._tell_namer(
            case, lambda: _("The answer of {person} is “no”.").format(person=named(asking.person))
        )
        return self._handled(case, f"{asking.person} has answered no: {asking.what}")

    def _too_late(self, mail: ReadMail, case: Case, why: str) -> Handled:
        """The yes cannot bring about any more what it was asked for: both are told."""
        asking = naming.asking_of(case)
        self._cases.settle(case, naming.LAPSED)
        self._say(mail, case, _gone, OK)
        said = _("The answer of {person} came too late for what you have asked. {why}")
        self._tell_namer(case, lambda: said.format(person=named(asking.person), why=why).strip())
        return self._handled(case, f"{asking.person} has answered too late: {asking.what}")

    def _once_more(self, mail: ReadMail, case: Case) -> Handled:
        return self._say(mail, case, _gone if case.kind == naming.LAPSED else _answered, OK)

    def _say(self, mail: ReadMail, case: Case, said: Words, code: int) -> Handled:
        limits, about = self._cases.limits, About()
        may = limits.may(TOKEN, ERROR, mail.sender, about.where)  # the mark is as good as a token
        limits.count(TOKEN, ERROR, mail.sender, about.where, given=may)
        if may:
            replies.elsewhere(self._post, mail, lambda: Parts(said()))
        self._cases.note(cases.REFUSED if code else cases.TAKEN, mail, said(), about, answered=may)
        return Handled(code, said(), case.game)

    def _tell_namer(self, case: Case, said: Words) -> None:
        """The seat that has asked, while the same person sits there; the referee reads it in his own mail."""
        asking = naming.asking_of(case)
        sits = self._record.load(case.game).game.register.holders.get(asking.seat, "")
        if not is_of_the_referee(asking.doer()) and sits == asking.holder:
            news_told.notify(
                self._post, case.game, asking.seat, said, f"{naming.QUESTION} {case.id} {said()}"
            )

    def _handled(self, case: Case, why: str) -> Handled:
        is_referees = is_of_the_referee(naming.asking_of(case).doer())
        return Handled(OK, why, case.game, told=why if is_referees else "")


def _gone() -> str:
    return _("It is too late for that: nothing was done, and nothing more is sent to you.")


def _answered() -> str:
    return _("You have answered that already.")
