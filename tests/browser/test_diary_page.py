"""The diary by its page and by the buttons of the page of the seat."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.at_table import READY, known, opens, says_yes, until
from tests.web.playing import Playing

TEXT = "Boris <b>strikes</b> from Omi"


def turns(page: Any) -> None:
    """To the diary; on a telephone by its link in the sheet."""
    opens(page, "more")
    page.click("#more a:text-is('Diary')")
    page.wait_for_selector("#open:not([hidden]), #closed:not([hidden])")


@pytest.mark.soak
def test_a_diary_is_written_read_opened_and_forgotten(playing: Playing, sit: Any) -> None:
    page = sit("iga", viewport={"width": 390, "height": 844})
    known(playing, page, "iga")
    before = playing.game.position
    turns(page)
    assert "There is no note yet." in page.inner_text("#none")
    page.fill("#note", f"{TEXT}\nin autumn")
    page.click("#keep")
    until(playing, page, "#notes li")
    assert page.inner_text("#notes li p") == f"{TEXT}\nin autumn"
    assert page.input_value("#note") == ""
    link = page.locator("#notes li a")
    assert (link.inner_text(), link.get_attribute("href")) == (f"T1, event {before}", f"replay/#{before}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.click("#shared")
    until(playing, page, "#notes li:has-text('for all after the end')")
    assert (page.is_checked("#shared"), page.is_checked("#left")) == (True, False)
    page.on("dialog", lambda dialog: dialog.accept())
    page.click("#notes button:enabled")
    until(playing, page, "#none:not([hidden])")
    assert playing.game.position == before  # nothing of it is an event


@pytest.mark.soak
def test_a_browser_that_is_new_asks_the_mailbox_once(playing: Playing, sit: Any) -> None:
    playing.say(f"note: {TEXT}", seat="iga")
    playing.out()
    page = sit("iga")
    turns(page)
    assert TEXT not in page.content()
    page.click("#let-me:enabled")
    until(playing, page, "#told:has-text('mailbox')")
    says_yes(playing, page, "iga")
    until(playing, page, "#notes li")
    assert page.inner_text("#notes li p") == TEXT


@pytest.mark.soak
def test_a_note_by_the_pencil_takes_all_lines_below_it(playing: Playing, sit: Any) -> None:
    page = sit("iga")
    known(playing, page, "iga")
    opens(page, "more")
    page.click("#more button:text-is('Note to myself…')")
    page.type("#typed", f"{TEXT}\npass")
    page.click("#typing-read")
    page.click(READY)
    until(playing, page, "#answer:has-text('Kept as note 1')")
    for _time in range(2):
        page.click("#more button:text-is('My notes')")
    until(playing, page, f"#answer:has-text('{TEXT}')")
    assert "pass" in page.locator("#answer").text_content()
