"""The lines of whoever referees the games of a desk, from the address that it is configured with.

A From proves nothing. So the line does no more than put one question to that address; what is asked for is
done by the one word that answers it, with the mark that only this mail has. Nothing of it is told to anybody
else, and a mail that the receiving server calls forged is left to those who handle strangers. What else is
answered to mails that prove nothing has a mark as well, by which an answer to it proves that it is his: he is
sent what forged mails bring about, so that they give him more than they use up.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Callable, Sequence
from functools import partial

from msgspec.structs import replace

from domain.kit.errors import OrderError
from domain.kit.sealed import REFEREE
from projections.language.catalogues import Reader, written_for
from projections.language.messages import _, minute, term, wrap
from referee.games.referee import Referee
from referee.identity import cases, seating
from referee.identity.answer_limits import ERROR, QUESTION, WORD, pile_of
from referee.identity.authority import TOKEN, UNPROVEN, Evidence, Server, dkim_of, proven_by, together
from referee.identity.cases import About, Cases, mark_of
from referee.identity.gate import Verdict
from referee.identity.seating import Seating
from referee.mail.desk.asked import WORDED, Question, answered
from referee.mail.writing import news_told, replies
from referee.mail.writing.post import Post, Words
from referee.reading.courtesies import own_lines
from referee.reading.order_lines import order_lines
from referee.reading.reading import ReadMail
from referee.record.envelope import MAIL_OF_REFEREE, Act
from referee.record.mail_cases import Case
from referee.record.record import Clock
from referee.seats.defused_text import named
from referee.seats.mail_parts import Parts
from referee.seats.tokens import server_key, shown
from referee.service.configuration import Person
from referee.service.exits import OK, Handled

BOT = "bot"
"""How his line begins."""

_LINE = re.compile(r"bot:? ([\w.-]{1,64}) ([\w.-]{1,64}) ([\w:]{1,20})", re.ASCII | re.IGNORECASE)
_HELP = re.compile(r"help(?: bot)?", re.IGNORECASE)


class RefereeLines:
    """Mails from the address of the referee who is `in_charge`."""

    def __init__(self, referee: Referee, post: Post, clock: Clock, in_charge: Person, server: Server) -> None:
        self._referee = referee
        self._record = referee.record
        self._post = post
        self._clock = clock
        self._cases = Cases(referee.record, clock)
        self._address = in_charge.address.lower()
        self._reader = Reader(in_charge.language)
        self._server = server
        does = (self._agreed, self._declined, self._say, self._late)
        is_open = partial(seating.is_open, self._record)
        self._question = Question(*does, gone=_too_late, is_open=is_open, agreed=cases.AGREED)

    def take(self, mail: ReadMail, verdict: Verdict) -> Handled | None:
        """None where the mail is anything else, or from anybody else."""
        if not self._address or mail.sender != self._address or mail.robot or mail.problem:
            return None
        if verdict.is_forged:
            return None
        if verdict.case and verdict.case.turn == cases.SEATING:
            return answered(self._cases, self._question, mail, verdict.case)
        return self._lined(mail)

    # ---- the line

    def _lined(self, mail: ReadMail) -> Handled | None:
        lines = own_lines(line.text for line in order_lines(mail.lines))
        ours = [line for line in lines if line.partition(" ")[0].rstrip(":").lower() == BOT]
        if not ours or mail.in_block:
            return self._helped(mail, lines)
        evidence, found = self._evidence(mail, ours[0]), _LINE.fullmatch(ours[0])
        if len(lines) > 1:
            return self._answered(mail, evidence, _alone)
        if found is None:
            return self._answered(mail, evidence, _unread)
        try:
            return self._asked(mail, evidence, *(word.lower() for word in found.groups()))
        except OrderError as refusal:
            why = str(refusal)
            return self._answered(mail, evidence, lambda: term(why), is_told=not evidence.token)

    def _helped(self, mail: ReadMail, lines: Sequence[str]) -> Handled | None:
        """To “help bot”; to “help” alone only where the desk knows him by nothing else."""
        found = _HELP.fullmatch(lines[0]) if len(lines) == 1 else None
        if not found or (" " not in found[0] and self._record.seats_of(self._address)):
            return None
        evidence = self._evidence(mail, lines[0])
        if self._noted(mail, evidence, QUESTION, lines[0]):
            self._tell(mail, lambda: self._with_mark(_help(), evidence))
        return Handled(OK, lines[0])

    def _asked(self, mail: ReadMail, evidence: Evidence, name: str, seat: str, strength: str) -> Handled:
        """Raises `OrderError`."""
        known, line = seating.known(self._record, name), f"{BOT} {name} {seat} {strength}"
        game = known.id
        if self._cases.held(seating.mark_for(self._record, game, seat, mail)):
            return Handled(OK, _("The referee is asked already: {line}").format(line=line))
        opened = seating.opened(self._record, mail.sender)
        wanted = seating.wanted(known, (seat, strength), proven_by(evidence), opened)
        if not self._noted(mail, evidence, WORD, line):
            return Handled(OK, _("The referee was asked too often: {line}").format(line=line))
        mark = shown(seating.ask(self._record, game, seat, wanted, mail))
        with written_for(self._reader):
            asks = f"({_about(game, seat)}) CONFIRM {mark}"
        self._tell(mail, lambda: _question(game, seat, wanted, mark, self._clock() + cases.PATIENCE), asks)
        return Handled(OK, _("The referee is asked: {line}").format(line=line))

    def _evidence(self, mail: ReadMail, line: str) -> Evidence:
        """By his own page it is as good as with a token: both are a secret that he was given."""
        is_of_page = seating.is_of_page(server_key(self._record), mail, line)
        evidence = self._server.evidence(mail, token=is_of_page)
        return replace(evidence, vouched=evidence.vouched or hmac.compare_digest(mail.confirms, self._mark()))

    # ---- the word

    def _agreed(self, mail: ReadMail, case: Case) -> Handled:
        """Raises `OrderError`."""
        dkim, _why = dkim_of(mail, *self._server)
        evidence = together(Evidence(sender=True, dkim=dkim), WORDED)
        act = Act(MAIL_OF_REFEREE, mail.digest, person=REFEREE, authority=evidence.words())
        seating.seated(self._referee, case, act)
        news_told.tell(self._post, case.game)
        return self._say(mail, case, lambda: _done(case))

    def _declined(self, mail: ReadMail, case: Case) -> Handled:
        return self._say(mail, case, _not_done)

    def _late(self, mail: ReadMail, case: Case, refusal: OrderError | None) -> Handled:
        return self._say(mail, case, lambda: f"{_too_late()} {term(str(refusal or ''))}".strip())

    def _say(self, mail: ReadMail, _case: Case, said: Words, _code: int = OK) -> Handled:
        return self._answered(mail, WORDED, said)

    # ---- how

    def _answered(self, mail: ReadMail, evidence: Evidence, said: Words, *, is_told: bool = True) -> Handled:
        """What is said to a mail that asks for nothing more, unless the page has said it: `is_told`."""
        if self._noted(mail, evidence, ERROR, said()) and is_told:
            self._tell(mail, lambda: self._with_mark(Parts(said()), evidence))
        return Handled(OK, said())

    def _with_mark(self, answer: Parts, evidence: Evidence) -> Parts:
        """An answer to a mail that proves nothing, with what makes an answer to it his."""
        if proven_by(evidence) != UNPROVEN:
            return answer
        said = _("Answer this mail, and you are answered, whoever else writes in your name.")
        marked = (*answer.results, "", *wrap(said), f"CONFIRM {shown(self._mark())}")
        return replace(answer, results=marked)

    def _mark(self) -> str:
        return mark_of(server_key(self._record), REFEREE, "", self._address)

    def _noted(self, mail: ReadMail, evidence: Evidence, what: str, why: str) -> bool:
        """Keeps what became of a mail; whether it may be answered."""
        proven = proven_by(evidence)
        may = self._cases.limits.takes(proven, what, mail.sender)
        self._cases.note(cases.TAKEN, mail, why, About(evidence=evidence), pile=pile_of(proven))
        return may

    def _tell(self, mail: ReadMail, body: Callable[[], Parts], asks: str = "") -> None:
        replies.elsewhere(self._post, mail, body, asks, self._reader)


def _about(game: str, seat: str) -> str:
    return _("a program for {seat} in {game}").format(seat=seat, game=game)


def _question(game: str, seat: str, wanted: Seating, mark: str, until: int) -> Parts:
    asks = _("Seat a program in {seat} of {game}, where nobody sits? It would be {program}.")
    if wanted.holder:
        asks = _("Seat a program in {seat} of {game} instead of {person}? It would be {program}.")
    words = {"seat": seat, "game": game, "program": wanted.program, "person": named(wanted.holder)}
    came = _("A mail in your name asks for it.")
    if wanted.proven == TOKEN:
        came = _("It was asked for on your page.")
    answer = _(
        "If you want it, answer this mail with the one word “yes”, above everything else. With “no”, or "
        "without an answer until {time}, nothing is done. If you did not ask for it, answer “no”."
    )
    said = wrap(f"{came} {answer.format(time=minute(until))}")
    return Parts(asks.format(**words), results=[*said, "", f"CONFIRM {mark}"])


def _help() -> Parts:
    return Parts(
        _("This you can write, from this address and alone in a mail:"),
        results=[
            "  bot GAME SEAT STRENGTH",
            *wrap(
                _(
                    "lets a program play for a seat: random, steady or keen:N. You are asked once more, and "
                    "your “yes” does it. A person gets the seat back by “bugyo roster take”."
                ),
                "      ",
                "      ",
            ),
        ],
    )


def _alone() -> str:
    return _("Nothing was done. Write that line alone in a mail.")


def _unread() -> str:
    return _("This line cannot be read. Write for example “bot summer iga steady”.")


def _done(case: Case) -> str:
    said = _("{program} sits at {seat} in the game {game} now. The others are told.")
    return said.format(program=seating.seating_of(case).program, seat=case.seat, game=case.game)


def _not_done() -> str:
    return _("Nothing was done.")


def _too_late() -> str:
    return _("It is too late for that, and nothing was done.")
