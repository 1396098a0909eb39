"""Entries about people, clocks, press and held orders, beside the play of a title. Tags are for ever.

All of it is public, but for what is sealed. Times are in milliseconds since 1970, UTC; a time called `at` in
`Paused`, `Resumed` and `OrderRefused`, and `since` of a deadline that is set, are the received-at of their
own event.
"""

from __future__ import annotations

from msgspec import Struct

from domain.game.entries import rulings
from domain.game.entries.dice import DiceAnswered, DiceClaimed, DiceLeft
from domain.game.entries.policy import Policy
from domain.kit.sealed import Sealed

BY_REFEREE, BY_CONSENT, BY_CLOCK, BY_PERSON = "referee", "consent", "clock", "person"

PAUSE, RESUME, ABANDON, SHOW = "pause", "resume", "abandon", "show"
AGREEMENTS = (PAUSE, RESUME, ABANDON, SHOW)
"""What all seats together may decide; the last, that the game is shown to strangers once it is over."""

DRAW, WINS, CONCEDE = "draw", " wins", "concede"
"""Votes on how the game ends: drawn, or won by the seat that is named before; and what one seat does alone"""

ORDERS, PRESS, ALL = "orders", "press", "all"
SCOPES = (ORDERS, PRESS, ALL)
"""What a delegate may do for a seat."""

READY, DEADLINE, ASKED, SHEET, CONDITION, REFUSED, WITHDRAWN, REPLACED, ENDED = (
    *("ready", "deadline", "asked", "sheet", "condition"),
    *("refused", "withdrawn", "replaced", "ended"),
)
HELD_FOR = (READY, ASKED, SHEET, CONDITION)
"""What a held order waits for: the word of its seat (or the deadline); that the seat is asked; the same, as a
line of a sheet, whose lines are played one after the other or end together; that its own condition holds."""
FIRED, STOPPED = "fired", "stopped"
UNASKED = (FIRED, STOPPED)
"""How a condition ends by itself: its order follows; or the rest of its orders cannot be given any more."""
PLAYS = (READY, DEADLINE, ASKED)
UNPLAYED = (REFUSED, WITHDRAWN, REPLACED, ENDED)
"""How the holding of an order ends: with its being played, or without."""


class PolicyChanged(Struct, frozen=True, tag="policy-changed", omit_defaults=True):
    """The referee changes the policies of a game that is on. What hangs from them holds from now on.

    With `keeps_moved`, a deadline that the referee has moved stands; in older records none did.
    """

    policy: Policy
    reason: str
    keeps_moved: bool = False


# ---- people


class SeatTaken(Struct, frozen=True, tag="seat-taken"):
    """Another person takes a seat, with a full time for what is asked. What was delegated and held ends."""

    seat: str
    person: str
    reason: str


class SeatLeft(Struct, frozen=True, tag="seat-left"):
    """A person gives up a seat; nobody sits there until it is taken. Not what the title calls resignation."""

    seat: str
    person: str
    reason: str


class Standby(Struct, frozen=True, tag="standby", omit_defaults=True):
    """A person is ready to take a seat that falls free, or is so no more."""

    person: str
    listed: bool = True


class Delegated(Struct, frozen=True, tag="delegated"):
    """A seat lets another person act for it, until a time, in a scope ("orders", "press", "all")."""

    seat: str
    to: str
    scope: str
    until: int


class DelegationEnded(Struct, frozen=True, tag="delegation-ended", omit_defaults=True):
    """A delegation is taken back before its time."""

    seat: str
    to: str
    reason: str = ""


class AddressChanged(Struct, frozen=True, tag="address-changed"):
    """Mail of a person goes to another address and comes from there, as the person or the referee wants it
    (`by`). `seat` is the one that the person holds, "" for none. Addresses are no part of the record.
    """

    seat: str
    person: str
    by: str
    reason: str


class KeyRegistered(Struct, frozen=True, tag="key-registered"):
    """The key by which a person signs the orders of a seat from now on: its kind and base64 (ssh, minisign).

    It takes the place of the one before, and ends with the person's time at the seat.
    """

    seat: str
    person: str
    key: str


class OrdersSigned(Struct, frozen=True, tag="signed"):
    """What a mail with orders of a seat has signed: the very text, and the base64 of the signature as ssh
    makes it (SSHSIG), or minisign, without its comments. What its lines bring about follows.
    """

    seat: str
    text: Sealed[str]
    signature: Sealed[str]


class Agreed(Struct, frozen=True, tag="agreed", omit_defaults=True):
    """A seat agrees to what only all seats can decide, or takes that back."""

    seat: str
    on: str
    yes: bool = True


