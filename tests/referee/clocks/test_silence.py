"""Deadlines, grace, reminders and what follows from silence, to the millisecond."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.game.entries.entries import DEFAULT_ORDER, Ordered
from domain.game.entries.people import Deadline, DeadlinesSet, Lapsed, PolicyChanged, SeatTaken, VacationTaken
from domain.game.entries.policy import Policy
from domain.kit.errors import IllegalMove
from referee.games import deadlines, people
from referee.games.opening import CannotOpen
from tests.referee.clocks.club import CLOCKED, DAY, HOUR, REFEREE, START, utc
from tests.referee.clocks.conftest import Make

DUE = START + 72 * HOUR
LATEST = DUE + HOUR


def test_a_deadline_is_recorded_with_what_made_it_so(club: Make) -> None:
    one = club()
    assert one.game.register.deadlines == {one.turn: Deadline(one.turn, "deploy", START, DUE)}
    before, seat = one.game.position, one.turn
    one.now = START + HOUR
    taken = one.order()
    assert taken.entries[-1] == DeadlinesSet(
        (Deadline(one.turn, one.game.prompt(), START + HOUR, DUE + HOUR),)
    )
    assert {envelope.at for envelope in one.record.envelopes("g")[before:]} == {START + HOUR}
    assert one.game.register.deadlines.get(seat) is None or seat == one.turn
    assert one.finding() is None


def test_a_game_without_a_clock_records_nothing_of_it(club: Make) -> None:
    one = club(Policy())
    one.order()
    assert one.at(START + 400 * DAY) == []
    assert one.entries(DeadlinesSet, Lapsed) == []
    assert one.game.opened is not None
    assert one.game.opened.policy is None


def test_the_last_millisecond_of_the_grace_is_in_time_and_the_next_is_not(club: Make) -> None:
    one = club()
    seat = one.turn
    assert one.at(DUE) == []
    assert one.at(DUE + 1) == [("late", seat)]
    assert one.at(LATEST) == []
    assert one.entries(Lapsed) == []
    assert one.at(LATEST + 1) == [("lapsed", seat)]
    assert one.entries(Lapsed) == [Lapsed(seat, DUE, "deploy", "T1", "wait")]
    assert one.finding() is None


def test_without_a_grace_the_deadline_itself_is_the_last_millisecond(club: Make) -> None:
    one = club(Policy(hours=72))
    assert one.at(DUE) == []
    assert one.at(DUE + 1) == [("lapsed", one.turn)]


def test_an_order_in_the_last_millisecond_of_the_grace_counts(club: Make) -> None:
    one = club()
    seat, one.now = one.turn, LATEST
    one.order()
    assert one.at(LATEST + 1) == []
    assert one.entries(Lapsed) == []
    assert one.game.register.silent == {}
    assert seat in {order.seat for order in one.entries(Ordered)}


def test_whoever_was_silent_is_found_so_once_and_may_still_answer(club: Make) -> None:
    one = club()
    seat = one.turn
    one.at(LATEST + 1)
    assert one.at(LATEST + 40 * DAY) == []
    assert list(one.game.register.silent) == [seat]
    one.order()
    assert one.game.register.silent == {}
    assert len(one.entries(Lapsed)) == 1
    assert one.finding() is None


def test_reminders_come_once_the_newest_of_several(club: Make) -> None:
    one = club(Policy(hours=72, reminders=(48, 24, 2)))
    seat = one.turn
    assert one.at(DUE - 48 * HOUR - 1) == []
    assert one.at(DUE - 48 * HOUR) == [("reminder", seat)]
    assert one.at(DUE - 48 * HOUR + 1) == []
    assert one.at(DUE - 2 * HOUR) == [("reminder", seat)]  # that of 24 hours would only confuse now
    assert one.at(DUE) == []


def test_a_due_comes_again_until_it_is_settled(club: Make) -> None:
    one = club(Policy(hours=72, reminders=(24,)))
    one.now = DUE - 24 * HOUR
    due, of_half = sorted(deadlines.sweep(one.referee, one.now).dues, key=lambda due: due.kind)
    assert deadlines.sweep(one.referee, one.now + 1).dues == (of_half, due)
    assert all(deadlines.settled(one.record, each) for each in (due, of_half))
    assert deadlines.sweep(one.referee, one.now + 2).dues == ()


# ---- what follows


def test_default_orders_answer_to_the_end_of_the_turn_and_no_longer(club: Make) -> None:
    one = club(Policy(hours=72, nmr="default orders"))
    seat, turn = one.turn, one.game.turn
    assert one.at(DUE + 1) == [("lapsed", seat)]
    given = [order for order in one.entries(Ordered) if order.by == DEFAULT_ORDER]
    assert {order.seat for order in given} == {seat}
    assert (one.game.turn, one.turn) != (turn, seat)
    assert one.finding() is None
    while one.turn != seat:
        one.order()
    assert one.game.register.deadlines.get(seat) == Deadline(
        seat, one.game.prompt(), DUE + 1, DUE + 1 + 72 * HOUR
    )
    assert one.finding() is None


def test_default_orders_are_the_quietest_legal_ones(club: Make) -> None:
    one = club(Policy(hours=72, nmr="default orders"))
    first = one.line(one.turn)
    one.at(DUE + 1)
    words = one.game.rules.notation(one.game.data, one.game.seats)
    given = [words.write(order.plain()) for order in one.entries(Ordered) if order.by == DEFAULT_ORDER]
    assert given[0] == first
    assert {word.split()[0] for word in given} <= {"place", "pass"}
    assert one.finding() is None


def test_the_next_standby_takes_the_seat_with_a_full_time(club: Make) -> None:
    one = club(Policy(hours=72, nmr="standby"))
    seat = one.turn
    people.list_standby(one.referee, "g", "Dora", True, REFEREE, "dora@example.org")
    people.list_standby(one.referee, "g", "Emil", True, REFEREE)
    assert one.at(DUE + 1) == [("lapsed", seat), ("taken", seat)]
    assert [(taken.seat, taken.person) for taken in one.entries(SeatTaken)] == [(seat, "Dora")]
    assert one.game.register.standbys == ("Emil",)
    assert one.game.register.deadlines.get(seat) == Deadline(seat, "deploy", DUE + 1, DUE + 1 + 72 * HOUR)
    assert one.record.addresses("g")[seat] == "dora@example.org"
    one.order(act=one.by(seat))
    assert one.finding() is None


def test_a_seat_waits_for_a_standby_who_comes_later(club: Make) -> None:
    one = club(Policy(hours=72, nmr="standby"))
    seat = one.turn
    one.at(DUE + 1)
    assert one.entries(SeatTaken) == []
    people.list_standby(one.referee, "g", "Dora", True, REFEREE)
    assert one.game.register.holders[seat] == "Dora"
    assert one.finding() is None


def test_a_seat_forfeits_where_the_title_knows_how(club: Make) -> None:
    one = club(Policy(hours=72, nmr="forfeit"), title="twilight_shogun", seats=2)
    seat = one.game.awaited()[0]
    one.at(DUE + 1)
    assert one.game.is_over()
    assert one.game.winners
    assert seat not in one.game.winners
    assert one.finding() is None


def test_a_title_in_which_nobody_can_give_up_is_not_opened_so(club: Make) -> None:
    with pytest.raises(CannotOpen, match="no seat can give the game up"):
        club(Policy(hours=72, nmr="forfeit"))


def test_nobody_can_join_for_another(club: Make) -> None:
    """Before the game begins the game waits, whatever the policy: a phrase is never made up."""
    one = club(Policy(hours=72, nmr="default orders"), level=1, joined=False)
    one.at(DUE + 1)
    assert [(lapsed.prompt, lapsed.follows) for lapsed in one.entries(Lapsed)] == [("join", "wait")] * 3
    assert one.entries(Ordered) == []
    one.join()
    assert one.finding() is None


def test_a_witness_that_is_silent_is_called_so_and_nobody_answers_for_it(club: Make) -> None:
    one = club(Policy(hours=72, nmr="forfeit"), title="twilight_shogun", seats=2, level=3, joined=False)
    dues = one.at(DUE + 1)
    assert ("lapsed", "witness") in dues
    assert {lapsed.follows for lapsed in one.entries(Lapsed)} == {"wait"}
    assert one.game.awaited() == (*one.game.seats, "witness")
    assert one.finding() is None


# ---- pauses, vacations, moves


def test_a_pause_stops_every_clock(club: Make) -> None:
    one = club()
    seat, one.now = one.turn, START + 10 * HOUR
    people.pause(one.referee, "g", "A convention.", 0, REFEREE)
    assert one.at(LATEST + 30 * DAY) == []
    people.resume(one.referee, "g", "It is over.", REFEREE)
    paused = LATEST + 30 * DAY - (START + 10 * HOUR)
    assert one.game.register.deadlines.get(seat) == Deadline(seat, "deploy", START, DUE + paused)
    assert one.at(LATEST + paused) == [("late", seat)]
    assert one.at(LATEST + paused + 1) == [("lapsed", seat)]
    assert one.finding() is None


def test_a_pause_ends_by_itself_at_its_time(club: Make) -> None:
    one = club()
    until = START + 5 * DAY
    people.pause(one.referee, "g", "A convention.", until, REFEREE)
    assert one.at(until - 1) == []
    assert one.at(until) == [("resumed", "")]
    assert one.game.register.deadlines[one.turn].at == DUE + 5 * DAY
    assert one.finding() is None


def test_a_moved_deadline_moves_on_with_a_pause_and_ends_with_the_answer(club: Make) -> None:
    one = club()
    seat = one.turn
    people.move_deadline(one.referee, "g", seat, START + DAY, "The mail server was down.", REFEREE)
    people.pause(one.referee, "g", "A convention.", 0, REFEREE)
    one.now = START + 2 * HOUR
    people.resume(one.referee, "g", "Over.", REFEREE)
    assert one.game.register.deadlines[seat].at == START + DAY + 2 * HOUR
    one.order()
    assert all(deadline.moved == 0 for deadline in one.game.register.deadlines.values())
    assert one.finding() is None


def test_a_moved_deadline_is_not_undone_by_another_setting(club: Make) -> None:
    """It stands until its seat answers or the referee moves it again; the others' time begins anew."""
    one = club()
    seat, moved = one.turn, DUE + 30 * DAY
    people.move_deadline(one.referee, "g", seat, moved, "She is in hospital.", REFEREE)
    one.now += 5 * HOUR
    people.change_policy(one.referee, "g", replace(CLOCKED, press="none", grace=90), "Quiet.", REFEREE)
    assert one.game.register.deadlines[seat] == Deadline(seat, "deploy", START, moved, moved)
    people.change_policy(one.referee, "g", replace(CLOCKED, hours=24), "Faster.", REFEREE)
    assert one.game.register.deadlines[seat].at == moved
    people.move_deadline(one.referee, "g", seat, moved + DAY, "Still there.", REFEREE)
    assert one.game.register.deadlines[seat].at == moved + DAY
    one.order()
    assert all(deadline.moved == 0 for deadline in one.game.register.deadlines.values())
    assert one.finding() is None


