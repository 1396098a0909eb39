"""What may be recorded beside the play, and what may not: both sides of every limit, without a record."""

from __future__ import annotations

from typing import Any

import pytest

from domain.game.deciding.authority import unvouched
from domain.game.deciding.bars_people import SLACK, bars
from domain.game.entries.entries import Opened, Ordered, Seated
from domain.game.entries.people import (
    Abandoned,
    AddressChanged,
    Advised,
    Agreed,
    Deadline,
    DeadlineMoved,
    DeadlinesSet,
    Delegated,
    DelegationEnded,
    Forfeited,
    KeyRegistered,
    Lapsed,
    Note,
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
    Standby,
    VacationTaken,
)
from domain.game.entries.policy import Policy, Refereeing
from domain.game.state.register import DAY, Register
from domain.kit.bars import first_reason
from domain.kit.sealed import Sealed
from domain.shinobi.data.options import Options

NOW, GRACE = 1_000 * DAY, 60 * 60_000
CLOCKED = Policy(hours=72, grace=60, nmr="default orders", vacation=9)
OPEN = Policy(press="private", anonymous=True)


def register(policy: Policy, *past: Any) -> Register:
    """Ann plays iga, Ben ise and Cem kii; then this has happened."""
    made = Register()
    seats = (Seated("iga", "Ann"), Seated("ise", "Ben"), Seated("kii", "Cem"))
    made = made.fold(
        Opened("shinobi", "standard", "1", "default", Options(), "data", seats, "a seed", policy=policy)
    )
    for entry in past:
        made = made.fold(entry)
    return made


Rulings = list[tuple[Policy, list[Any], Any, str]]
"""policy, what has happened, what is to be recorded at NOW, why it may not be"""

LISTED = "Dora is on the list of standbys already, or never was."
NO_NAME, NO_REASON = "This is no name of a person.", "A reason is missing; the players read it."
NOWHERE = "Nobody sits at oki in this game."
DELEGATED = Delegated("iga", "Fay", "orders", NOW + 1)
KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIA"
KEYED = KeyRegistered("iga", "Ann", KEY)


def signed(seat: str, text: str, signature: str = "y", to: str = "") -> OrdersSigned:
    return OrdersSigned(seat, Sealed((to or seat,), text), Sealed((seat,), signature))