def is_vote(on: str) -> bool:
    """Whether it is a vote on how the game ends, with winners: "draw", "iga wins"."""
    return on == DRAW or on.endswith(WINS)


class Voted(Struct, frozen=True, tag="voted"):
    """The same as `Agreed`, of a vote where votes are sealed: on three lines the seat, on what, and whether
    it takes it back ("no"). Nobody but the referee may know it before the game is over.
    """

    vote: Sealed[str]

    def plain(self) -> Agreed | None:
        """The vote, out of its seal; None where it is still sealed, or is none."""
        seat, on, yes = ([*self.vote.value.split("\n"), "", ""] if self.vote.value else ("", "", ""))[:3]
        return Agreed(seat, on, yes == "yes") if on and yes in ("yes", "no") else None


def sealed_vote(agreed: Agreed) -> Voted:
    """A vote under seal."""
    return Voted(Sealed((), "\n".join((agreed.seat, agreed.on, "yes" if agreed.yes else "no"))))


class Conceded(Struct, frozen=True, tag="conceded"):
    """A seat gives the game up. It goes on as the policy says, until another person takes it."""

    seat: str


class Settled(Struct, frozen=True, tag="settled"):
    """The game is over as people have decided: `on` is what all have voted for, or "concede" where all but
    one have conceded; everything is opened.
    """

    on: str
    winners: tuple[str, ...]


class Abandoned(Struct, frozen=True, tag="abandoned"):
    """The game ends without winners; everything is opened."""

    by: str
    reason: str


# ---- clocks


class Deadline(Struct, frozen=True, omit_defaults=True):
    """Until when a seat has time for what is asked, since when it is asked; `moved` is the time that the
    referee has set instead, 0 where none. `prompt` is the tag of what is asked.
    """

    seat: str
    prompt: str
    since: int
    at: int
    moved: int = 0


class DeadlinesSet(Struct, frozen=True, tag="deadlines-set"):
    """The deadlines that hold from now on, of every seat that has one."""

    deadlines: tuple[Deadline, ...]


class DeadlineMoved(Struct, frozen=True, tag="deadline-moved"):
    """The referee moves the deadline of a seat."""

    seat: str
    at: int
    reason: str


class Paused(Struct, frozen=True, tag="paused", omit_defaults=True):
    """All clocks stop; with `until`, they go on by themselves."""

    by: str
    reason: str
    at: int
    until: int = 0


class Resumed(Struct, frozen=True, tag="resumed"):
    """All clocks go on."""

    by: str
    reason: str
    at: int


class VacationTaken(Struct, frozen=True, tag="vacation-taken"):
    """A seat's clock stops from `start` to `end`; that costs so many days of its budget."""

    seat: str
    start: int
    end: int
    days: int


class Lapsed(Struct, frozen=True, tag="lapsed"):
    """A seat has not answered by its deadline and the grace. `follows` is what the policy makes of it."""

    seat: str
    deadline: int
    prompt: str
    turn: str
    follows: str


# ---- press, notes, and orders that are held


class Pressed(Struct, frozen=True, tag="press"):
    """Somebody writes to the others. `to` are seats, or the referee; () is everybody.

    What is not for everybody is sealed to its readers. An anonymous writer is sealed from all but the
    referee.
    """

    to: tuple[str, ...]
    text: Sealed[str] | str
    sender: Sealed[str] | str


class Note(Struct, frozen=True, omit_defaults=True):
    """Some lines of a text, verbatim, and what was read in them. `line` counts from 1; `about` is the
    position of an event, 0 where none.
    """

    line: int
    text: str
    at: str = ""
    turn: str = ""
    seat: str = ""
    kind: str = "note"
    about: int = 0


class Noted(Struct, frozen=True, tag="noted"):
    """Notes from a text that somebody has brought: a journal, a log. `digest` names the whole text."""

    person: str
    source: str
    digest: str
    notes: tuple[Note, ...]


class OrderHeld(Struct, frozen=True, tag="order-held", omit_defaults=True):
    """A seat gives an order that is not to be played yet: one line, sealed, with a number of its own. `turn`
    is that with which a line of a sheet ends; "" for all others.
    """

    seat: str
    number: int
    line: Sealed[str]
    when: str
    turn: str = ""


class OrderReleased(Struct, frozen=True, tag="order-released", omit_defaults=True):
    """A held order is held no more. Where it is played, that follows at once.

    Where its condition has held, `shown` is how that was judged, sealed to its seat where it is about what
    only that knows; what it has `left` to order waits on, under the same number, to the end of the `turn`.
    """

    seat: str
    number: int
    why: str
    shown: Sealed[str] | str = ""
    left: Sealed[str] | str = ""
    turn: str = ""


