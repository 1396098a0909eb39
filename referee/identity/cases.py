"""The case of each mail: robots, refusals, mails that wait for a word, and what vouched for those taken.

Nothing of this is shown to players. It is what the person in charge looks at afterwards, it counts what is
answered, so that no two programs talk to each other for ever, and it says which raw mails must be kept.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from domain.game.state.game_state import GameState
from domain.kit.framing import framed, keyed
from referee.identity.answer_limits import DAY, WORD, AnswerLimits, pile_of
from referee.identity.authority import Evidence, proven_by
from referee.reading.reading import ReadMail
from referee.record.mail_cases import KEPT, Case, CaseTable, PileTable, Swept
from referee.record.record import Clock, Record
from referee.seats.tokens import BITS, bare

ROBOT, REFUSED, HELD = "robot", "refused", "held"
CONFIRMED, DECLINED, TAKEN = "confirmed", "declined", "taken"
UNWRITTEN, ASKED, AGREED, LAPSED = "asking", "asked", "agreed", "lapsed"
"""What becomes of a question that belongs to no turn. That about a game is written with its next news."""

KINDS = (ROBOT, REFUSED, HELD, CONFIRMED, DECLINED, TAKEN, ASKED, AGREED, LAPSED)

TOO_OFTEN = "asked too often"

OPEN = (HELD, UNWRITTEN, ASKED)
"""What is not settled yet."""

PATIENCE = 14 * DAY
"""How long a question waits that belongs to no turn."""

QUESTION, SIGNS, GUEST, SEATING = "question", "sign-on", "guest", "seating"
"""What stands in the place of a turn: somebody is named in a game; a line about lists waits for its sender's
word; a guest is asked; the referee is asked. The marks of these last are hidden in a way of their own."""


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
        evidence, where = msgspec.json.encode(about.evidence), (about.game, about.seat, about.turn)
        case = Case(0, self._clock(), mail.digest, kind, why, mail.sender, *where, evidence)
        self._piles.put(mail.digest, pile)
        self._table.add(case, answered=answered, mark=hidden(mark) if mark else "")
        if kind == HELD and answered:
            self.asked(mail.sender, about)

    def hold(
        self,
        mail: ReadMail,
        about: About,
        why: str,
        mark: str,
        *,
        pile: str = KEPT,
        proven: str = "",
        unasked: str = TOO_OFTEN,
    ) -> bool:
        """Keeps a mail until a word comes for it, once; whether that may be asked for. `proven` is what it
        has proved, where its evidence does not tell; `unasked`, why no word is asked for."""
        before, may = self.held(mark), self.may_ask(mail.sender, about)
        proven = proven or proven_by(about.evidence)
        if not may:
            self.limits.count(proven, WORD, mail.sender, about.where, given=False)
        if may and before:
            self.asked(mail.sender, about)
        elif may:
            self.note(HELD, mail, why, about, answered=True, mark=mark, pile=pile)
        elif not before:
            self.note(REFUSED, mail, unasked, about, pile=pile_of(proven))
        return may

    def may_ask(self, address: str, about: About) -> bool:
        """Whether one more mail may be held, and its confirmation asked for: a stranger with a token, or with
        another's address, must not fill the mailbox of its owner."""
        return self.limits.may(proven_by(about.evidence), WORD, address, about.where)

    def asked(self, address: str, about: About) -> None:
        """Counts a confirmation that was asked for; `note` does so for a mail that is held."""
        self.limits.count(proven_by(about.evidence), WORD, address, about.where)

    def held(self, mark: str) -> Case | None:
        """The question that has this mark, whatever has become of it."""
        return self._table.marked(hidden(mark), hidden(mark, SEATING)) if mark else None

    def swept(self, digest: str) -> Swept | None:
        """What is kept of a mail that is gone."""
        return self._piles.swept(digest)

    def settle(self, case: Case, kind: str) -> None:
        """The word has come, or comes too late."""
        self._table.settle(case.id, kind)

    def is_in_time(self, case: Case) -> bool:
        """Whether a question that belongs to no turn can still be answered."""
        return self._clock() - case.at < PATIENCE

    def all(self, limit: int = 1000) -> list[Case]:
        """The newest cases, newest first."""
        return self._table.newest(limit)


def evidence_of(case: Case) -> Evidence:
    return msgspec.json.decode(case.evidence, type=Evidence)


def mark_of(server_key: bytes, game: str, seat: str, digest: str) -> str:
    """The token of the confirmation of one mail: 24 letters, 120 bits."""
    mac = keyed(server_key, "bugyo/1/confirm", game.encode(), seat.encode(), digest.encode())
    return bare(mac[: BITS // 8])


def hidden(mark: str, of: str = "mark") -> str:
    """A store that somebody has read gives no confirmation away."""
    return framed(f"bugyo/1/{of}", mark.encode()).hex()


class _Named(Struct, frozen=True):
    """Who sat at the seat when a question about it was put, and until when it would be his; 0 for ever."""

    holder: str = ""
    until: int = 0


def is_open_in(game: GameState, case: Case, now: int) -> bool:
    """Whether a question about a game can still be answered: not for ever, not once the time that it is about
    is over, and not when somebody else sits at the seat."""
    if case.kind not in OPEN or now - case.at >= PATIENCE:
        return False
    asked = msgspec.json.decode(case.evidence, type=_Named)
    sits = game.register.holders.get(case.seat, "") == asked.holder
    return sits and not game.is_over() and (not asked.until or now <= asked.until)
