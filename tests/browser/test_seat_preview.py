"""A seat that tries its orders on its page: what would follow is shown, and nothing is sent."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.playing import Playing

SIZES = [{"width": 1280, "height": 900}, {"width": 390, "height": 844}]


@pytest.mark.soak
@pytest.mark.parametrize("size", SIZES)
def test_a_seat_tries_an_order_and_still_has_it(playing: Playing, sit: Any, size: dict[str, int]) -> None:
    page, order, before = sit(playing.seat, viewport=size), playing.legal()[0], playing.game.position
    assert page.is_disabled("#try")
    page.fill("#sheet", order)
    page.click("#try:enabled")
    page.wait_for_selector("#mail:has-text('places a card')")
    assert page.inner_text("#outcome") == "Only tried: nothing was sent."
    assert not page.is_visible("#fresh")
    assert page.input_value("#sheet") == order
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert playing.game.position == before
    assert playing.file_names() == []