class Forfeited(Struct, frozen=True, tag="forfeited"):
    """A seat has given an illegal order where that is forfeited: a default order follows. What it was is
    sealed to it, as it would be written in the words of the title.
    """

    seat: str
    line: Sealed[str]


class Advised(Struct, frozen=True, tag="advised"):
    """A seat has asked a program what it would order, with the event at `position` as the newest. Everybody
    sees that it has asked; what it was told is no part of the record.
    """

    seat: str
    position: int


class OrderRefused(Struct, frozen=True, tag="order-refused"):
    """A seat has given an order that was refused, and nothing of it was played. What it was, as it would be
    written in the words of the title, and why, are sealed to the seat.
    """

    seat: str
    line: Sealed[str]
    reason: Sealed[str]
    at: int


CONDUCT = (
    *(PolicyChanged, SeatTaken, SeatLeft, Standby, Delegated, DelegationEnded, AddressChanged),
    *(KeyRegistered, OrdersSigned),
    *(Agreed, Abandoned, Voted, Conceded, Settled),
    *(DeadlinesSet, DeadlineMoved, Paused, Resumed, VacationTaken, Lapsed),
    *(Pressed, Noted, OrderHeld, OrderReleased, OrderRefused, Forfeited, Advised),
    *(DiceClaimed, DiceAnswered, DiceLeft),
    *rulings.RULINGS,
)

Conduct = (
    PolicyChanged
    | SeatTaken
    | SeatLeft
    | Standby
    | Delegated
    | DelegationEnded
    | AddressChanged
    | KeyRegistered
    | OrdersSigned
    | Agreed
    | Abandoned
    | Voted
    | Conceded
    | Settled
    | DeadlinesSet
    | DeadlineMoved
    | Paused
    | Resumed
    | VacationTaken
    | Lapsed
    | Pressed
    | Noted
    | OrderHeld
    | OrderReleased
    | OrderRefused
    | Forfeited
    | Advised
    | DiceClaimed
    | DiceAnswered
    | DiceLeft
    | rulings.Ruling
)

HEADINGS: dict[type, str] = {
    **dict.fromkeys((SeatTaken, SeatLeft, Standby), "people"),
    **dict.fromkeys((Delegated, DelegationEnded, AddressChanged), "people"),
    **dict.fromkeys((KeyRegistered, OrdersSigned), "people"),
    **dict.fromkeys((Agreed, Abandoned, PolicyChanged, Voted, Conceded, Settled), "game"),
    **dict.fromkeys((DeadlinesSet, DeadlineMoved, Paused, Resumed, VacationTaken, Lapsed), "clock"),
    **dict.fromkeys((Pressed, Noted), "press"),
    **dict.fromkeys((OrderHeld, OrderReleased), "held"),
    **dict.fromkeys((rulings.Disputed, rulings.DisputeWithdrawn, rulings.Recused), "dispute"),
    **dict.fromkeys(
        (rulings.Adjudicated, rulings.AdjudicationsOpened, rulings.Ruled, rulings.Reopened, rulings.Revised),
        "ruling",
    ),
    **dict.fromkeys((rulings.TakeBackProposed, rulings.TakeBackAnswered), "take-back"),
    rulings.LookedUnseen: "look",
    Forfeited: "errors",
    OrderRefused: "errors",
    Advised: "advice",
    **dict.fromkeys((DiceClaimed, DiceAnswered, DiceLeft), "dice"),
}
"""What a refusal is headed by, where the rules of a title have their numbers."""

OTHERWISE = "ruling"
"""What a refusal of the other entries is headed by."""

SCOPE_OF: dict[type, str] = {
    **dict.fromkeys((VacationTaken, OrderHeld, OrderReleased, Forfeited), ORDERS),
    **dict.fromkeys((OrdersSigned, Advised, OrderRefused), ORDERS),
    **dict.fromkeys((rulings.TakeBackProposed, rulings.TakeBackAnswered), ORDERS),
    **dict.fromkeys((DiceClaimed, DiceAnswered), ORDERS),
    **dict.fromkeys((Pressed,), PRESS),
    **dict.fromkeys((SeatLeft, Delegated, DelegationEnded, AddressChanged, Agreed, Conceded), ""),
    **dict.fromkeys((rulings.Disputed, rulings.DisputeWithdrawn), ""),
}
"""In which scope a seat does this; "" for what only its holder can do. All else is done by the referee."""
