"""People who have no seat in a game but are known there, as standbys or delegates: they may ask to be listed.

They have no token. So whatever they ask waits for one word, in answer to a mail to the address that the
referee has registered with their name.
"""

from __future__ import annotations

from msgspec import Struct

from domain.game.state.game_state import GameState
from domain.game.state.register import Register
from domain.kit.errors import OrderError
from projections.language.messages import _, term
from referee.club import reliability
from referee.games import people
from referee.games.referee import Referee
from referee.identity import cases, confirming, gate
from referee.identity.authority import Evidence, Server, together
from referee.identity.cases import About, Cases, mark_of
from referee.identity.gate import Admission
from referee.mail.desk.asked import WORDED, Question, say
from referee.mail.desk.held_mails import Read
from referee.mail.desk.idle_mails import IdleMails
from referee.mail.writing import news_told, replies
from referee.mail.writing.post import Post, Words
from referee.reading.line_words import Standby, Takeover, read_line, takes
from referee.reading.order_lines import order_lines
from referee.reading.reading import ReadMail
from referee.record.envelope import MAIL, Act
from referee.record.mail_cases import Case, persons_at
from referee.seats.defused_text import named
from referee.seats.mail_parts import Parts
from referee.seats.tokens import server_key, shown
from referee.service.exits import NOPERM, OK, Handled

TAKES_SEAT = "He stood by, and the seat was free."
"""The reason on record, where a standby asks for a free seat himself."""


class Wish(Struct, frozen=True):
    """What somebody without a seat asks for: to stand on the list of standbys, or not to, or to take a seat
    that is free; `seat` is the one that he names, "" any.
    """

    game: str
    person: str
    line: str
    listed: bool = True
    takes: bool = False
    seat: str = ""


class Guests:
    """Mails of people who have no seat in the game that they write about."""

    def __init__(
        self, referee: Referee, post: Post, known: Cases, server: Server, idle: IdleMails, read: Read
    ) -> None:
        self._referee = referee
        self._record = referee.record
        self._post = post
        self._cases = known
        self._server = server
        self._idle = idle
        self._read = read
        self.question = Question(self._confirmed, self._declined, self._say, again=self._once_more)

    def take(self, mail: ReadMail) -> Handled | None:
        """Asks for a word; None where the mail is anything else, or from somebody else."""
        wish = None if mail.problem else self._wish(mail)
        if wish is None:
            return None
        mark = mark_of(server_key(self._record), wish.game, "", mail.digest)
        evidence = Evidence(sender=True, vouched=self._server.vouches(mail))
        about = About(wish.game, "", self._load(wish.game).turn, evidence)
        if not self._cases.hold(mail, about, "a person without a seat", mark):
            return Handled(NOPERM, cases.TOO_OFTEN, wish.game)
        replies.elsewhere(self._post, mail, lambda: _question(wish, mark), f"CONFIRM {shown(mark)}")
        return Handled(OK, _("Held until the registered address confirms it."), wish.game)

    def _confirmed(self, mail: ReadMail, case: Case) -> Handled | None:
        if wish := self._held(case):
            evidence = together(cases.evidence_of(case), WORDED)
            said = self._done(wish, evidence, case.digest, mail.sender)
            news_told.tell(self._post, wish.game)
            return self._answered(mail, case, said)
        return None

    def _declined(self, mail: ReadMail, case: Case) -> Handled | None:
        return self._answered(mail, case, confirming.put_aside) if self._held(case) else None

    def _held(self, case: Case) -> Wish | None:
        """What is wished in the mail that waits; None where nobody can tell, and it goes on waiting."""
        wish = self._wish(self._read(self._record.mail(case.digest) or b""))
        if wish is None:
            self._cases.settle(case, case.kind)
        return wish

    def _answered(self, mail: ReadMail, case: Case, said: Words) -> Handled:
        replies.elsewhere(self._post, mail, lambda: Parts(said()))
        return Handled(OK, said(), case.game)

    def _say(self, mail: ReadMail, _case: Case, said: Words, code: int) -> Handled:
        return self._idle.refuse(mail, Admission(gate.STRANGER), said, code, WORDED)

    def _once_more(self, mail: ReadMail, case: Case) -> Handled | None:
        is_word = bool(confirming.word(mail))
        return say(self._post, self._cases, mail, case, confirming.once_more, OK) if is_word else None

    def _done(self, wish: Wish, evidence: Evidence, digest: str, address: str) -> Words:
        """Does what is wished; what is answered."""
        act = Act(MAIL, digest, "", wish.person, authority=evidence.words())
        try:
            if wish.listed:
                reliability.check(self._record, reliability.least_of(self._record, wish.game), address)
            self._do(wish, act)
        except OrderError as refusal:
            why = str(refusal)
            return lambda: term(why)
        register = self._load(wish.game).register
        return lambda: became(wish, register)

    def _do(self, wish: Wish, act: Act) -> None:
        """Whoever stands by and asks for a free seat gets it; where none is free, he stands by.

        Raises `OrderError`.
        """
        listed = wish.person in self._load(wish.game).register.standbys
        if not (wish.takes and listed):
            people.list_standby(self._referee, wish.game, wish.person, wish.listed, act)
        register = self._load(wish.game).register
        seats = [seat for seat in _free(register) if wish.seat in ("", seat)]
        if wish.takes and seats and wish.person in register.standbys:
            people.take_seat(self._referee, wish.game, seats[0], wish.person, TAKES_SEAT, act)

    def _wish(self, mail: ReadMail) -> Wish | None:
        """What a mail wishes that holds nothing else, of the one game that it can be about."""
        lines = order_lines(mail.lines)
        named = mail.block.game.lower()
        known = [
            (game, person) for game, person in persons_at(self._record, mail.sender) if named in ("", game)
        ]
        if len(lines) != 1 or len(known) != 1:
            return None
        return _read(*known[0], lines[0].text, self._load(known[0][0]).seats)

    def _load(self, game: str) -> GameState:
        return self._record.load(game).game


