"""Sentences of people, clocks and press, as a viewer may know them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.game.entries.dice import ALONE, BY_DENIAL, DiceAnswered, DiceClaimed, DiceLeft
from domain.game.entries.people import (
    ABANDON,
    ALL,
    ASKED,
    BY_CLOCK,
    BY_CONSENT,
    BY_REFEREE,
    CONCEDE,
    CONDITION,
    DRAW,
    ENDED,
    FIRED,
    ORDERS,
    PAUSE,
    PLAYS,
    REPLACED,
    RESUME,
    SHOW,
    STOPPED,
    WINS,
    WITHDRAWN,
    Abandoned,
    AddressChanged,
    Advised,
    Agreed,
    Conceded,
    Conduct,
    DeadlineMoved,
    DeadlinesSet,
    Delegated,
    DelegationEnded,
    Forfeited,
    KeyRegistered,
    Lapsed,
    Noted,
    OrderHeld,
    OrderRefused,
    OrderReleased,
    OrdersSigned,
    Paused,
    PolicyChanged,
    Pressed,
    Resumed,
    SeatLeft,
    SeatTaken,
    Settled,
    Standby,
    VacationTaken,
    Voted,
)
from domain.game.entries.policy import BOT, DEFAULT_ORDERS, FORFEIT, STANDBY
from domain.game.entries.rulings import BY_DISPUTE, RULINGS
from domain.kit.sealed import Sealed
from projections.language.messages import _, _n, listed, minute, plain, somebody
from projections.telling import rulings

Sentence = Callable[[Any, str], str]


def told(entry: Conduct, viewer: str, delegate: str = "") -> str:
    """One entry to one viewer; `delegate` is who has done it for the seat, "" where it did so itself."""
    if isinstance(entry, RULINGS):
        return rulings.told(entry, viewer)
    if (sentence := _NAMING.get(type(entry))) is not None:
        return sentence(entry, viewer, delegate)
    return _SENTENCES[type(entry)](entry, viewer)


def _policy(entry: PolicyChanged, viewer: str) -> str:
    return _("The referee changes what is agreed: {reason}").format(reason=plain(entry.reason))


# ---- people


def _taken(entry: SeatTaken, viewer: str) -> str:
    said = _("{person} takes the seat {seat}: {reason}")
    return said.format(person=plain(somebody(entry.person)), seat=entry.seat, reason=plain(entry.reason))


def _left(entry: SeatLeft, viewer: str) -> str:
    said = _("{person} gives up the seat {seat}.")
    if entry.reason:
        said = _("{person} gives up the seat {seat}: {reason}")
    return said.format(person=plain(somebody(entry.person)), seat=entry.seat, reason=plain(entry.reason))


def _standby(entry: Standby, viewer: str) -> str:
    said = _("{person} stands by.") if entry.listed else _("{person} stands by no more.")
    return said.format(person=plain(somebody(entry.person)))


def _delegated(entry: Delegated, viewer: str) -> str:
    said = {
        ORDERS: _("{person} may order for {seat} until {time}."),
        ALL: _("{person} may order and write for {seat} until {time}."),
    }.get(entry.scope, _("{person} may write for {seat} until {time}."))
    return said.format(person=plain(entry.to), seat=entry.seat, time=minute(entry.until))


def _undelegated(entry: DelegationEnded, viewer: str) -> str:
    said = _("{person} acts for {seat} no more.")
    if entry.reason:
        said = _("{person} acts for {seat} no more: {reason}")
    return said.format(person=plain(entry.to), seat=entry.seat, reason=plain(entry.reason))


def _readdressed(entry: AddressChanged, viewer: str) -> str:
    said = _("{person} has another address now.")
    if entry.by == BY_REFEREE:
        said = _("The referee registers another address of {person}: {reason}")
    return said.format(person=plain(entry.person), reason=plain(entry.reason))


def _keyed(entry: KeyRegistered, viewer: str) -> str:
    said = _("{person} signs the orders of {seat} by the key {key}.")
    return said.format(person=plain(entry.person), seat=entry.seat, key=plain(entry.key))


def _signed(entry: OrdersSigned, viewer: str) -> str:
    return _("The orders of {seat} that follow are signed.").format(seat=entry.seat)


def _agreed(entry: Agreed, viewer: str) -> str:
    if entry.on.endswith(WINS):
        said = _("{seat} agrees that {winner} wins.")
        if not entry.yes:
            said = _("{seat} agrees no more that {winner} wins.")
        return said.format(seat=entry.seat, winner=entry.on.removesuffix(WINS))
    said = {
        (PAUSE, True): _("{seat} agrees to a pause."),
        (PAUSE, False): _("{seat} agrees to a pause no more."),
        (ABANDON, True): _("{seat} agrees to abandon the game."),
        (ABANDON, False): _("{seat} agrees to abandon the game no more."),
        (RESUME, True): _("{seat} agrees to go on."),
        (RESUME, False): _("{seat} agrees to go on no more."),
        (SHOW, True): _("{seat} agrees to show the game once it is over."),
        (SHOW, False): _("{seat} agrees to show the game no more."),
        (DRAW, True): _("{seat} agrees to a draw."),
        (DRAW, False): _("{seat} agrees to a draw no more."),
    }[entry.on, entry.yes]
    return said.format(seat=entry.seat)


def _voted(entry: Voted, viewer: str) -> str:
    """Once it is open, it says how it was sealed as well."""
    vote = entry.vote.seen_by(viewer)
    if vote is None or (plain_vote := entry.plain()) is None:
        return _("Somebody has voted on how the game ends, or has taken a vote back, under seal.")
    return _agreed(plain_vote, viewer)


def _conceded(entry: Conceded, viewer: str) -> str:
    return _("{seat} concedes.").format(seat=entry.seat)


def _settled(entry: Settled, viewer: str) -> str:
    return settled_as(entry, listed(entry.winners))


def settled_as(entry: Settled, winners: str) -> str:
    """How people have ended a game; `winners` as they are to be called."""
    if entry.on == DRAW:
        said = _("The game is over, drawn by agreement between {seats}.")
    elif entry.on == CONCEDE:
        said = _("The game is over: all others have conceded. {seats} has won.")
    else:
        said = _("The game is over by agreement: {seats} has won.")
    return said.format(seats=winners)


def _abandoned(entry: Abandoned, viewer: str) -> str:
    if entry.by == BY_CONSENT:
        return _("The game is abandoned: all seats agree. Nobody has won; everything is opened.")
    said = _("The referee ends the game without winners, and everything is opened: {reason}")
    return said.format(reason=plain(entry.reason))


# ---- clocks


def _deadlines(entry: DeadlinesSet, viewer: str) -> str:
    each = [_("{seat} until {time}").format(seat=one.seat, time=minute(one.at)) for one in entry.deadlines]
    return _("Time to answer: {deadlines}.").format(deadlines=listed(each)) if each else ""


def _moved(entry: DeadlineMoved, viewer: str) -> str:
    said = _("The referee moves the deadline of {seat} to {time}: {reason}")
    return said.format(seat=entry.seat, time=minute(entry.at), reason=plain(entry.reason))


def _paused(entry: Paused, viewer: str) -> str:
    if entry.by == BY_CONSENT:
        return _("The game is paused: all seats agree.")
    if entry.by == BY_DISPUTE:
        return _("The clocks stand still while a dispute is open.")
    said = (
        _("The referee pauses the game until {time}: {reason}")
        if entry.until
        else _("The referee pauses the game: {reason}")
    )
    return said.format(time=minute(entry.until), reason=plain(entry.reason))


def _resumed(entry: Resumed, viewer: str) -> str:
    if entry.by == BY_CLOCK:
        return _("The pause is over.")
    if entry.by == BY_DISPUTE:
        return _("No dispute is open any more: the clocks go on.")
    if entry.by == BY_CONSENT:
        return _("The game goes on: all seats agree.")
    return _("The referee lets the game go on: {reason}").format(reason=plain(entry.reason))


def _vacation(entry: VacationTaken, viewer: str) -> str:
    said = _n(
        "{seat} takes {count} day of vacation, from {start} to {end}.",
        "{seat} takes {count} days of vacation, from {start} to {end}.",
        entry.days,
    )
    return said.format(seat=entry.seat, count=entry.days, start=minute(entry.start), end=minute(entry.end))


def _lapsed(entry: Lapsed, viewer: str) -> str:
    said = {
        DEFAULT_ORDERS: _("{seat} has not answered by {time}: default orders follow."),
        STANDBY: _("{seat} has not answered by {time}: a standby may take its seat."),
        FORFEIT: _("{seat} has not answered by {time}, and forfeits the game."),
        BOT: _("{seat} has not answered by {time}: a program orders for it in this turn."),
    }.get(entry.follows, _("{seat} has not answered by {time}; the game waits."))
    return said.format(seat=entry.seat, time=minute(entry.deadline))


# ---- press, notes, and orders that are held


def _pressed(entry: Pressed, viewer: str, delegate: str) -> str:
    sender = entry.sender.seen_by(viewer) if isinstance(entry.sender, Sealed) else entry.sender
    text = entry.text.seen_by(viewer) if isinstance(entry.text, Sealed) else entry.text
    name, to = sender or _("Somebody"), listed(entry.to)
    if sender and delegate:
        name = _("{person} for {seat}").format(person=plain(delegate), seat=sender)
    if text is None:
        return _("{name} writes to {to}.").format(name=name, to=to)
    said = _("{name} writes to {to}: “{text}”") if to else _("{name} writes to all: “{text}”")
    return said.format(name=name, to=to, text=plain(text))


def _noted(entry: Noted, viewer: str) -> str:
    said = _n("{person} adds {count} note: {text}", "{person} adds {count} notes: {text}", len(entry.notes))
    text = plain(entry.notes[0].text) if entry.notes else ""
    return said.format(person=plain(entry.person), count=len(entry.notes), text=text)


def _held(entry: OrderHeld, viewer: str) -> str:
    line = entry.line.seen_by(viewer)
    if entry.when == CONDITION:
        if line is None:
            return _("{seat} leaves a condition under seal.").format(seat=entry.seat)
        return _("{seat} leaves condition {number}: {line}.").format(
            seat=entry.seat, number=entry.number, line=plain(line)
        )
    if line is None:
        return _("{seat} holds an order back.").format(seat=entry.seat)
    said = _("{seat} holds order {number} back: {line}.")
    return said.format(seat=entry.seat, number=entry.number, line=plain(line.splitlines()[-1]))


def _fired(entry: OrderReleased, viewer: str) -> str:
    shown = entry.shown.seen_by(viewer) if isinstance(entry.shown, Sealed) else entry.shown
    if shown is None:
        said = _("Condition {number} of {seat} has come about.")
    elif shown:
        said = _("Condition {number} of {seat} has come about: {shown}.")
    else:
        said = _("{seat} goes on with its orders under condition {number}.")
    return said.format(seat=entry.seat, number=entry.number, shown=plain(shown or ""))


def _released(entry: OrderReleased, viewer: str) -> str:
    if entry.why == FIRED:
        return _fired(entry, viewer)
    if entry.why == STOPPED:
        said = _("What {seat} would order next under condition {number} cannot be ordered any more.")
    elif entry.why in PLAYS:
        said = (
            _("{seat} was asked: its order {number} is played.")
            if entry.why == ASKED
            else _("The time of order {number} of {seat} has come.")
        )
    elif entry.why in (WITHDRAWN, REPLACED):
        said = _("{seat} takes its order {number} back.")
    elif entry.why == ENDED:
        said = _("Order {number} of {seat}, which waited, is not played.")
    else:
        said = _("Order {number} of {seat}, which it held back, cannot be played.")
    return said.format(seat=entry.seat, number=entry.number)


def _forfeited(entry: Forfeited, viewer: str, delegate: str) -> str:
    line = entry.line.seen_by(viewer)
    if line is None:
        said = _("{seat} forfeits an order that was illegal.")
        if delegate:
            said = _("{seat} forfeits an order that {person} has given for it: it was illegal.")
    else:
        said = _("{seat} forfeits an order that was illegal: {line}.")
        if delegate:
            said = _("{seat} forfeits an order that {person} has given for it: it was illegal: {line}.")
    return said.format(seat=entry.seat, person=plain(delegate), line=plain(line or ""))


def _refused(entry: OrderRefused, viewer: str, delegate: str) -> str:
    line, reason = entry.line.seen_by(viewer), entry.reason.seen_by(viewer)
    if line is None or reason is None:
        said = _("An order of {seat} is refused.")
        if delegate:
            said = _("{person} has given an order for {seat}, and it is refused.")
    else:
        said = _("An order of {seat} is refused: {line}. {reason}")
        if delegate:
            said = _("{person} has given an order for {seat}, and it is refused: {line}. {reason}")
    told = {"line": plain(line or ""), "reason": plain(reason or "")}
    return said.format(seat=entry.seat, person=plain(delegate), **told)


def _advised(entry: Advised, viewer: str) -> str:
    return _("{seat} asks a program for advice.").format(seat=entry.seat)


def _claimed(entry: DiceClaimed, viewer: str) -> str:
    said = _("{seat} has thrown real dice: {faces}.")
    return said.format(seat=entry.seat, faces=" ".join(map(str, entry.faces)))


def _dice_answered(entry: DiceAnswered, viewer: str) -> str:
    said = _("{seat} confirms the dice.") if entry.yes else _("{seat} denies the dice: they are thrown anew.")
    return said.format(seat=entry.seat)


def _dice_left(entry: DiceLeft, viewer: str) -> str:
    if entry.why == BY_DENIAL:
        return _("The dice were denied too often: this throw is made without them.")
    if entry.why == ALONE:
        return _("Nobody is left who could throw or confirm: this throw is made without real dice.")
    return _("Nobody has thrown or confirmed in time: this throw is made without real dice.")


_SENTENCES: dict[type, Sentence] = {
    PolicyChanged: _policy,
    SeatTaken: _taken,
    SeatLeft: _left,
    Standby: _standby,
    Delegated: _delegated,
    DelegationEnded: _undelegated,
    AddressChanged: _readdressed,
    KeyRegistered: _keyed,
    OrdersSigned: _signed,
    Agreed: _agreed,
    Voted: _voted,
    Conceded: _conceded,
    Settled: _settled,
    Abandoned: _abandoned,
    DeadlinesSet: _deadlines,
    DeadlineMoved: _moved,
    Paused: _paused,
    Resumed: _resumed,
    VacationTaken: _vacation,
    Lapsed: _lapsed,
    Noted: _noted,
    OrderHeld: _held,
    OrderReleased: _released,
    Advised: _advised,
    DiceClaimed: _claimed,
    DiceAnswered: _dice_answered,
    DiceLeft: _dice_left,
}

_NAMING: dict[type, Callable[[Any, str, str], str]] = {
    Pressed: _pressed,
    OrderRefused: _refused,
    Forfeited: _forfeited,
}
"""Those that name who has done it for the seat."""
