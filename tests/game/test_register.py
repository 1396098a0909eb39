"""What the register remembers from one entry to the next, and whether what people did was theirs to do."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.game.checking.propriety import Act, check_conduct
from domain.game.checking.readjudicate import Finding
from domain.game.entries.entries import Entry, Joined, Opened, Ordered, Rewound, Seated
from domain.game.entries.people import (
    Abandoned,
    Deadline,
    DeadlineMoved,
    DeadlinesSet,
    Delegated,
    Forfeited,
    Lapsed,
    OrderHeld,
    OrderReleased,
    Paused,
    PolicyChanged,
    Pressed,
    Resumed,
    SeatLeft,
    SeatTaken,
    VacationTaken,
)
from domain.game.entries.policy import Policy
from domain.game.state.register import Register
from domain.kit.sealed import Sealed
from domain.shinobi.data.options import Options

HOUR, DAY = 3_600_000, 86_400_000
POLICY = Policy(hours=72, nmr="default orders", vacation=9, press="private", anonymous=True, authority=2)
SEATS = (Seated("iga", "Ann"), Seated("ise", "Ben"), Seated("kii", "Cem"))
ORDER = Options()


def opened(policy: Policy = POLICY) -> Opened[Any]:
    return Opened("shinobi", "standard", "1", "default", ORDER, "data", SEATS, "a seed", policy=policy)


def register(*past: Any, policy: Policy = POLICY) -> Register:
    made = Register()
    for entry in (opened(policy), *past):
        made = made.fold(entry)
    return made


IGA, ISE = Deadline("iga", "deploy", 1, 9), Deadline("ise", "deploy", 1, 9, 9)
BOTH = DeadlinesSet((IGA, ISE))
SILENT = Lapsed("iga", 9, "deploy", "T1", "default orders")
FORFEIT = Lapsed("iga", 9, "deploy", "T1", "forfeit")


# ---- deadlines and silence


def test_the_time_of_who_orders_something_else_runs_on() -> None:
    """And that of who orders what it is asked for does not, nor any for who had no deadline."""
    asked, extra, none = register(BOTH), register(BOTH), register(DeadlinesSet((ISE,)))
    asked = asked.fold(Ordered("iga", ORDER))
    assert (asked.deadlines, asked.running) == ({"ise": ISE}, {})
    extra = extra.fold(Ordered("iga", ORDER), goes_on=True)
    assert (extra.deadlines, extra.running) == ({"ise": ISE}, {"iga": IGA})
    none = none.fold(Ordered("iga", ORDER), goes_on=True)
    assert (none.deadlines, none.running) == ({"ise": ISE}, {})


def test_a_running_time_is_known_for_the_same_question_alone() -> None:
    made = register(BOTH)
    made = made.fold(Ordered("iga", ORDER), goes_on=True)
    assert (made.known("iga", "deploy"), made.known("iga", "home"), made.known("kii", "deploy")) == (
        IGA,
        None,
        None,
    )
    assert (made.known("ise", "deploy"), made.latest("ise")) == (ISE, 9)


# what was silent, how it orders, whether it is silent after that
ORDERS = [
    (SILENT, "seat", False),
    (SILENT, "default order", True),
    (SILENT, "only answer", True),
    (FORFEIT, "seat", False),
    (FORFEIT, "default order", False),
]


@pytest.mark.parametrize(("lapsed", "by", "is_silent"), ORDERS)
def test_who_was_silent_is_so_until_it_orders_again(lapsed: Lapsed, by: str, is_silent: bool) -> None:
    made = register(BOTH, lapsed, Ordered("ise", ORDER, by))
    assert (made.silent, made.spent) == ({"iga": lapsed}, {"iga": 9})
    made = made.fold(Ordered("iga", ORDER, by))
    assert (made.silent, made.spent) == ({"iga": lapsed} if is_silent else {}, {"iga": 9})


def test_a_forfeit_ends_with_the_order_that_is_given_instead() -> None:
    made = register(*(Forfeited(seat, Sealed((seat,), "x")) for seat in ("iga", "ise")))
    found = [made.forfeited]
    for seat in ("iga", "kii", "ise"):
        made = made.fold(Ordered(seat, ORDER, "default order"))
        found.append(made.forfeited)
    assert found == [("iga", "ise"), ("ise",), ("ise",), ()]


ANEW = [
    (PolicyChanged(Policy(hours=5), "So."), {"iga": SILENT}),
    (Rewound(1, "Why."), {}),
    (DeadlinesSet(()), {"iga": SILENT}),
]


@pytest.mark.parametrize(("entry", "silent"), ANEW)
def test_what_makes_every_time_begin_anew(entry: Entry, silent: dict[str, Lapsed]) -> None:
    made = register(BOTH, SILENT)
    made = made.fold(Ordered("ise", ORDER), goes_on=True)
    made = made.fold(entry)
    assert (made.deadlines, made.running, made.silent) == ({}, {}, silent)


def test_what_the_referee_has_moved_stands_where_the_change_says_so() -> None:
    before = (BOTH, DeadlineMoved("ise", 99, "So."))
    made = register(*before, PolicyChanged(Policy(hours=5), "So.", keeps_moved=True))
    assert made.deadlines == {"ise": replace(ISE, at=99, moved=99)}
    assert register(*before, PolicyChanged(Policy(hours=5), "So.")).deadlines == {}


def test_a_pause_moves_on_what_the_referee_has_moved_and_nothing_that_was_over() -> None:
    """iga's deadline is counted anew by the calendar, ise's was moved, kii's was moved and is over."""
    over = Deadline("kii", "deploy", 1, 3, 3)
    made = register(DeadlinesSet((IGA, ISE, over)), Paused("referee", "So.", 3), Resumed("referee", "So.", 8))
    assert made.deadlines == {"iga": IGA, "ise": Deadline("ise", "deploy", 1, 14, 14), "kii": over}
    assert (made.paused, made.pauses) == (None, ((3, 8),))


