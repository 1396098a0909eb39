"""A seat's own slip: what it has ordered, and nobody was asked after or acts on, it takes back by itself.

What no take-back goes back behind (lines.py) holds here as well. Where more stands against it than this, all
others may still let it.
"""

from __future__ import annotations

from collections.abc import Sequence

from domain.game.entries import people
from domain.game.entries.entries import (
    ONLY_ANSWER,
    OWN_SLIP,
    SEAT,
    STANDING_ORDER,
    Entry,
    Ordered,
    Rewound,
)
from domain.game.entries.rulings import TakeBackProposed
from domain.game.state.game_state import GameState
from domain.game.state.lines import barrier, check_take_back, newest_of, taken_back, undoes
from domain.game.state.register import Register
from domain.kit.errors import IllegalMove, StaleOrder
from domain.kit.facts import Fact
from domain.kit.sealed import Sealed

MOST = 5
"""How often a seat takes back by itself before anybody else acts, or a die is thrown: those who have been
told of a sealed order are told of each."""

_GIVEN = (SEAT, ONLY_ANSWER, STANDING_ORDER)
"""By whom an order of a seat may have been given: not in its place, because it was silent."""

_OF_ITS_OWN = (people.OrderHeld, people.OrderReleased, people.OrdersSigned)
_ALSO = (Fact, Rewound, people.DeadlinesSet, people.OrderRefused, people.Pressed, people.Noted)
"""What may stand between an order and its taking back: the rest may have been done because of it."""

MOST_ASKED = 3
"""How often it asks the others before anybody acts: each is a mail to all of them."""

ASK = "All others can let you: “take back …” asks them."


def undo(entries: Sequence[Entry], seat: str, to: int) -> Rewound:
    """The times that ran before the first order that is taken back run on as if it had never been given."""
    times = _times_before(entries[: _first(entries, seat, to) - 1])
    return Rewound(to, OWN_SLIP, SEAT, seat=seat, deadlines=times)


def _first(entries: Sequence[Entry], seat: str, to: int) -> int:
    """The first order that is taken back."""
    return min((at for at, entry in taken_back(entries, seat, to) if isinstance(entry, Ordered)), default=1)


def _times_before(entries: Sequence[Entry]) -> tuple[people.Deadline, ...]:
    register = Register()
    for entry in entries:
        if not isinstance(entry, Fact):
            register = register.fold(entry)
    return tuple(register.deadlines.values())


def check_undo(entries: Sequence[Entry], rewound: Rewound, reveals: tuple[type, ...] = ()) -> None:
    """Raises `IllegalMove`. `entries` are all that is on record before it; which events are reveals, only the
    rules tell."""
    seat, to = rewound.seat, rewound.to
    check_take_back(entries, seat, to, reveals)
    first = _first(entries, seat, to)
    for position, entry in taken_back(entries, seat, to):
        if position > first and not _may_stand_between(entry, seat):
            raise IllegalMove("take-back", f"Event {position} may have been brought about by it.", ASK)
    if _slips(entries, seat, reveals) >= MOST:
        why = f"{seat} has taken back {MOST} times by itself, and nobody has acted since."
        raise IllegalMove("take-back", why, ASK)
    if rewound != undo(entries, seat, to):
        raise IllegalMove("take-back", "Other deadlines held before what is taken back.")


def _may_stand_between(entry: Entry, seat: str) -> bool:
    if isinstance(entry, Ordered):
        return entry.by in _GIVEN
    return isinstance(entry, _ALSO) or (isinstance(entry, _OF_ITS_OWN) and entry.seat == seat)


def _slips(entries: Sequence[Entry], seat: str, reveals: tuple[type, ...]) -> int:
    """How often a seat has taken back by itself since anybody else acted, or anything was thrown or shown."""
    count = 0
    for entry in reversed(entries):
        if undoes(entry, seat):
            count += 1
        elif barrier(entry, seat, reveals):
            break
    return count


def check_untold(game: GameState, then: GameState, rewound: Rewound, entries: Sequence[Entry]) -> None:
    """Where it was no sealed order, the same seats are asked as before it, in the same turn: else others know
    of it. `then` is the game as it stood. Raises `IllegalMove`."""
    orders = (one for _at, one in taken_back(entries, rewound.seat, rewound.to) if isinstance(one, Ordered))
    if all(isinstance(one.order, Sealed) for one in orders):
        return
    if (game.awaited(), game.turn) != (then.awaited(), then.turn):
        raise IllegalMove("take-back", "Play has gone on since, and others were told.", ASK)


def newest(entries: Sequence[Entry], seat: str, seen: int = 0) -> int:
    """Where the unit before the newest order of a seat ends. Where it is said which event the seat has
    `seen`, none of its orders may have come after that, and play may not have gone back. Raises `IllegalMove`
    or `StaleOrder`."""
    order, before = newest_of(entries, seat)
    if not before:
        raise IllegalMove("take-back", f"{seat} has ordered nothing that could be taken back.")
    since = [at for at, entry in enumerate(entries, 1) if at > seen and isinstance(entry, Rewound)]
    if seen and (order > seen or since):
        at = max(order, *since) if since else order
        why = f"You have written this before event {at}, which changes what is the newest order."
        raise StaleOrder(why, "Nothing is taken back. Answer the newest mail.")
    return before


def check_patience(entries: Sequence[Entry], seat: str, reveals: tuple[type, ...]) -> None:
    """Raises `IllegalMove` where a seat has asked too often."""
    count = 0
    for entry in reversed(entries):
        if barrier(entry, seat, reveals):
            break
        count += isinstance(entry, TakeBackProposed) and entry.seat == seat
    if count >= MOST_ASKED:
        why = f"{seat} has asked {count} times, and nobody has acted since."
        raise IllegalMove("take-back", why, "Ask the referee for a ruling: “dispute …”.")
