"""A seat that asks for advice on its page: by the same way as its orders, to be taken up by a press."""

from __future__ import annotations

from typing import Any

import pytest

from domain.game.entries.people import Advised
from domain.game.entries.policy import Policy
from referee.games import people
from referee.record.envelope import COMMAND_LINE, Act
from tests.browser.at_table import ANSWERED, READY, known, opens, still, until
from tests.web.playing import Playing

ADVISE = "#more button:text-is('Advise me')"
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
    known(playing, page, playing.seat)
    opens(page, "more")
    assert "The others see that you asked." in page.inner_text("#more")
    page.click(ADVISE)
    until(playing, page, "#answer .liked button")
    liked = page.evaluate("answer.liked.map((one) => one.order)")
    assert 0 < len(liked) <= 3
    assert set(liked) <= set(playing.legal())
    assert page.inner_text("#answer .liked").count("others behind") == len(liked)
    asked = [one for one in playing.record.envelopes("winter") if isinstance(one.entry, Advised)]
    assert [one.act[5].split()[-1] for one in asked] == ["page"]
    assert not page.is_visible("#news")
    page.locator("#answer .liked button").first.click()
    still(page, "picks.length > 0 && !isWaiting()")
    assert page.inner_text("#line") == liked[0]
    page.click(READY)
    until(playing, page, f"{ANSWERED}:has-text('Played:')")
    assert page.locator("#answer .liked button").count() == 0


@pytest.mark.soak
def test_where_it_is_not_agreed_nothing_offers_it(playing: Playing, sit: Any) -> None:
    assert sit(playing.seat).locator(ADVISE).count() == 0


@pytest.mark.soak
def test_a_seat_that_is_not_asked_is_not_offered_it(playing: Playing, sit: Any) -> None:
    allow(playing)
    other = next(seat for seat in playing.game.seats if seat not in playing.game.awaited())
    assert sit(other).locator(ADVISE).count() == 0


@pytest.mark.soak
def test_a_link_that_only_looks_cannot_ask(playing: Playing, sit: Any) -> None:
    allow(playing)
    page = sit(playing.seat)
    page.evaluate("localStorage.clear()")
    page.reload()
    sent = list[str]()
    page.on("request", lambda one: sent.append(one.url) if one.url.endswith("/send") else None)
    opens(page, "more")
    page.click(ADVISE)
    page.wait_for_selector("#turn .why:has-text('only looks')")
    assert sent == []
