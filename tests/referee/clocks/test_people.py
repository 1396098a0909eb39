"""Who may act for a seat: its person, a delegate in scope and time, the referee on its behalf."""

from __future__ import annotations

import pytest

from domain.game.entries.entries import Ordered
from domain.game.entries.people import Abandoned, Paused, Resumed, SeatLeft, SeatTaken
from domain.game.entries.policy import Policy
from domain.kit.errors import IllegalMove, StaleOrder
from referee.games import people
from referee.games.addresses import Actor, acting
from referee.record.envelope import COMMAND_LINE, MAIL, Act
from tests.referee.clocks.club import CLOCKED, DAY, HOUR, REFEREE, START, Club
from tests.referee.clocks.conftest import Make

UNTIL = START + DAY


def dora(one: Club, seat: str) -> Act:
    """Dora, for whoever sits there."""
    return Act(MAIL, "", seat, "Dora", one.game.register.holders[seat])


def test_another_person_cannot_act_for_a_seat_in_its_own_name(club: Make) -> None:
    one = club()
    for stranger in (
        Act(MAIL, "", one.turn, "Dora"),
        Act(MAIL, "", one.turn, "referee"),
        dora(one, one.turn),
    ):
        with pytest.raises(IllegalMove, match=r"\[people\]"):
            one.order(act=stranger)
    assert one.entries(Ordered) == []
    one.order(act=Act(COMMAND_LINE, "", one.turn, "referee", one.game.register.holders[one.turn]))
    assert one.entries(Ordered) != []
    assert one.finding() is None


def test_a_delegate_orders_to_the_last_millisecond_of_the_time(club: Make) -> None:
    one = club()
    seat = one.turn
    people.delegate(one.referee, "g", seat, "Dora", "orders", UNTIL, one.by(seat), "dora@example.org")
    assert acting(one.record, "DORA@example.org", UNTIL) == (
        Actor("g", seat, "Dora", one.game.register.holders[seat], "orders"),
    )
    assert acting(one.record, "dora@example.org", UNTIL + 1) == ()
    one.now = UNTIL
    one.order(seat, dora(one, seat))
    one.now = UNTIL + 1
    if seat not in one.game.awaited():
        pytest.fail("The seat of this test orders twice in its turn.")
    with pytest.raises(IllegalMove, match="until a time that is over"):
        one.order(seat, dora(one, seat))
    one.order(seat)
    assert one.finding() is None


@pytest.mark.parametrize(("scope", "may"), [("orders", True), ("all", True), ("press", False)])
def test_a_delegate_acts_in_its_scope(club: Make, scope: str, may: bool) -> None:
    one = club()
    seat = one.turn
    people.delegate(one.referee, "g", seat, "Dora", scope, UNTIL, one.by(seat))
    if may:
        one.order(act=dora(one, seat))
        assert one.finding() is None
    else:
        with pytest.raises(IllegalMove, match="may not do this"):
            one.order(act=dora(one, seat))


def test_a_delegation_is_taken_back_and_not_passed_on(club: Make) -> None:
    one = club()
    seat = one.turn
    people.delegate(one.referee, "g", seat, "Dora", "all", UNTIL, one.by(seat))
    with pytest.raises(IllegalMove, match="may not do this"):
        people.delegate(one.referee, "g", seat, "Emil", "all", UNTIL, dora(one, seat))
    people.end_delegation(one.referee, "g", seat, "Dora", one.by(seat))
    with pytest.raises(IllegalMove, match="may not do this"):
        one.order(act=dora(one, seat))
    with pytest.raises(IllegalMove, match="Dora does not act for"):
        people.end_delegation(one.referee, "g", seat, "Dora", one.by(seat))
    assert one.finding() is None


def test_whoever_takes_a_seat_acts_for_it_and_whoever_had_it_does_not(club: Make) -> None:
    one = club()
    seat, before = one.turn, one.by(one.turn)
    one.record.register("g", seat, "ann@example.org")
    people.delegate(one.referee, "g", seat, "Emil", "all", UNTIL, before)
    one.now = START + HOUR
    people.take_seat(one.referee, "g", seat, "Dora", "As agreed.", REFEREE, "dora@example.org")
    assert one.record.addresses("g") == {seat: "dora@example.org"}
    assert one.game.register.delegations == ()
    assert one.game.register.deadlines[seat].at == START + HOUR + 72 * HOUR
    with pytest.raises(IllegalMove, match="Dora does"):
        one.order(act=before)
    one.order(act=Act(MAIL, "", seat, "Dora"))
    assert one.finding() is None


def test_an_address_that_is_not_known_is_none_and_not_that_of_the_person_before(club: Make) -> None:
    one = club()
    one.record.register("g", one.turn, "ann@example.org")
    people.take_seat(one.referee, "g", one.turn, "Dora", "As agreed.", REFEREE)
    assert one.record.addresses("g") == {}


