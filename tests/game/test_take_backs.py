"""Take-backs by consent: what nothing goes back behind, who is asked, and what ends a proposal."""

from __future__ import annotations

from typing import Any

import pytest

from domain.game.entries.entries import (
    DEFAULT_ORDER,
    ONLY_ANSWER,
    STANDING_ORDER,
    Asked,
    Contributed,
    Forked,
    Ordered,
    Rewound,
)
from domain.game.entries.people import Deadline, DeadlinesSet, Lapsed, Pressed, SeatTaken
from domain.game.entries.policy import DEFAULT_ORDERS, Policy
from domain.game.entries.rulings import Corrected, Revised, Version
from domain.game.state.lines import check_take_back, rests_on, unit_ends
from domain.kit.chance import Question, Thrown, ThrownAgain
from domain.kit.errors import IllegalMove
from domain.kit.facts import Fact
from tests.game.auction import Bid, Reveal
from tests.game.auction import Opened as BidsOpened
from tests.game.bench import ONE, Bench, disputed, ruled

DIE = Question("bid", "who wins the tie", 6)
OPEN = BidsOpened({}, ())


def fact(event: Any = None) -> Fact[Any, Any]:
    return Fact("bid", event)


def order(seat: str, by: str = "seat") -> Ordered[Bid]:
    return Ordered(seat, Bid(1), by)


# what comes after an order of red, and what of it nothing goes back behind
BARRIERS: list[tuple[Any, str]] = [
    (Thrown(DIE, (1,)), "a throw"),
    (ThrownAgain(DIE, 1), "a throw"),
    (Asked(DIE), "a throw"),
    (Contributed("witness", 1, ""), "a throw"),
    (fact(OPEN), "a reveal"),
    (order("blue"), "an order of blue"),
    (order("blue", ONLY_ANSWER), "an order of blue"),
    (order("blue", STANDING_ORDER), "an order of blue"),
    (order("blue", DEFAULT_ORDER), "an order of blue"),
    (Rewound(3, "Why."), "a ruling, or another take-back,"),
    (Rewound(3, "Why.", "consent"), "a ruling, or another take-back,"),
    (Corrected(1, Bid(1)), "a ruling, or another take-back,"),
    (Forked("summer", 3, "", ""), "a ruling, or another take-back,"),
    (fact(), ""),
    (fact(Reveal()), ""),
    (order("red"), ""),
    (order("red", ONLY_ANSWER), ""),
    (disputed(1, "blue"), ""),
    (ruled(1), ""),
    (Pressed((), "Hello.", "blue"), ""),
    (DeadlinesSet(()), ""),
]


@pytest.mark.parametrize(("entry", "barrier"), BARRIERS)
def test_nothing_goes_back_behind_what_others_know_or_did(entry: Any, barrier: str) -> None:
    before: list[Any] = [fact(), order("red"), fact()]
    entries: list[Any] = [*before, entry, fact()]
    assert rests_on(entries, 2, (BidsOpened,)) == barrier
    if not barrier:
        check_take_back(entries, "red", 1, (BidsOpened,))
        return
    with pytest.raises(IllegalMove) as refused:
        check_take_back(entries, "red", 1, (BidsOpened,))
    assert refused.value.why == f"red cannot take back what it did before event 4: {barrier} rests on it."
    assert refused.value.instead == "Ask the referee for a ruling: “dispute …”."
    later = [*entries, order("red"), fact()]
    check_take_back(later, "red", 5, (BidsOpened,))


def test_what_lies_within_the_unit_of_an_event_rests_on_nothing_of_it() -> None:
    """A throw that belongs to the order itself still bars a take-back, and not the suggestion."""
    entries: list[Any] = [fact(), order("red"), Thrown(DIE, (1,)), fact()]
    assert rests_on(entries, 2, ()) == ""
    with pytest.raises(IllegalMove, match="before event 3: a throw rests on it"):
        check_take_back(entries, "red", 1)


