"""`python -m referee.web.process`: the pages as a process of their own.

It is told by its standard input what to serve, so that nothing of it stands in its command line; when that
ends, whoever has started it is gone, and so is it.
"""

from __future__ import annotations

import signal
import socket

import msgspec

from projections.reference.titles import load_ours
from referee.service.keeping import in_process
from referee.service.reports import Report
from referee.web.listening import Pages

BEHIND = 10
"""How much the process steps back behind others that want to work (nice(2))."""


def main(told: bytes, report: Report) -> None:
    load_ours()
    pages = msgspec.json.decode(told, type=Pages)
    from referee.web.serving import serve

    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # the server hears it first, and ends as it should
    with socket.socket(fileno=pages.handle) as listens:
        serve(pages, listens, report)


if __name__ == "__main__":
    in_process("Pages", BEHIND, main)