PEOPLE: Rulings = [
    (CLOCKED, [], SeatTaken("iga", "Dora", "Ill."), ""),
    (CLOCKED, [], SeatTaken("iga", "x", "Ill."), ""),
    (CLOCKED, [], SeatTaken("iga", "x" * 200, "Ill."), ""),
    (CLOCKED, [], SeatTaken("iga", "x" * 201, "Ill."), NO_NAME),
    (CLOCKED, [], SeatTaken("iga", "", "Ill."), NO_NAME),
    (CLOCKED, [], SeatTaken("iga", "Dora ", "Ill."), NO_NAME),
    (CLOCKED, [], SeatTaken("iga", "Do\tra", "Ill."), NO_NAME),
    (CLOCKED, [], SeatTaken("iga", "Dora", " "), NO_REASON),
    (CLOCKED, [], SeatTaken("oki", "Dora", "Ill."), NOWHERE),
    (CLOCKED, [], SeatTaken("iga", "Ann", "Ill."), "Ann sits at iga already."),
    (CLOCKED, [], SeatLeft("iga", "Ann", ""), ""),
    (CLOCKED, [], SeatLeft("iga", "Ben", ""), "Ben does not sit at iga."),
    (CLOCKED, [SeatLeft("iga", "Ann", "")], SeatLeft("iga", "", ""), "Nobody does not sit at iga."),
    (CLOCKED, [], Standby("Dora"), ""),
    (CLOCKED, [Standby("Dora")], Standby("Dora"), LISTED),
    (CLOCKED, [Standby("Dora")], Standby("Dora", False), ""),
    (CLOCKED, [], Standby("Dora", False), LISTED),
    (CLOCKED, [Standby("Dora"), Standby("Dora", False)], Standby("Dora"), ""),
    (CLOCKED, [], Standby("Ann"), "Ann plays in this game already."),
    (CLOCKED, [Standby("Dora"), SeatTaken("iga", "Dora", "Ill.")], Standby("Dora", False), LISTED),
    (CLOCKED, [], Standby(" "), NO_NAME),
    (CLOCKED, [], DELEGATED, ""),
    (
        CLOCKED,
        [],
        Delegated("iga", "Fay", "orders", NOW),
        "The time of the delegation is over before it begins.",
    ),
    (
        CLOCKED,
        [],
        Delegated("iga", "Fay", "dinner", NOW + 1),
        "A delegate acts in orders, press or all, not in “dinner”.",
    ),
    (
        CLOCKED,
        [],
        Delegated("iga", "Ann", "all", NOW + 1),
        "Ann sits at iga, and needs no leave to act for it.",
    ),
    (CLOCKED, [], Delegated("oki", "Fay", "all", NOW + 1), NOWHERE),
    (CLOCKED, [], Delegated("iga", "", "all", NOW + 1), NO_NAME),
    (CLOCKED, [], AddressChanged("iga", "Ann", "person", ""), ""),
    (CLOCKED, [], AddressChanged("", "Fay", "referee", "As she wants."), ""),
    (CLOCKED, [], AddressChanged("iga", "Ann", "referee", " "), "A reason is missing; the players read it."),
    (CLOCKED, [], AddressChanged("iga", "Ben", "person", ""), "Ben does not sit at iga."),
    (CLOCKED, [], AddressChanged("mori", "Ann", "person", ""), "Ann does not sit at mori."),
    (CLOCKED, [], AddressChanged("", " Fay", "person", ""), "This is no name of a person."),
    (CLOCKED, [], AddressChanged("iga", "Ann", "clock", ""), "“clock” cannot decide that."),
    (CLOCKED, [], KeyRegistered("iga", "Ann", KEY), ""),
    (CLOCKED, [DELEGATED], KeyRegistered("iga", "Fay", KEY), ""),
    (CLOCKED, [KEYED], KeyRegistered("iga", "Ann", f"{KEY}A"), ""),
    (CLOCKED, [KEYED], KEYED, "Ann signs for iga by this key already."),
    (CLOCKED, [DELEGATED], KeyRegistered("ise", "Fay", KEY), "Fay may not order for ise."),
    (CLOCKED, [], KeyRegistered("iga", "referee", KEY), "referee may not order for iga."),
    (CLOCKED, [], KeyRegistered("iga", "Ann", f"{KEY} anna"), "This is no public key of ssh or minisign."),
    (CLOCKED, [], KeyRegistered("oki", "Ann", KEY), NOWHERE),
    (CLOCKED, [KEYED], signed("iga", "x" * 65_536, "y" * 8_192), ""),
    (CLOCKED, [KEYED], signed("iga", "x" * 65_537), "What is signed has at most 65,536 signs."),
    (CLOCKED, [KEYED], signed("iga", "x", "y" * 8_193), "What is signed has at most 65,536 signs."),
    (CLOCKED, [KEYED], signed("iga", "x", to="ise"), "What a seat has signed is sealed to it."),
    (CLOCKED, [], signed("oki", "x"), NOWHERE),
    (CLOCKED, [DELEGATED], DelegationEnded("iga", "Fay"), ""),
    (CLOCKED, [], DelegationEnded("iga", "Fay"), "Fay does not act for iga."),
]

ALL_PAUSE = [Agreed(seat, "pause") for seat in ("iga", "ise", "kii")]
ALL_END = [Agreed(seat, "abandon") for seat in ("iga", "ise", "kii")]
HOLIDAY, ENDLESS = Paused("referee", "Holiday.", NOW - 5, NOW), Paused("referee", "Holiday.", NOW - 5)
NOT_ALL = "Not every seat has agreed."
UNTIMELY = "It gives another time than that at which it was received."
NEITHER = "No dispute stops the clocks, or one still does."

