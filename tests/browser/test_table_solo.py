"""The table against programs: whoever taps at random sends nothing that is refused, and the page stays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from domain.titles import TITLES
from tests.browser.tapping import Sat, Sitter, solo

ORDERS = 8

TO_THE_END = {
    "shinobi": 60,
    "rising_sun": 60,
    "twilight_shogun": 400,
    "clan_war": 600,
    "kawanakajima": 900,
}
"""Sendings that a whole game may take."""

SETTINGS: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1280, "height": 800}},
    "telephone": {"viewport": {"width": 390, "height": 844}, "has_touch": True},
}

STEPS = """(nth) => document.querySelectorAll("#turn .count button:not([aria-disabled])")[nth].click()"""


def played(chromium: Any, path: Path, title: str, orders: int, settings: dict[str, Any]) -> tuple[Any, Sat]:
    context = chromium.new_context(**settings, reduced_motion="reduce")
    with solo(title, path, "--against", "random") as address:
        sitter = Sitter(context.new_page(), title)
        sitter.sits(address)
        sat = sitter.plays(orders)
        stands = sitter.page.evaluate("({ over: data.over, events: data.events })")
        context.close()
    return stands, sat


def is_sound(sat: Sat) -> None:
    """Nothing is refused or loaded anew, nothing moves, and the rings are the values of the step."""
    assert [one for one in sat.refused if not one.is_told] == []
    assert (sat.loads, sat.jumps, sat.errors) == (0, 0, [])
    assert (sat.not_ringed, sat.ringed_wrongly, sat.nowhere) == ([], [], [])


@pytest.mark.soak
@pytest.mark.parametrize("settings", SETTINGS)
@pytest.mark.parametrize("title", TITLES)
def test_random_taps_send_nothing_that_is_refused(
    chromium: Any, tmp_path: Path, title: str, settings: str
) -> None:
    stands, sat = played(chromium, tmp_path, title, ORDERS, SETTINGS[settings])
    assert sat.orders == ORDERS or stands["over"]
    is_sound(sat)


@pytest.mark.soak
@pytest.mark.parametrize("title", TO_THE_END)
def test_a_game_is_played_to_its_end_without_a_reload(chromium: Any, tmp_path: Path, title: str) -> None:
    stands, sat = played(chromium, tmp_path, title, TO_THE_END[title], SETTINGS["desk"])
    assert stands["over"]
    is_sound(sat)
