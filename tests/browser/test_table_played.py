"""The table of a seat against a desk: what it sends is judged, recorded and mailed as any mail is, and its
page goes on without being loaded anew."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.at_table import READY, composes, known, sees, until
from tests.web.playing import Playing

DESK = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


@pytest.mark.budget(1_600, "a whole game by two browsers and a mail program")
def test_a_game_by_taps_without_a_reload(playing: Playing, sit: Any) -> None:
    """One of the browsers is a telephone; the third seat plays by mail."""
    seats = {"iga": sit("iga", **DESK), "ise": sit("ise", **PHONE)}
    for seat, page in seats.items():
        known(playing, page, seat)
        page.evaluate("window.stays = true")
    for _order in range(12):
        seat = playing.seat
        if seat not in seats:
            playing.say(playing.legal()[0], seat=seat)
            continue
        page = seats[seat]
        sees(page, len(playing.record.envelopes("winter")))
        assert composes(page) <= 4
        page.click(READY)
        until(playing, page, "#answer:not(.waits)")
        acts = [one.act for one in playing.record.envelopes("winter")]
        assert any(act and act[-1].split()[-1] == "page" for act in acts[-6:])
        assert page.evaluate("window.stays && !document.querySelector('#answer.bad')")
