"""Why something beside the play may not be recorded, as far as people, clocks, press and docket can tell.

`bars` is asked before anything is recorded, and by the audit of what is on record; it stands once more,
written from docs/format.md alone, in the verifier that travels. What needs the board is in citing.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from domain.game.deciding.bars_rulings import PROCEDURE, unfinished
from domain.game.entries import people
from domain.game.entries.entries import DEFAULT_ORDER, PROGRAM, Entry, Opened, Ordered
from domain.game.entries.levels import WITNESS
from domain.game.entries.policy import (
    BOT,
    DEFAULT_ORDERS,
    FORFEIT,
    NONE,
    SEALED,
    STRICT,
    WHITE,
    fault_of,
)
from domain.game.entries.rulings import (
    BY_DISPUTE,
    Disputed,
    DisputeWithdrawn,
    Recused,
    Reopened,
    Ruled,
)
from domain.game.state.register import DAY, Register
from domain.kit.bars import Bar, Bars
from domain.kit.likeness import program_of
from domain.kit.sealed import REFEREE, Sealed

SLACK = 7_200_000
"""Days are longer or shorter by so much where clocks are changed."""

LONGEST_NAME, LONGEST_PRESS, LONGEST_NOTES = 200, 20_000, 65_536
MOST_NOTES, MOST_HELD, MOST_CONDITIONS = 200, 100, 20

LONGEST_REFUSED, MOST_REFUSED = 2_000, 20
"""Of an order that was refused, and of the reason: signs, and how many of a seat are recorded in a day of
UTC: bad orders alone must not make a record grow without bound."""

LONGEST_SIGNED, LONGEST_SIGNATURE = 65_536, 8_192
KEY = re.compile(r"[a-z0-9@.-]{1,80} [A-Za-z0-9+/]{1,8000}={0,2}")
"""A public key of ssh or minisign: its kind, and base64 of it."""

Why = Callable[[Register, Any, int | None], str]
"""Gives the first reason alone, for those after it take for granted that it does not hold."""


def bars(register: Register, entry: Entry, at: int | None = None) -> Bars:
    """What forbids an entry where it stands. `at` is its received-at; what depends on it is not asked where
    that is not known.
    """
    rule, why = people.HEADINGS.get(type(entry), people.OTHERWISE), _REASONS.get(type(entry))
    if register.abandoned and not may_follow_the_end(entry):
        yield Bar(rule, "The game was abandoned; nothing can happen in it any more.")
    if register.settled and not may_follow_the_end(entry):
        yield Bar(rule, "The game is over; nothing can happen in it any more.")
    for reason in (unfinished(register.docket, entry), why(register, entry, at) if why else ""):
        if reason:
            yield Bar(rule, reason)


def may_follow_the_end(entry: Entry) -> bool:
    """Whether something may still be recorded of a game that is over: nothing that changes it."""
    if isinstance(entry, people.Pressed):
        return entry.to == ()
    if isinstance(entry, Ruled):
        return not entry.effects
    if isinstance(entry, people.Agreed):
        return entry.on == people.SHOW
    return isinstance(entry, people.Noted | Disputed | DisputeWithdrawn | Recused | Reopened)


def _opened(register: Register, entry: Opened[Any], at: int | None) -> str:
    return fault_of(entry.policy) if entry.policy else ""


def _policy(register: Register, entry: people.PolicyChanged, at: int | None) -> str:
    if entry.policy.dice != register.policy.dice:
        return "What dice are thrown is agreed at the opening, and holds to the end."
    return fault_of(entry.policy) or _no_reason(entry.reason)


def _no_reason(reason: str) -> str:
    return "" if reason.strip() else "A reason is missing; the players read it."


def _no_person(name: str) -> str:
    fits = name.strip() == name and 0 < len(name) <= LONGEST_NAME and name.isprintable()
    return "" if fits else "This is no name of a person."


def _is_program(name: str) -> str:
    return f"{name} is a program, which does nothing beside its orders." if program_of(name) else ""


def _no_seat(register: Register, seat: str) -> str:
    return "" if seat in register.seats else f"Nobody sits at {seat} in this game."


def _order(register: Register, entry: Ordered[Any], at: int | None) -> str:
    """Only a seat that was silent, or that has forfeited its order, has one given by the policy."""
    if entry.by == PROGRAM:
        silent = register.silent.get(entry.seat)
        is_due = silent is not None and silent.follows == BOT
        return "" if is_due else f"{entry.seat} was not silent, or no program stands in for it."
    if entry.by != DEFAULT_ORDER:
        return ""
    if entry.seat in (*register.forfeited, *register.conceded):
        return ""
    lapsed = register.silent.get(entry.seat)
    if lapsed is None or lapsed.follows not in (DEFAULT_ORDERS, FORFEIT):
        return f"{entry.seat} was not silent, or its policy gives it no orders."
    return ""


# ---- people


def _taken(register: Register, entry: people.SeatTaken, at: int | None) -> str:
    if register.holders.get(entry.seat) == entry.person:
        return f"{entry.person} sits at {entry.seat} already."
    return _no_seat(register, entry.seat) or _no_person(entry.person) or _no_reason(entry.reason)


def _left(register: Register, entry: people.SeatLeft, at: int | None) -> str:
    if not entry.person or register.holders.get(entry.seat) != entry.person:
        return f"{entry.person or 'Nobody'} does not sit at {entry.seat}."
    return ""


def _standby(register: Register, entry: people.Standby, at: int | None) -> str:
    if (entry.person in register.standbys) == entry.listed:
        return f"{entry.person} is on the list of standbys already, or never was."
    if entry.listed and entry.person in register.holders.values() and not program_of(entry.person):
        return f"{entry.person} plays in this game already."
    return _no_person(entry.person)


def _delegated(register: Register, entry: people.Delegated, at: int | None) -> str:
    if entry.scope not in people.SCOPES:
        return f"A delegate acts in orders, press or all, not in “{entry.scope}”."
    if entry.to == register.holders.get(entry.seat):
        return f"{entry.to} sits at {entry.seat}, and needs no leave to act for it."
    if at is not None and entry.until <= at:
        return "The time of the delegation is over before it begins."
    return _no_seat(register, entry.seat) or _no_person(entry.to) or _is_program(entry.to)


def _undelegated(register: Register, entry: people.DelegationEnded, at: int | None) -> str:
    known = [(one.seat, one.to) for one in register.delegations]
    return "" if (entry.seat, entry.to) in known else f"{entry.to} does not act for {entry.seat}."


def _readdressed(register: Register, entry: people.AddressChanged, at: int | None) -> str:
    if entry.by not in (people.BY_REFEREE, people.BY_PERSON):
        return f"“{entry.by}” cannot decide that."
    if entry.seat and register.holders.get(entry.seat) != entry.person:
        return f"{entry.person} does not sit at {entry.seat}."
    no_reason = _no_reason(entry.reason) if entry.by == people.BY_REFEREE else ""
    return _no_person(entry.person) or _is_program(entry.person) or no_reason


def _keyed(register: Register, entry: people.KeyRegistered, at: int | None) -> str:
    """Whoever sits there may sign, and a delegate who may order."""
    seat, person = entry.seat, entry.person
    if not KEY.fullmatch(entry.key):
        return "This is no public key of ssh or minisign."
    if register.key_of(seat, person) == entry.key:
        return f"{person} signs for {seat} by this key already."
    is_stranger = all(register.stranger(seat, person, behalf, people.ORDERS, at) for behalf in ("", seat))
    if is_stranger or person == REFEREE:
        return f"{person} may not order for {seat}."
    return _no_seat(register, seat) or _no_person(person) or _is_program(person)


def _signed(register: Register, entry: people.OrdersSigned, at: int | None) -> str:
    """Whether the signature holds, and by whose key, is seen where it is open."""
    if (entry.text.to, entry.signature.to) != ((entry.seat,), (entry.seat,)):
        return "What a seat has signed is sealed to it."
    if len(entry.text.value) > LONGEST_SIGNED or len(entry.signature.value) > LONGEST_SIGNATURE:
        return f"What is signed has at most {LONGEST_SIGNED:,} signs."
    return _no_seat(register, entry.seat)


def _agreed(register: Register, entry: people.Agreed, at: int | None) -> str:
    if people.is_vote(entry.on) and register.policy.votes == SEALED:
        return "In this game votes are sealed."
    return _not_agreed(register, entry)


def _not_agreed(register: Register, entry: people.Agreed) -> str:
    if entry.on not in people.AGREEMENTS and not people.is_vote(entry.on):
        return f"Seats agree on pause, resume, abandon, show, draw or who wins, not on “{entry.on}”."
    if people.is_vote(entry.on) and (why := _no_vote(register, entry)):
        return why
    if (entry.seat in register.agreed.get(entry.on, ())) == entry.yes:
        return f"{entry.seat} has said so already."
    if entry.on in (people.PAUSE, people.RESUME) and (register.paused is None) != (entry.on == people.PAUSE):
        return "The game is paused already." if entry.on == people.PAUSE else "The game is not paused."
    return _no_seat(register, entry.seat)


def _no_vote(register: Register, entry: people.Agreed) -> str:
    """Why a seat has no vote, or for nobody who could win."""
    if entry.seat in register.conceded:
        return f"{entry.seat} has conceded, and has no vote on how the game ends."
    winner = entry.on.removesuffix(people.WINS) if entry.on.endswith(people.WINS) else entry.seat
    if winner in register.conceded:
        return f"{winner} has conceded, and cannot win."
    return _no_seat(register, winner)


def _voted(register: Register, entry: people.Voted, at: int | None) -> str:
    if register.policy.votes != SEALED or entry.vote.to != ():
        return "A vote is sealed from everybody, in a game whose policy says so."
    vote = entry.plain()
    if vote is None or not people.is_vote(vote.on):
        return "It is a vote for nothing." if entry.vote.value else ""
    return _not_agreed(register, vote)


def _conceded(register: Register, entry: people.Conceded, at: int | None) -> str:
    seat = entry.seat
    if seat in register.conceded:
        return f"{seat} has conceded already."
    if len(register.seats) == 1:
        return "There is nobody who could win."
    return _no_seat(register, seat) or _is_program(register.holders[seat])


def _settled(register: Register, entry: people.Settled, at: int | None) -> str:
    """Which of the seats is no side, as a herald's, only the rules can tell."""
    if entry.on != people.CONCEDE and not people.is_vote(entry.on):
        return f"“{entry.on}” ends no game."
    playing, winners = register.playing(), entry.winners
    known = bool(winners) and winners == register.settling(entry.on, winners)
    known &= entry.on != people.CONCEDE or len(playing) - len(winners) <= 1
    known &= entry.on != people.DRAW or winners == tuple(seat for seat in playing if seat in winners)
    return "" if known else "Not every seat has agreed, or others win by it."


