"""How reliably people have answered, from the record alone."""

from __future__ import annotations

from domain.game.entries.policy import Policy
from referee.club.punctuality import Figures, figures
from referee.games import people
from referee.record.envelope import COMMAND_LINE, Act
from tests.referee.clocks.club import HOUR, REFEREE, START
from tests.referee.clocks.conftest import Make


def test_every_question_with_a_deadline_counts_for_whoever_sits_there(club: Make) -> None:
    one = club(Policy(hours=72, grace=60, vacation=9))
    seat, name = one.turn, one.game.register.holders[one.turn]
    one.now = START + 10 * HOUR
    one.order()  # in time, after 10 hours
    for _ in range(9):
        if one.turn == seat:
            break
        one.now += HOUR
        one.order()
    since = one.game.register.deadlines[seat].since
    one.now = since + 72 * HOUR + 1
    one.order(act=Act(COMMAND_LINE, "", seat, "referee", name))  # late, in the grace
    found = {each.person: each for each in figures(one.record)}
    assert set(found) == {"Ann", "Ben", "Cem"}
    assert (found[name].in_time, found[name].late, found[name].silent) == (1, 1, 0)
    assert found[name].median == 10 * HOUR


def test_silence_and_vacation_count(club: Make) -> None:
    one = club(Policy(hours=72, vacation=9))
    seat, name = one.turn, one.game.register.holders[one.turn]
    people.take_vacation(one.referee, "g", seat, "2026-12-01", "2026-12-02", one.by(seat))
    one.at(START + 72 * HOUR + 1)
    people.take_seat(one.referee, "g", seat, "Dora", "As agreed.", REFEREE)
    found = {each.person: each for each in figures(one.record)}
    assert found[name] == Figures(name, ("g",), 0, 0, 1, 0, 2, False)
    assert found["Dora"] == Figures("Dora", ("g",), 0, 0, 0, 0, 0, False)


def test_a_game_without_a_clock_says_nothing_of_reliability(club: Make) -> None:
    one = club(Policy())
    one.now = START + 999 * HOUR
    one.order()
    assert {(each.in_time, each.late, each.median) for each in figures(one.record)} == {(0, 0, 0)}
