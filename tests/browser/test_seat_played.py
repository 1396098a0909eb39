"""A seat that is played by two browsers against a desk: what they send is judged, recorded and mailed as any
mail is."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.seated import introduced, until
from tests.web.playing import Playing


@pytest.mark.budget(1_200, "a whole game by two browsers and a mail program")
def test_two_browsers_and_a_mailer_play_a_game(playing: Playing, sit: Any) -> None:
    """One of the browsers is a telephone; whoever plays by mail is told of the orders of both."""
    sides = {
        "iga": {"viewport": {"width": 1280, "height": 900}},
        "ise": {"viewport": {"width": 360, "height": 740}},
    }
    seats = {seat: sit(seat, **settings) for seat, settings in sides.items()}
    for seat, page in seats.items():
        introduced(playing, page, seat)
    for _order in range(12):
        seat = playing.seat
        if seat not in seats:
            playing.say(playing.legal()[0], seat=seat)
            continue
        page = seats[seat]
        page.reload()
        stood = len(playing.record.envelopes("winter"))
        page.click("#choices button >> nth=0")
        page.click("#send:enabled")
        until(playing, page, "#receipt:not(:empty)")
        acts = [one.act for one in playing.record.envelopes("winter")[stood:]]
        assert acts[0][5].split()[-1] == "page"
