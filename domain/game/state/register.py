"""The register: who sits where, until when a seat has time, what is held back, which disputes are open;
folded from the entries beside the play.

It stands beside the board like `Ledger`. In a game without clocks, press and changes of
people it holds the seats and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.game.entries import people as p
from domain.game.entries.entries import PROGRAM, SEAT, Entry, Forked, Joined, Opened, Ordered, Rewound
from domain.game.entries.policy import FORFEIT, STANDBY, TODAY, WAIT, Policy
from domain.game.entries.rulings import Corrected
from domain.game.state.docket import Docket, fold
from domain.kit.likeness import program_of
from domain.kit.sealed import REFEREE, Sealed

JOIN, CELL = "join", "cell"
"""What is asked of a seat before the game begins, and of the witness when a throw waits for it."""

THROW, CONFIRM = "throw", "confirm"
"""What is asked of the seat that throws real dice, and then of the others."""

NO_ANSWER_FOR = (JOIN, CELL, THROW, CONFIRM)
"""Prompts that nobody else can answer: there the game waits, whatever its policy."""


class Register(Struct, frozen=True, gc=False):
    """What stands beside the board, but for the proof of throws. It checks nothing.

    `running` are the deadlines of seats that have ordered something else than what they are asked for;
    `spent` the deadline after which a seat was found silent, so that it is found so once; `silent` the seats
    that were silent, until they order again; `forfeited` those whose illegal order a default order takes the
    place of. `conceded` are those that have given the game up, `settled` how people have ended it. `advised`
    are the seats that were advised on what is asked now, each after which event. For the refused orders of a
    seat, `refused` is the day since 1970 of the newest, and how many that has. `keys` are those by which
    somebody signs now; `signing` the seats whose orders have to be signed where the policy asks for that: all
    of a game of protocol 2, else those that had a key. It `has_programs` once a program has held a seat or
    stood in for one: such a game is not one of people.
    """

    policy: Policy = TODAY
    seats: tuple[str, ...] = ()
    holders: Mapping[str, str] = {}
    standbys: tuple[str, ...] = ()
    delegations: tuple[p.Delegated, ...] = ()
    keys: tuple[p.KeyRegistered, ...] = ()
    signing: tuple[str, ...] = ()
    agreed: Mapping[str, tuple[str, ...]] = {}
    abandoned: bool = False
    conceded: tuple[str, ...] = ()
    settled: p.Settled | None = None
    paused: p.Paused | None = None
    pauses: tuple[tuple[int, int], ...] = ()
    vacations: Mapping[str, tuple[p.VacationTaken, ...]] = {}
    deadlines: Mapping[str, p.Deadline] = {}
    running: Mapping[str, p.Deadline] = {}
    spent: Mapping[str, int] = {}
    silent: Mapping[str, p.Lapsed] = {}
    held: Mapping[str, tuple[p.OrderHeld, ...]] = {}
    numbers: Mapping[str, int] = {}
    forfeited: tuple[str, ...] = ()
    advised: Mapping[str, int] = {}
    refused: Mapping[str, tuple[int, int]] = {}
    docket: Docket = Docket()
    has_programs: bool = False

    def fold(self, entry: Entry, *, goes_on: bool = False) -> Register:
        """The register after an entry. `goes_on`: an order that is none of those that were asked for."""
        register, change = self, _FOLDS.get(type(entry))
        if change is not None:
            register = replace(self, **change(self, entry))
        elif isinstance(entry, Ordered) and (entry.by == PROGRAM or self.heeds_orders()):
            register = replace(self, **_ordered(self, entry, goes_on))
        docket = fold(register.docket, entry, register.sitting)
        return register if docket is register.docket else replace(register, docket=docket)

    def heeds_orders(self) -> bool:
        """Whether an order means anything to it."""
        docket = self.docket
        is_waited_for = self.deadlines or self.silent or self.forfeited or self.advised
        return bool(is_waited_for or docket.windows or docket.proposal)

    def revealed(self) -> Register:
        """After an event that shows somebody what was hidden."""
        return replace(self, docket=self.docket.revealed()) if self.docket.looks else self

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
            if (given.seat, given.to) == (seat, person) and given.scope in (scope, p.ALL) and scope:
                late = at is not None and at > given.until
                return f"{person} was let act for {seat} until a time that is over." if late else ""
        return f"{person} may not do this for {seat}; {holder} sits there."

    def key_of(self, seat: str, person: str) -> str:
        """The key by which a person, or whoever holds the seat, signs its orders; "" where none."""
        signer = person or self.holders.get(seat, "")
        return next((one.key for one in self.keys if (one.seat, one.person) == (seat, signer)), "")

    def must_sign(self, seat: str) -> bool:
        """Whether nothing is ordered by the seat itself that is not signed; a program signs nothing."""
        return self.policy.authority >= SIGNED and seat in self.signing and not self.program(seat)

    def ended(self) -> bool:
        """Whether people have ended the game, wherever its play stands."""
        return self.abandoned or self.settled is not None

    def consents(self, on: str) -> bool:
        """Whether every seat at which a person sits has agreed: a program is for whatever all people want.
        Who has conceded has no vote on how the game ends."""
        out = self.conceded if p.is_vote(on) else ()
        sitting = [seat for seat in self.sitting() if seat not in out]
        return bool(sitting) and set(sitting) <= set(self.agreed.get(on, ()))

    def playing(self) -> tuple[str, ...]:
        """The seats that have not conceded."""
        return tuple(seat for seat in self.seats if seat not in self.conceded)

    def settling(self, on: str, sides: tuple[str, ...]) -> tuple[str, ...]:
        """Who would win by a vote, or because all others have conceded; () where that decides nothing. Of the
        seats only `sides` can win.
        """
        playing = tuple(seat for seat in self.playing() if seat in sides)
        if on == p.CONCEDE:
            return playing if len(playing) == 1 else ()
        if not self.consents(on):
            return ()
        return playing if on == p.DRAW else (on.removesuffix(p.WINS),)

    def sitting(self) -> list[str]:
        """The seats at which a person sits."""
        return [seat for seat in self.seats if self.holders[seat] and not self.program(seat)]

    def thrower(self, newest: str) -> str:
        """The seat that throws real dice where this one, "" for none, has given the newest order: that one,
        or the first; "" where no person sits there, or no other could confirm."""
        sitting = self.sitting()
        seat = newest or next(iter(sitting), "")
        return seat if seat in sitting and self.others(seat) else ""

    def others(self, seat: str) -> tuple[str, ...]:
        """The seats that can confirm what this one throws: none is held by whoever throws for it."""
        hands = self.hands(seat)
        return tuple(one for one in self.sitting() if self.holders[one] not in hands)

    def hands(self, seat: str) -> set[str]:
        """Whose dice those of a seat are: who holds it, and each whom it lets act for it."""
        return {self.holders.get(seat, ""), *(one.to for one in self.delegations if one.seat == seat)}

    def program(self, seat: str) -> str:
        """How the program plays that holds a seat; "" where a person does, or nobody."""
        return program_of(self.holders.get(seat, ""))

    def next_standby(self) -> str:
        """Who takes the next seat that falls free: the first person on the list, else the first program."""
        people = (one for one in self.standbys if not program_of(one))
        return next(people, self.standbys[0] if self.standbys else "")

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

    def known(self, seat: str, prompt: str) -> p.Deadline | None:
        """The deadline of a seat that still waits for the same answer."""
        found = self.deadlines.get(seat) or self.running.get(seat)
        return found if found is not None and found.prompt == prompt else None

    def latest(self, seat: str) -> int:
        """The last millisecond, grace included, at which a seat with a deadline is not silent."""
        return self.deadlines[seat].at + self.policy.grace * 60_000

    def left(self, seat: str) -> int:
        """Days of vacation that a seat has not taken."""
        return self.policy.vacation - sum(taken.days for taken in self.vacations.get(seat, ()))

    def refusals(self, seat: str, at: int) -> int:
        """How many refused orders of a seat are on record for the day of a time."""
        day, count = self.refused.get(seat, (0, 0))
        return count if day == at // DAY else 0

    def reader(self, sender: str, to: tuple[str, ...]) -> tuple[str, ...]:
        """Whom press is sealed to: its seats in their order; an open sender reads it too."""
        return tuple(seat for seat in self.seats if seat in (*to, sender))


DAY = 86_400_000
"""Milliseconds of a day."""

SIGNED = 3
"""The level of authority of a mail whose orders are signed by a key."""

Changes = dict[str, Any]
"""The fields that are others after an entry."""


def _without(table: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    return {name: value for name, value in table.items() if name != key} if key in table else table


# ---- folding


def _ordered(register: Register, entry: Ordered[Any], goes_on: bool) -> Changes:
    seat = entry.seat
    before, lapsed = register.deadlines.get(seat), register.silent.get(seat)
    changed: Changes = {
        "deadlines": _without(register.deadlines, seat),
        "forfeited": tuple(one for one in register.forfeited if one != seat),
        "advised": {},
    }
    if before is not None and goes_on:
        changed["running"] = {**register.running, seat: before}
    if lapsed is not None and (entry.by == SEAT or lapsed.follows == FORFEIT):
        changed["silent"] = _without(register.silent, seat)
    if entry.by == PROGRAM:
        changed["has_programs"] = True
    return changed


def _opened(register: Register, entry: Opened[Any]) -> Changes:
    seats = tuple(held.seat for held in entry.seats)
    return {
        "policy": entry.policy or TODAY,
        "seats": seats,
        "signing": seats if entry.protocol > 1 else (),
        "holders": {held.seat: held.person for held in entry.seats},
        "has_programs": any(program_of(held.person) for held in entry.seats),
    }


def _joined(register: Register, entry: Joined) -> Changes:
    return {"deadlines": _without(register.deadlines, entry.seat)}


def _policy(register: Register, entry: p.PolicyChanged) -> Changes:
    """Every time that runs begins anew, but for what the referee has moved."""
    deadlines, running = (
        {seat: one for seat, one in times.items() if one.moved and entry.keeps_moved}
        for times in (register.deadlines, register.running)
    )
    return {"policy": entry.policy, "deadlines": deadlines, "running": running}


def _taken(register: Register, entry: p.SeatTaken) -> Changes:
    """A program may hold several seats, and stays on the list for the next."""
    program = bool(program_of(entry.person))
    return {
        **_vacated(register, entry.seat, entry.person),
        "standbys": tuple(one for one in register.standbys if program or one != entry.person),
        "has_programs": register.has_programs or program,
        "deadlines": _without(register.deadlines, entry.seat),
        "running": _without(register.running, entry.seat),
        "silent": _without(register.silent, entry.seat),
    }


def _vacated(register: Register, seat: str, person: str = "") -> Changes:
    return {
        "holders": {**register.holders, seat: person},
        "delegations": tuple(one for one in register.delegations if one.seat != seat),
        "keys": tuple(one for one in register.keys if one.seat != seat),
        "held": _without(register.held, seat),
        "agreed": {on: tuple(one for one in who if one != seat) for on, who in register.agreed.items()},
        "conceded": tuple(one for one in register.conceded if one != seat),
    }


def _left(register: Register, entry: p.SeatLeft) -> Changes:
    return _vacated(register, entry.seat)


def _standby(register: Register, entry: p.Standby) -> Changes:
    others = tuple(one for one in register.standbys if one != entry.person)
    return {"standbys": (*others, entry.person) if entry.listed else others}


def _delegated(register: Register, entry: p.Delegated) -> Changes:
    return {"delegations": (*_not_to(register, entry), entry)}


def _undelegated(register: Register, entry: p.DelegationEnded) -> Changes:
    return {"delegations": _not_to(register, entry), "keys": _not_by(register, entry.seat, entry.to)}


def _keyed(register: Register, entry: p.KeyRegistered) -> Changes:
    signing = (entry.seat,) if entry.seat not in register.signing else ()
    keys = (*_not_by(register, entry.seat, entry.person), entry)
    return {"keys": keys, "signing": (*register.signing, *signing)}


def _not_by(register: Register, seat: str, person: str) -> tuple[p.KeyRegistered, ...]:
    """The keys of others than a person for a seat."""
    return tuple(one for one in register.keys if (one.seat, one.person) != (seat, person))


def _not_to(register: Register, entry: p.Delegated | p.DelegationEnded) -> tuple[p.Delegated, ...]:
    """What is delegated by another seat, or to another person."""
    return tuple(one for one in register.delegations if (one.seat, one.to) != (entry.seat, entry.to))


def _agreed(register: Register, entry: p.Agreed) -> Changes:
    others = tuple(seat for seat in register.agreed.get(entry.on, ()) if seat != entry.seat)
    return {"agreed": {**register.agreed, entry.on: (*others, entry.seat) if entry.yes else others}}


def _voted(register: Register, entry: p.Voted) -> Changes:
    vote = entry.plain()
    return _agreed(register, vote) if vote else {}


def _conceded(register: Register, entry: p.Conceded) -> Changes:
    agreed = {
        on: tuple(one for one in who if one != entry.seat or not p.is_vote(on))
        for on, who in register.agreed.items()
    }
    return {"conceded": (*register.conceded, entry.seat), "agreed": agreed}


def _settled(register: Register, entry: p.Settled) -> Changes:
    return {"settled": entry, "deadlines": {}}


def _abandoned(register: Register, entry: p.Abandoned) -> Changes:
    return {"abandoned": True, "deadlines": {}}


def _deadlines(register: Register, entry: p.DeadlinesSet) -> Changes:
    return {"deadlines": {deadline.seat: deadline for deadline in entry.deadlines}, "running": {}}


def _moved(register: Register, entry: p.DeadlineMoved) -> Changes:
    moved = replace(register.deadlines[entry.seat], at=entry.at, moved=entry.at)
    return {"deadlines": {**register.deadlines, entry.seat: moved}}


def _paused(register: Register, entry: p.Paused) -> Changes:
    return {"paused": entry, "agreed": _without(register.agreed, p.PAUSE)}


def _resumed(register: Register, entry: p.Resumed) -> Changes:
    """What the referee has moved is moved on by as long as the pause was; the rest is counted anew."""
    paused = register.paused
    changed: Changes = {"paused": None, "agreed": _without(register.agreed, p.RESUME)}
    if paused is None:
        return changed
    lasted = entry.at - paused.at
    deadlines = {
        seat: replace(one, at=one.at + lasted, moved=one.moved + lasted)
        if one.moved and one.at > paused.at
        else one
        for seat, one in register.deadlines.items()
    }
    return {**changed, "pauses": (*register.pauses, (paused.at, entry.at)), "deadlines": deadlines}


def _vacation(register: Register, entry: p.VacationTaken) -> Changes:
    taken = register.vacations.get(entry.seat, ())
    return {"vacations": {**register.vacations, entry.seat: (*taken, entry)}}


def _lapsed(register: Register, entry: p.Lapsed) -> Changes:
    return {
        "spent": {**register.spent, entry.seat: entry.deadline},
        "silent": {**register.silent, entry.seat: entry},
    }


def _held(register: Register, entry: p.OrderHeld) -> Changes:
    return {
        "held": {**register.held, entry.seat: (*register.held.get(entry.seat, ()), entry)},
        "numbers": {**register.numbers, entry.seat: entry.number},
    }


def _released(register: Register, entry: p.OrderReleased) -> Changes:
    left = tuple(one for one in register.held.get(entry.seat, ()) if one.number != entry.number)
    if isinstance(entry.left, Sealed):
        rest = p.OrderHeld(entry.seat, entry.number, entry.left, p.CONDITION, entry.turn)
        left = (rest, *left)
    return {"held": {**register.held, entry.seat: left}}


def _forfeited(register: Register, entry: p.Forfeited) -> Changes:
    return {"forfeited": (*register.forfeited, entry.seat)}


def _refused(register: Register, entry: p.OrderRefused) -> Changes:
    count = register.refusals(entry.seat, entry.at) + 1
    return {"refused": {**register.refused, entry.seat: (entry.at // DAY, count)}}


def _advised(register: Register, entry: p.Advised) -> Changes:
    return {"advised": {**register.advised, entry.seat: entry.position}}


def _corrected(register: Register, entry: Corrected[Any]) -> Changes:
    """The board is another than that on which a seat was advised."""
    return {"advised": {}}


def _rewound(register: Register, entry: Rewound | Forked) -> Changes:
    """Whoever is asked now is asked anew, and has all the time for it; who has made a slip gains none."""
    if isinstance(entry, Rewound) and entry.by == SEAT:
        times = {deadline.seat: deadline for deadline in entry.deadlines}
        return {"deadlines": times, "running": {}, "advised": {}}
    return {"deadlines": {}, "running": {}, "silent": {}, "forfeited": (), "advised": {}}


def _forked(register: Register, entry: Forked) -> Changes:
    """In a what-if no clock runs, nothing is held back, and nothing is disputed: nobody is written to."""
    left: Changes = {"policy": TODAY, "paused": None, "docket": register.docket.left(), "held": {}}
    return {**_rewound(register, entry), **left}


_FOLDS: dict[type, Callable[[Register, Any], Changes]] = {
    Opened: _opened,
    Joined: _joined,
    p.PolicyChanged: _policy,
    p.SeatTaken: _taken,
    p.SeatLeft: _left,
    p.Standby: _standby,
    p.Delegated: _delegated,
    p.DelegationEnded: _undelegated,
    p.KeyRegistered: _keyed,
    p.Agreed: _agreed,
    p.Voted: _voted,
    p.Conceded: _conceded,
    p.Settled: _settled,
    p.Abandoned: _abandoned,
    p.DeadlinesSet: _deadlines,
    p.DeadlineMoved: _moved,
    p.Paused: _paused,
    p.Resumed: _resumed,
    p.VacationTaken: _vacation,
    p.Lapsed: _lapsed,
    p.OrderHeld: _held,
    p.OrderReleased: _released,
    p.OrderRefused: _refused,
    p.Forfeited: _forfeited,
    p.Advised: _advised,
    Corrected: _corrected,
    Rewound: _rewound,
    Forked: _forked,
}
