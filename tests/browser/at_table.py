"""Whoever sits before the pages of a seat at a desk that is worked by hand (the fixtures `playing`, `pages`,
`sit`), and plays by taps: the first that goes on, until Send is ready."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from tests.referee.mail.test_desk_world import PEOPLE
from tests.web.playing import BROWSER, Playing

SOON = 60_000
"""Milliseconds."""

READY = "#send[aria-disabled=false]"
OPEN = "#turn .tap:not([aria-disabled]), #turn button.cardface:not([aria-disabled])"
ANSWERED = "#answer:not(.waits)"
MOST_TAPS = 40

Sit = Callable[..., Any]


def until(playing: Playing, page: Any, selector: str) -> None:
    """The desk works until the page shows something."""
    end = time.monotonic() + SOON / 1000
    while not page.locator(selector).count():
        assert time.monotonic() < end, page.inner_text("main")
        playing.works()
        page.wait_for_timeout(30)


def known(playing: Playing, page: Any, seat: str) -> None:
    """The browser is one that his mailbox has said “yes” to."""
    playing.known(seat)
    page.evaluate(f"localStorage.setItem('bugyo:browser:winter/{seat}', '{BROWSER}')")
    page.reload()


def says_yes(playing: Playing, page: Any, seat: str) -> None:
    """Answers the question in the mailbox and comes back to the page, which then looks at once."""
    playing.answers_question(PEOPLE[seat])
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def still(page: Any, is_so: str = "!going") -> None:
    """Waits for something that the script of the page knows."""
    end = time.monotonic() + SOON / 1000
    while not page.evaluate(is_so):
        assert time.monotonic() < end, page.inner_text("main")
        page.wait_for_timeout(20)


def opens(page: Any, tab: str) -> None:
    """A tab beside the turn; on a telephone the sheet is drawn up first."""
    if not page.is_visible(f"#tab-{tab}"):
        page.click("#grip")
    page.click(f"#tab-{tab}")


def sees(page: Any, events: int) -> None:
    """The page shows so many events: it is told that the game has gone on, and “Show” is pressed."""
    end = time.monotonic() + SOON / 1000
    while page.evaluate("data.events") < events:
        assert time.monotonic() < end, page.inner_text("main")
        if page.is_visible("#news-show"):
            page.click("#news-show")
        page.wait_for_timeout(20)
    still(page, "!playing")
    if page.evaluate("looking !== null"):
        page.keyboard.press("Escape")


def composes(page: Any, nth: int = 0) -> int:
    """Taps the nth of what goes on until the order is whole; how many it took."""
    for taps in range(MOST_TAPS):
        still(page)
        if page.locator(READY).count():
            return taps
        page.locator(OPEN).nth(nth).click()
    raise AssertionError(page.inner_text("main"))
