"""Orders that are held back: until the seat says so, until its deadline, until it is asked."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.game.entries.entries import SEAT, Ordered
from domain.game.entries.people import Lapsed, OrderHeld, OrderReleased
from domain.game.entries.policy import Policy
from domain.kit.errors import IllegalMove, UnreadableOrder
from domain.kit.sealed import PUBLIC, Sealed
from referee.audit.game_lines import export_lines
from referee.games.held_orders import hold, ready, replace_held, withdraw
from tests.referee.clocks.club import CLOCKED, HOUR, START
from tests.referee.clocks.conftest import Make

DUE = START + 72 * HOUR


def test_an_order_that_waits_for_its_seat_is_played_when_it_says_so(club: Make) -> None:
    one = club(Policy())
    seat, line = one.turn, one.line(one.turn)
    assert hold(one.referee, "g", seat, line.upper(), "ready", one.by(seat)) == 1
    assert one.entries(OrderHeld) == [OrderHeld(seat, 1, Sealed((seat,), line), "ready")]
    assert one.at(START + HOUR) == []
    (played,) = ready(one.referee, "g", seat, one.by(seat))
    assert (played.number, played.line, played.error) == (1, line, "")
    envelopes = one.record.envelopes("g")[played.first - 1 : played.first + 1]
    assert envelopes[0].entry == OrderReleased(seat, 1, "ready")
    assert isinstance(envelopes[1].entry, Ordered)
    assert (envelopes[1].entry.by, envelopes[1].act[0]) == (SEAT, "held")
    assert one.game.held_by(seat) == ()
    assert one.finding() is None


def test_it_is_played_at_the_deadline_where_nothing_is_said(club: Make) -> None:
    one = club(CLOCKED)
    seat = one.turn
    hold(one.referee, "g", seat, one.line(seat), "ready", one.by(seat))
    assert one.at(DUE - 1) == []
    assert one.at(DUE) == [("played", seat)]
    assert one.entries(Lapsed) == []
    assert one.entries(OrderReleased) == [OrderReleased(seat, 1, "deadline")]
    assert one.finding() is None


def test_it_is_played_before_anybody_is_called_silent_without_a_grace(club: Make) -> None:
    one = club(Policy(hours=72))
    seat = one.turn
    hold(one.referee, "g", seat, one.line(seat), "ready", one.by(seat))
    assert ("lapsed", seat) not in one.at(DUE + 1)
    assert one.entries(Lapsed) == []
    assert one.finding() is None


def test_an_order_in_advance_waits_until_the_seat_is_asked_for_it(club: Make) -> None:
    one = club(Policy())
    first = one.turn
    while one.turn == first:
        one.order()
    known = {held: one.line(one.turn, held) for held in (0, 1)}
    later = first
    hold(one.referee, "g", later, known[0], "asked", one.by(later))
    assert one.at(START + 1) == []  # it is the turn of another
    while one.turn != later:
        one.order()
    legal = {one.line(later, nth) for nth in range(len(one.game.examples(later)))}
    expected = "played" if known[0] in legal else "refused"
    assert one.at(START + 2) == [(expected, later)]
    assert one.game.held_by(later) == ()
    assert one.finding() is None


def test_an_order_in_advance_is_played_at_once_by_the_sweep(club: Make) -> None:
    one = club(Policy())
    seat = one.turn
    hold(one.referee, "g", seat, one.line(seat), "asked", one.by(seat))
    assert one.at(START) == [("played", seat)]
    assert one.entries(OrderReleased) == [OrderReleased(seat, 1, "asked")]
    assert one.finding() is None


def test_an_order_that_has_become_illegal_is_refused_and_its_seat_learns_why(club: Make) -> None:
    one = club(Policy())
    seat, line = one.turn, one.line(one.turn)
    for _ in range(2):
        hold(one.referee, "g", seat, line, "ready", one.by(seat))
    first, second = ready(one.referee, "g", seat, one.by(seat))
    assert first.error == ""
    assert second.error != ""
    assert one.entries(OrderReleased)[-1] == OrderReleased(seat, 2, "refused")
    assert one.game.position == second.last
    assert one.finding() is None


def test_held_orders_are_withdrawn_and_replaced(club: Make) -> None:
    one = club(Policy())
    seat = one.turn
    hold(one.referee, "g", seat, one.line(seat), "ready", one.by(seat))
    other = one.line(seat, 1)
    assert replace_held(one.referee, "g", seat, 1, other, one.by(seat)) == 2
    assert [held.line.value for held in one.game.held_by(seat)] == [other]
    withdraw(one.referee, "g", seat, 2, one.by(seat))
    for number in (1, 2, 3):
        with pytest.raises(IllegalMove, match=f"holds no order {number} back"):
            withdraw(one.referee, "g", seat, number, one.by(seat))
    assert ready(one.referee, "g", seat, one.by(seat)) == ()
    assert one.finding() is None


def test_what_cannot_be_read_is_not_held(club: Make) -> None:
    one = club(Policy())
    before = one.game.position
    with pytest.raises(UnreadableOrder):
        hold(one.referee, "g", one.turn, "march to the moon", "ready", one.by(one.turn))
    assert one.game.position == before


def test_a_mail_that_is_not_vouched_for_plays_nothing(club: Make) -> None:
    one = club(Policy(authority=2))
    seat = one.turn
    hold(one.referee, "g", seat, one.line(seat), "ready", one.by(seat, authority="2 token sender dkim"))
    before = one.game.position
    for act in (one.by(seat, authority="1 token"), replace(one.by(seat), person="Zoe")):
        with pytest.raises(IllegalMove):
            ready(one.referee, "g", seat, act)
    assert one.game.position == before


def test_others_see_that_an_order_is_held_and_nothing_else(club: Make) -> None:
    one = club(Policy())
    seat, line = one.turn, one.line(one.turn)
    hold(one.referee, "g", seat, line, "ready", one.by(seat))
    for viewer in (*one.game.seats, PUBLIC):
        last = list(export_lines(one.record, "g", viewer))[-1]
        assert (line.encode() in last) == (viewer == seat)
