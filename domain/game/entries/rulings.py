"""Entries about disputes, rulings, take-backs and looks. Tags are for ever.

A dispute cites events and a rule. A ruling answers it, or comes of the referee's own motion; what it changes
is recorded right after it: corrections, or a rewind. All of it is public, but for what is sealed.
"""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from msgspec import Struct

from domain.kit.sealed import Sealed

O = TypeVar("O")  # noqa: E741  a correction, which is written like an order

STANDS, CORRECTED, REWOUND, PENALTY, NOTE = "stands", "corrected", "rewound", "penalty", "note"
KINDS = (STANDS, CORRECTED, REWOUND, PENALTY, NOTE)
"""What a ruling says of the results: they stand; they are set right; play goes back; somebody is punished,
with corrections or without; or nothing of them."""

BY_FIRST, BY_SECOND = "referee", "second"
REFEREES = (BY_FIRST, BY_SECOND)
"""Who rules: the referee, or the second one whom the policy names."""

BY_DISPUTE = "dispute"
"""Who stops the clocks where the policy says that a dispute does."""


class Disputed(Struct, frozen=True, tag="disputed", omit_defaults=True):
    """A seat disputes what happened. Disputes count from 1 in their game.

    `events` are positions, `rule` a number of the title, `error` a class of the table of errors, each as far
    as it is said. `appeals` is the ruling that it appeals against, 0 where none. What it says is for the
    referee, until the game is over.
    """

    number: int
    seat: str
    text: Sealed[str]
    events: tuple[int, ...] = ()
    rule: str = ""
    error: str = ""
    appeals: int = 0


class DisputeWithdrawn(Struct, frozen=True, tag="dispute-withdrawn"):
    """A seat withdraws its dispute before it is ruled on."""

    number: int
    seat: str


class Recused(Struct, frozen=True, tag="recused"):
    """A referee does not rule on a dispute: the other one does."""

    dispute: int
    who: str
    reason: str


class Adjudicated(Struct, frozen=True, tag="adjudicated"):
    """What a referee would rule on a dispute, sealed from everybody until the other one has said it too."""

    dispute: int
    who: str
    text: Sealed[str]


class AdjudicationsOpened(Struct, frozen=True, tag="adjudications-opened"):
    """Both referees have adjudicated a dispute by themselves: what each says, in the order of `REFEREES`, and
    whether they say the same.
    """

    dispute: int
    texts: tuple[str, str]
    agree: bool


class Ruled(Struct, frozen=True, tag="ruled", omit_defaults=True):
    """A referee rules. Rulings count from 1 in their game.

    `dispute` is the one that it answers, 0 where none. `events` and `rules` are what it cites, `seat` whom a
    penalty is for. `effects` are how many corrections follow, or 1 for a rewind.
    """

    number: int
    kind: str
    reason: str
    dispute: int = 0
    by: str = BY_FIRST
    events: tuple[int, ...] = ()
    rules: tuple[str, ...] = ()
    seat: str = ""
    effects: int = 0


class Reopened(Struct, frozen=True, tag="reopened"):
    """A ruling may be appealed against once more."""

    ruling: int
    reason: str


class Corrected(Struct, Generic[O], frozen=True, tag="corrected"):
    """An effect of a ruling: what is set right, sealed where only one seat may know it. Its facts follow."""

    ruling: int
    what: O

    def plain(self) -> Any:
        """The correction, out of its seal."""
        return self.what.value if isinstance(self.what, Sealed) else self.what


class Version(Struct, frozen=True):
    """The results of a turn are those of so many versions; 1 where nothing was changed."""

    turn: str
    version: int


class Revised(Struct, frozen=True, tag="revised"):
    """After what a ruling or a take-back has changed: the versions of the turns that are another now."""

    turns: tuple[Version, ...]


class TakeBackProposed(Struct, frozen=True, tag="take-back-proposed"):
    """A seat asks the others to let it take back what it has ordered after event `to`."""

    seat: str
    to: int
    reason: str


class TakeBackAnswered(Struct, frozen=True, tag="take-back-answered"):
    """Another seat lets it, or does not. When all have let it, the rewind follows."""

    seat: str
    yes: bool


class LookedUnseen(Struct, frozen=True, tag="looked-unseen"):
    """Somebody has looked at what no seat's mail would show; the players see at the next reveal, or at the
    end, who did, at what, and why: one line each. Such looks count from 1 in their game.
    """

    number: int
    what: Sealed[str]


RULINGS = (
    *(Disputed, DisputeWithdrawn, Recused, Adjudicated, AdjudicationsOpened, Ruled, Reopened),
    *(Revised, TakeBackProposed, TakeBackAnswered, LookedUnseen),
)

Ruling = (
    Disputed
    | DisputeWithdrawn
    | Recused
    | Adjudicated
    | AdjudicationsOpened
    | Ruled
    | Reopened
    | Revised
    | TakeBackProposed
    | TakeBackAnswered
    | LookedUnseen
)
