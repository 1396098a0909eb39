"""People who have no seat in a game but are known there, as standbys or delegates: they may ask to be listed.

Guests  what such a person may do by mail: “standby on”, “standby off”, “takeover”

They have no token. So whatever they ask waits for one word, in answer to a mail to the address that the
referee has registered with their name.
"""

from __future__ import annotations

from msgspec import Struct

from domain.game.aggregate import Game
from domain.kit.errors import OrderError
from projections.texts import _, wrap
from referee import people
from referee.mail import cases, confirming
from referee.mail.authority import Evidence, together
from referee.mail.cases import About, Cases, mark_of
from referee.mail.commands import Standby, Takeover, read_line, takes
from referee.mail.exits import NOPERM, OK, Handled
from referee.mail.intake import order_lines
from referee.mail.post import Post
from referee.mail.reading import ReadMail
from referee.mail.tokens import server_key, shown
from referee.record.cases import Case, persons_at
from referee.record.envelope import MAIL, Act
from referee.service import Referee


class Wish(Struct, frozen=True):
    """What somebody without a seat asks for: to stand on the list of standbys, or not to."""

    game: str
    person: str
    listed: bool
    line: str


class Guests:
    """Mails of people who have no seat in the game that they write about."""

    def __init__(self, referee: Referee, post: Post, known: Cases) -> None:
        self._referee = referee
        self._record = referee.record
        self._post = post
        self._cases = known

    def take(self, mail: ReadMail) -> Handled | None:
        """Asks for a word; None where the mail is anything else, or from somebody else."""
        wish = None if mail.problem else self._wish(mail)
        if wish is None:
            return None
        mark = mark_of(server_key(self._record), wish.game, "", mail.digest)
        about = About(wish.game, "", self._load(wish.game).turn, Evidence(sender=True))
        if not self._cases.held(mark):
            if not self._cases.may_ask(mail.sender, about):
                return Handled(NOPERM, "asked too often", wish.game)
            self._cases.note(cases.HELD, mail, "a person without a seat", about, answered=True, mark=mark)
        self._post.elsewhere(mail, lambda: _question(wish, mark))
        return Handled(OK, _("Held until the registered address confirms it."), wish.game)

    def confirmed(self, mail: ReadMail, case: Case, held: ReadMail) -> Handled | None:
        """The word has come. None from another address."""
        wish = self._wish(held)
        if wish is None or held.sender != mail.sender:
            return None
        if confirming.word(mail) == confirming.NO:
            said = confirming.put_aside()
        else:
            said = self._done(wish, together(cases.evidence_of(case), Evidence(True, True)), case.digest)
            self._post.tell(wish.game)
        self._cases.settle(case, cases.CONFIRMED)
        self._post.elsewhere(mail, lambda: wrap(said))
        return Handled(OK, said, wish.game)

    def _done(self, wish: Wish, evidence: Evidence, digest: str) -> str:
        act = Act(MAIL, digest, "", wish.person, authority=evidence.words())
        try:
            people.list_standby(self._referee, wish.game, wish.person, wish.listed, act)
        except OrderError as refusal:
            return str(refusal)
        if wish.person in self._load(wish.game).register.holders.values():
            return _("You have a seat in the game {game} now. Its mails come to you.").format(game=wish.game)
        if wish.listed:
            return _("You are on the list of standbys of the game {game}.").format(game=wish.game)
        return _("You are no more on the list of standbys of the game {game}.").format(game=wish.game)

    def _wish(self, mail: ReadMail) -> Wish | None:
        """What a mail wishes that holds nothing else, of the one game that it can be about."""
        lines = order_lines(mail)
        named = mail.block.game.lower()
        known = [
            (game, person) for game, person in persons_at(self._record, mail.sender) if named in ("", game)
        ]
        if len(lines) != 1 or len(known) != 1:
            return None
        game, person = known[0]
        listed = _listed(lines[0].text, self._load(game).seats)
        return None if listed is None else Wish(game, person, listed, lines[0].text)

    def _load(self, game: str) -> Game:
        return self._record.load(game).game


def _listed(line: str, seats: tuple[str, ...]) -> bool | None:
    if not takes(line, seats):
        return None
    try:
        command = read_line(line, seats)
    except OrderError:
        return None
    if isinstance(command, Takeover):
        return True
    return command.listed == "on" if isinstance(command, Standby) else None


def _question(wish: Wish, mark: str) -> list[str]:
    asks = _(
        "A mail in the name of {person} says “{line}” in the game {game}. If you wrote it and mean it, "
        "answer this mail with the one word “yes”, above everything else."
    )
    said = asks.format(person=wish.person, line=wish.line, game=wish.game)
    return [*wrap(said), "", f"CONFIRM {shown(mark)}"]
