"""A clock that jumps calls nobody late, and asks the referee."""

from __future__ import annotations

from functools import partial

import pytest

from referee.clocks import machine_clock
from referee.clocks.machine_clock import AWAY, BACK, FORTH, GIVEN, Reading
from referee.games import deadlines
from referee.record.record import Record
from tests.referee.clocks.club import DAY, HOUR, START, Club
from tests.referee.clocks.conftest import Make

YEAR = 365 * DAY
DUE = START + 72 * HOUR
LATEST = DUE + HOUR


def looks(one: Club, monkeypatch: pytest.MonkeyPatch, *readings: tuple[int, int, str]) -> list[str]:
    """What each look at the machine's clocks says: time since the start, the steady clock, the boot."""
    said = []
    for wall, steady, boot in readings:
        one.now = START + wall
        reading = Reading(START + wall, steady, boot)
        monkeypatch.setattr(machine_clock, "read_clocks", partial(_given, reading))
        said.append(deadlines.sweep(one.referee).stopped)
    return said


def _given(reading: Reading, _record: Record) -> Reading:
    return reading


# when the first look was at 0 on boot a: the next reading, and whether it stops the desk
JUMPS = [
    ("as it should be", (HOUR, HOUR, "a"), False),
    ("a step back within what clocks are set by", (HOUR - BACK, HOUR, "a"), False),
    ("a millisecond more", (HOUR - BACK - 1, HOUR, "a"), True),
    ("as far ahead as may be", (HOUR + FORTH, HOUR, "a"), False),
    ("a millisecond more ahead", (HOUR + FORTH + 1, HOUR, "a"), True),
    ("a year ahead", (YEAR, HOUR, "a"), True),
    ("a year back", (HOUR - YEAR, HOUR, "a"), True),
    ("a long stop of the desk on one boot", (YEAR, YEAR, "a"), False),
    ("a new start after a week", (7 * DAY, 5, "b"), False),
    ("a new start after a month", (AWAY, 5, "b"), False),
    ("a new start after more than a month", (AWAY + 1, 5, "b"), True),
    ("a new start a year ahead", (YEAR, 5, "b"), True),
    ("a new start in the past", (-BACK - 1, 5, "b"), True),
    ("a machine that does not name its boots", (YEAR, 5, ""), True),
]


@pytest.mark.parametrize(("what", "reading", "stops"), JUMPS, ids=[what for what, *_ in JUMPS])
def test_a_jump_stops_the_desk_and_nothing_else_does(
    club: Make, monkeypatch: pytest.MonkeyPatch, what: str, reading: tuple[int, int, str], stops: bool
) -> None:
    one = club()
    first, second = looks(one, monkeypatch, (0, 0, "a"), reading)
    assert first == ""
    assert bool(second) == stops, second
    assert not stops or "bugyo clock confirm" in second


@pytest.mark.parametrize("jump", [YEAR, -YEAR])
def test_nobody_is_late_by_a_jump_of_a_year_before_the_referee_says_so(
    club: Make, monkeypatch: pytest.MonkeyPatch, jump: int
) -> None:
    one, before = club(), 0
    before = one.game.position
    said = looks(one, monkeypatch, (0, 0, "a"), (jump, HOUR, "a"), (jump + DAY, DAY, "a"))
    assert [bool(why) for why in said] == [False, True, True]
    assert one.game.position == before
    # set right again: the desk goes on by itself
    assert looks(one, monkeypatch, (2 * DAY, 2 * DAY, "a")) == [""]
    assert one.game.position == before


def test_a_small_step_each_time_is_seen_as_well(club: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty minutes too many in each hour: no step is too large, and the second is too far."""
    one = club()
    said = looks(
        one,
        monkeypatch,
        (0, 0, "a"),
        (HOUR + FORTH * 2 // 3, HOUR, "a"),
        (2 * HOUR + FORTH * 4 // 3, 2 * HOUR, "a"),
    )
    assert [bool(why) for why in said] == [False, False, True]


def test_a_clock_before_the_newest_event_is_not_trusted_even_at_the_first_look(
    club: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = club()
    assert looks(one, monkeypatch, (-BACK, 0, "a")) == [""]
    other = looks(one, monkeypatch, (-BACK - 1, 0, "b"))
    assert "before the newest event" in other[0]


def test_after_a_long_silence_mails_are_worked_for_an_hour_before_anybody_is_late(
    club: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Machine and desk were off over the deadline; orders of those days may lie in the mailbox."""
    one = club()
    on = LATEST - START + DAY
    before = one.game.position
    said = looks(one, monkeypatch, (0, 0, "a"), (on, 9, "b"), (on + HOUR - 1, 9 + HOUR - 1, "b"))
    assert said == ["", "", ""]
    assert one.game.position == before
    looks(one, monkeypatch, (on + HOUR, 9 + HOUR, "b"))
    assert one.game.position == before + 1


def test_the_referee_confirms_a_clock_and_nobody_is_late_for_an_hour(
    club: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = club()
    before = one.game.position
    assert looks(one, monkeypatch, (0, 0, "a"), (YEAR, HOUR, "a"))[1]
    machine_clock.confirm(one.record, Reading(START + YEAR, HOUR, "a"))
    assert looks(one, monkeypatch, (YEAR + HOUR - 1, 2 * HOUR - 1, "a")) == [""]
    assert one.game.position == before
    assert looks(one, monkeypatch, (YEAR + HOUR, 2 * HOUR, "a")) == [""]
    assert one.game.position == before + 1


def test_an_event_of_a_wrong_clock_stops_the_desk_until_the_referee_knows_of_it(
    club: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = club()
    one.now = START + YEAR
    one.order()
    assert "before the newest event" in looks(one, monkeypatch, (DAY, DAY, "a"))[0]
    machine_clock.confirm(one.record, Reading(START + DAY, DAY, "a"))
    assert looks(one, monkeypatch, (DAY + HOUR, DAY + HOUR, "a")) == [""]
    one.now = START + 2 * YEAR
    one.order()
    assert looks(one, monkeypatch, (DAY + 2 * HOUR, DAY + 2 * HOUR, "a")) != [""]


def test_the_clocks_of_this_machine_are_read(club: Make) -> None:
    one = club()
    first, second = machine_clock.read_clocks(one.record), machine_clock.read_clocks(one.record)
    assert (first.wall, first.boot) == (START, second.boot)
    assert 0 <= second.steady - first.steady < HOUR
    assert first.boot != GIVEN
    assert deadlines.sweep(one.referee).stopped == ""