# ---- seats


def test_who_takes_a_seat_takes_nothing_of_who_had_it() -> None:
    """The time for what is asked is full again; what was held, delegated and agreed is gone."""
    held = OrderHeld("iga", 1, Sealed(("iga",), "x"), "ready")
    before = (BOTH, SILENT, held, Delegated("iga", "Fay", "all", 9), Delegated("ise", "Fay", "all", 9))
    made = register(*before, SeatTaken("iga", "Dora", "So."))
    assert (made.holders, made.deadlines) == ({"iga": "Dora", "ise": "Ben", "kii": "Cem"}, {"ise": ISE})
    assert (made.silent, made.held, made.delegations) == ({}, {}, (before[-1],))
    left = register(*before, SeatLeft("iga", "Ann", "So."))
    assert (left.holders["iga"], left.sitting()) == ("", ["ise", "kii"])
    assert (left.deadlines, left.silent, left.held) == ({"iga": IGA, "ise": ISE}, {"iga": SILENT}, {})


def test_the_seats_that_a_standby_may_take() -> None:
    """Left ones and silent ones, where the policy says so."""
    standby = Policy(nmr="standby")
    lapsed = Lapsed("kii", 9, "deploy", "T1", "standby")
    assert register(SeatLeft("iga", "Ann", ""), lapsed, policy=standby).free() == ("iga", "kii")
    assert register(SILENT, policy=standby).free() == ()
    assert register(SeatLeft("iga", "Ann", ""), lapsed).free() == ()


# ---- who may act

GIVEN = [Delegated("iga", "Fay", "orders", 10), Delegated("ise", "Gus", "all", 10)]
OVER = "Fay was let act for iga until a time that is over."
NOT_HERS = "Fay may not do this for iga; Ann sits there."

# seat, person, on whose behalf, scope, at, why not
STRANGERS: list[tuple[str, str, str, str, int | None, str]] = [
    ("iga", "", "", "orders", 5, ""),
    ("iga", "Ann", "", "orders", 5, ""),
    ("iga", "Ann", "", "", 5, ""),
    ("iga", "Ben", "", "orders", 5, "Ben does not sit at iga; Ann does."),
    ("iga", "Fay", "Ann", "orders", 10, ""),
    ("iga", "Fay", "Ann", "orders", 11, OVER),
    ("iga", "Fay", "Ann", "orders", None, ""),
    ("iga", "Fay", "Ann", "press", 5, NOT_HERS),
    ("iga", "Fay", "Ann", "", 5, NOT_HERS),
    ("iga", "Fay", "", "orders", 5, "Fay does not sit at iga; Ann does."),
    ("ise", "Gus", "Ben", "press", 5, ""),
    ("ise", "Gus", "Ben", "", 5, "Gus may not do this for ise; Ben sits there."),
    ("iga", "referee", "Ann", "", 5, ""),
    ("iga", "referee", "", "orders", 5, "referee does not sit at iga; Ann does."),
    ("oki", "Zoe", "", "orders", 5, ""),
]