NO_MATTER = "Seats agree on pause, resume, abandon, show, draw or who wins, not on “dinner”."
AGREEMENTS: Rulings = [
    (CLOCKED, [], Agreed("iga", "pause"), ""),
    (CLOCKED, [], Agreed("iga", "abandon"), ""),
    (CLOCKED, [], Agreed("oki", "abandon"), NOWHERE),
    (
        CLOCKED,
        [],
        Agreed("iga", "dinner"),
        "Seats agree on pause, resume, abandon, show, draw or who wins, not on “dinner”.",
    ),
    (CLOCKED, [Agreed("iga", "pause")], Agreed("iga", "pause"), "iga has said so already."),
    (CLOCKED, [Agreed("iga", "pause")], Agreed("iga", "pause", False), ""),
    (CLOCKED, [], Agreed("iga", "pause", False), "iga has said so already."),
    (CLOCKED, [], Agreed("iga", "resume"), "The game is not paused."),
    (CLOCKED, [ENDLESS], Agreed("iga", "resume"), ""),
    (CLOCKED, [ENDLESS], Agreed("iga", "pause"), "The game is paused already."),
    (CLOCKED, [ENDLESS], Agreed("iga", "abandon"), ""),
    (CLOCKED, [], Agreed("iga", "show"), ""),
    (CLOCKED, [ENDLESS, Agreed("iga", "show")], Agreed("iga", "show", False), ""),
    (CLOCKED, [Abandoned("referee", "Over.")], Agreed("iga", "show"), ""),
    (CLOCKED, [Abandoned("referee", "Over."), Agreed("iga", "show")], Agreed("iga", "show", False), ""),
    (
        CLOCKED,
        [Abandoned("referee", "Over.")],
        Agreed("iga", "abandon"),
        "The game was abandoned; nothing can happen in it any more.",
    ),
    (CLOCKED, [], Abandoned("referee", "Over."), ""),
    (CLOCKED, [], Abandoned("referee", " "), NO_REASON),
    (CLOCKED, ALL_END, Abandoned("consent", ""), ""),
    (CLOCKED, ALL_END[:2], Abandoned("consent", ""), NOT_ALL),
    (CLOCKED, [*ALL_END[:2], SeatLeft("kii", "Cem", "")], Abandoned("consent", ""), ""),
    (CLOCKED, ALL_PAUSE, Abandoned("consent", ""), NOT_ALL),
    (CLOCKED, [], Abandoned("dispute", "Over."), "“dispute” cannot decide that."),
    (
        CLOCKED,
        [Abandoned("referee", "Over.")],
        Standby("Dora"),
        "The game was abandoned; nothing can happen in it any more.",
    ),
    (CLOCKED, [], Paused("referee", "Holiday.", NOW), ""),
    (CLOCKED, [], Paused("referee", "Holiday.", NOW, NOW + 1), ""),
    (CLOCKED, [], Paused("referee", "Holiday.", NOW, NOW), "The pause would be over before it begins."),
    (CLOCKED, [], Paused("referee", "Holiday.", NOW - 1), UNTIMELY),
    (CLOCKED, [], Paused("referee", "", NOW), NO_REASON),
    (CLOCKED, ALL_PAUSE, Paused("consent", "", NOW), ""),
    (CLOCKED, ALL_PAUSE[1:], Paused("consent", "", NOW), NOT_ALL),
    (CLOCKED, [], Paused("dispute", "", NOW), NEITHER),
    (CLOCKED, [], Paused("clock", "", NOW), "“clock” cannot decide that."),
    (CLOCKED, [ENDLESS], Paused("referee", "Holiday.", NOW), "The game is paused already."),
    (CLOCKED, [HOLIDAY], Resumed("clock", "", NOW), ""),
    (CLOCKED, [HOLIDAY], Resumed("clock", "", NOW + 1), UNTIMELY),
    (
        CLOCKED,
        [Paused("referee", "", NOW - 5, NOW + 1)],
        Resumed("clock", "", NOW),
        "The pause is not over yet.",
    ),
    (CLOCKED, [ENDLESS], Resumed("clock", "", NOW), "The pause is not over yet."),
    (CLOCKED, [], Resumed("referee", "Home.", NOW), "The game is not paused."),
    (CLOCKED, [ENDLESS], Resumed("referee", "Home.", NOW), ""),
    (CLOCKED, [ENDLESS], Resumed("referee", "Home.", NOW - 1), UNTIMELY),
    (CLOCKED, [ENDLESS], Resumed("dispute", "", NOW), NEITHER),
    (CLOCKED, [Paused("dispute", "", NOW - 5)], Resumed("dispute", "", NOW), ""),
]