@pytest.mark.parametrize(("to", "seat"), [(1, "blue"), (3, "red"), (9, "red")])
def test_a_seat_takes_back_its_own_orders_and_some(to: int, seat: str) -> None:
    entries: list[Any] = [fact(), order("red"), fact()]
    with pytest.raises(IllegalMove) as refused:
        check_take_back(entries if seat == "red" else entries[:1], seat, to)
    assert refused.value.why == f"{seat} has ordered nothing after event {to}."


BACK = Rewound(3, "Why.")


@pytest.mark.parametrize("back", [BACK, Rewound(3, "Why.", "consent")])
def test_what_was_ordered_after_play_went_back_is_taken_back_to_there(back: Rewound) -> None:
    """The events of the line that was left do not count: play stands where it went back to."""
    left: list[Any] = [order("blue"), Thrown(DIE, (1,)), fact(OPEN)]
    entries: list[Any] = [fact(), order("red"), fact(), *left, back, Revised((Version("T1", 2),))]
    with pytest.raises(IllegalMove, match="red has ordered nothing after event 3"):
        check_take_back(entries, "red", 3, (BidsOpened,))
    entries += [order("red"), fact()]
    check_take_back(entries, "red", 3, (BidsOpened,))
    with pytest.raises(IllegalMove, match="before event 7: a ruling, or another take-back, rests on it"):
        check_take_back(entries, "red", 1, (BidsOpened,))
    with pytest.raises(IllegalMove, match="before event 9: an order of red rests on it"):
        check_take_back(entries, "blue", 3, (BidsOpened,))
    again: list[Any] = [*entries, BACK, order("blue"), fact()]
    with pytest.raises(IllegalMove, match="before event 12: an order of blue rests on it"):
        check_take_back(again, "red", 3, (BidsOpened,))


def test_an_order_is_taken_back_as_often_as_it_is_given() -> None:
    bench = Bench()
    seat = bench.alone()
    to, turn = bench.before_newest(), bench.game.turn
    others = [other for other in bench.game.seats if other != seat]
    for version in (2, 3, 4):
        board = bench.game.state
        bench.ask(seat, to)
        for other in others:
            bench.let(other)
        assert bench.rewind(to, "consent", "A slip.")[1] == Revised((Version(turn, version),))
        assert bench.turn == seat
        bench.order()
        assert bench.game.state == board
    bench.holds()


# ---- consent


def asked() -> tuple[Bench, str, list[str]]:
    """A game in which somebody asks, and who must answer."""
    bench = Bench()
    seat = bench.alone()
    bench.ask(seat)
    return bench, seat, [other for other in bench.game.seats if other != seat]


def test_play_goes_back_when_all_have_let_it() -> None:
    bench, _seat, (one, other) = asked()
    to = bench.before_newest()
    bench.let(one)
    assert (bench.docket.accepted, bench.docket.consented) == ((one,), False)
    bench.let(other)
    assert (bench.docket.consented, bench.docket.due) == (True, 1)
    turn = bench.game.turn
    made = bench.rewind(to, "consent", "A slip.")
    assert made[:2] == [Rewound(to, "A slip.", "consent"), Revised((Version(turn, 2),))]
    assert (bench.docket.proposal, bench.docket.consented, bench.docket.due) == (None, False, 0)


def test_what_all_have_let_is_done_and_nothing_else() -> None:
    bench, _seat, (one, other) = asked()
    to = bench.before_newest()
    _refused(bench, to, "consent", "A slip.", "Not every seat has let the other take back.")
    bench.let(one)
    bench.let(other)
    elsewhere = unit_ends(bench.entries)[-3]
    _refused(bench, elsewhere, "consent", "A slip.", "All have let a seat take back something else.")
    _refused(bench, to, "consent", "Another.", "All have let a seat take back something else.")
    _refused(bench, to, "referee", "A slip.", "Another effect is due than a rewind by the referee.")
    with pytest.raises(IllegalMove) as refused:
        bench.put(disputed(1))
    assert refused.value.why == "All have let a seat take back, and play does not go back."
    bench.rewind(to, "consent", "A slip.")


