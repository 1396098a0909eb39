"""The mail desk: one mail in, its answers out.

Intake, in this order: the raw bytes are kept under their digest; then the mail is read within limits; a robot
gets no answer; the sender, the token and the seat are judged; only then is it looked up whether the mail came
before, so that nobody suppresses another's mail by guessing its id; the orders are played; the answers are
written. A desk that dies in between is handed the mail again: it answers twice and applies once.
"""

from __future__ import annotations

import hashlib
import sqlite3

from eventsourcing.persistence import PersistenceError

from domain.game.aggregate import Game
from domain.kit.errors import Fault
from projections.texts import _
from referee.mail import answers, gate, intake
from referee.mail.boxes import Outbox
from referee.mail.echo import counted
from referee.mail.exits import CONFIG, DATAERR, NOPERM, NOUSER, OK, TEMPFAIL, Handled
from referee.mail.gate import Admission, Claims, admit
from referee.mail.post import Post
from referee.mail.reading import ReadMail, read_mail
from referee.mail.scene import person
from referee.mail.tokens import BrokenKey, server_key
from referee.record.envelope import MAIL, Act
from referee.record.record import Clock, system_clock
from referee.service import Referee, TryAgain
from referee.sheet import Result, Sheet

Results = tuple[Result, ...]

ADDRESS = "referee@bugyo.invalid"

TROUBLE = (TryAgain, PersistenceError, sqlite3.Error, OSError)
"""The store or the outgoing Maildir cannot be written now; the same mail will do later."""

EXITS = {
    gate.STALE: OK,
    gate.NO_TOKEN: NOPERM,
    gate.WRONG_TOKEN: NOPERM,
    gate.OTHERS_TOKEN: NOPERM,
    gate.NOT_YOUR_SEAT: NOPERM,
    gate.NOT_YOURS: NOUSER,
    gate.UNROUTED: DATAERR,
}


class Desk:
    """Takes mails in, and writes to the seats of the referee's games.

    `address` is the desk's own: what answers come from and orders go to. `clock` dates the mails.
    """

    def __init__(
        self, referee: Referee, outgoing: Outbox, address: str = ADDRESS, *, clock: Clock = system_clock
    ) -> None:
        self._referee = referee
        self._record = referee.record
        self._post = Post(referee.record, outgoing, address, clock)

    def handle(self, raw: bytes) -> Handled:
        """One mail, from its bytes to its answers. After exit 75 the same mail has to be handed in again."""
        game = ""
        try:
            self._record.keep_mail(hashlib.sha256(raw).hexdigest(), raw)
            mail = read_mail(raw, own_address=self._post.address)
            game = mail.block.game or "?"
            return self._read(mail)
        except BrokenKey as broken:
            return Handled(CONFIG, str(broken))
        except Fault as fault:
            return Handled(TEMPFAIL, str(fault), game)
        except TROUBLE as trouble:
            return Handled(TEMPFAIL, _("Try again later: {trouble}").format(trouble=trouble))

    def announce(self, game: str) -> tuple[str, ...]:
        """Writes the opening mails, or the invitations to a game that has to be joined first.

        Gives the parties that were written to. Raises `UnknownGame`, `OSError`.
        """
        return self._post.announce(game)

    def tell(self, game: str) -> tuple[str, ...]:
        """Writes to every seat for which the turn has moved on since its last mail; gives these seats.

        Safe to repeat. Raises `UnknownGame`, `OSError`.
        """
        return self._post.tell(game)

    def remind(self, game: str) -> tuple[str, ...]:
        """Writes again to whomever the game waits for; gives the parties that were written to.

        A witness is sent its request again, under the same Message-ID, and the seats that do not know it
        yet are told whom the game waits for. Raises `UnknownGame`, `OSError`.
        """
        return self._post.remind(game)

    # ---- intake

    def _read(self, mail: ReadMail) -> Handled:
        if mail.robot:
            return Handled(OK, _("No answer to a robot: {why}.").format(why=mail.robot))
        if not mail.sender:
            return Handled(DATAERR, _("The mail has no sender who could be answered."))
        claims = self._record.seats_of(mail.sender)
        admission = admit(self._record, server_key(self._record), mail.block, claims)
        if admission.owner:
            self._post.warn(*admission.owner)
        if admission.kind == gate.STRANGER:
            self._post.elsewhere(mail, answers.to_stranger())
            return Handled(NOUSER, _("Unknown sender."))
        if mail.problem:
            return self._refused(mail, admission, mail.problem, DATAERR)
        if admission.kind in (gate.ADMITTED, gate.STALE):
            return self._taken(mail, admission)
        return self._barred(mail, admission, claims)

    def _taken(self, mail: ReadMail, admission: Admission) -> Handled:
        """The orders of a mail that has this turn's token; of one that has an older, what was played then."""
        game, seat = admission.game, admission.seat
        names = intake.names_of(mail, seat, admission.turn)
        if intake.conflicts(self._record, game, names):
            return self._refused(mail, admission, answers.conflict(), DATAERR)
        results = intake.finished(self._record, game, names)
        if results is None:
            play = self._played if admission.kind == gate.ADMITTED else self._recalled
            results = play(mail, admission, names)
        if results is None:
            return self._barred(mail, admission)
        intake.finish(self._record, game, names, results)
        self._post.answer(mail, game, seat, results)
        self._post.tell(game)
        return Handled(OK, counted(results), game, seat, results)

    def _played(self, mail: ReadMail, admission: Admission, names: intake.Names) -> Results | None:
        game = self._record.load(admission.game).game
        act = Act(MAIL, mail.digest, admission.seat, person(game, admission.seat))
        sheet = Sheet(self._referee, admission.game, admission.seat, act, names)
        return sheet.play(intake.order_lines(mail))

    def _recalled(self, mail: ReadMail, admission: Admission, names: intake.Names) -> Results | None:
        late = answers.late(admission, self._game(admission))
        lines = intake.order_lines(mail)
        return intake.recalled(self._record, admission.game, admission.seat, names, lines, late)

    # ---- refusals

    def _barred(self, mail: ReadMail, admission: Admission, claims: Claims = ()) -> Handled:
        why = answers.refusal(admission, claims, self._game(admission))
        return self._refused(mail, admission, why, EXITS[admission.kind])

    def _refused(self, mail: ReadMail, admission: Admission, why: str, code: int) -> Handled:
        self._post.refuse(mail, admission.game, admission.seat, why)
        return Handled(code, why, admission.game, admission.seat)

    def _game(self, admission: Admission) -> Game | None:
        return self._record.load(admission.game).game if admission.game else None
