"""Limits of answers: how often mails are answered, and how often a word is asked for.

Whoever writes with more proof has a pot of his own, so that nobody uses up another's answers: three forged
mails without a token leave those of the real player as they were. What leaves the house on the word of
strangers is few, and counted for the whole desk. Newcomers for whose address the receiving server vouches
have another pot than those, shared out by whose domain it is: who owns some has no more than those may have.
"""

from __future__ import annotations

from msgspec import Struct

from referee.games.addresses import mailbox_of
from referee.identity.authority import (
    ALIGNED,
    FOREIGN,
    LATE,
    NEWCOMER,
    STRANGER,
    TOKEN,
    UNHEARD,
    UNPROVEN,
    VOUCHED,
)
from referee.identity.sender_domains import PROVIDERS, owner_of
from referee.record.mail_answers import AnswerTable
from referee.record.mail_cases import CLAIMED, KEPT, STRANGERS
from referee.record.record import Clock, Record

ERROR, QUESTION, WORD, WARNING = "error", "question", "word", "warning"
"""Why nothing was done, the answer to a question, that a word is asked for, what a seat is told of others."""

IN_FULL, LAST_IN_FULL, IN_A_LINE, NOT_AT_ALL = "in full", "the last in full", "in a line", ""
"""Forms of an answer."""

HUNDRED = 100
"""Mails an hour that go out of the whole desk on the word of strangers and of mails without proof."""

TO_STRANGERS = 60
"""Of them, what strangers may use up: the rest is left for those who are known and write without proof."""

TO_A_DOMAIN = 20
"""Of those, what goes to one domain, with all that is below it; and of newcomers likewise."""

FEW = 3
"""What a domain may have in a day once others have had what is given freely."""

AT_PROVIDER, INVITED = "newcomer at a provider", "invited"
"""How a newcomer is counted who has his mailbox where everybody may have one; and somebody who is asked
because of the word of another, who has proved who he is."""

HOUR = 3_600_000
DAY = 24 * HOUR

_CAUSED_BY_STRANGERS = (STRANGER, UNPROVEN, FOREIGN)
_HELD_UP = (STRANGER, UNPROVEN)
"""Whom the hundred holds up: a token of the turn never is."""


class Most(Struct, frozen=True):
    """How many about a seat in a turn, and to a mailbox in an hour and a day; 0 where that is not counted."""

    turn: int = 0
    hour: int = 0
    day: int = 0


ANSWERS = {
    TOKEN: Most(hour=10),
    VOUCHED: Most(turn=3, hour=10),
    ALIGNED: Most(turn=3, hour=10),
    LATE: Most(turn=3, hour=10),
    FOREIGN: Most(turn=3, hour=10),
    UNPROVEN: Most(turn=3, hour=3, day=10),
    STRANGER: Most(day=1),
    NEWCOMER: Most(day=1),
    AT_PROVIDER: Most(day=1),
}
WORDS = {
    TOKEN: Most(hour=10),
    VOUCHED: Most(hour=10),
    ALIGNED: Most(hour=10),
    LATE: Most(hour=10),
    FOREIGN: Most(turn=3, hour=10),
    UNPROVEN: Most(hour=10, day=30),
    STRANGER: Most(day=1),
    NEWCOMER: Most(day=1),
    AT_PROVIDER: Most(day=1),
    INVITED: Most(day=1),
}


class Pot(Struct, frozen=True):
    """How many go in an hour: in all, 0 where that is not counted, and to one domain. Once `freely` so many
    have gone, a domain has `FEW` in a day."""

    hour: int
    domain: int
    freely: int = 0


POTS = {
    STRANGER: Pot(TO_STRANGERS, TO_A_DOMAIN),
    NEWCOMER: Pot(300, TO_A_DOMAIN, freely=100),
    AT_PROVIDER: Pot(0, 100),
    INVITED: Pot(60, TO_A_DOMAIN),
}
IN_FULL_A_TURN = 3
"""Errors of a seat in a turn after which a mail with its token is answered in a line."""


class Count(Struct, frozen=True):
    """How many mails of strangers, or without proof, were answered since a time, and how many were not."""

    answered: int
    left: int


