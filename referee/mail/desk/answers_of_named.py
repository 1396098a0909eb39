"""The word of somebody who was named by somebody else, in answer to the mail that has asked him.

That mail is one of `letters_to_named`. Only “yes” from the very address that was asked, with the mark of the
question, makes anything of it. What he was asked for is judged once more as the game stands then.
"""

from __future__ import annotations

from functools import partial

from domain.kit.errors import OrderError
from projections.language.messages import _
from referee.games.people import is_of_the_referee
from referee.games.referee import Referee
from referee.identity import cases, confirming, naming
from referee.identity.cases import About, Cases
from referee.identity.naming import ADDRESS, STANDBY, Asking
from referee.mail.desk.asked import Question, say
from referee.mail.writing import news_told, replies
from referee.mail.writing.post import Post, Words
from referee.reading.reading import ReadMail
from referee.record.mail_cases import Case
from referee.seats.defused_text import named
from referee.seats.mail_parts import Parts
from referee.service.exits import OK, Handled


class Named:
    """The answers of those who were asked."""

    def __init__(self, referee: Referee, post: Post, known: Cases) -> None:
        self._referee = referee
        self._record = referee.record
        self._post = post
        self._cases = known
        self._say = partial(say, post, known)
        does = (self._agreed, self._declined, self._say, self._late)
        self.question = Question(*does, is_open=self._is_open, agreed=cases.AGREED)

    def _is_open(self, case: Case) -> bool:
        return cases.is_open_in(self._record.load(case.game).game, case, self._post.clock())

    def _agreed(self, mail: ReadMail, case: Case) -> Handled:
        asking = naming.asking_of(case)
        naming.agreed(self._referee, case)
        self._cases.note(cases.TAKEN, mail, f"{asking.person} has agreed", About(case.game, case.seat))
        news_told.tell(self._post, case.game)
        if asking.what == STANDBY:
            listed = _("You are on the list of standbys of the game {game}.")
            replies.elsewhere(self._post, mail, lambda: Parts(listed.format(game=case.game)))
        if asking.what != ADDRESS:
            self._tell_namer(case, asking, lambda: _("The answer of {person} is “yes”."))
        return self._handled(case, asking, "yes")

    def _declined(self, mail: ReadMail, case: Case) -> Handled:
        asking = naming.asking_of(case)
        self._say(mail, case, confirming.nothing_follows, OK)
        self._tell_namer(case, asking, lambda: _("The answer of {person} is “no”."))
        return self._handled(case, asking, "no")

    def _late(self, mail: ReadMail, case: Case, refusal: OrderError | None) -> Handled:
        """The yes cannot bring about any more what it was asked for: both are told."""
        asking, why = naming.asking_of(case), str(refusal or "")
        self._say(mail, case, confirming.too_late, OK)
        said = _("The answer of {person} came too late for what you have asked. {why}")
        self._tell_namer(case, asking, lambda: said, why)
        return self._handled(case, asking, "too late")

    def _tell_namer(self, case: Case, asking: Asking, told: Words, why: str = "") -> None:
        """The seat that has asked, while the same person sits there; the referee reads it in his own mail."""

        def said() -> str:
            return told().format(person=named(asking.person), why=why).strip()

        sits = self._record.load(case.game).game.register.holders.get(asking.seat, "")
        if not is_of_the_referee(asking.doer()) and sits == asking.holder:
            what = f"{cases.QUESTION} {case.id} {said()}"
            news_told.notify(self._post, case.game, asking.seat, said, what)

    def _handled(self, case: Case, asking: Asking, word: str) -> Handled:
        why = f"{asking.person} has answered {word}: {asking.what}"
        return Handled(OK, why, case.game, told=why if is_of_the_referee(asking.doer()) else "")