DUE = Deadline("iga", "deploy", NOW - 9, NOW + 9)
PAST = Deadline("iga", "deploy", NOW - 9, NOW - GRACE)
OTHER_MOMENT = "The time of iga is counted from another moment than that of the question."
OTHER_TIME = "The deadline of iga is over before it begins, or another than was set."
WHOSE = "A deadline is that of a seat, and of each only one."
LAPSED = Lapsed("iga", NOW - GRACE - 1, "deploy", "T1", "default orders")
NO_DEADLINE = "iga has no such deadline."


def due(**new: Any) -> DeadlinesSet:
    return DeadlinesSet(
        (Deadline(**{"seat": "iga", "prompt": "deploy", "since": NOW, "at": NOW + 1, **new}),)
    )


def missed(at: int, **new: Any) -> list[Any]:
    return [DeadlinesSet((Deadline("iga", new.get("prompt", "deploy"), NOW - DAY, at),))]


CLOCKS: Rulings = [
    (CLOCKED, [], due(), ""),
    (CLOCKED, [], due(at=NOW), OTHER_TIME),
    (CLOCKED, [], due(since=NOW - 1), OTHER_MOMENT),
    (CLOCKED, [], due(moved=NOW + 1), OTHER_MOMENT),
    (CLOCKED, [], due(seat="witness"), ""),
    (CLOCKED, [], due(seat="oki"), WHOSE),
    (CLOCKED, [], DeadlinesSet(due().deadlines * 2), WHOSE),
    (CLOCKED, [DeadlinesSet((DUE,))], due(since=NOW - 9), ""),
    (CLOCKED, [DeadlinesSet((DUE,))], due(since=NOW - 8), OTHER_MOMENT),
    (CLOCKED, [DeadlinesSet((DUE,)), DeadlineMoved("iga", NOW + 7, "So.")], due(since=NOW - 9), OTHER_MOMENT),
    (
        CLOCKED,
        [DeadlinesSet((DUE,)), DeadlineMoved("iga", NOW + 7, "So.")],
        due(since=NOW - 9, at=NOW + 7, moved=NOW + 7),
        "",
    ),
    (
        CLOCKED,
        [DeadlinesSet((DUE,)), DeadlineMoved("iga", NOW + 7, "So.")],
        due(since=NOW - 9, at=NOW + 8, moved=NOW + 7),
        OTHER_TIME,
    ),
    (CLOCKED, [DeadlinesSet((DUE,))], DeadlineMoved("iga", NOW + 1, "So."), ""),
    (
        CLOCKED,
        [DeadlinesSet((DUE,))],
        DeadlineMoved("iga", NOW, "So."),
        "A deadline cannot be moved into the past.",
    ),
    (CLOCKED, [DeadlinesSet((DUE,))], DeadlineMoved("iga", NOW + 1, ""), NO_REASON),
    (CLOCKED, [], DeadlineMoved("iga", NOW + 1, "So."), "iga has no deadline now."),
    (CLOCKED, missed(NOW - GRACE - 1), LAPSED, ""),
    (
        CLOCKED,
        missed(NOW - GRACE),
        Lapsed("iga", NOW - GRACE, "deploy", "T1", "default orders"),
        "The time of iga and its grace are not over yet.",
    ),
    (CLOCKED, missed(NOW - GRACE - 2), LAPSED, NO_DEADLINE),
    (CLOCKED, missed(NOW - GRACE - 1, prompt="home"), LAPSED, NO_DEADLINE),
    (CLOCKED, [], LAPSED, NO_DEADLINE),
    (
        CLOCKED,
        [*missed(NOW - GRACE - 1), LAPSED],
        LAPSED,
        "iga was found silent before at this deadline.",
    ),
    (
        CLOCKED,
        [*missed(NOW - GRACE - 1), ENDLESS],
        LAPSED,
        "All clocks stand still: the game is paused.",
    ),
    (
        CLOCKED,
        missed(NOW - GRACE - 1),
        Lapsed("iga", NOW - GRACE - 1, "deploy", "T1", "wait"),
        "By the policy of the game “default orders” follows.",
    ),
    (
        CLOCKED,
        missed(NOW - GRACE - 1, prompt="join"),
        Lapsed("iga", NOW - GRACE - 1, "join", "T1", "wait"),
        "",
    ),
    (CLOCKED, [], Ordered("iga", Options()), ""),
    (
        CLOCKED,
        [],
        Ordered("iga", Options(), "default order"),
        "iga was not silent, or its policy gives it no orders.",
    ),
    (CLOCKED, [*missed(NOW - GRACE - 1), LAPSED], Ordered("iga", Options(), "default order"), ""),
    (
        CLOCKED,
        [*missed(NOW - GRACE - 1), Lapsed("iga", 0, "deploy", "T1", "standby")],
        Ordered("iga", Options(), "default order"),
        "iga was not silent, or its policy gives it no orders.",
    ),
    (CLOCKED, [Forfeited("iga", Sealed(("iga",), "deploy"))], Ordered("iga", Options(), "default order"), ""),
    (CLOCKED, [], PolicyChanged(Policy(), "Agreed."), ""),
    (CLOCKED, [], PolicyChanged(Policy(), ""), NO_REASON),
    (CLOCKED, [], PolicyChanged(Policy(grace=-1), "Agreed."), "The grace is 0 to 10080 minutes."),
]


