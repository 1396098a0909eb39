"""A seat that is played by its page: what is sent there goes the way of a mail, once a word has come for the
browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.record.envelope import MAIL
from tests.referee.mail.test_desk_world import PEOPLE, body
from tests.web.playing import Playing


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[Playing]:
    made = Playing(tmp_path)
    yield made
    made.record.close()


def test_an_order_by_a_known_browser_is_played_and_answered_by_mail_as_well(playing: Playing) -> None:
    seat = playing.seat
    playing.known(seat)
    order = playing.legal()[0]
    stood = len(playing.record.envelopes("winter"))
    told = playing.sends(seat, playing.given(seat, order))
    assert told["state"] == "answered"
    assert order in "\n".join(told["lines"])
    assert "TOKEN" not in "\n".join(told["lines"])
    act = playing.record.envelopes("winter")[stood].act
    assert act[0] == MAIL
    assert act[5].split() == ["1", "token", "page"]
    raw = playing.record.mail(act[1].partition(":")[0]) or b""
    assert order.encode() in raw
    (mailed,) = [one for one in playing.out() if one["To"] == PEOPLE[seat] and order in body(one)]
    assert told["lines"][-1] in body(mailed)
