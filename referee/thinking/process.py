"""`python -m referee.thinking.process`: the worker as a process of its own, behind everything else.

It is told by its standard input which store is whose; when that ends, whoever has started it is gone, and so
is it. It may be killed at any instant: an order is recorded whole or not at all, and its mails are written
when the worker begins anew.
"""

from __future__ import annotations

import os
import signal
import time

import msgspec
from msgspec import Struct

from projections.reference.titles import load_ours
from referee.games.referee import Referee
from referee.mail.desk.desk import Desk
from referee.mail.html.dress import dresser
from referee.record.location import place_of
from referee.record.record import Record
from referee.service.configuration import Notices
from referee.service.keeping import in_process
from referee.service.reports import Report
from referee.thinking.two_cores import on_two_cores
from referee.thinking.worker import Worker

BEHIND = 19
"""How much it steps back behind others that want to work (nice(2)): as much as there is."""

REST = 1.0
"""Seconds between two looks at the games, once no program is awaited."""


class Thinks(Struct, frozen=True):
    """For which store, and from which address its mails come; `pages` is where the pages are, `notices` how
    people are told outside of mail."""

    store: str
    address: str
    pages: str = ""
    notices: Notices | None = None


def main(told: bytes, report: Report) -> None:
    load_ours()
    thinks = msgspec.json.decode(told, type=Thinks)
    signal.signal(signal.SIGTERM, lambda _number, _frame: os._exit(0))
    record = Record(place_of(thinks.store))
    referee = Referee(record)
    dress = dresser(thinks.address, report)
    desk = Desk(referee, None, thinks.address, pages=thinks.pages, dress=dress, notices=thinks.notices)
    worker = Worker(referee, desk.tell, report, on_two_cores)
    while True:
        worker.work()
        time.sleep(REST)


if __name__ == "__main__":
    in_process("Programs", BEHIND, main)
