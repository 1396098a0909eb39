"""Policies as people write them: spans, days, times, and a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from domain.game.entries.policy import TODAY, Policy
from referee.clocks.policy_files import BadPolicy, days, hours, made, minutes, read_policy, time_at

READ: list[tuple[Callable[[str], Any], str, Any]] = [
    (minutes, "90m", 90),
    (minutes, "2 h", 120),
    (minutes, "1W", 10_080),
    (minutes, "3", "is no span of time"),
    (minutes, "-3h", "is no span of time"),
    (minutes, "1000000h", "is no span of time"),
    (hours, "3d", 72),
    (hours, "90m", "whole hours"),
    (days, "mon-fri", (1, 2, 3, 4, 5)),
    (days, "sat-mon", (1, 6, 7)),
    (days, "Tue, thu", (2, 4)),
    (days, "all", ()),
    (days, "monday", "are no days"),
    (lambda text: time_at(text, "Europe/Paris"), "1970-01-01 01:00", 0),
    (lambda text: time_at(text, "Europe/Paris"), "1970-01-01 01:00 UTC", 3_600_000),
    (lambda text: time_at(text, "UTC"), "1970-01-32 01:00", "is no time"),
    (lambda text: time_at(text, "UTC"), "tomorrow", "Write for example 2026-12-24 18:00"),
    (lambda text: time_at(text, "UTC"), "1970-01-01 01:00 Mars/Olympus", "no time zone"),
]


@pytest.mark.parametrize(("read", "text", "found"), READ)
def test_it_is_read_or_refused_with_what_would_do(read: Callable[[str], Any], text: str, found: Any) -> None:
    if isinstance(found, str):
        with pytest.raises(BadPolicy, match=found):
            read(text)
    else:
        assert read(text) == found


def test_a_file_may_write_spans_and_leaves_the_rest_as_it_is(tmp_path: Path) -> None:
    page = tmp_path / "club.toml"
    page.write_text(
        'hours = "3d"\ngrace = "12h"\nclock = "18:00"\nzone = "Europe/Paris"\ndays = "mon-fri"\n'
        'reminders = ["24h", 2]\nvacation = 14\nnmr = "standby"\npress = "private"\n'
        '[phases]\ndeploy = "24h"\n'
    )
    assert read_policy(page, Policy(authority=2)) == Policy(
        authority=2,
        nmr="standby",
        hours=72,
        phases={"deploy": 24},
        grace=720,
        clock="18:00",
        zone="Europe/Paris",
        days=(1, 2, 3, 4, 5),
        reminders=(24, 2),
        vacation=14,
        press="private",
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("hours = ", "cannot be read"),
        ("speed = 3", "unknown field"),
        ('hours = "soon"', "is no span of time"),
        ("hours = 1.5", "Expected `int`"),
        ('zone = "Mars/Olympus"', "no time zone"),
        ('press = "grey"', "one of: none, white, private"),
    ],
)
def test_a_file_that_cannot_hold_says_why_and_which(tmp_path: Path, text: str, why: str) -> None:
    page = tmp_path / "club.toml"
    page.write_text(text)
    with pytest.raises(BadPolicy, match=why) as refused:
        read_policy(page, TODAY)
    assert "club.toml" in str(refused.value)


def test_values_are_changed_one_by_one() -> None:
    assert made(Policy(hours=72), {"grace": 5}) == Policy(hours=72, grace=5)
    with pytest.raises(BadPolicy, match="There are: authority, nmr"):
        made(TODAY, {"speed": 3})