def away(start: int, length: int, days: int, seat: str = "iga") -> VacationTaken:
    return VacationTaken(seat, start, start + length, days)


LATER = NOW + 20 * DAY
TAKEN = away(LATER, 5 * DAY, 5)
TWICE = "iga is on vacation already in a part of this time."

VACATIONS: Rulings = [
    (CLOCKED, [], away(NOW, DAY, 1), ""),
    (CLOCKED, [], away(NOW - 1, DAY, 1), "A vacation cannot begin in the past."),
    (CLOCKED, [], away(NOW, DAY + SLACK, 1), ""),
    (CLOCKED, [], away(NOW, DAY + SLACK + 1, 1), "From beginning to end that are not 1 days."),
    (CLOCKED, [], away(NOW, 1, 1), ""),
    (CLOCKED, [], away(NOW, 1, 0), ""),
    (CLOCKED, [], away(NOW, 0, 0), "From beginning to end that are not 0 days."),
    (CLOCKED, [], away(NOW, DAY - SLACK + 1, 2), ""),
    (CLOCKED, [], away(NOW, DAY - SLACK, 2), "From beginning to end that are not 2 days."),
    (CLOCKED, [], away(NOW, 9 * DAY, 9), ""),
    (CLOCKED, [], away(NOW, 10 * DAY, 10), "iga has 9 days of vacation left; this would take 10."),
    (CLOCKED, [TAKEN], away(NOW, 4 * DAY, 4), ""),
    (CLOCKED, [TAKEN], away(NOW, 5 * DAY, 5), "iga has 4 days of vacation left; this would take 5."),
    (CLOCKED, [TAKEN], away(NOW, 5 * DAY, 5, "ise"), ""),
    (CLOCKED, [TAKEN], away(LATER - DAY, DAY, 1), ""),
    (CLOCKED, [TAKEN], away(LATER - DAY, DAY + 1, 1), TWICE),
    (CLOCKED, [TAKEN], away(LATER + 5 * DAY, DAY, 1), ""),
    (CLOCKED, [TAKEN], away(LATER + 5 * DAY - 1, DAY, 1), TWICE),
    (CLOCKED, [], away(NOW, DAY, 1, "oki"), NOWHERE),
]

