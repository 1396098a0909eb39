"""Policies: what can be agreed, and what is left out of the record."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.game.entries.policy import TODAY, Policy, fault_of

# both sides of every limit
VALUES: list[tuple[dict[str, Any], str]] = [
    ({}, ""),
    ({"authority": 0}, ""),
    ({"authority": 3}, ""),
    ({"authority": -1}, "The authority of a mail is 0, 1, 2 or 3."),
    ({"authority": 4}, "The authority of a mail is 0, 1, 2 or 3."),
    ({"nmr": "standby"}, ""),
    ({"nmr": "shame"}, "What follows from silence is one of: wait, default orders, standby, forfeit, bot."),
    ({"hours": 8784}, ""),
    ({"hours": 8785}, "Hours are 0 to 8784."),
    ({"hours": -1}, "Hours are 0 to 8784."),
    ({"phases": {"deploy": 8785}}, "Hours are 0 to 8784."),
    ({"reminders": (24, -1)}, "Hours are 0 to 8784."),
    ({"delay": 8785}, "Hours are 0 to 8784."),
    ({"grace": 10_080}, ""),
    ({"grace": 10_081}, "The grace is 0 to 10080 minutes."),
    ({"clock": "00:00"}, ""),
    ({"clock": "23:59"}, ""),
    ({"clock": "24:00"}, "The time of day is written as 18:00."),
    ({"clock": "8:00"}, "The time of day is written as 18:00."),
    ({"zone": "America/Argentina/Buenos_Aires"}, ""),
    ({"zone": "../etc/passwd"}, "The zone is written as Europe/Paris."),
    ({"zone": ""}, "The zone is written as Europe/Paris."),
    ({"days": (1, 7)}, ""),
    ({"days": (0,)}, "Days are 1 (Monday) to 7 (Sunday), in this order."),
    ({"days": (8,)}, "Days are 1 (Monday) to 7 (Sunday), in this order."),
    ({"days": (2, 1)}, "Days are 1 (Monday) to 7 (Sunday), in this order."),
    ({"days": (1, 1)}, "Days are 1 (Monday) to 7 (Sunday), in this order."),
    ({"vacation": 366}, ""),
    ({"vacation": 367}, "A vacation is 0 to 366 days."),
    ({"press": "white"}, ""),
    ({"press": "grey"}, "The press is one of: none, white, private."),
    ({"errors": "An illegal order is played as a pass."}, ""),
    ({"errors": " "}, "The error policy is strict, lenient or a text."),
]


@pytest.mark.parametrize(("values", "why"), VALUES)
def test_what_can_be_agreed(values: dict[str, Any], why: str) -> None:
    assert fault_of(replace(TODAY, **values)) == why


def test_what_is_as_in_every_game_is_left_out() -> None:
    assert msgspec.json.encode(TODAY) == b"{}"
    assert msgspec.json.encode(Policy(hours=72)) == b'{"hours":72}'
    assert not TODAY.has_clock()


def test_hours_are_those_of_the_question() -> None:
    policy = Policy(hours=72, phases={"deploy": 24, "retreat": 0})
    assert [policy.hours_for(prompt) for prompt in ("deploy", "retreat", "attack")] == [24, 0, 72]
    assert Policy(phases={"deploy": 24}).has_clock()
    assert not Policy(phases={"deploy": 0}).has_clock()
