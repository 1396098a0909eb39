"""The options, and the rule index."""

from __future__ import annotations

import msgspec
import pytest

from domain.twilight_shogun import TWILIGHT_SHOGUN
from domain.twilight_shogun.data.headings import HEADINGS, STATUSES
from domain.twilight_shogun.data.options import PRESETS, Options

NUMBERED = 59
"""Numbered sections of the rulebook, chapters included."""


def test_the_presets() -> None:
    assert PRESETS["default"] == Options()
    assert PRESETS["navy"] == Options(navy=True)
    assert PRESETS["literal"] == Options(edo_reach=False, realign_needs_reach=False, warfare_clans_only=False)


def test_options_are_strict_and_short_in_the_store() -> None:
    assert msgspec.json.encode(Options()) == b"{}"
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"nonsense": true}', type=Options)


def test_every_numbered_section_has_a_heading() -> None:
    numbers = [number for number in HEADINGS if number[0].isdigit()]
    assert len(numbers) == NUMBERED
    assert numbers == sorted(numbers, key=lambda number: (int(number.split(".")[0]), number.split(".")[1]))
    assert set(STATUSES) <= set(HEADINGS)


def test_it_is_called_a_reconstruction() -> None:
    (scenario,) = TWILIGHT_SHOGUN.scenarios
    assert (scenario.seats, scenario.status) == ((2, 2), "reconstruction")