def test_a_moved_deadline_stands_through_a_change_in_a_pause_and_ends_with_the_clocks(club: Make) -> None:
    one = club()
    seat = one.turn
    people.move_deadline(one.referee, "g", seat, START + 2 * HOUR, "As agreed.", REFEREE)
    people.pause(one.referee, "g", "A convention.", 0, REFEREE)
    one.now = START + 5 * HOUR  # when it would be over
    people.change_policy(one.referee, "g", replace(CLOCKED, press="white"), "So.", REFEREE)
    people.resume(one.referee, "g", "Over.", REFEREE)
    assert one.game.register.deadlines[seat].at == START + 7 * HOUR
    people.change_policy(one.referee, "g", Policy(), "No clocks.", REFEREE)
    assert one.game.register.deadlines == {}
    assert one.finding() is None


def test_where_the_record_does_not_say_so_a_change_ends_what_was_moved(club: Make) -> None:
    """As in records that were made before."""
    one = club()
    seat = one.turn
    people.move_deadline(one.referee, "g", seat, DUE + 30 * DAY, "As agreed.", REFEREE)
    before = PolicyChanged(CLOCKED, "So.")
    one.referee.put("g", lambda _game, _at: before, REFEREE)
    assert one.game.register.deadlines[seat] == Deadline(seat, "deploy", START, DUE)
    assert one.finding() is None