GOES_TO = (
    "Press goes to everybody, or to some of iga, ise, kii, referee, in this order, and not to its writer."
)
NO_PRESS = "There is no press in this game; you can write to the referee."
TO_ALL = "In this game all press goes to everybody."
SEALED_WRONG = "The press is sealed to others than its readers."


def press(to: tuple[str, ...] = (), text: Any = "Hear me.", sender: Any = "iga") -> Pressed:
    readers = tuple(seat for seat in ("iga", "ise", "kii") if seat in (*to, sender))
    return Pressed(to, Sealed(readers, text) if to and isinstance(text, str) else text, sender)


PRESS: Rulings = [
    (OPEN, [], press(), ""),
    (OPEN, [], press(text="x" * 20_000), ""),
    (OPEN, [], press(text="x" * 20_001), "Press has at most 20,000 signs."),
    (OPEN, [], press(("ise",), text="x" * 20_001), "Press has at most 20,000 signs."),
    (OPEN, [], press(text=" \n"), "The press is empty."),
    (OPEN, [], press(sender="oki"), NOWHERE),
    (OPEN, [], press(sender="referee"), ""),
    (OPEN, [], press(("ise",)), ""),
    (OPEN, [], press(("ise", "referee")), ""),
    (OPEN, [], press(("iga",)), GOES_TO),
    (OPEN, [], press(("kii", "ise")), GOES_TO),
    (OPEN, [], press(("oki",)), GOES_TO),
    (OPEN, [], press(("ise",), text=Sealed(("ise",), "x")), SEALED_WRONG),
    (OPEN, [], press(text=Sealed(("iga",), "x")), SEALED_WRONG),
    (OPEN, [], press(sender=Sealed((), "iga")), ""),
    (OPEN, [], press(sender=Sealed((), "")), ""),
    (OPEN, [], press(sender=Sealed((), "oki")), "The writer is sealed to others than the referee."),
    (OPEN, [], press(sender=Sealed(("ise",), "iga")), "The writer is sealed to others than the referee."),
    (Policy(press="white"), [], press(), ""),
    (Policy(press="white"), [], press(("ise",)), TO_ALL),
    (Policy(press="white"), [], press(("referee",)), ""),
    (
        Policy(press="white"),
        [],
        press(sender=Sealed((), "iga")),
        "In this game nobody writes without a name.",
    ),
    (Policy(), [], press(), NO_PRESS),
    (Policy(), [], press(("referee",)), ""),
    (Policy(), [], press(("referee",), sender="oki"), NOWHERE),
    (Policy(), [], press(("referee",), sender=Sealed((), "iga")), NO_PRESS),
    (Policy(), [], press(("ise",), sender="referee"), ""),
]

HELD = OrderHeld("iga", 1, Sealed(("iga",), "attack"), "ready")
ON_ASKING = OrderHeld("iga", 1, Sealed(("iga",), "attack"), "asked")
HUNDRED = [OrderHeld("iga", number, Sealed(("iga",), "attack"), "ready") for number in range(1, 101)]
HOW = "An order is held until its seat says so or is asked, and sealed to it."
NOTES = "An event has 1 to 200 notes, with at most 65,536 bytes."


def noted(*texts: str) -> Noted:
    return Noted("Dai", "text", "00" * 32, tuple(Note(n, text) for n, text in enumerate(texts, 1)))


def refused(
    at: int = NOW, line: str = "attack", to: tuple[str, ...] = ("iga",), why: str = "no"
) -> OrderRefused:
    return OrderRefused("iga", Sealed(to, line), Sealed(to, why), at)


