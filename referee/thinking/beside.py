"""The worker beside a desk: its process, started when the store has a game with programs, and again when it
ends."""

from __future__ import annotations

from functools import partial

import msgspec

from referee.games import programs
from referee.record.record import Record
from referee.service.keeping import Kept, started
from referee.service.reports import Report
from referee.thinking.process import Thinks

ENDED = (
    "The worker of the programs has ended ({why}) and is started again in {rest} seconds. Mail goes on, and "
    "no order is lost."
)


class Beside:
    """The process of the worker, from the first look at which programs play until it is closed."""

    def __init__(self, record: Record, thinks: Thinks, report: Report) -> None:
        self._record = record
        start = partial(started, "referee.thinking.process", msgspec.json.encode(thinks))
        self._kept = Kept(start, ENDED, report)
        self._is_started = False

    def look(self) -> None:
        """Starts the worker, if there is something for it to do now and it has not been started."""
        if not self._is_started and programs.marked(self._record):
            self._is_started = True
            self._kept.start()

    def close(self) -> None:
        if self._is_started:
            self._kept.stop()
