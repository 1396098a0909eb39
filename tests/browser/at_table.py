"""Somebody who sits before the table of a seat and plays it by taps: the first that goes on, until Send is
ready."""

from __future__ import annotations

import time
from typing import Any

from tests.browser.seated import SOON
from tests.referee.mail.test_desk_world import PEOPLE
from tests.web.playing import BROWSER, Playing

READY = "#send[aria-disabled=false]"
OPEN = "#turn .tap:not([aria-disabled]), #turn button.cardface:not([aria-disabled])"
MOST_TAPS = 40


def until(playing: Playing, page: Any, selector: str) -> None:
    """The desk works until the page shows something."""
    end = time.monotonic() + SOON / 1000
    while not page.locator(selector).count():
        assert time.monotonic() < end, page.inner_text("#panel")
        playing.works()
        page.wait_for_timeout(30)


def known(playing: Playing, page: Any, seat: str) -> None:
    """The browser is one that his mailbox has said “yes” to."""
    playing.known(seat)
    page.evaluate(f"localStorage.setItem('bugyo:browser:winter/{seat}', '{BROWSER}')")
    page.reload()


def says_yes(playing: Playing, page: Any, seat: str) -> None:
    playing.answers_question(PEOPLE[seat])
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def still(page: Any, is_so: str = "!going") -> None:
    """Waits for something that the script of the page knows."""
    end = time.monotonic() + SOON / 1000
    while not page.evaluate(is_so):
        assert time.monotonic() < end, page.inner_text("#panel")
        page.wait_for_timeout(20)


def sees(page: Any, events: int) -> None:
    """The page shows so many events: it is told that the game has gone on, and “Show” is pressed."""
    end = time.monotonic() + SOON / 1000
    while page.evaluate("data.events") < events:
        assert time.monotonic() < end, page.inner_text("#panel")
        if page.is_visible("#news-show"):
            page.click("#news-show")
        page.wait_for_timeout(20)
    still(page, "!playing")
    if page.evaluate("looking !== null"):
        page.keyboard.press("Escape")


def composes(page: Any) -> int:
    """Taps until the order is whole; how many it took."""
    for taps in range(MOST_TAPS):
        still(page)
        if page.locator(READY).count():
            return taps
        page.locator(OPEN).first.click()
    raise AssertionError(page.inner_text("#panel"))
