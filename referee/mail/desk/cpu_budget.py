"""A budget of CPU for what one mail does, as there is one for reading it.

Nothing that somebody sends should cost more than a part of this; it is for the day on which something does.
The system's timer interrupts Python between two steps, also within the search of a regular expression, and
then the CPU of this thread is looked at. (A timer that counts CPU itself would do, but while it runs Linux
tells processes their CPU in steps of 4 ms: nothing could be measured any more.) What is broken off anywhere
must be undone whole: the work stands within a transaction, and the budget within the work. Signals reach the
main thread alone, where the desk works; in another thread, and on a system without such a timer, there is no
budget.
"""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import TypeVar

SECONDS = 10.0
"""Of CPU. The dearest mails of the tests take 0.6 of one."""

AT_AN_END = 2.0
"""As many, once the desk is to stop."""

TICK = 0.25
"""Seconds between two looks; none before the first `AT_AN_END`, which no usual mail comes to."""

TOO_COSTLY = (
    "Please send fewer and shorter lines in a mail: what yours asks for took more work than a mail of orders "
    "ever does, so it was given up."
)

Done = TypeVar("Done")


class Spent(BaseException):
    """The budget is over. It is no `Exception`: nobody who catches what a rule may raise may catch this."""


class Halted(BaseException):
    """The desk is to stop."""


class Budget:
    """So many seconds of CPU for one piece of work; `stop` says that the desk is to stop."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.stop: Callable[[], bool] = lambda: False
        self.seconds = seconds
        self._begun = 0.0
        self._works = False

    def spend(self, work: Callable[[], Done]) -> Done:
        """Does the work. Raises `Spent` and `Halted`, and nothing once this has returned."""
        if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
            return work()
        signal.signal(signal.SIGALRM, self._look)
        self._begun, self._works = time.thread_time(), True
        signal.setitimer(signal.ITIMER_REAL, min(AT_AN_END, self.seconds), TICK)
        try:
            return work()
        finally:
            self._works = False  # before anything is called: a signal may have come just now
            signal.setitimer(signal.ITIMER_REAL, 0)

    def _look(self, number: int, frame: FrameType | None) -> None:
        """Raises again at each look: where an exception cannot leave, as from a finaliser, it is lost."""
        used = time.thread_time() - self._begun  # others may have had the processor
        if not self._works:
            return
        if used >= self.seconds:
            raise Spent
        if used >= AT_AN_END and self.stop():
            raise Halted
