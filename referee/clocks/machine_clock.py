"""The clock of this machine, and whether it can be trusted to call people late.

Every look at the clocks leaves a beat in the store: the time of day, the steady clock that only counts on,
and the boot of the machine that it counts from. As long as the machine is not started again, both clocks must
go on alike, also from one run of the desk to the next. After a new start only the time of day is there to be
compared: it must not be before the last beat or the newest event, and not so long after that nobody would
have left a desk alone so long.

After a silence of more than an hour nobody is called late before another hour is over: mails that came in
the meantime are worked first.
"""

from __future__ import annotations

import time
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from referee.clocks.timetable import HOUR, local
from referee.record.record import Record
from referee.record.timers import newest_at

BACK = 2_000
"""Milliseconds by which a clock may be set back."""

FORTH = HOUR
"""By which it may run ahead of the steady one."""

AWAY = 31 * 24 * HOUR
"""For so long a desk may stand still over a new start of its machine without anybody being asked."""

SELDOM = 20_000
"""Of looks that come sooner one after the other, not each is kept."""

GIVEN = "given"
"""The boot of a time that a test has given: both clocks are that time, and silences are nothing strange."""

BEAT = "clock/beat"


class Reading(Struct, frozen=True):
    """Time of day and steady clock, in milliseconds, and what names the boot of the machine; "" unknown."""

    wall: int
    steady: int
    boot: str


class Beat(Struct, frozen=True):
    """The last reading that was trusted, the one that all later ones are measured by, and until when nobody
    is called late. `known` is an event from a time to come that the referee knows of.
    """

    last: Reading
    base: Reading
    quiet: int = 0
    known: int = 0


def read_clocks(record: Record) -> Reading:
    steady = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
    return Reading(record.clock(), time.clock_gettime_ns(steady) // 1_000_000, _boot())


def given(now: int) -> Reading:
    return Reading(now, now, GIVEN)


def _boot() -> str:
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return ""


def beat_of(record: Record) -> Beat | None:
    kept = record.setting(BEAT)
    return msgspec.json.decode(kept, type=Beat) if kept else None


def look(record: Record, now: Reading) -> str:
    """Why the clock cannot be trusted, in sentences for the referee; "" where it can.

    The beat of a clock that can be trusted is kept, unless one was kept just before.
    """
    beat, why = beat_of(record), trouble(record, now)
    if not why and (beat is None or now.boot != beat.last.boot or now.wall - beat.last.wall >= SELDOM):
        _keep(record, _next(beat, now))
    return why


def trouble(record: Record, now: Reading) -> str:
    """The same, and nothing is kept."""
    return _jump(record, beat_of(record), now)


def confirm(record: Record, now: Reading) -> None:
    """The referee says that the clock is right as it is, also where an event was recorded by a wrong one.

    Nobody is called late for an hour.
    """
    _keep(record, Beat(now, now, now.wall + HOUR, newest_at(record.recorder)))


def hold_back(record: Record, until: int) -> None:
    """Nobody is called late before a time."""
    now = read_clocks(record)
    beat = beat_of(record) or Beat(now, now)
    if until > beat.quiet:
        _keep(record, replace(beat, quiet=until))


def _keep(record: Record, beat: Beat) -> None:
    record.set(BEAT, msgspec.json.encode(beat))


def _next(beat: Beat | None, now: Reading) -> Beat:
    if beat is None:
        return Beat(now, now)
    new_start = not now.boot or now.boot != beat.last.boot
    silent = now.boot != GIVEN and now.wall - beat.last.wall > HOUR
    quiet = now.wall + HOUR if silent else beat.quiet
    return replace(beat, last=now, base=now if new_start else beat.base, quiet=quiet)


def _jump(record: Record, beat: Beat | None, now: Reading) -> str:
    newest = newest_at(record.recorder)
    if now.wall < newest - BACK and (beat is None or newest > beat.known):
        return _said(now.wall, newest, "It is before the newest event of the store")
    if beat is None:
        return ""
    if now.boot and now.boot == beat.last.boot:
        step = (now.wall - beat.last.wall) - (now.steady - beat.last.steady)
        drift = (now.wall - beat.base.wall) - (now.steady - beat.base.steady)
        if step < -BACK or step > FORTH or drift > FORTH:
            due = beat.last.wall + now.steady - beat.last.steady
            return _said(now.wall, due, "The clock that only counts on says another time")
    elif now.wall < beat.last.wall - BACK:
        return _said(now.wall, beat.last.wall, "It is before the last look at the clock")
    elif now.wall > beat.last.wall + AWAY:
        return _said(now.wall, beat.last.wall, "It is more than a month after the last look at the clock")
    return ""


def _said(wall: int, other: int, why: str) -> str:
    return (
        f"The clock of this machine says {local(wall, 'UTC')}. {why}, {local(other, 'UTC')}. Nobody is "
        "called late. Set the clock right, or run “bugyo clock confirm” if it is right."
    )
