"""Whether what people did was theirs to do: who acted for a seat, by which right, and when silence was called
silence. Checked from the record alone, also where values are still sealed.
"""

from __future__ import annotations

from collections.abc import Sequence

from domain.game.checking.readjudicate import Finding
from domain.game.deciding.authority import MAIL, unvouched
from domain.game.deciding.bars_people import bars
from domain.game.deciding.bars_rulings import unfinished
from domain.game.deciding.own_slips import check_undo
from domain.game.deciding.real_dice import confirms_own
from domain.game.entries import people
from domain.game.entries.dice import DiceAnswered, DiceClaimed
from domain.game.entries.entries import SEAT, STANDING_ORDER, Asked, Entry, Joined, Ordered, Rewound
from domain.game.entries.policy import REAL
from domain.game.entries.rulings import Disputed, Ruled, TakeBackProposed
from domain.game.state.lines import check_take_back
from domain.game.state.register import Register
from domain.kit.bars import first_reason
from domain.kit.chance import Question, Thrown
from domain.kit.errors import IllegalMove
from domain.kit.facts import Fact
from domain.kit.sealed import REFEREE, Sealed

Act = tuple[str, ...]
"""(cause, reference, seat, person, on whose behalf), and what vouches for a mail where something does."""


def check_conduct(entries: Sequence[Entry], acts: Sequence[Act], times: Sequence[int]) -> Finding | None:
    """The first entry that does not hold; None where all do."""
    register, due, by, signed = Register(), "", SEAT, set[tuple[str, str]]()
    for position, (entry, act, at) in enumerate(zip(entries, acts, times, strict=True), 1):
        if due and not (isinstance(entry, Ordered) and (entry.seat, entry.by) == (due, by)):
            return Finding(position, f"The order that {due} held back does not follow.")
        is_play = isinstance(entry, Fact) and not register.ended()
        if is_play and not register.docket.due:
            continue  # nobody does it, and it is none of the register's
        why = first_reason(bars(register, entry, at)) or _misdone(register, entry, act, at)
        if type(entry) in _LOOKED_BACK_FROM and not why:
            before = entries[: position - 1]
            why = _beyond(register, before, entry) or _confirms_own(register, before, acts, entry)
        why = why or ("" if due else _unsigned(register, entry, act, signed))
        if why:
            return Finding(position, why)
        due, by = "", SEAT
        if isinstance(entry, people.OrderReleased) and entry.why in (*people.PLAYS, people.FIRED):
            due, by = entry.seat, STANDING_ORDER if entry.why == people.FIRED else SEAT
        register = register.fold(entry, goes_on=True)  # which orders were asked for, only the rules can tell
    missing = f"The order that {due} held back does not follow." if due else unfinished(register.docket, None)
    return Finding(len(entries) + 1, missing) if missing else None


def _unsigned(register: Register, entry: Entry, act: Act, signed: set[tuple[str, str]]) -> str:
    """Why an entry does not follow from what its seat has signed; takes in what that is. `signed` are the
    seats and mails of which it was recorded."""
    cause, reference, _seat, person, behalf, *_authority = act
    mail = (str(getattr(entry, "seat", "")), reference.partition(":")[0])
    if isinstance(entry, people.OrdersSigned):
        known = cause == MAIL and register.key_of(entry.seat, person) and mail not in signed
        signed.add(mail)
        return "" if known else f"{entry.seat} has no key by which it signs, or has signed this mail before."
    is_own = entry.by == SEAT if isinstance(entry, Ordered) else type(entry) in _SIGNED
    if not is_own or not register.must_sign(mail[0]) or (behalf and person == REFEREE):
        return ""
    return "" if cause == MAIL and mail in signed else f"Nothing that {mail[0]} has signed stands before it."


_LOOKED_BACK_FROM = (Disputed, Ruled, Asked, DiceAnswered, Thrown, people.Advised, TakeBackProposed, Rewound)
"""What depends on the entries before it."""

_OF_DICE = (Asked, DiceAnswered, Thrown)