class AnswerLimits:
    """What may still be answered."""

    def __init__(self, record: Record, clock: Clock) -> None:
        self._table = AnswerTable(record)
        self._clock = clock

    def form(self, proven: str, what: str, address: str, about: tuple[str, str, str]) -> str:
        """How one more mail is to be answered: to this address, and about this game, seat and turn."""
        if not self.may(proven, what, address, about):
            return NOT_AT_ALL
        if (proven, what) != (TOKEN, ERROR):
            return IN_FULL
        errors = self._table.about(TOKEN, ERROR, about) + 1
        if errors > IN_FULL_A_TURN:
            return IN_A_LINE
        return LAST_IN_FULL if errors == IN_FULL_A_TURN else IN_FULL

    def may(self, proven: str, what: str, address: str, about: tuple[str, str, str]) -> bool:
        """Whether one more may go."""
        if proven == UNHEARD or (proven in _HELD_UP and self.is_full()):
            return False
        proven = _counted(proven, address)
        if proven in POTS and self._has_had_enough(proven, address):
            return False
        most = (WORDS if what == WORD else ANSWERS)[proven]
        is_counted = most.turn and about[0] and what != QUESTION
        if is_counted and self._table.about(proven, what, about) >= most.turn:
            return False
        return not any(
            bound and self._to(address, proven, what, span) >= bound
            for bound, span in ((most.hour, HOUR), (most.day, DAY))
        )

    def count(
        self, proven: str, what: str, address: str, about: tuple[str, str, str], *, given: bool = True
    ) -> None:
        """Counts one that goes, or one that was left out."""
        proven = _counted(proven, address)
        self._table.add(self._clock(), proven, what, mailbox_of(address), about, given=given)

    def takes(self, proven: str, what: str, address: str, about: tuple[str, str, str] = ("", "", "")) -> bool:
        """Whether one more may go; either way it is counted."""
        may = self.may(proven, what, address, about)
        self.count(proven, what, address, about, given=may)
        return may

    def is_full(self) -> bool:
        """Whether strangers have had all that the desk sends on their word in an hour."""
        return self._table.all(_CAUSED_BY_STRANGERS, self._last(HOUR), given=True) >= HUNDRED

    def is_spent(self) -> bool:
        """Whether that is so, or newcomers have had all of theirs."""
        return self.is_full() or self._all(NEWCOMER) >= POTS[NEWCOMER].hour

    def of_strangers(self, span: int) -> Count:
        """What the referee is shown: of the time until now."""
        proven, last = (*_CAUSED_BY_STRANGERS, NEWCOMER, AT_PROVIDER, UNHEARD), self._last(span)
        return Count(*(self._table.all(proven, last, given=given) for given in (True, False)))

    def forget(self, until: int) -> None:
        """Forgets what is older than any limit looks back."""
        self._table.forget(until)

    def _to(self, address: str, proven: str, what: str, span: int) -> int:
        alike = (WORD,) if what == WORD else (ERROR, QUESTION)
        return self._table.to_mailbox(mailbox_of(address), proven, alike, self._last(span))

    def _all(self, proven: str) -> int:
        return self._table.all((proven,), self._last(HOUR), given=True)

    def _has_had_enough(self, proven: str, address: str) -> bool:
        """Whether all of a kind have, or those of the domain."""
        pot, sent, owner = POTS[proven], self._all(proven), _owner(address)
        if pot.hour and sent >= pot.hour:
            return True
        if pot.freely and sent >= pot.freely:
            return self._table.to_domain(owner, proven, self._last(DAY)) >= FEW
        return self._table.to_domain(owner, proven, self._last(HOUR)) >= pot.domain

    def _last(self, span: int) -> tuple[int, int]:
        now = self._clock()
        return now - span, now


def _owner(address: str) -> str:
    return owner_of(mailbox_of(address).rpartition("@")[2])


def _counted(proven: str, address: str) -> str:
    """As what a sender is counted: newcomers at a provider by themselves."""
    return AT_PROVIDER if proven == NEWCOMER and _owner(address) in PROVIDERS else proven


def pile_of(proven: str) -> str:
    """Where a mail lies that has done nothing."""
    if proven in (NEWCOMER, STRANGER, UNHEARD):
        return STRANGERS
    return CLAIMED if proven in (UNPROVEN, ALIGNED, FOREIGN) else KEPT
