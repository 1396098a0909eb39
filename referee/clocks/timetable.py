"""The timetable of deadlines: the calendar of a game's policy, and the table that has to be on record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from domain.game.entries.people import Deadline
from domain.game.entries.policy import Policy
from domain.game.state.game_state import GameState
from domain.game.state.register import Register

HOUR = 3_600_000
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
FARTHEST = 800
"""Days that are looked at for one on which deadlines fall."""

Stop = tuple[int, int]
"""From when to when a clock stands still, in milliseconds; the end is not part of it."""


class NoSuchZone(Exception):
    """The zone is not known on this machine; the sentence says what would do."""


@cache
def zone_of(name: str) -> ZoneInfo:
    """Raises `NoSuchZone`."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise NoSuchZone(f"There is no time zone “{name}”. Write for example Europe/Paris.") from None


_OF_ONE_MACHINE = ("localtime", "posixrules", "factory", "right/", "posix/")


def shared_zone(name: str) -> ZoneInfo:
    """A zone that a game may have: every machine knows it, and by the same name. Raises `NoSuchZone`."""
    if name.casefold().startswith(_OF_ONE_MACHINE):
        raise NoSuchZone(
            f"The zone “{name}” is another one on other machines. Write for example Europe/Paris."
        )
    return zone_of(name)


def moment(at: int, zone: str) -> datetime:
    """A time as the clocks of a zone show it."""
    return (EPOCH + timedelta(milliseconds=at)).astimezone(zone_of(zone))


def local(at: int, zone: str) -> str:
    """A time as people of a zone read it: "Thu 26 Nov 2026 18:00 CET"."""
    return moment(at, zone).strftime("%a %d %b %Y %H:%M %Z")


def instant(day: date, clock: time, zone: str) -> int:
    """When the clocks of a zone show a time of day.

    Twice in a night in autumn: then the later. Never in a night in spring: then as long after midnight as
    if they had not been changed.
    """
    both = (datetime.combine(day, clock, zone_of(zone)).replace(fold=fold) for fold in (0, 1))
    return max((one.astimezone(UTC) - EPOCH) // timedelta(milliseconds=1) for one in both)


def deadline(policy: Policy, prompt: str, since: int, stops: Iterable[Stop] = (), ahead: int = 0) -> int:
    """Until when a seat has time that is asked since `since`.

    The hours are counted while the clock runs. The deadline is the first time after them that falls on the
    policy's time of day and days, and in no stop; where clocks are so many milliseconds `ahead` of those that
    this machine knows.
    """
    merged = tuple(_merged(stops))
    at = _counted(since, policy.hours_for(prompt) * HOUR, merged)
    return at if not (policy.clock or policy.days) else _falls(policy, at, merged, ahead)


def _merged(stops: Iterable[Stop]) -> Iterator[Stop]:
    """The stops in their order, those that overlap as one."""
    end = None
    for begins, ends in sorted(stops):
        if end is None:
            begin, end = begins, ends
        elif begins <= end:
            end = max(end, ends)
        else:
            yield begin, end
            begin, end = begins, ends
    if end is not None:
        yield begin, end


def _counted(since: int, span: int, stops: Sequence[Stop]) -> int:
    """When a clock that stands still in the stops has run for a span."""
    at = since + span
    for begins, ends in stops:
        if ends > since and max(begins, since) < at:
            at += ends - max(begins, since)
    return at


APART, QUARTER = 2 * HOUR, HOUR // 4
"""Milliseconds by which clocks of one zone may differ by other zone data, at most and in steps."""


def other_clocks(policy: Policy) -> Iterable[int]:
    """How far clocks may be ahead by other zone data: quarters of an hour, up to two hours; none where the
    calendar of the policy asks no zone, or UTC."""
    if policy.zone == "UTC" or not (policy.clock or policy.days):
        return ()
    return (ahead for ahead in range(-APART, APART + 1, QUARTER) if ahead)


def same_moment(one: int, other: int, zone: str) -> bool:
    """Whether two moments are one by some clocks of a zone."""
    apart = abs(one - other)
    return not apart or (zone != "UTC" and apart <= APART and not apart % QUARTER)


def _falls(policy: Policy, at: int, stops: Sequence[Stop], ahead: int) -> int:
    there = moment(at + ahead, policy.zone)
    clock = time.fromisoformat(policy.clock) if policy.clock else there.time()
    for later in range(FARTHEST):
        day = there.date() + timedelta(days=later)
        found = instant(day, clock, policy.zone) - ahead
        stands = any(begins <= found < ends for begins, ends in stops)
        if found >= at and not stands and (not policy.days or day.isoweekday() in policy.days):
            return found
    return at


def stops_of(register: Register, seat: str) -> tuple[Stop, ...]:
    """When the clock of a seat stands still: the pauses that are over, and its vacations."""
    taken = register.vacations.get(seat, ())
    return (*register.pauses, *((one.start, one.end) for one in taken))


def table(game: GameState, at: int, ahead: int = 0) -> tuple[Deadline, ...]:
    """The deadlines that hold for a game as it stands; of a seat that is newly asked, from `at` on. A program
    has none. Clocks may be `ahead`."""
    policy, prompt, register = game.register.policy, game.prompt(), game.register
    if game.is_over() or not policy.hours_for(prompt):
        return ()
    owing = (seat for seat in game.owing() if not register.program(seat))
    return tuple(_of(register, seat, prompt, at, ahead) for seat in owing)


def _of(register: Register, seat: str, prompt: str, at: int, ahead: int) -> Deadline:
    known = register.known(seat, prompt)
    if known is not None and known.moved:
        return known
    since = known.since if known is not None else at
    stops = stops_of(register, seat)
    return Deadline(seat, prompt, since, deadline(register.policy, prompt, since, stops, ahead))


def days_between(first: str, last: str, zone: str) -> tuple[int, int, int]:
    """The beginning of the first of some days, the end of the last, and how many they are.

    Days are written as 2026-12-24. Raises ValueError for what is no day, and for a last before the first.
    """
    begins, ends = date.fromisoformat(first), date.fromisoformat(last)
    if ends < begins:
        raise ValueError(f"{last} is before {first}.")
    after = ends + timedelta(days=1)
    days = (after - begins).days
    return instant(begins, time(), zone), instant(after, time(), zone), days