def _free(register: Register) -> tuple[str, ...]:
    """The seats that whoever stands by may have: those at which nobody sits, whatever the policy, and those
    that were silent where the policy gives them away."""
    return tuple(seat for seat in register.seats if not register.holders[seat] or seat in register.free())


def _read(game: str, person: str, line: str, seats: tuple[str, ...]) -> Wish | None:
    if not takes(line, seats):
        return None
    try:
        command = read_line(line, seats)
    except OrderError:
        return None
    if isinstance(command, Takeover):
        return Wish(game, person, line, takes=True, seat=command.seat)
    return Wish(game, person, line, command.listed == "on") if isinstance(command, Standby) else None


def became(wish: Wish, register: Register) -> str:
    """How it stands with a guest after what he has written."""
    if wish.person in register.holders.values():
        return _("You have a seat in the game {game} now. Its mails come to you.").format(game=wish.game)
    if not wish.listed:
        return _("You are no more on the list of standbys of the game {game}.").format(game=wish.game)
    said, free = _("You are on the list of standbys of the game {game}."), _free(register)
    if wish.takes and wish.seat:
        said = _(
            "The seat {seat} of the game {game} is not free. You are on the list of standbys, and are "
            "written to when you get a seat."
        )
    elif wish.takes:
        said = _(
            "No seat of the game {game} is free. You are on the list of standbys, and are written to when "
            "you get one."
        )
    elif free:
        said += " " + _("The seat {seat} is free: write “takeover {seat}” if you want it.")
    return said.format(game=wish.game, seat=wish.seat or "".join(free[:1]))


def _question(wish: Wish, mark: str) -> Parts:
    asks = _(
        "A mail in the name of {person} says “{line}” in the game {game}. If you wrote it and mean it, "
        "answer this mail with the one word “yes”, above everything else."
    )
    said = asks.format(person=named(wish.person), line=wish.line, game=wish.game)
    return Parts(said, results=[f"CONFIRM {shown(mark)}"])
