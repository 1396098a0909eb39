"""Mails of strangers: nothing of a game is told to them, and whose token they have is warned."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from projections.language.messages import _
from referee.identity import cases, gate
from referee.identity.answer_limits import ERROR, WARNING
from referee.identity.authority import FOREIGN, STRANGER, UNHEARD, Server, proven_by
from referee.identity.cases import About, Cases
from referee.identity.gate import Admission
from referee.mail.writing import answers, owners_told, replies
from referee.mail.writing.post import Post
from referee.reading.reading import ReadMail
from referee.record.mail_cases import STRANGERS
from referee.service.exits import NOUSER, Handled


class Strangers:
    """Turns them away. `to_stranger` says what they may do."""

    def __init__(self, post: Post, known: Cases, server: Server) -> None:
        self._post = post
        self._cases = known
        self._limits = known.limits
        self._server = server
        self.to_stranger: Callable[[ReadMail], None] = partial(
            replies.elsewhere, post, body=answers.to_stranger
        )

    def turn_away(self, mail: ReadMail, admission: Admission) -> Handled:
        """Nothing of a game is told to somebody who is not known, whatever he sends."""
        if admission.owner:
            self.warn(*admission.owner)
        elif admission.named and not self._limits.is_full():
            self._warned(STRANGER, owners_told.tried(self._post, *admission.named))
        is_told = self.answer(mail)
        self._cases.note(cases.REFUSED, mail, gate.STRANGER, About(), answered=is_told, pile=STRANGERS)
        return Handled(NOUSER, _("Unknown sender."))

    def warn(self, game: str, seat: str) -> None:
        """Tells a seat that its token is in other hands: nothing holds that up."""
        self._warned(FOREIGN, owners_told.warn(self._post, game, seat))

    def _warned(self, proven: str, is_told: bool) -> None:
        if is_told:
            self._limits.count(proven, WARNING, "", About().where)

    def answer(self, mail: ReadMail) -> bool:
        """Says what he may do, as often as it still may be; whether it was said."""
        proven, where = proven_by(self._server.evidence(mail, sender=False)), About().where
        proven = UNHEARD if self._server.calls_forged(mail) else proven
        may = self._limits.may(proven, ERROR, mail.sender, where)
        if may:
            self.to_stranger(mail)
        self._limits.count(proven, ERROR, mail.sender, where, given=may)
        return may