def test_a_seat_that_is_left_is_empty_until_somebody_takes_it(club: Make) -> None:
    one = club()
    seat, before = one.turn, one.by(one.turn)
    people.leave_seat(one.referee, "g", seat, "No time any more.", before)
    assert one.entries(SeatLeft) == [SeatLeft(seat, before.person, "No time any more.")]
    assert one.game.register.holders[seat] == ""
    with pytest.raises(IllegalMove, match="nobody does"):
        one.order(act=before)
    one.order(act=Act(COMMAND_LINE, "", seat, "referee", seat))
    people.take_seat(one.referee, "g", seat, "Dora", "She was asked.", REFEREE)
    assert one.finding() is None


def test_a_standby_takes_a_seat_that_is_left_where_the_policy_says_so(club: Make) -> None:
    one = club(Policy(hours=72, nmr="standby"))
    seat = one.turn
    people.list_standby(one.referee, "g", "Dora", True, REFEREE)
    people.leave_seat(one.referee, "g", seat, "", one.by(seat))
    assert one.entries(SeatTaken)[-1].person == "Dora"
    assert one.finding() is None


@pytest.mark.parametrize(
    ("person", "why"),
    [("Ann", "plays in this game already"), ("", "no name"), (" x", "no name"), ("a\nb", "no name")],
)
def test_who_cannot_stand_by(club: Make, person: str, why: str) -> None:
    one = club()
    with pytest.raises(IllegalMove, match=why):
        people.list_standby(one.referee, "g", person, True, REFEREE)


# ---- what all decide


def test_a_game_is_paused_when_every_seat_agrees_and_goes_on_so(club: Make) -> None:
    one = club()
    for seat in one.game.seats:
        assert one.game.register.paused is None
        people.agree(one.referee, "g", seat, "pause", True, one.by(seat))
    assert one.entries(Paused) == [Paused("consent", "", START)]
    with pytest.raises(IllegalMove, match="paused already"):
        people.agree(one.referee, "g", one.turn, "pause", True, one.by(one.turn))
    one.now = START + HOUR
    for seat in one.game.seats:
        people.agree(one.referee, "g", seat, "resume", True, one.by(seat))
    assert one.entries(Resumed) == [Resumed("consent", "", START + HOUR)]
    assert one.finding() is None


def test_consent_that_is_taken_back_does_not_count(club: Make) -> None:
    one = club()
    first, second, third = one.game.seats
    people.agree(one.referee, "g", first, "abandon", True, one.by(first))
    people.agree(one.referee, "g", first, "abandon", False, one.by(first))
    people.agree(one.referee, "g", second, "abandon", True, one.by(second))
    people.agree(one.referee, "g", third, "abandon", True, one.by(third))
    assert not one.game.is_over()
    people.agree(one.referee, "g", first, "abandon", True, one.by(first))
    assert one.entries(Abandoned) == [Abandoned("consent", "")]
    assert (one.game.is_over(), one.game.winners, one.game.awaited()) == (True, (), ())
    assert one.finding() is None


def test_nobody_agrees_for_another(club: Make) -> None:
    one = club()
    first, second, _ = one.game.seats
    with pytest.raises(IllegalMove, match="does not sit at"):
        people.agree(one.referee, "g", first, "abandon", True, Act(MAIL, "", first, one.by(second).person))


def test_an_abandoned_game_takes_nothing_any_more_but_a_word_to_all(club: Make) -> None:
    one = club(CLOCKED)
    seat = one.turn
    people.abandon(one.referee, "g", "Two have vanished.", REFEREE)
    with pytest.raises(StaleOrder, match="over"):
        people.pause(one.referee, "g", "Why not.", 0, REFEREE)
    with pytest.raises(StaleOrder, match="over"):
        one.order(seat)
    assert one.at(START + 99 * DAY) == []
    assert one.finding() is None


@pytest.mark.parametrize(
    ("authority", "level", "taken"),
    [(1, "", True), (2, "", False), (2, "1 token", False), (2, "2 token sender dkim", True), (3, "2", False)],
)
def test_a_mail_needs_the_level_that_is_agreed(club: Make, authority: int, level: str, taken: bool) -> None:
    one = club(Policy(authority=authority))
    act = Act(MAIL, "", one.turn, one.game.register.holders[one.turn], authority=level)
    if taken:
        one.order(act=act)
        assert one.record.envelopes("g")[-1].act[5:] == ((level,) if level else ())
    else:
        with pytest.raises(IllegalMove, match=f"mails of level {authority}"):
            one.order(act=act)
    assert one.finding() is None
