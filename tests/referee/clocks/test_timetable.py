"""When deadlines fall: hours, times of day, days of the week, stops, and both changes of the clock."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.game.entries.policy import Policy
from referee.clocks.timetable import HOUR, NoSuchZone, deadline, instant, local, moment, zone_of
from tests.referee.clocks.club import utc

PARIS = "Europe/Paris"
FRIDAY = "2026-11-20 12:00"

# policy, asked at (UTC), when the clock stands still (UTC), the deadline (UTC)
ROWS = [
    (Policy(hours=72), "2026-11-16 12:00", [], "2026-11-19 12:00"),
    (Policy(hours=72, phases={"deploy": 24}), "2026-11-16 12:00", [], "2026-11-17 12:00"),
    # the time of day: on it, and a minute after it
    (Policy(hours=24, clock="18:00"), "2026-11-16 18:00", [], "2026-11-17 18:00"),
    (Policy(hours=24, clock="18:00"), "2026-11-16 18:01", [], "2026-11-18 18:00"),
    (Policy(hours=24, clock="18:00", zone=PARIS), "2026-11-16 17:00", [], "2026-11-17 17:00"),
    (Policy(hours=24, clock="18:00", zone="Asia/Tokyo"), "2026-11-16 09:01", [], "2026-11-18 09:00"),
    # days: Friday at noon and a day more is Saturday
    (Policy(hours=24, days=(1, 2, 3, 4, 5)), FRIDAY, [], "2026-11-23 12:00"),
    (Policy(hours=24, days=(6,)), FRIDAY, [], "2026-11-21 12:00"),
    (Policy(hours=24, clock="06:00", days=(7,)), FRIDAY, [], "2026-11-22 06:00"),
    # the day is that of the zone: 23:30 UTC on Friday is Saturday in Paris
    (Policy(hours=24, days=(5,), zone=PARIS), "2026-11-19 23:30", [], "2026-11-26 23:30"),
    # stops: before, around the question, around the deadline, over each other, and none of them
    (Policy(hours=24), "2026-11-16 12:00", [("2026-11-01 00:00", "2026-11-02 00:00")], "2026-11-17 12:00"),
    (Policy(hours=24), "2026-11-16 12:00", [("2026-11-16 00:00", "2026-11-16 18:00")], "2026-11-17 18:00"),
    (Policy(hours=24), "2026-11-16 12:00", [("2026-11-17 00:00", "2026-11-19 00:00")], "2026-11-19 12:00"),
    (Policy(hours=24), "2026-11-16 12:00", [("2026-11-17 12:00", "2026-11-19 00:00")], "2026-11-17 12:00"),
    (
        Policy(hours=24),
        "2026-11-16 12:00",
        [("2026-11-17 00:00", "2026-11-18 00:00"), ("2026-11-17 12:00", "2026-11-19 00:00")],
        "2026-11-19 12:00",
    ),
    # a deadline does not fall into a vacation, though the hours are over before it
    (
        Policy(hours=24, clock="18:00"),
        "2026-11-16 12:00",
        [("2026-11-17 15:00", "2026-11-19 12:00")],
        "2026-11-19 18:00",
    ),
    # spring in Paris, 29 March 2026, 02:00 becomes 03:00: 18:00 stays 18:00 by the clock of the wall
    (Policy(hours=24, clock="18:00", zone=PARIS), "2026-03-28 10:00", [], "2026-03-29 16:00"),
    (Policy(hours=24, clock="18:00", zone=PARIS), "2026-03-27 10:00", [], "2026-03-28 17:00"),
    # 02:30 is never shown that night; it is an hour later by the wall, no time is lost
    (Policy(hours=12, clock="02:30", zone=PARIS), "2026-03-28 12:00", [], "2026-03-29 01:30"),
    # hours are hours, whatever the wall says
    (Policy(hours=24, zone=PARIS), "2026-03-28 12:00", [], "2026-03-29 12:00"),
    # autumn, 25 October 2026, 03:00 becomes 02:00: 02:30 is shown twice, and the later counts
    (Policy(hours=12, clock="02:30", zone=PARIS), "2026-10-24 12:00", [], "2026-10-25 01:30"),
    (Policy(hours=24, clock="18:00", zone=PARIS), "2026-10-24 10:00", [], "2026-10-25 17:00"),
    (Policy(hours=24, clock="18:00", zone=PARIS), "2026-10-23 10:00", [], "2026-10-24 16:00"),
]


@pytest.mark.parametrize(("policy", "since", "stops", "due"), ROWS)
def test_the_deadline_falls(policy: Policy, since: str, stops: list[tuple[str, str]], due: str) -> None:
    found = deadline(policy, "deploy", utc(since), [(utc(a), utc(b)) for a, b in stops])
    assert local(found, "UTC") == local(utc(due), "UTC")


def test_hours_count_to_the_millisecond() -> None:
    since = utc("2026-11-16 12:00") + 1
    assert deadline(Policy(hours=1), "", since) == since + HOUR
    assert (
        deadline(Policy(hours=1), "", since, [(since + HOUR - 1, since + 2 * HOUR)]) == since + 2 * HOUR + 1
    )


def test_a_zone_that_there_is_not_is_refused_with_what_would_do() -> None:
    for name in ("Mars/Olympus", "../etc/passwd", ""):
        with pytest.raises(NoSuchZone, match="Europe/Paris"):
            zone_of(name)


zones = st.sampled_from(["UTC", PARIS, "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe"])
clocks = st.sampled_from(["", "00:00", "02:30", "18:00", "23:59"])
week = st.sets(st.integers(1, 7)).map(lambda found: tuple(sorted(found)))
times = st.integers(utc("2026-01-01 00:00"), utc("2027-12-31 00:00"))


@given(st.integers(1, 500), clocks, zones, week, times, st.lists(st.tuples(times, st.integers(1, 10**9))))
def test_a_deadline_gives_the_hours_and_falls_where_it_may(
    hours: int, clock: str, zone: str, days: tuple[int, ...], since: int, spans: list[tuple[int, int]]
) -> None:
    policy = Policy(hours=hours, clock=clock, zone=zone, days=days)
    stops = [(begin, begin + length) for begin, length in spans]
    found = deadline(policy, "", since, stops)
    still = sum(_overlap(a, b, since, found) for a, b in _disjoint(stops))
    assert found - since - still >= hours * HOUR
    there = moment(found, zone)
    assert not days or there.isoweekday() in days
    assert not clock or found == instant(there.date(), there.time(), zone)
    assert not (clock or days) or not any(a <= found < b for a, b in stops)


def _disjoint(stops: list[tuple[int, int]]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for begin, end in sorted(stops):
        begin = max(begin, found[-1][1]) if found else begin
        if begin < end:
            found.append((begin, end))
    return found


def _overlap(a: int, b: int, since: int, until: int) -> int:
    return max(0, min(b, until) - max(a, since))


@given(times, st.integers(1, 300), st.integers(0, 10**9), st.integers(1, 10**9))
def test_a_further_stop_never_makes_a_deadline_earlier(
    since: int, hours: int, after: int, length: int
) -> None:
    policy = Policy(hours=hours, clock="18:00", zone=PARIS, days=(1, 3, 5))
    stop = (since + after, since + after + length)
    assert deadline(policy, "", since, [stop]) >= deadline(policy, "", since)