def _abandoned(register: Register, entry: people.Abandoned, at: int | None) -> str:
    return _undecided(register, entry.by, "abandon", entry.reason)


def _undecided(register: Register, by: str, on: str, reason: str) -> str:
    """Whether somebody has decided who can: the referee with a reason, or all seats together."""
    if by == people.BY_CONSENT:
        return "" if register.consents(on) else "Not every seat has agreed."
    if by == BY_DISPUTE and on in (people.PAUSE, people.RESUME):
        is_so = (
            register.stopped() if on == people.PAUSE else _is_by_dispute(register) and not register.stopped()
        )
        return "" if is_so else "No dispute stops the clocks, or one still does."
    if by != people.BY_REFEREE:
        return f"“{by}” cannot decide that."
    return _no_reason(reason)


def _is_by_dispute(register: Register) -> bool:
    return register.paused is not None and register.paused.by == BY_DISPUTE


# ---- clocks


def _deadlines(register: Register, entry: people.DeadlinesSet, at: int | None) -> str:
    seats = [deadline.seat for deadline in entry.deadlines]
    if len(set(seats)) < len(seats) or not set(seats) <= {*register.seats, WITNESS}:
        return "A deadline is that of a seat, and of each only one."
    for one in entry.deadlines:
        before = register.deadlines.get(one.seat) or register.running.get(one.seat)
        known = before is not None and (before.since, before.moved) == (one.since, one.moved)
        if not known and (one.moved or (at is not None and one.since != at)):
            return f"The time of {one.seat} is counted from another moment than that of the question."
        if one.at <= one.since or (one.moved and one.at != one.moved):
            return f"The deadline of {one.seat} is over before it begins, or another than was set."
    return ""