def _refused(bench: Bench, to: int, by: str, reason: str, why: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        bench.rewind(to, by, reason)
    assert refused.value.why == why


def test_who_sits_nowhere_is_not_asked() -> None:
    bench = Bench()
    seat = bench.alone()
    one, other = (one for one in bench.game.seats if one != seat)
    bench.leave(one)
    bench.ask(seat)
    with pytest.raises(IllegalMove, match=f"{one} is not asked, or has answered already."):
        bench.let(one)
    bench.let(other)
    assert bench.docket.consented


def test_who_sits_alone_needs_nobody() -> None:
    bench = Bench()
    seat = bench.alone()
    for other in bench.game.seats:
        if other != seat:
            bench.leave(other)
    bench.ask(seat)
    assert bench.docket.consented
    bench.rewind(bench.docket.proposal.to, "consent", "A slip.")


def ends(bench: Bench, what: str, seat: str, others: list[str]) -> None:
    """What ends a proposal."""
    if what == "an order":
        bench.order()
    elif what == "a refusal":
        bench.let(others[1], yes=False)
    elif what == "the proposer":
        bench.let(seat, yes=False)
    elif what == "a ruling":
        bench.put(ruled(1))
    elif what == "somebody leaves":
        bench.leave(others[1])
    elif what == "the proposer leaves":
        bench.leave(seat)
    elif what == "somebody else sits there":
        bench.put(SeatTaken(others[0], "Zoe", "Ann is away."))


WHAT = "an order|a refusal|the proposer|a ruling|somebody leaves|the proposer leaves|somebody else sits there"


@pytest.mark.parametrize("what", WHAT.split("|"))
def test_a_proposal_ends(what: str) -> None:
    bench, seat, others = asked()
    bench.let(others[0])
    ends(bench, what, seat, others)
    assert (bench.docket.proposal, bench.docket.accepted, bench.docket.consented) == (None, (), False)
    with pytest.raises(IllegalMove, match="Nobody asks to take anything back"):
        bench.let(others[1])


def test_talk_and_disputes_do_not_end_it() -> None:
    bench, _seat, (one, other) = asked()
    bench.let(one)
    bench.put(disputed(1))
    bench.put(Pressed((), "Well?", "referee"))
    bench.let(other)
    assert bench.docket.consented


def test_what_the_policy_orders_for_a_silent_seat_ends_it() -> None:
    """Else consent would go back behind it, and behind the throw that follows from it."""
    bench = Bench(Policy(hours=24, nmr=DEFAULT_ORDERS))
    seat = bench.alone()
    bench.ask(seat)
    turn, prompt, hour = bench.turn, bench.game.prompt(), 3_600_000
    bench.keep(bench.game.schedule([Deadline(turn, prompt, 0, 24 * hour)], 0))
    bench.put(Lapsed(turn, 24 * hour, prompt, bench.game.turn, DEFAULT_ORDERS), 25 * hour)
    given = [entry for entry in bench.entries if isinstance(entry, Ordered) and entry.by == DEFAULT_ORDER]
    assert given
    assert bench.docket.proposal is None


def test_a_window_does_not_close_by_what_the_policy_orders() -> None:
    """The ruling may be appealed against until a seat itself has gone on."""
    bench = Bench(Policy(hours=24, nmr=DEFAULT_ORDERS))
    bench.put(ruled(1))
    turn, prompt, hour = bench.turn, bench.game.prompt(), 3_600_000
    bench.keep(bench.game.schedule([Deadline(turn, prompt, 0, 24 * hour)], 0))
    bench.put(Lapsed(turn, 24 * hour, prompt, bench.game.turn, DEFAULT_ORDERS), 25 * hour)
    assert any(isinstance(entry, Ordered) for entry in bench.entries)
    assert bench.docket.windows == (1,)
    bench.order()
    assert bench.docket.windows == ()


def test_an_order_that_nothing_rests_on_any_more_is_not_asked_for() -> None:
    bench = Bench(ONE)
    seat = bench.alone()
    other = next(one for one in bench.game.seats if one != seat)
    with pytest.raises(IllegalMove) as refused:
        bench.ask(other)
    at = len(bench.entries) - next(
        n for n, entry in enumerate(reversed(bench.entries)) if isinstance(entry, Ordered)
    )
    assert refused.value.why == (
        f"{other} cannot take back what it did before event {at}: an order of {seat} rests on it."
    )