def test_a_deadline_is_moved_for_a_reason_and_into_the_future(club: Make) -> None:
    one = club()
    for at, reason, why in ((START, "Late.", "into the past"), (START + 1, " ", "A reason is missing")):
        with pytest.raises(IllegalMove, match=why):
            people.move_deadline(one.referee, "g", one.turn, at, reason, REFEREE)
    people.move_deadline(one.referee, "g", one.turn, START + 1, "As agreed.", REFEREE)
    assert one.game.register.deadlines[one.turn].at == START + 1


def test_vacation_is_taken_from_the_budget_by_whole_days_of_the_zone(club: Make) -> None:
    one = club(Policy(hours=72, vacation=4, zone="Europe/Paris"))
    seat = one.turn
    taken = people.take_vacation(one.referee, "g", seat, "2026-11-18", "2026-11-20", one.by(seat))
    assert taken.entries[0] == VacationTaken(seat, utc("2026-11-17 23:00"), utc("2026-11-20 23:00"), 3)
    assert one.game.register.deadlines[seat].at == DUE + 3 * DAY
    assert one.game.register.left(seat) == 1
    for first, last, why in (
        ("2026-12-01", "2026-12-02", "has 1 days of vacation left; this would take 2"),
        ("2026-11-20", "2026-11-20", "on vacation already"),
        ("2026-11-15", "2026-11-16", "over already"),
        ("2026-11-32", "2026-12-01", "written as 2026-12-24"),
        ("2026-12-02", "2026-12-01", "written as 2026-12-24"),
    ):
        with pytest.raises(IllegalMove, match=why):
            people.take_vacation(one.referee, "g", seat, first, last, one.by(seat))
    people.take_vacation(one.referee, "g", seat, "2026-12-01", "2026-12-01", one.by(seat))
    assert one.finding() is None