def _moved(register: Register, entry: people.DeadlineMoved, at: int | None) -> str:
    if entry.seat not in register.deadlines:
        return f"{entry.seat} has no deadline now."
    if at is not None and entry.at <= at:
        return "A deadline cannot be moved into the past."
    return _no_reason(entry.reason)


def _paused(register: Register, entry: people.Paused, at: int | None) -> str:
    if register.paused is not None:
        return "The game is paused already."
    if entry.until and entry.until <= entry.at:
        return "The pause would be over before it begins."
    return _untimely(entry.at, at) or _undecided(register, entry.by, people.PAUSE, entry.reason)


def _untimely(said: int, at: int | None) -> str:
    return "" if at is None or said == at else "It gives another time than that at which it was received."


def _resumed(register: Register, entry: people.Resumed, at: int | None) -> str:
    paused = register.paused
    if paused is None:
        return "The game is not paused."
    if entry.by == people.BY_CLOCK:
        over = paused.until and entry.at >= paused.until
        return _untimely(entry.at, at) or ("" if over else "The pause is not over yet.")
    return _untimely(entry.at, at) or _undecided(register, entry.by, people.RESUME, entry.reason)


def _vacation(register: Register, entry: people.VacationTaken, at: int | None) -> str:
    seat, length = entry.seat, entry.end - entry.start
    if at is not None and entry.start < at:
        return "A vacation cannot begin in the past."
    if length <= 0 or not -SLACK <= entry.days * DAY - length < DAY + SLACK:
        return f"From beginning to end that are not {entry.days} days."
    if entry.days > register.left(seat):
        return f"{seat} has {register.left(seat)} days of vacation left; this would take {entry.days}."
    taken = register.vacations.get(seat, ())
    if any(entry.start < other.end and other.start < entry.end for other in taken):
        return f"{seat} is on vacation already in a part of this time."
    return _no_seat(register, seat)


