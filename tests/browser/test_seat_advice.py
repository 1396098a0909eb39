"""A seat that asks for advice on its page: by the same way as its orders, to be taken up by a press."""

from __future__ import annotations

from typing import Any

import pytest

from domain.game.entries.people import Advised
from domain.game.entries.policy import Policy
from referee.games import people
from referee.record.envelope import COMMAND_LINE, Act
from tests.browser.seated import introduced, until
from tests.web.playing import Playing

SIZES = [{"width": 1280, "height": 900}, {"width": 390, "height": 844}]


def allow(playing: Playing) -> None:
    act = Act(COMMAND_LINE, person="referee")
    people.change_policy(playing.referee, "winter", Policy(advice=True, press="white"), "We learn it.", act)


@pytest.mark.soak
@pytest.mark.parametrize("size", SIZES)
def test_a_seat_is_advised_and_takes_up_what_it_is_told(
    playing: Playing, sit: Any, size: dict[str, int]
) -> None:
    allow(playing)
    page = sit(playing.seat, viewport=size)
    introduced(playing, page, playing.seat)
    page.reload()
    assert "The others see that you asked." in page.inner_text("#advisor")
    page.click("#advise:enabled")
    until(playing, page, "#liked button")
    legal = playing.legal()
    offered = page.locator("#liked button").all_inner_texts()
    assert 0 < len(offered) <= 3
    assert set(offered) <= set(legal)
    assert page.inner_text("#liked").count("others behind") == len(offered)
    asked = [one for one in playing.record.envelopes("winter") if isinstance(one.entry, Advised)]
    assert [one.act[5].split()[-1] for one in asked] == ["page"]
    assert page.inner_text("#news") == ""
    page.locator("#liked button").first.click()
    assert page.input_value("#sheet") == offered[0]
    page.click("#send:enabled")
    until(playing, page, "#mail:has-text('Played:')")
    assert page.locator("#liked button").count() == 0


@pytest.mark.soak
def test_where_it_is_not_agreed_nothing_offers_it(playing: Playing, sit: Any) -> None:
    page = sit(playing.seat)
    assert not page.is_visible("#advise")


@pytest.mark.soak
def test_a_seat_that_is_not_asked_is_not_offered_it(playing: Playing, sit: Any) -> None:
    allow(playing)
    other = next(seat for seat in playing.game.seats if seat not in playing.game.awaited())
    assert not sit(other).is_visible("#advise")


@pytest.mark.soak
def test_a_link_that_only_looks_cannot_ask(playing: Playing, sit: Any) -> None:
    allow(playing)
    page = sit(playing.seat)
    page.evaluate("localStorage.clear()")
    page.reload()
    assert page.is_visible("#advise")
    assert page.is_disabled("#advise")