def test_vacation_of_today_begins_now(club: Make) -> None:
    one = club(Policy(hours=72, vacation=4))
    taken = people.take_vacation(one.referee, "g", one.turn, "2026-11-16", "2026-11-16", one.by(one.turn))
    assert taken.entries[0] == VacationTaken(one.turn, START, utc("2026-11-17 00:00"), 1)
    assert one.finding() is None


def test_a_policy_that_changes_gives_everybody_a_full_time(club: Make) -> None:
    one = club()
    one.now = DUE
    people.change_policy(one.referee, "g", Policy(hours=24), "All agreed.", REFEREE)
    assert one.game.register.deadlines[one.turn].at == DUE + 24 * HOUR
    people.change_policy(one.referee, "g", Policy(), "Enough of clocks.", REFEREE)
    assert one.game.register.deadlines == {}
    assert one.at(DUE + 99 * DAY) == []
    assert one.finding() is None


def test_a_policy_that_the_title_cannot_play_is_refused(club: Make) -> None:
    one = club()
    for policy, why in ((Policy(nmr="forfeit"), "no seat can give the game up"), (Policy(grace=-1), "grace")):
        with pytest.raises(IllegalMove, match=why):
            people.change_policy(one.referee, "g", policy, "All agreed.", REFEREE)


def test_what_waits_is_not_forgotten_when_somebody_else_is_recorded(club: Make) -> None:
    """The index keeps what was due before, though the sweep comes late."""
    one = club(CLOCKED)
    seat, one.now = one.turn, LATEST + 5
    people.list_standby(one.referee, "g", "Dora", True, REFEREE)
    assert one.at(LATEST + 6) == [("lapsed", seat)]