TODAY_FULL = [refused()] * 20
FULL = "20 refused orders of iga are recorded for this day already."
LONG = "A refused order and its reason have at most 2,000 signs each."
SEALED_TO_IT = "What was refused to a seat, and why, is sealed to it."
OF_ISE = OrderRefused("ise", Sealed(("ise",), "x"), Sealed(("ise",), "y"), NOW)

REFUSING: Rulings = [
    (OPEN, [], refused(), ""),
    (OPEN, TODAY_FULL[:19], refused(), ""),
    (OPEN, TODAY_FULL, refused(), FULL),
    (OPEN, TODAY_FULL, OF_ISE, ""),
    (OPEN, [refused(NOW - DAY)] * 20, refused(), ""),
    (OPEN, [], refused(NOW - 1), "It gives another time than that at which it was received."),
    (OPEN, [], refused(to=()), SEALED_TO_IT),
    (OPEN, [], refused(to=("iga", "ise")), SEALED_TO_IT),
    (OPEN, [], refused(line="x" * 2000, why="y" * 2000), ""),
    (OPEN, [], refused(line="x" * 2001), LONG),
    (OPEN, [], refused(why="y" * 2001), LONG),
    (OPEN, [], OrderRefused("oki", Sealed(("oki",), "x"), Sealed(("oki",), "y"), NOW), NOWHERE),
]

HOLDING: Rulings = [
    (OPEN, [], noted("x"), ""),
    (OPEN, [], noted(), NOTES),
    (OPEN, [], noted(*"x" * 200), ""),
    (OPEN, [], noted(*"x" * 201), NOTES),
    (OPEN, [], noted("é" * 32_768), ""),
    (OPEN, [], noted("é" * 32_768, "x"), NOTES),
    (OPEN, [], HELD, ""),
    (OPEN, [HELD], HELD, "The next order that iga holds back has another number."),
    (
        OPEN,
        [],
        OrderHeld("iga", 2, HELD.line, "ready"),
        "The next order that iga holds back has another number.",
    ),
    (OPEN, [], OrderHeld("iga", 1, HELD.line, "dinner"), HOW),
    (OPEN, [], OrderHeld("iga", 1, Sealed((), "attack"), "ready"), HOW),
    (OPEN, [], OrderHeld("oki", 1, Sealed(("oki",), "attack"), "ready"), NOWHERE),
    (OPEN, HUNDRED[:99], HUNDRED[99], ""),
    (OPEN, HUNDRED, OrderHeld("iga", 101, HELD.line, "ready"), "iga holds 100 orders back already."),
    (OPEN, [HELD], OrderReleased("iga", 1, "ready"), ""),
    (OPEN, [HELD], OrderReleased("iga", 1, "withdrawn"), ""),
    (OPEN, [HELD], OrderReleased("iga", 2, "ready"), "iga holds no order 2 back."),
    (OPEN, [], OrderReleased("iga", 1, "ready"), "iga holds no order 1 back."),
    (OPEN, [HELD], OrderReleased("iga", 1, "asked"), "The order waits for something else than “asked”."),
    (OPEN, [ON_ASKING], OrderReleased("iga", 1, "asked"), ""),
    (OPEN, [ON_ASKING], OrderReleased("iga", 1, "ready"), "The order waits for something else than “ready”."),
    (OPEN, [HELD, *missed(NOW)], OrderReleased("iga", 1, "deadline"), ""),
    (
        OPEN,
        [HELD, *missed(NOW + 1)],
        OrderReleased("iga", 1, "deadline"),
        "The deadline of iga is not there yet.",
    ),
    (OPEN, [HELD], OrderReleased("iga", 1, "deadline"), "The deadline of iga is not there yet."),
    (OPEN, [], Forfeited("iga", HELD.line), "In this game an illegal order is not forfeited."),
    (Policy(errors="strict"), [], Forfeited("iga", HELD.line), ""),
    (
        Policy(errors="strict"),
        [Forfeited("iga", HELD.line)],
        Forfeited("iga", HELD.line),
        "A seat forfeits an order once, sealed to it.",
    ),
    (
        Policy(errors="strict"),
        [],
        Forfeited("iga", Sealed((), "attack")),
        "A seat forfeits an order once, sealed to it.",
    ),
    (Policy(errors="strict"), [], Forfeited("oki", Sealed(("oki",), "attack")), NOWHERE),
    (
        OPEN,
        [],
        Advised("iga", 1),
        "In this game no program advises. The referee can allow it with the policy “advice”.",
    ),
    (Policy(advice=True), [], Advised("iga", 1), ""),
    (Policy(advice=True), [Advised("iga", 1)], Advised("iga", 2), "iga was advised on this already."),
    (Policy(advice=True), [Advised("iga", 1)], Advised("ise", 2), ""),
    (Policy(advice=True), [Advised("iga", 1), Ordered("ise", Options())], Advised("iga", 3), ""),
    (Policy(advice=True), [], Advised("oki", 1), NOWHERE),
]