@pytest.mark.parametrize(("seat", "person", "behalf", "scope", "at", "why"), STRANGERS)
def test_who_may_act_for_a_seat(
    seat: str, person: str, behalf: str, scope: str, at: int | None, why: str
) -> None:
    assert register(*GIVEN).stranger(seat, person, behalf, scope, at) == why


def test_nobody_acts_for_a_seat_at_which_nobody_sits() -> None:
    left = register(SeatLeft("iga", "Ann", ""))
    assert left.stranger("iga", "Ann", "", "orders") == "Ann does not sit at iga; nobody does."


# ---- conduct

TABLE = ("command line", "", "", "", "")
HELD = OrderHeld("iga", 1, Sealed(("iga",), "attack"), "ready")
READY, WITHDRAWN = OrderReleased("iga", 1, "ready"), OrderReleased("iga", 1, "withdrawn")
LATE = "The order that iga held back does not follow."
HIDDEN = Pressed((), "Hear me.", Sealed((), "iga"))
WEAK = "This game takes orders from mails of level 2; this one has level 1."
NOT_BEN = "Ben does not sit at iga; Ann does."


def by(person: str, behalf: str = "", cause: str = "command line", authority: str = "") -> Act:
    return (cause, "", "iga", person, behalf, authority)


# what follows the opening, who did each of it, why it does not hold and where
CONDUCT: list[tuple[list[Entry], list[Act], Finding | None]] = [
    ([HELD, READY, Ordered("iga", ORDER)], [TABLE] * 3, None),
    ([HELD, WITHDRAWN], [TABLE] * 2, None),
    ([HELD, READY], [TABLE] * 2, Finding(4, LATE)),
    ([HELD, READY, Ordered("ise", ORDER)], [TABLE] * 3, Finding(4, LATE)),
    ([HELD, READY, Ordered("iga", ORDER, "only answer")], [TABLE] * 3, Finding(4, LATE)),
    ([HELD, READY, SeatLeft("ise", "Ben", "")], [TABLE] * 3, Finding(4, LATE)),
    ([Ordered("iga", ORDER)], [by("Ann")], None),
    ([Ordered("iga", ORDER)], [by("Ben")], Finding(2, NOT_BEN)),
    ([Ordered("iga", ORDER, "only answer")], [by("Ben")], None),
    ([Joined("iga", "here")], [by("Ben")], Finding(2, NOT_BEN)),
    ([SeatTaken("iga", "Dora", "So.")], [by("Ben")], None),
    ([SeatLeft("iga", "Ann", "")], [by("referee", "Ann")], None),
    ([SeatLeft("iga", "Ann", "")], [by("Ben")], Finding(2, NOT_BEN)),
    ([VacationTaken("iga", 10, 10 + DAY, 1)], [by("Ben")], Finding(2, NOT_BEN)),
    ([Ordered("iga", ORDER)], [by("Ann", cause="mail", authority="2 token")], None),
    ([Ordered("iga", ORDER)], [by("Ann", cause="mail", authority="1 token")], Finding(2, WEAK)),
    ([Ordered("iga", ORDER, "only answer")], [by("Ann", cause="mail")], None),
    ([HIDDEN], [("mail", "", "", "", "")], None),
    ([HIDDEN], [by("Ann")], Finding(2, "An anonymous writer is named, or the mail.")),
    ([Pressed((), "Hear me.", "iga")], [by("Ben")], Finding(2, NOT_BEN)),
    ([Abandoned("referee", "")], [TABLE], Finding(2, "A reason is missing; the players read it.")),
]


@pytest.mark.parametrize(("entries", "acts", "finding"), CONDUCT)
def test_whether_what_people_did_was_theirs_to_do(
    entries: list[Entry], acts: list[Act], finding: Finding | None
) -> None:
    record = [opened(), *entries]
    assert check_conduct(record, [TABLE, *acts], range(len(record))) == finding
