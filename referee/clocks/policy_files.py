"""The policies of a game as people write them: a TOML file, spans, days and times as on a command line."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from domain.game.entries.policy import Policy, fault_of
from domain.kit.data_files import decode_toml
from referee.clocks.timetable import NoSuchZone, instant, shared_zone
from referee.record.private_files import NotOrdinary, ordinary

MOST_BYTES = 1 << 20
"""Of the file of a policy."""

_SPAN = re.compile(r"(\d{1,5}) ?(m|min|h|d|w)")
_MINUTES = {"m": 1, "min": 1, "h": 60, "d": 1440, "w": 10_080}
_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_WHEN = re.compile(r"(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(?: (\S+))?")


class BadPolicy(Exception):
    """It cannot be read, or cannot hold; the sentence says why, and what would do."""


def minutes(text: str) -> int:
    """A span: "90m", "72h", "3d", "1w". Raises `BadPolicy`."""
    found = _SPAN.fullmatch(text.strip().lower())
    if not found:
        raise BadPolicy(f"“{text}” is no span of time. Write for example 90m, 72h or 3d.")
    return int(found[1]) * _MINUTES[found[2]]


def hours(text: str) -> int:
    """A span of whole hours. Raises `BadPolicy`."""
    whole, rest = divmod(minutes(text), 60)
    if rest:
        raise BadPolicy(f"“{text}” is not a number of whole hours.")
    return whole


def days(text: str) -> tuple[int, ...]:
    """Days of the week: "mon-fri", "tue,thu", "all". Raises `BadPolicy`."""
    found: set[int] = set()
    if text.strip().lower() == "all":
        return ()
    for part in text.lower().split(","):
        first, _, last = part.strip().partition("-")
        if first not in _DAYS or (last and last not in _DAYS):
            raise BadPolicy(f"“{text}” are no days. Write for example mon-fri, or tue,thu.")
        begin, end = _DAYS.index(first), _DAYS.index(last or first)
        found |= {n % 7 + 1 for n in range(begin, end + 1 + (7 if end < begin else 0))}
    return tuple(sorted(found))


def time_at(text: str, zone: str) -> int:
    """A time, "2026-12-24 18:00" or "2026-12-24 18:00 Europe/Paris", in milliseconds. Raises `BadPolicy`."""
    found = _WHEN.fullmatch(text.strip())
    try:
        if found:
            there = datetime.fromisoformat(f"{found[1]}T{found[2]}")
            return instant(there.date(), there.time(), found[3] or zone)
    except (ValueError, NoSuchZone) as error:
        raise BadPolicy(f"“{text}” is no time: {error}") from None
    raise BadPolicy(f"“{text}” is no time. Write for example 2026-12-24 18:00.")


def read_policy(path: Path, base: Policy) -> Policy:
    """The policy of a file: what it does not name is as in `base`. Raises `BadPolicy`.

    Hours, grace and reminders may be written as spans ("72h"), days as "mon-fri".
    """
    try:
        told = decode_toml(ordinary(path, MOST_BYTES).decode(), dict[str, Any])
    except NotOrdinary as wrong:
        raise BadPolicy(str(wrong)) from None
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadPolicy(f"{path} cannot be read: {error}.") from None
    try:
        return spelled_out(base, told)
    except BadPolicy as bad:
        raise BadPolicy(f"{path}: {bad}") from None


def spelled_out(base: Policy, told: dict[str, Any]) -> Policy:
    """The same of what stands in a file of something else. Raises `BadPolicy`."""
    return made(base, {name: _spelled(name, value) for name, value in told.items()})


def _spelled(name: str, value: Any) -> Any:
    """A value as it is stored, where people may write it otherwise."""
    if name == "days" and isinstance(value, str):
        return days(value)
    if name == "grace" and isinstance(value, str):
        return minutes(value)
    if name in ("hours", "delay") and isinstance(value, str):
        return hours(value)
    if name == "reminders" and isinstance(value, list):
        return [hours(one) if isinstance(one, str) else one for one in value]
    if name == "phases" and isinstance(value, dict):
        return {prompt: hours(one) if isinstance(one, str) else one for prompt, one in value.items()}
    return value


def made(base: Policy, changes: dict[str, Any]) -> Policy:
    """The policy with other values. Raises `BadPolicy` for what it does not have or cannot hold."""
    try:
        policy = msgspec.convert({**msgspec.to_builtins(base), **changes}, Policy)
        shared_zone(policy.zone)
    except msgspec.ValidationError as error:
        known = ", ".join(Policy.__struct_fields__)
        raise BadPolicy(f"This cannot be agreed: {error}. There are: {known}.") from None
    except NoSuchZone as error:
        raise BadPolicy(str(error)) from None
    fault = fault_of(policy)
    if fault:
        raise BadPolicy(fault)
    return policy
