"""People who sit before the pages of a desk that is worked by hand: the fixtures `playing`, `pages`,
`sit`."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from tests.referee.mail.test_desk_world import PEOPLE
from tests.web.playing import BROWSER, Playing

SOON = 60_000
"""Milliseconds."""

Sit = Callable[..., Any]


def until(playing: Playing, page: Any, selector: str) -> None:
    """The desk works until the page shows something."""
    end = time.monotonic() + SOON / 1000
    while not page.locator(selector).count():
        assert time.monotonic() < end, page.inner_text("#side")
        playing.works()
        page.wait_for_timeout(50)


def introduced(playing: Playing, page: Any, seat: str) -> None:
    """The word by mail that a new browser needs once."""
    page.fill("#words-of-press", "Good morning")
    page.click("#write button")
    until(playing, page, "#said-of-press:has-text('mailbox')")
    playing.works()
    playing.answers_question(PEOPLE[seat])
    until(playing, page, "#said-of-press:not(:has-text('mailbox'))")  # else a reload takes it up


def known(playing: Playing, page: Any, seat: str) -> None:
    """The same without a word: the browser is one that his mailbox has said “yes” to."""
    playing.known(seat)
    page.evaluate(f"localStorage.setItem('bugyo:browser:winter/{seat}', '{BROWSER}')")
    page.reload()


def says_yes(playing: Playing, page: Any, seat: str) -> None:
    """Answers the question in the mailbox and comes back to the page, which then looks at once."""
    playing.answers_question(PEOPLE[seat])
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