def _lapsed(register: Register, entry: people.Lapsed, at: int | None) -> str:
    seat, known = entry.seat, register.deadlines.get(entry.seat)
    if known is None or (known.at, known.prompt) != (entry.deadline, entry.prompt):
        return f"{seat} has no such deadline."
    if register.paused is not None:
        return "All clocks stand still: the game is paused."
    if at is not None and at <= register.latest(seat):
        return f"The time of {seat} and its grace are not over yet."
    if register.spent.get(seat) == entry.deadline:
        return f"{seat} was found silent before at this deadline."
    due = register.follows(entry.prompt)
    return "" if entry.follows == due else f"By the policy of the game “{due}” follows."


# ---- press, notes, and orders that are held


def _pressed(register: Register, entry: people.Pressed, at: int | None) -> str:
    hidden = isinstance(entry.sender, Sealed)
    sender = entry.sender if isinstance(entry.sender, str) else ""
    return (
        _not_to(register, entry.to, sender)
        or _not_from(register, entry, sender, hidden)
        or _misread(register, entry, sender)
        or _too_long(entry.text)
    )


def _not_to(register: Register, to: tuple[str, ...], sender: str) -> str:
    if to != tuple(seat for seat in (*register.seats, REFEREE) if seat in to) or sender in to:
        names = ", ".join((*register.seats, REFEREE))
        return f"Press goes to everybody, or to some of {names}, in this order, and not to its writer."
    return ""


def _not_from(register: Register, entry: people.Pressed, sender: str, hidden: bool) -> str:
    policy = register.policy
    if sender == REFEREE or (entry.to == (REFEREE,) and not hidden):
        return "" if sender == REFEREE else _no_seat(register, sender)
    if policy.press == NONE:
        return "There is no press in this game; you can write to the referee."
    if entry.to and policy.press == WHITE:
        return "In this game all press goes to everybody."
    if hidden:
        return _not_hidden(register, entry.sender)
    return _no_seat(register, sender)


def _not_hidden(register: Register, sender: Any) -> str:
    if not register.policy.anonymous:
        return "In this game nobody writes without a name."
    known = not sender.value or sender.value in register.seats
    return "" if sender.to == () and known else "The writer is sealed to others than the referee."


def _misread(register: Register, entry: people.Pressed, sender: str) -> str:
    """Press to all is open; all other is sealed to exactly those who may read it."""
    to = entry.text.to if isinstance(entry.text, Sealed) else None
    due = register.reader(sender, entry.to) if entry.to else None
    return "" if to == due else "The press is sealed to others than its readers."


def _too_long(text: Sealed[str] | str) -> str:
    plain = text.value if isinstance(text, Sealed) else text
    if not isinstance(text, Sealed) and not plain.strip():
        return "The press is empty."
    return f"Press has at most {LONGEST_PRESS:,} signs." if len(plain) > LONGEST_PRESS else ""


def _noted(register: Register, entry: people.Noted, at: int | None) -> str:
    size = sum(len(note.text.encode()) for note in entry.notes)
    if not 0 < len(entry.notes) <= MOST_NOTES or size > LONGEST_NOTES:
        return f"An event has 1 to {MOST_NOTES} notes, with at most {LONGEST_NOTES:,} bytes."
    return ""


def _held(register: Register, entry: people.OrderHeld, at: int | None) -> str:
    if entry.number != register.numbers.get(entry.seat, 0) + 1:
        return f"The next order that {entry.seat} holds back has another number."
    if entry.when not in people.HELD_FOR or entry.line.to != (entry.seat,):
        return "An order is held until its seat says so or is asked, and sealed to it."
    if len(register.held.get(entry.seat, ())) >= MOST_HELD:
        return f"{entry.seat} holds {MOST_HELD} orders back already."
    waiting = [one for one in register.held.get(entry.seat, ()) if one.when == people.CONDITION]
    if entry.when == people.CONDITION and len(waiting) >= MOST_CONDITIONS:
        return f"{entry.seat} has left {MOST_CONDITIONS} conditions already."
    return _no_seat(register, entry.seat)


