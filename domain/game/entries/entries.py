"""Entries of a game: openings, orders, throws, rewinds. Tags are for ever; new fields have defaults."""

from __future__ import annotations

from typing import Any, Generic, TypeVar, Union

from msgspec import Struct

from domain.game.entries.people import CONDUCT, Conduct, Deadline
from domain.game.entries.policy import Policy
from domain.game.entries.rulings import Corrected
from domain.kit.chance import Question, SheetShown, Thrown, ThrownAgain
from domain.kit.facts import Fact
from domain.kit.rules import Rules
from domain.kit.sealed import Sealed

O = TypeVar("O")  # noqa: E741  an order; the letters of the contract are B, E, I, O
P = TypeVar("P")

SEAT = "seat"
ONLY_ANSWER = "only answer"
STANDING_ORDER = "standing order"
DEFAULT_ORDER = "default order"
PROGRAM = "program"

OWN_SLIP = "Its own slip."
"""The reason of a seat that takes back by itself."""

OWN = "own"
"""The preset of a game whose options are those of no preset."""


class Seated(Struct, frozen=True):
    """A person takes a seat, or a program. `person` is a name that all may read, never an address."""

    seat: str
    person: str


class Tables(Struct, frozen=True):
    """Whose the rows of an owner's data set are: his `own`, those of ours that are `known` from the rules,
    and those that are still `ours`, reconstructed."""

    own: int
    known: int
    ours: int


class SignedOn(Struct, frozen=True, omit_defaults=True):
    """Somebody has signed on to the list that became the game; `wish` is the seat that he wanted, "" any."""

    person: str
    wish: str = ""


class Lot(Struct, frozen=True):
    """How seats were given to those who have signed on, in the order in which they did. `digest` was public
    before; the `secret` is hexadecimal as well."""

    digest: str
    secret: str
    signed: tuple[SignedOn, ...]


class Imagined(Struct, frozen=True, omit_defaults=True):
    """A what-if that somebody has begun from what a seat of a game knows.

    `game` is what the seat sees of, as it stood after its event `at`, of which `head` is the digest,
    hexadecimal. What `seat` could not know is imagined, by a generator with this `seed`: `state` is the
    position, as JSON, and nothing in it says which part of it is true. Faces are entered by hand where they
    are `real`.
    """

    game: str
    at: int
    head: str
    seat: str
    seed: int
    state: Sealed[str]
    real: bool = False


class Opened(Struct, Generic[P], frozen=True, tag="opened", omit_defaults=True):
    """A game is opened. The edition (rules edition, options, digest of the data set) holds to its end.

    `chance` says in a sentence where throws come from. `level` is the level of their proof: 0 none, 1
    the referee's cells, 2 also the seats' own, 3 also a witness. `key` is the referee's public Ed25519
    key, hexadecimal. `policy` is left out where it is today's.

    From protocol 2 on `root` commits the referee to all its cells, `sheets` for each lane; `opening` is the
    number of this one among those by this key, `before` the digest of the first event of the one before.

    `tables` is None where the data set was the one that shipped. `lot` is None where whoever opened the game
    has said who sits where. `package` has brought the title, with its version, "nim-title 1.0"; "" for
    Bugyo's own. `imagined` is what a what-if begins with that knows what a seat knows; None where the set-up
    begins the game.
    """

    title: str
    scenario: str
    edition: str
    preset: str
    options: P
    data: str
    seats: tuple[Seated, ...]
    chance: str
    level: int = 0
    key: str = ""
    policy: Policy | None = None
    protocol: int = 1
    root: str = ""
    sheets: int = 0
    opening: int = 0
    before: str = ""
    tables: Tables | None = None
    lot: Lot | None = None
    package: str = ""
    imagined: Imagined | None = None


class Ordered(Struct, Generic[O], frozen=True, tag="ordered", omit_defaults=True):
    """A seat has given an order that is legal.

    `by` is who gave it: the seat, or the referee for an only answer, out of the seat's standing orders, or by
    the policy for a seat that was silent, or a program in its place.
    `cell` is the cell of the seat's own that is bound to it, hexadecimal, and `proof` its path to the seat's
    root; "" and () where it has none. An order that only its seat may know is sealed as a whole. One that is
    `aside` answers nothing that was asked.
    """

    seat: str
    order: O
    by: str = SEAT
    cell: str = ""
    proof: tuple[str, ...] = ()
    aside: bool = False

    def plain(self) -> Any:
        """The order, out of its seal."""
        return self.order.value if isinstance(self.order, Sealed) else self.order


class RootCommitted(Struct, frozen=True, tag="root-committed", omit_defaults=True):
    """A party has drawn all its secret cells, `sheets` for each lane, and publishes the root of them. With ""
    a seat has none from here on. The referee's takes the place of the one before, for a `reason`.
    """

    party: str
    root: str = ""
    sheets: int = 0
    reason: str = ""