_SIGNED = (Joined, people.OrderHeld, people.Forfeited)
"""What else is done by an order that is signed."""


def _beyond(register: Register, entries: Sequence[Entry], entry: Entry) -> str:
    """Why nobody could cite that, or let it be taken back; which events are reveals, only the rules tell."""
    if isinstance(entry, Disputed | Ruled) and any(event > len(entries) for event in entry.events):
        return "It cites an event that was not there yet."
    if isinstance(entry, _OF_DICE) and register.policy.dice == REAL:
        return _misthrown(register, entries, entry)
    if isinstance(entry, people.Advised) and entry.position != len(entries):
        return "It names another event than the newest."
    try:
        if isinstance(entry, TakeBackProposed):
            check_take_back(entries, entry.seat, entry.to)
        elif isinstance(entry, Rewound) and entry.by == SEAT:
            check_undo(entries, entry)
    except IllegalMove as refusal:
        return refusal.why
    return ""


def _misthrown(register: Register, entries: Sequence[Entry], entry: Asked | DiceAnswered | Thrown) -> str:
    """Why not this seat throws, or confirms, or nobody does; "" where it is so. Who throws was said where a
    question was asked, and what became of it follows from there."""
    if isinstance(entry, Thrown):
        last = next((one for one in reversed(entries) if isinstance(one, Asked | Thrown)), None)
        is_due = not isinstance(last, Asked) and not entry.real and _due(register, entries, entry.question)
        return "Real dice are due, and nobody was asked to throw." if is_due else ""
    if isinstance(entry, Asked):
        due = _due(register, entries, entry.question)
        return "" if entry.thrower == due else f"“{entry.thrower}” throws, where “{due}” is due."
    thrower = _thrower(entries)
    may = thrower in register.seats and entry.seat in register.others(thrower)
    return "" if may else f"{entry.seat} is no other person than who has thrown."


def _due(register: Register, entries: Sequence[Entry], question: Question) -> str:
    """Who throws for a question; "" where nobody does."""
    newest = next((one.seat for one in reversed(entries) if isinstance(one, Ordered)), "")
    return "" if question.draw or question.secret else register.thrower(newest)


def _thrower(entries: Sequence[Entry]) -> str:
    return next((one.thrower for one in reversed(entries) if isinstance(one, Asked)), "")


def _confirms_own(register: Register, entries: Sequence[Entry], acts: Sequence[Act], entry: Entry) -> str:
    """Why whoever answers what dice show is one of those who have thrown them; "" where he is not."""
    if not isinstance(entry, DiceAnswered) or register.policy.dice != REAL:
        return ""
    claims = [act[3:5] for act, one in zip(acts, entries, strict=False) if isinstance(one, DiceClaimed)]
    told_by, person = claims[-1] if claims else (), acts[len(entries)][3]
    return confirms_own(register, _thrower(entries), entry.seat, person, told_by)


def _misdone(register: Register, entry: Entry, act: Act, at: int) -> str:
    """Why whoever is named could not do this, or not by this mail; "" where they could."""
    if isinstance(entry, people.Voted):
        return "A sealed vote names its voter, or the mail." if any(act[1:]) else ""
    if isinstance(entry, people.Pressed) and isinstance(entry.sender, Sealed):
        return "An anonymous writer is named, or the mail." if any(act[1:]) else ""
    scope = _scope(entry)
    if scope is None:
        return ""
    cause, _reference, _seat, person, behalf, *authority = act
    seat = entry.sender if isinstance(entry, people.Pressed) else getattr(entry, "seat", "")
    return register.stranger(str(seat), person, behalf, scope, at) or unvouched(
        register.policy, cause, "".join(authority)
    )


_PLAYED = (Ordered, Rewound)


def _scope(entry: Entry) -> str | None:
    """In which scope a seat does this; None for what is not done by a seat."""
    if isinstance(entry, _PLAYED):
        return "orders" if entry.by == SEAT else None
    if isinstance(entry, people.OrderReleased) and entry.why in people.UNASKED:
        return None
    return "orders" if isinstance(entry, Joined) else people.SCOPE_OF.get(type(entry))