def _released(register: Register, entry: people.OrderReleased, at: int | None) -> str:
    held = {one.number: one.when for one in register.held.get(entry.seat, ())}
    when = held.get(entry.number)
    if when is None:
        return f"{entry.seat} holds no order {entry.number} back."
    if entry.why not in (*_ENDS.get(when, ()), *people.UNPLAYED):
        return f"The order waits for something else than “{entry.why}”."
    if _is_misjudged(entry):
        return "Only a condition that has held is shown and goes on, and what is secret of it is its seat's."
    if (
        when == people.SHEET
        and entry.why == people.ASKED
        and any(held[n] == people.SHEET for n in held if n < entry.number)
    ):
        return "The orders of a sheet are played one after the other."
    if entry.why == people.DEADLINE:
        known = register.deadlines.get(entry.seat)
        if known is None or (at is not None and at < known.at):
            return f"The deadline of {entry.seat} is not there yet."
    return ""


_ENDS = {
    people.READY: (people.READY, people.DEADLINE),
    people.ASKED: (people.ASKED,),
    people.SHEET: (people.ASKED,),
    people.CONDITION: people.UNASKED,
}
"""By what a held order waits for: how it comes to its end, but for those that are not played."""


def _is_misjudged(entry: people.OrderReleased) -> bool:
    """Whether it says of a condition what cannot be said of it, or says it to others."""
    if entry.why != people.FIRED:
        return (entry.shown, entry.left, entry.turn) != ("", "", "")
    sealed = [one for one in (entry.shown, entry.left) if isinstance(one, Sealed)]
    goes_on = isinstance(entry.left, Sealed)
    return any(one.to != (entry.seat,) for one in sealed) or not (
        goes_on == bool(entry.turn) == bool(entry.left)
    )


def _forfeited(register: Register, entry: people.Forfeited, at: int | None) -> str:
    """Whether the order was illegal, only the rules can tell."""
    if register.policy.errors != STRICT:
        return "In this game an illegal order is not forfeited."
    if entry.line.to != (entry.seat,) or entry.seat in register.forfeited:
        return "A seat forfeits an order once, sealed to it."
    return _no_seat(register, entry.seat)


def _refused(register: Register, entry: people.OrderRefused, at: int | None) -> str:
    """Whether the order could not be played, only the rules can tell."""
    seat = entry.seat
    if (entry.line.to, entry.reason.to) != ((seat,), (seat,)):
        return "What was refused to a seat, and why, is sealed to it."
    if max(len(entry.line.value), len(entry.reason.value)) > LONGEST_REFUSED:
        return f"A refused order and its reason have at most {LONGEST_REFUSED:,} signs each."
    if register.refusals(seat, entry.at) >= MOST_REFUSED:
        return f"{MOST_REFUSED} refused orders of {seat} are recorded for this day already."
    return _untimely(entry.at, at) or _no_seat(register, seat)


def _advised(register: Register, entry: people.Advised, at: int | None) -> str:
    """Whether the game waits for the seat, only the rules can tell."""
    if not register.policy.advice:
        return "In this game no program advises. The referee can allow it with the policy “advice”."
    if entry.seat in register.advised:
        return f"{entry.seat} was advised on this already."
    return _no_seat(register, entry.seat)


_REASONS: dict[type, Why] = {
    Opened: _opened,
    Ordered: _order,
    people.PolicyChanged: _policy,
    people.SeatTaken: _taken,
    people.SeatLeft: _left,
    people.Standby: _standby,
    people.Delegated: _delegated,
    people.DelegationEnded: _undelegated,
    people.AddressChanged: _readdressed,
    people.KeyRegistered: _keyed,
    people.OrdersSigned: _signed,
    people.Agreed: _agreed,
    people.Voted: _voted,
    people.Conceded: _conceded,
    people.Settled: _settled,
    people.Abandoned: _abandoned,
    people.DeadlinesSet: _deadlines,
    people.DeadlineMoved: _moved,
    people.Paused: _paused,
    people.Resumed: _resumed,
    people.VacationTaken: _vacation,
    people.Lapsed: _lapsed,
    people.Pressed: _pressed,
    people.Noted: _noted,
    people.OrderHeld: _held,
    people.OrderReleased: _released,
    people.OrderRefused: _refused,
    people.Forfeited: _forfeited,
    people.Advised: _advised,
    **PROCEDURE,
}