LOST, REFUSED, UNREADABLE = "lost", "refused", "unreadable"


class Spent(Struct, frozen=True, tag="spent", omit_defaults=True):
    """A cell of a seat was shown, and nothing was played with it: its line was refused or unreadable, at the
    `place` that an order would have had; or it was lost on the way, and comes with another order, at place 0.
    """

    seat: str
    cell: str
    proof: tuple[str, ...]
    why: str
    line: Sealed[str]
    place: int = 0


class SheetCommitted(Struct, frozen=True, tag="sheet-committed"):
    """In protocol 1 a party has drawn secret cells and publishes the commitment of each, hexadecimal, in the
    order of their use.

    `party` is "referee", "witness" or a seat; its sheets count from 1.
    """

    party: str
    sheet: int
    cells: tuple[str, ...]


class Joined(Struct, frozen=True, tag="joined"):
    """A seat has answered the invitation, after the referee's sheet was published; its phrase enters
    every throw.
    """

    seat: str
    phrase: str


class Contributed(Struct, frozen=True, tag="contributed", omit_defaults=True):
    """A party that is neither the referee nor the acting seat opens its cell for the question that is open.

    From protocol 2 on it names the lane, and as `head` the digest of the event that asked, hexadecimal.
    """

    party: str
    index: int
    cell: str
    lane: str = ""
    proof: tuple[str, ...] = ()
    head: str = ""


class Looked(Struct, frozen=True, tag="looked", omit_defaults=True):
    """A person has looked at what no seat's mail would show: the players see that it happened, and why.

    `of` is the number of the look where they see it later than it happened, 0 where at once.
    """

    person: str
    at: str
    reason: str
    of: int = 0


class Rewound(Struct, frozen=True, tag="rewound", omit_defaults=True):
    """Play goes back to how it stood after the event at position `to`, and on from there.

    What lies between stays on record. `by` is "referee", "consent" or "seat": then the `seat` takes back by
    itself what it has ordered, and the `deadlines` hold again that held before. With `anew` throws that were
    made after `to` do not answer again; the reason says why.
    """

    to: int
    reason: str
    by: str = "referee"
    anew: bool = False
    seat: str = ""
    deadlines: tuple[Deadline, ...] = ()


class Forked(Struct, frozen=True, tag="forked", omit_defaults=True):
    """A what-if leaves a game here: what follows is not the game's.

    `game` is the one that is left, as it stood after its event `at`, the one before this; `head` is the
    digest of that event, hexadecimal. From here on no throw can be proved: `chance` says in a sentence where
    faces come from; they are entered by hand where they are `real`. `key` is the public Ed25519 key of
    whoever left the game, hexadecimal.
    """

    game: str
    at: int
    head: str
    chance: str
    key: str = ""
    real: bool = False


WhatIf = Forked | Imagined
"""How a record came to be a what-if: it has left a game, or begins with what a seat sees of one."""


class Asked(Struct, frozen=True, tag="asked", omit_defaults=True):
    """Chance could not answer yet. The order before it is locked until the answer is there.

    `thrower` is the seat that throws real dice for it, "" where none does.
    """

    question: Question
    thrower: str = ""


Entry = (
    Opened[Any]
    | RootCommitted
    | SheetShown
    | SheetCommitted
    | Spent
    | Joined
    | Ordered[Any]
    | Thrown
    | ThrownAgain
    | Asked
    | Contributed
    | Looked
    | Rewound
    | Forked
    | Corrected[Any]
    | Conduct
    | Fact[Any, Any]
)


BESIDE = (RootCommitted, SheetCommitted, Spent, Joined, Contributed, Looked, Rewound, Forked, *CONDUCT)
"""What parties and people do beside the play of a title."""


def entry_type(rules: Rules) -> Any:
    """The union of all that may be recorded of a game of this title, for a msgspec decoder."""
    event, item, order = (Union[kinds] for kinds in (rules.events, rules.items, rules.orders))  # noqa: UP007
    set_right: Any = (Corrected[_corrections(rules)],) if rules.corrections else ()  # type: ignore[misc]
    if rules.sealed:
        order = Union[order, Sealed[Union[rules.sealed]]]  # type: ignore[name-defined]  # noqa: UP007
    thrown = (SheetShown, Thrown, ThrownAgain, Asked)
    parts = (Opened[rules.options], Ordered[order], *thrown, *BESIDE, *set_right, Fact[event, item])  # type: ignore[name-defined,valid-type]
    return Union[parts]  # noqa: UP007


def _corrections(rules: Rules) -> Any:
    """The union of what a ruling can set right, as it is recorded."""
    known = Union[rules.corrections]  # type: ignore[name-defined]  # noqa: UP007
    if rules.sealed_corrections:
        return Union[known, Sealed[Union[rules.sealed_corrections]]]  # type: ignore[name-defined]  # noqa: UP007
    return known