SECOND = "The second referee has another name than the referee, without blanks around it."
REFEREES: Rulings = [
    (OPEN, [], PolicyChanged(Policy(referee=Refereeing("x" * 200)), "So."), ""),
    (OPEN, [], PolicyChanged(Policy(referee=Refereeing("x" * 201)), "So."), SECOND),
    (OPEN, [], PolicyChanged(Policy(referee=Refereeing("referee")), "So."), SECOND),
    (OPEN, [], PolicyChanged(Policy(referee=Refereeing(" Gen")), "So."), SECOND),
    (OPEN, [], PolicyChanged(Policy(referee=Refereeing("G\nn")), "So."), SECOND),
    (
        OPEN,
        [],
        PolicyChanged(Policy(referee=Refereeing(looks="never")), "So."),
        "What the referee looks at is seen: at once, at the reveal.",
    ),
]


@pytest.mark.parametrize(
    ("policy", "past", "entry", "why"),
    [*PEOPLE, *AGREEMENTS, *CLOCKS, *VACATIONS, *PRESS, *REFUSING, *HOLDING, *REFEREES],
)
def test_what_may_be_recorded_beside_the_play(policy: Policy, past: list[Any], entry: Any, why: str) -> None:
    assert first_reason(bars(register(policy, *past), entry, NOW)) == why


TIMED = [
    ([], Delegated("iga", "Fay", "all", NOW)),
    ([], Paused("referee", "Holiday.", NOW - 1)),
    ([ENDLESS], Resumed("referee", "Home.", NOW - 1)),
    ([], due(since=NOW - 1)),
    ([DeadlinesSet((DUE,))], DeadlineMoved("iga", NOW, "So.")),
    ([], away(NOW - 1, DAY, 1)),
    (missed(NOW - GRACE), Lapsed("iga", NOW - GRACE, "deploy", "T1", "default orders")),
    ([HELD, *missed(NOW + 1)], OrderReleased("iga", 1, "deadline")),
]


@pytest.mark.parametrize(("past", "entry"), TIMED)
def test_what_hangs_from_the_received_at_is_not_asked_where_that_is_not_known(
    past: list[Any], entry: Any
) -> None:
    assert [*bars(register(CLOCKED, *past), entry, NOW)] != []
    assert [*bars(register(CLOCKED, *past), entry)] == []


# least level, cause, what vouches for the mail, whether it may order
VOUCHERS = [
    (1, "mail", "0", True),
    (1, "mail", "", True),
    (2, "mail", "2 token sender dkim", True),
    (2, "mail", "3 token dkim", True),
    (2, "mail", "1 token", False),
    (2, "mail", "4", False),
    (2, "mail", "", False),
    (3, "mail", "2 token sender dkim", False),
    (3, "command line", "", True),
]


@pytest.mark.parametrize(("least", "cause", "authority", "may"), VOUCHERS)
def test_what_must_vouch_for_a_mail(least: int, cause: str, authority: str, may: bool) -> None:
    level = authority[:1] if authority[:1] in ("1", "2") else 0
    why = f"This game takes orders from mails of level {least}; this one has level {level}."
    assert unvouched(Policy(authority=least), cause, authority) == ("" if may else why)
