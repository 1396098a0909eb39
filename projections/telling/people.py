"""Sentences of people, clocks and press, as a viewer may know them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.game.entries import people
from domain.game.entries.dice import ALONE, BY_DENIAL, DiceAnswered, DiceClaimed, DiceLeft
from domain.game.entries.policy import BOT, DEFAULT_ORDERS, FORFEIT, STANDBY
from domain.game.entries.rulings import BY_DISPUTE, RULINGS
from domain.kit.sealed import Sealed
from projections.language.filled import Depending, SentenceOf
from projections.language.messages import _, _n, listed, minute, plain, somebody
from projections.telling import rulings

Sentence = Callable[[Any, str], str]


def told(entry: people.Conduct, viewer: str, delegate: str = "") -> str:
    """One entry to one viewer; `delegate` is who has done it for the seat, "" where it did so itself."""
    if isinstance(entry, RULINGS):
        return rulings.told(entry, viewer)
    if (sentence := _NAMING.get(type(entry))) is not None:
        return sentence(entry, viewer, delegate)
    return _SENTENCES[type(entry)](entry, viewer)


def _agreed(entry: people.Agreed, viewer: str) -> str:
    if entry.on.endswith(people.WINS):
        said = _("{seat} agrees that {winner} wins.")
        if not entry.yes:
            said = _("{seat} agrees no more that {winner} wins.")
        return said.format(seat=entry.seat, winner=entry.on.removesuffix(people.WINS))
    said = {
        (people.PAUSE, True): _("{seat} agrees to a pause."),
        (people.PAUSE, False): _("{seat} agrees to a pause no more."),
        (people.ABANDON, True): _("{seat} agrees to abandon the game."),
        (people.ABANDON, False): _("{seat} agrees to abandon the game no more."),
        (people.RESUME, True): _("{seat} agrees to go on."),
        (people.RESUME, False): _("{seat} agrees to go on no more."),
        (people.SHOW, True): _("{seat} agrees to show the game once it is over."),
        (people.SHOW, False): _("{seat} agrees to show the game no more."),
        (people.DRAW, True): _("{seat} agrees to a draw."),
        (people.DRAW, False): _("{seat} agrees to a draw no more."),
    }[entry.on, entry.yes]
    return said.format(seat=entry.seat)


def _voted(entry: people.Voted, viewer: str) -> str:
    """Once it is open, it says how it was sealed as well."""
    vote = entry.vote.seen_by(viewer)
    if vote is None or (plain_vote := entry.plain()) is None:
        return _("Somebody has voted on how the game ends, or has taken a vote back, under seal.")
    return _agreed(plain_vote, viewer)


def _settled(entry: people.Settled, viewer: str) -> str:
    return settled_as(entry, listed(entry.winners))


def settled_as(entry: people.Settled, winners: str) -> str:
    """How people have ended a game; `winners` as they are to be called."""
    if entry.on == people.DRAW:
        said = _("The game is over, drawn by agreement between {seats}.")
    elif entry.on == people.CONCEDE:
        said = _("The game is over: all others have conceded. {seats} has won.")
    else:
        said = _("The game is over by agreement: {seats} has won.")
    return said.format(seats=winners)


def _deadlines(entry: people.DeadlinesSet, viewer: str) -> str:
    each = [_("{seat} until {time}").format(seat=one.seat, time=minute(one.at)) for one in entry.deadlines]
    return _("Time to answer: {deadlines}.").format(deadlines=listed(each)) if each else ""


def _pressed(entry: people.Pressed, viewer: str, delegate: str) -> str:
    sender = entry.sender.seen_by(viewer) if isinstance(entry.sender, Sealed) else entry.sender
    text = entry.text.seen_by(viewer) if isinstance(entry.text, Sealed) else entry.text
    name, to = sender or _("Somebody"), listed(entry.to)
    if sender and delegate:
        name = _("{person} for {seat}").format(person=plain(delegate), seat=sender)
    if text is None:
        return _("{name} writes to {to}.").format(name=name, to=to)
    said = _("{name} writes to {to}: “{text}”") if to else _("{name} writes to all: “{text}”")
    return said.format(name=name, to=to, text=plain(text))


def _noted(entry: people.Noted, viewer: str) -> str:
    said = _n("{person} adds {count} note: {text}", "{person} adds {count} notes: {text}", len(entry.notes))
    text = plain(entry.notes[0].text) if entry.notes else ""
    return said.format(person=plain(entry.person), count=len(entry.notes), text=text)


def _held(entry: people.OrderHeld, viewer: str) -> str:
    line = entry.line.seen_by(viewer)
    if entry.when == people.CONDITION:
        if line is None:
            return _("{seat} leaves a condition under seal.").format(seat=entry.seat)
        return _("{seat} leaves condition {number}: {line}.").format(
            seat=entry.seat, number=entry.number, line=plain(line)
        )
    if line is None:
        return _("{seat} holds an order back.").format(seat=entry.seat)
    said = _("{seat} holds order {number} back: {line}.")
    return said.format(seat=entry.seat, number=entry.number, line=plain(line.splitlines()[-1]))


def _fired(entry: people.OrderReleased, viewer: str) -> str:
    shown = entry.shown.seen_by(viewer) if isinstance(entry.shown, Sealed) else entry.shown
    if shown is None:
        said = _("Condition {number} of {seat} has come about.")
    elif shown:
        said = _("Condition {number} of {seat} has come about: {shown}.")
    else:
        said = _("{seat} goes on with its orders under condition {number}.")
    return said.format(seat=entry.seat, number=entry.number, shown=plain(shown or ""))


def _released(entry: people.OrderReleased, viewer: str) -> str:
    if entry.why == people.FIRED:
        return _fired(entry, viewer)
    if entry.why == people.STOPPED:
        said = _("What {seat} would order next under condition {number} cannot be ordered any more.")
    elif entry.why in people.PLAYS:
        said = (
            _("{seat} was asked: its order {number} is played.")
            if entry.why == people.ASKED
            else _("The time of order {number} of {seat} has come.")
        )
    elif entry.why in (people.WITHDRAWN, people.REPLACED):
        said = _("{seat} takes its order {number} back.")
    elif entry.why == people.ENDED:
        said = _("Order {number} of {seat}, which waited, is not played.")
    else:
        said = _("Order {number} of {seat}, which it held back, cannot be played.")
    return said.format(seat=entry.seat, number=entry.number)


def _forfeited(entry: people.Forfeited, viewer: str, delegate: str) -> str:
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


def _refused(entry: people.OrderRefused, viewer: str, delegate: str) -> str:
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


def _claimed(entry: DiceClaimed, viewer: str) -> str:
    said = _("{seat} has thrown real dice: {faces}.")
    return said.format(seat=entry.seat, faces=" ".join(map(str, entry.faces)))


def _taker(person: str) -> str:
    """Who may be a program."""
    return plain(somebody(person))


sentence_of = SentenceOf(person=plain, reason=plain, key=plain, time=minute, start=minute, end=minute)

_SENTENCES: dict[type, Sentence] = {
    # ---- people
    people.PolicyChanged: sentence_of("The referee changes what is agreed: {reason}"),
    people.SeatTaken: sentence_of("{person} takes the seat {seat}: {reason}", person=_taker),
    people.SeatLeft: Depending(
        "reason",
        {"": sentence_of("{person} gives up the seat {seat}.", person=_taker)},
        otherwise=sentence_of("{person} gives up the seat {seat}: {reason}", person=_taker),
    ),
    people.Standby: Depending(
        "listed",
        {True: sentence_of("{person} stands by.", person=_taker)},
        otherwise=sentence_of("{person} stands by no more.", person=_taker),
    ),
    people.Delegated: Depending(
        "scope",
        {
            people.ORDERS: sentence_of(
                "{person} may order for {seat} until {time}.", person="to", time="until"
            ),
            people.ALL: sentence_of(
                "{person} may order and write for {seat} until {time}.", person="to", time="until"
            ),
        },
        otherwise=sentence_of("{person} may write for {seat} until {time}.", person="to", time="until"),
    ),
    people.DelegationEnded: Depending(
        "reason",
        {"": sentence_of("{person} acts for {seat} no more.", person="to")},
        otherwise=sentence_of("{person} acts for {seat} no more: {reason}", person="to"),
    ),
    people.AddressChanged: Depending(
        "by",
        {people.BY_REFEREE: sentence_of("The referee registers another address of {person}: {reason}")},
        otherwise=sentence_of("{person} has another address now."),
    ),
    people.KeyRegistered: sentence_of("{person} signs the orders of {seat} by the key {key}."),
    people.OrdersSigned: sentence_of("The orders of {seat} that follow are signed."),
    people.Agreed: _agreed,
    people.Voted: _voted,
    people.Conceded: sentence_of("{seat} concedes."),
    people.Settled: _settled,
    people.Abandoned: Depending(
        "by",
        {
            people.BY_CONSENT: sentence_of(
                "The game is abandoned: all seats agree. Nobody has won; everything is opened."
            )
        },
        otherwise=sentence_of(
            "The referee ends the game without winners, and everything is opened: {reason}"
        ),
    ),
    # ---- clocks
    people.DeadlinesSet: _deadlines,
    people.DeadlineMoved: sentence_of(
        "The referee moves the deadline of {seat} to {time}: {reason}", time="at"
    ),
    people.Paused: Depending(
        "by",
        {
            people.BY_CONSENT: sentence_of("The game is paused: all seats agree."),
            BY_DISPUTE: sentence_of("The clocks stand still while a dispute is open."),
        },
        otherwise=Depending(
            "until",
            {0: sentence_of("The referee pauses the game: {reason}")},
            otherwise=sentence_of("The referee pauses the game until {time}: {reason}", time="until"),
        ),
    ),
    people.Resumed: Depending(
        "by",
        {
            people.BY_CLOCK: sentence_of("The pause is over."),
            BY_DISPUTE: sentence_of("No dispute is open any more: the clocks go on."),
            people.BY_CONSENT: sentence_of("The game goes on: all seats agree."),
        },
        otherwise=sentence_of("The referee lets the game go on: {reason}"),
    ),
    people.VacationTaken: sentence_of(
        "{seat} takes {count} day of vacation, from {start} to {end}.",
        "{seat} takes {count} days of vacation, from {start} to {end}.",
        "days",
        count="days",
    ),
    people.Lapsed: Depending(
        "follows",
        {
            DEFAULT_ORDERS: sentence_of(
                "{seat} has not answered by {time}: default orders follow.", time="deadline"
            ),
            STANDBY: sentence_of(
                "{seat} has not answered by {time}: a standby may take its seat.", time="deadline"
            ),
            FORFEIT: sentence_of(
                "{seat} has not answered by {time}, and forfeits the game.", time="deadline"
            ),
            BOT: sentence_of(
                "{seat} has not answered by {time}: a program orders for it in this turn.", time="deadline"
            ),
        },
        otherwise=sentence_of("{seat} has not answered by {time}; the game waits.", time="deadline"),
    ),
    # ---- notes, orders that are held, dice
    people.Noted: _noted,
    people.OrderHeld: _held,
    people.OrderReleased: _released,
    people.Advised: sentence_of("{seat} asks a program for advice."),
    DiceClaimed: _claimed,
    DiceAnswered: Depending(
        "yes",
        {True: sentence_of("{seat} confirms the dice.")},
        otherwise=sentence_of("{seat} denies the dice: they are thrown anew."),
    ),
    DiceLeft: Depending(
        "why",
        {
            BY_DENIAL: sentence_of("The dice were denied too often: this throw is made without them."),
            ALONE: sentence_of(
                "Nobody is left who could throw or confirm: this throw is made without real dice."
            ),
        },
        otherwise=sentence_of(
            "Nobody has thrown or confirmed in time: this throw is made without real dice."
        ),
    ),
}

_NAMING: dict[type, Callable[[Any, str, str], str]] = {
    people.Pressed: _pressed,
    people.OrderRefused: _refused,
    people.Forfeited: _forfeited,
}
"""Those that name who has done it for the seat."""
