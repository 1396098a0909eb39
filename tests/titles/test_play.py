"""Random games are played once, and whoever looks at one is alone with what he does to it."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from domain.kit.rules import Rules
from tests.titles.play import Course, Luck, Played, choices_of, course_of, finished

ORDERS = 12


def test_a_random_game_is_played_once_for_all_who_look_at_it(rules: Rules, data: Any) -> None:
    one, other = (Played(rules, 0, data) for _ in range(2))
    for _ in range(ORDERS):
        drawn = one.drawn()
        one.step(drawn)
        other.step()
        assert one.game.now is other.game.now
    assert one.course is course_of(rules, 0, data)
    assert one.entries == other.entries


def test_other_rules_and_other_options_are_other_games(rules: Rules, data: Any) -> None:
    (preset, *_) = rules.presets.values()
    assert course_of(rules, 0, data) is not course_of(rules, 0, data, preset)
    assert course_of(rules, 0, data, preset) is course_of(rules, 0, data, preset)
    assert course_of(rules, 0, data) is not course_of(rules, 1, data)
    other = replace(rules)
    assert course_of(other, 0, data) is not course_of(other, 0, data)


def test_who_plays_on_alone_plays_as_if_nobody_had_played_before(rules: Rules, data: Any) -> None:
    """Chance is where it would be, wherever he begins to choose by himself."""
    expected = Played(rules, 0, data, course=Course(rules, 0, data))
    for _ in range(ORDERS):
        expected.step(expected.random.choice(list(choices_of(expected.game))))
    for alone in range(0, ORDERS, 3):
        played = Played(rules, 0, data)
        for at in range(ORDERS):
            if at < alone:
                played.step()
            elif at == alone:
                given = played.drawn()
                assert isinstance(played.luck, Luck)
                played.step(given)
            else:
                played.step(played.random.choice(played.choices()))
        assert not played.is_on_course
        assert played.entries == expected.entries
        assert played.game.now == expected.game.now


def test_what_is_done_to_a_game_is_done_to_no_other(rules: Rules, data: Any) -> None:
    one, other = Played(rules, 0, data), Played(rules, 0, data)
    before, legal = other.game.now, other.choices()
    seat, order = legal[-1]
    one.game.post(seat, order, Luck("another"))
    one.entries.clear()
    one.stops.clear()
    one.step()
    assert (other.game.now, other.choices()) == (before, legal)
    assert len(other.entries) == len(other.course.opened)
    other.step()
    assert other.game.now is Played(rules, 0, data).course.step(0).then


def test_a_finished_game_is_everybodys_own(rules: Rules) -> None:
    finished(rules.title, 0).entries.clear()
    assert finished(rules.title, 0).game.is_over()
    assert finished(rules.title, 0).entries
