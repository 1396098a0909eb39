"""The case of each mail: robots, refusals, mails that wait for a word, and what vouched for those taken.

Nothing of this is shown to players. It is what the person in charge looks at afterwards, it counts what is
answered, so that no two programs talk to each other for ever, and it says which raw mails must be kept.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from domain.kit.framing import framed, keyed
from referee.mail.identity.answer_limits import WORD, AnswerLimits
from referee.mail.identity.authority import Evidence, proven_by
from referee.mail.reading.reading import ReadMail
from referee.mail.seat_view.tokens import BITS, bare
from referee.record.mail_cases import KEPT, Case, CaseTable, PileTable, Swept
from referee.record.record import Clock, Record

ROBOT, REFUSED, HELD = "robot", "refused", "held"
CONFIRMED, DECLINED, TAKEN = "confirmed", "declined", "taken"


class About(Struct, frozen=True):
    """What a mail was about, as far as it was found out; "" for what was not."""

    game: str = ""
    seat: str = ""
    turn: str = ""
    evidence: Evidence = Evidence()

    @property
    def where(self) -> tuple[str, str, str]:
        return self.game, self.seat, self.turn


class Cases:
    """The cases of a store. `limits` say what may still be answered."""

    def __init__(self, record: Record, clock: Clock) -> None:
        self._table = CaseTable(record)
        self._piles = PileTable(record)
        self._clock = clock
        self.limits = AnswerLimits(record, clock)

    def note(
        self,
        kind: str,
        mail: ReadMail,
        why: str,
        about: About,
        *,
        answered: bool = False,
        mark: str = "",
        pile: str = KEPT,
    ) -> None:
        """Keeps what became of a mail, and on which pile its bytes lie; `answered`, if that was an error that
        was answered, or a word was asked for. `mark` is the token of the confirmation that it waits for."""
        evidence = msgspec.json.encode(about.evidence)
        case = Case(0, self._clock(), mail.digest, kind, why, mail.sender, *about.where, evidence)
        self._piles.put(mail.digest, pile)
        self._table.add(case, answered=answered, mark=hidden(mark) if mark else "")
        if kind == HELD and answered:
            self.asked(mail.sender, about)

    def may_ask(self, address: str, about: About) -> bool:
        """Whether one more mail may be held, and its confirmation asked for: a stranger with a token, or with
        another's address, must not fill the mailbox of its owner."""
        return self.limits.may(proven_by(about.evidence), WORD, address, about.where)

    def asked(self, address: str, about: About) -> None:
        """Counts a confirmation that was asked for; `note` does so for a mail that is held."""
        self.limits.count(proven_by(about.evidence), WORD, address, about.where)

    def held(self, mark: str) -> Case | None:
        """The mail that waits for this confirmation, or has got it."""
        return self._table.marked(hidden(mark)) if mark else None

    def swept(self, digest: str) -> Swept | None:
        """What is kept of a mail that is gone."""
        return self._piles.swept(digest)

    def settle(self, case: Case, kind: str) -> None:
        """The word has come."""
        self._table.settle(case.id, kind)

    def all(self, limit: int = 1000) -> list[Case]:
        """The newest cases, newest first."""
        return self._table.newest(limit)


def evidence_of(case: Case) -> Evidence:
    return msgspec.json.decode(case.evidence, type=Evidence)


def mark_of(server_key: bytes, game: str, seat: str, digest: str) -> str:
    """The token of the confirmation of one mail: 24 letters, 120 bits."""
    mac = keyed(server_key, "bugyo/1/confirm", game.encode(), seat.encode(), digest.encode())
    return bare(mac[: BITS // 8])


def hidden(mark: str) -> str:
    """A store that somebody has read gives no confirmation away."""
    return framed("bugyo/1/mark", mark.encode()).hex()
