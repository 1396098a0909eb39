"""The board of the herald at the table, and a bid: as few presses as there is to say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.browser.at_table import still
from tests.browser.tapping import solo

READY = "!busy && !settling && phase === 'composing' && (isAsked() || data.over)"

ARMIES = {
    "kyushu koi": ("bushi", "bushi", "daimyo"),
    "kyushu turtle": ("bushi", "shinto"),
    "nagato sun": ("bushi", "bushi"),
    "nagato koi": ("stronghold",),
}


class Presses:
    """Presses values of the step that the page shows, and counts them."""

    def __init__(self, page: Any) -> None:
        self.page, self.count = page, 0

    def __call__(self, *values: str) -> None:
        for value in values:
            still(self.page)
            is_there = "(v) => (step.values || []).some((one) => one.v === v && isOpen(one))"
            assert self.page.evaluate(is_there, value), (value, self.page.inner_text("#turn"))
            self.page.evaluate("(v) => { pick(step.values.find((one) => one.v === v)); }", value)
            self.count += 1
        still(self.page)


@pytest.mark.soak
@pytest.mark.parametrize("width", [1280, 390])
def test_a_board_of_three_clans_goes_out_with_one_send(chromium: Any, tmp_path: Path, width: int) -> None:
    with solo("rising_sun", tmp_path, "--seat", "herald") as address:
        page = chromium.new_page(viewport={"width": width, "height": 844}, reduced_motion="reduce")
        page.goto(address)
        still(page, READY)
        press = Presses(page)
        press("honor", "koi", "turtle", "sun", "wars", "kyushu", "nagato", "oshu", "edo", "kanto")
        for clan in ("koi", "turtle", "sun"):
            press(clan, f"{clan} coins 6", f"{clan} ronin 2", f"{clan} points 4")
        province = ""
        for army, figures in ARMIES.items():
            press(*([army.split()[0]] if army.split()[0] != province else []), army, *figures)
            province = army.split()[0]
        lines = page.evaluate("linesNow()")
        assert len(lines) == 2 + 9 + len(ARMIES)
        assert press.count <= 3 * len(lines)
        page.evaluate("() => { send(); }")
        still(page, READY)
        assert not page.evaluate("answer?.isBad"), page.inner_text("#turn")
        page.close()
