"""`python -m referee.thinking.process`: the worker as a process of its own, behind everything else.

It is told by its standard input which store is whose; when that ends, whoever has started it is gone, and so
is it. It may be killed at any instant: an order is recorded whole or not at all, and its mails are written
when the worker begins anew.
"""

from __future__ import annotations

import os
import signal
import sys
import time

import msgspec
from msgspec import Struct

from referee.games.referee import Referee
from referee.mail.desk.desk import Desk
from referee.mail.html.dress import dresser
from referee.mail.office.keeping import step_back, with_parent
from referee.record.location import place_of
from referee.record.record import Record
from referee.thinking.worker import Worker

BEHIND = 19
"""How much it steps back behind others that want to work (nice(2)): as much as there is."""

REST = 1.0
"""Seconds between two looks at the games, once no program is awaited."""


class Thinks(Struct, frozen=True):
    """For which store, and from which address its mails come; `pages` is where the pages are."""

    store: str
    address: str
    pages: str = ""


def main() -> None:
    told = open(0, "rb", buffering=0, closefd=False)  # noqa: SIM115 - unbuffered: a thread waits on it
    thinks = msgspec.json.decode(told.readline(), type=Thinks)
    with_parent(told.fileno())
    step_back(BEHIND)
    signal.signal(signal.SIGTERM, lambda _number, _frame: os._exit(0))
    record = Record(place_of(thinks.store))
    referee = Referee(record)
    desk = Desk(referee, None, thinks.address, pages=thinks.pages, dress=dresser(thinks.address, _say))
    worker = Worker(referee, desk.tell, _say)
    while True:
        worker.work()
        time.sleep(REST)


def _say(line: str) -> None:
    level = "<4>" if "JOURNAL_STREAM" in os.environ else ""
    print(f"{level}Programs: {line}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        main()
    except Exception as error:  # noqa: BLE001 - whoever has started it starts it again
        _say(f"{type(error).__name__}: {' '.join(str(error).split())}")
        sys.exit(1)
