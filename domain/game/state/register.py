"""Who sits where, until when a seat has time, what is held back, which disputes are open: folded from the
entries beside the play.

`Register` stands beside the state of a game like `Ledger`. In a game without clocks, press and changes of
people it holds the seats and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.game.entries.entries import SEAT, Entry, Forked, Joined, Opened, Ordered, Rewound
from domain.game.entries.people import (
    ALL,
    PAUSE,
    RESUME,
    Abandoned,
    Agreed,
    Deadline,
    DeadlineMoved,
    DeadlinesSet,
    Delegated,
    DelegationEnded,
    Forfeited,
    Lapsed,
    OrderHeld,
    OrderReleased,
    Paused,
    PolicyChanged,
    Resumed,
    SeatLeft,
    SeatTaken,
    Standby,
    VacationTaken,
)
from domain.game.entries.policy import FORFEIT, STANDBY, TODAY, WAIT
from domain.game.state.docket import Docket, fold
from domain.kit.sealed import REFEREE

JOIN, CELL = "join", "cell"
"""What is asked of a seat before the game begins, and of the witness when a throw waits for it."""

NO_ANSWER_FOR = (JOIN, CELL)
"""Prompts that nobody else can answer: there the game waits, whatever its policy."""


class Register:
    """A holder that changes in place; what it holds is replaced, never changed, so that a copy goes its own
    way. It checks nothing.
    """

    def __init__(self) -> None:
        self.policy = TODAY
        self.seats: tuple[str, ...] = ()
        self.holders: dict[str, str] = {}
        self.standbys: tuple[str, ...] = ()
        self.delegations: tuple[Delegated, ...] = ()
        self.agreed: dict[str, tuple[str, ...]] = {}
        self.abandoned = False
        self.paused: Paused | None = None
        self.pauses: tuple[tuple[int, int], ...] = ()
        self.vacations: dict[str, tuple[VacationTaken, ...]] = {}
        self.deadlines: dict[str, Deadline] = {}
        self.running: dict[str, Deadline] = {}
        """Deadlines of seats that have ordered something else than what they are asked for."""
        self.spent: dict[str, int] = {}
        """The deadline after which a seat was found silent, so that it is found so once."""
        self.silent: dict[str, Lapsed] = {}
        """The seats that were silent, until they order again."""
        self.held: dict[str, tuple[OrderHeld, ...]] = {}
        self.numbers: dict[str, int] = {}
        self.forfeited: tuple[str, ...] = ()
        """The seats whose illegal order a default order takes the place of."""
        self.docket = Docket()

    def fold(self, entry: Entry, *, goes_on: bool = False) -> None:
        """Takes one recorded entry in. `goes_on`: an order that is none of those that were asked for."""
        change = _FOLDS.get(type(entry))
        if change is not None:
            change(self, entry)
        elif isinstance(entry, Ordered) and self.heeds_orders():
            self._ordered(entry, goes_on)
        self.docket = fold(self.docket, entry, self.sitting)

    def heeds_orders(self) -> bool:
        """Whether an order means anything to it."""
        return bool(self.deadlines or self.silent or self.forfeited) or self.docket.heeds_orders()

    def _ordered(self, entry: Ordered[Any], goes_on: bool) -> None:
        before = self.deadlines.get(entry.seat)
        self.deadlines = _without(self.deadlines, entry.seat)
        if before is not None and goes_on:
            self.running = {**self.running, entry.seat: before}
        self.forfeited = tuple(seat for seat in self.forfeited if seat != entry.seat)
        lapsed = self.silent.get(entry.seat)
        if lapsed is not None and (entry.by == SEAT or lapsed.follows == FORFEIT):
            self.silent = _without(self.silent, entry.seat)

    # ---- who may act

    def stranger(self, seat: str, person: str, behalf: str, scope: str, at: int | None = None) -> str:
        """Why a person may not act for a seat; "" where it may. Nobody is asked who is not named.

        The referee acts on behalf of any seat, on the record; a delegate within its scope and time; whoever
        holds the seat for itself. `scope` is "" for what can only be done by its holder.
        """
        if not person or seat not in self.holders or (behalf and person == REFEREE):
            return ""
        holder = self.holders[seat] or "nobody"
        if not behalf:
            return "" if person == holder else f"{person} does not sit at {seat}; {holder} does."
        for given in self.delegations:
            if (given.seat, given.to) == (seat, person) and given.scope in (scope, ALL) and scope:
                late = at is not None and at > given.until
                return f"{person} was let act for {seat} until a time that is over." if late else ""
        return f"{person} may not do this for {seat}; {holder} sits there."

    def consents(self, on: str) -> bool:
        """Whether every seat at which somebody sits has agreed."""
        sitting = self.sitting()
        return bool(sitting) and set(sitting) <= set(self.agreed.get(on, ()))

    def sitting(self) -> list[str]:
        """The seats at which somebody sits."""
        return [seat for seat in self.seats if self.holders[seat]]

    def free(self) -> tuple[str, ...]:
        """The seats that a standby may take: left by their people, or silent where the policy says so."""
        if self.policy.nmr != STANDBY:
            return ()
        silent = [seat for seat, lapsed in self.silent.items() if lapsed.follows == STANDBY]
        return tuple(seat for seat in self.seats if not self.holders[seat] or seat in silent)

    # ---- clocks

    def stopped(self) -> bool:
        """Whether a dispute is open that stops the clocks."""
        return self.policy.referee.stops and bool(self.docket.open)

    def follows(self, prompt: str) -> str:
        """What follows when the prompt is not answered in time."""
        return WAIT if prompt in NO_ANSWER_FOR else self.policy.nmr

    def known(self, seat: str, prompt: str) -> Deadline | None:
        """The deadline of a seat that still waits for the same answer."""
        found = self.deadlines.get(seat) or self.running.get(seat)
        return found if found is not None and found.prompt == prompt else None

    def latest(self, seat: str) -> int:
        """The last millisecond, grace included, at which a seat with a deadline is not silent."""
        return self.deadlines[seat].at + self.policy.grace * 60_000

    def left(self, seat: str) -> int:
        """Days of vacation that a seat has not taken."""
        return self.policy.vacation - sum(taken.days for taken in self.vacations.get(seat, ()))

    def reader(self, sender: str, to: tuple[str, ...]) -> tuple[str, ...]:
        """Whom press is sealed to: its seats in their order; an open sender reads it too."""
        return tuple(seat for seat in self.seats if seat in (*to, sender))


def _without(table: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in table.items() if name != key} if key in table else table


# ---- folding


def _opened(register: Register, entry: Opened[Any]) -> None:
    register.policy = entry.policy or TODAY
    register.seats = tuple(held.seat for held in entry.seats)
    register.holders = {held.seat: held.person for held in entry.seats}


def _joined(register: Register, entry: Joined) -> None:
    register.deadlines = _without(register.deadlines, entry.seat)


def _policy(register: Register, entry: PolicyChanged) -> None:
    """Every time that runs begins anew, but for what the referee has moved."""
    register.policy = entry.policy
    register.deadlines, register.running = (
        {seat: one for seat, one in times.items() if one.moved and entry.keeps_moved}
        for times in (register.deadlines, register.running)
    )


def _taken(register: Register, entry: SeatTaken) -> None:
    seat = entry.seat
    register.standbys = tuple(one for one in register.standbys if one != entry.person)
    _vacated(register, seat, entry.person)
    register.deadlines = _without(register.deadlines, seat)
    register.running = _without(register.running, seat)
    register.silent = _without(register.silent, seat)


def _vacated(register: Register, seat: str, person: str = "") -> None:
    register.holders = {**register.holders, seat: person}
    register.delegations = tuple(one for one in register.delegations if one.seat != seat)
    register.held = _without(register.held, seat)
    register.agreed = {on: tuple(one for one in who if one != seat) for on, who in register.agreed.items()}


def _left(register: Register, entry: SeatLeft) -> None:
    _vacated(register, entry.seat)


def _standby(register: Register, entry: Standby) -> None:
    others = tuple(one for one in register.standbys if one != entry.person)
    register.standbys = (*others, entry.person) if entry.listed else others


def _delegated(register: Register, entry: Delegated) -> None:
    others = [d for d in register.delegations if (d.seat, d.to) != (entry.seat, entry.to)]
    register.delegations = (*others, entry)


def _undelegated(register: Register, entry: DelegationEnded) -> None:
    register.delegations = tuple(d for d in register.delegations if (d.seat, d.to) != (entry.seat, entry.to))


def _agreed(register: Register, entry: Agreed) -> None:
    others = tuple(seat for seat in register.agreed.get(entry.on, ()) if seat != entry.seat)
    register.agreed = {**register.agreed, entry.on: (*others, entry.seat) if entry.yes else others}


def _abandoned(register: Register, entry: Abandoned) -> None:
    register.abandoned = True
    register.deadlines = {}


def _deadlines(register: Register, entry: DeadlinesSet) -> None:
    register.deadlines = {deadline.seat: deadline for deadline in entry.deadlines}
    register.running = {}


def _moved(register: Register, entry: DeadlineMoved) -> None:
    before = register.deadlines[entry.seat]
    moved = replace(before, at=entry.at, moved=entry.at)
    register.deadlines = {**register.deadlines, entry.seat: moved}


def _paused(register: Register, entry: Paused) -> None:
    register.paused = entry
    register.agreed = _without(register.agreed, PAUSE)


def _resumed(register: Register, entry: Resumed) -> None:
    """What the referee has moved is moved on by as long as the pause was; the rest is counted anew."""
    paused = register.paused
    register.paused = None
    register.agreed = _without(register.agreed, RESUME)
    if paused is None:
        return
    register.pauses = (*register.pauses, (paused.at, entry.at))
    lasted = entry.at - paused.at
    register.deadlines = {
        seat: replace(one, at=one.at + lasted, moved=one.moved + lasted)
        if one.moved and one.at > paused.at
        else one
        for seat, one in register.deadlines.items()
    }


def _vacation(register: Register, entry: VacationTaken) -> None:
    taken = register.vacations.get(entry.seat, ())
    register.vacations = {**register.vacations, entry.seat: (*taken, entry)}


def _lapsed(register: Register, entry: Lapsed) -> None:
    register.spent = {**register.spent, entry.seat: entry.deadline}
    register.silent = {**register.silent, entry.seat: entry}


def _held(register: Register, entry: OrderHeld) -> None:
    register.held = {**register.held, entry.seat: (*register.held.get(entry.seat, ()), entry)}
    register.numbers = {**register.numbers, entry.seat: entry.number}


def _released(register: Register, entry: OrderReleased) -> None:
    left = tuple(one for one in register.held.get(entry.seat, ()) if one.number != entry.number)
    register.held = {**register.held, entry.seat: left}


def _forfeited(register: Register, entry: Forfeited) -> None:
    register.forfeited = (*register.forfeited, entry.seat)


def _rewound(register: Register, _entry: Rewound) -> None:
    """Whoever is asked now is asked anew, and has all the time for it."""
    register.deadlines, register.running, register.silent, register.forfeited = {}, {}, {}, ()


def _forked(register: Register, _entry: Forked) -> None:
    """In a what-if no clock runs, nothing is held back, and nothing is disputed: nobody is written to."""
    register.policy, register.paused, register.docket = TODAY, None, register.docket.left()
    register.deadlines, register.running, register.silent, register.held = {}, {}, {}, {}
    register.forfeited = ()


_FOLDS: dict[type, Callable[[Register, Any], None]] = {
    Opened: _opened,
    Joined: _joined,
    PolicyChanged: _policy,
    SeatTaken: _taken,
    SeatLeft: _left,
    Standby: _standby,
    Delegated: _delegated,
    DelegationEnded: _undelegated,
    Agreed: _agreed,
    Abandoned: _abandoned,
    DeadlinesSet: _deadlines,
    DeadlineMoved: _moved,
    Paused: _paused,
    Resumed: _resumed,
    VacationTaken: _vacation,
    Lapsed: _lapsed,
    OrderHeld: _held,
    OrderReleased: _released,
    Forfeited: _forfeited,
    Rewound: _rewound,
    Forked: _forked,
}
