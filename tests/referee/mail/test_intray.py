"""The in-tray: what wakes the one thread that works mails, and what does not keep it."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from types import FrameType

import pytest

from referee.service.exits import OK, Handled
from referee.transport.boxes import Lost
from referee.transport.intray import InTray

pytestmark = pytest.mark.of_files
"""Nothing here has a store."""


class Works:
    """A desk that takes everything."""

    def handle(self, raw: bytes) -> Handled:
        return Handled(OK, "taken")


def never() -> bool:
    return False


@pytest.fixture
def slow_signal() -> Iterator[list[int]]:
    """A signal that comes while the tray waits, and whose handler outlasts the wait, as SIGTERM may on a busy
    machine. It comes again; the third one ends the test."""
    heard: list[int] = []

    def hear(number: int, frame: FrameType | None) -> None:
        heard.append(number)
        assert len(heard) < 3, "the tray waits on"
        time.sleep(0.2)

    before = signal.signal(signal.SIGALRM, hear)
    signal.setitimer(signal.ITIMER_REAL, 0.05, 0.5)
    yield heard
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


def test_a_signal_that_outlasts_the_wait_ends_it(slow_signal: list[int]) -> None:
    """A `queue.SimpleQueue` of Python 3.11 waits for ever then: a desk that was told to stop did not."""
    assert not InTray().work(Works(), 0.1, never)
    assert slow_signal == [signal.SIGALRM]


def test_what_is_handed_in_when_the_desk_stops_is_given_back() -> None:
    tray = InTray()
    before = tray.hand_in(b"a mail")
    tray.close()
    assert before.cancelled()
    with pytest.raises(Lost):
        tray.handle(b"another")


def test_a_mail_is_worked_once() -> None:
    tray = InTray()
    reply = tray.hand_in(b"a mail")
    assert tray.work(Works(), 0.0, never)
    assert reply.result() == Handled(OK, "taken")
    assert not tray.work(Works(), 0.0, never)
