"""`python -m referee.web.process`: the pages as a process of their own.

It is told by its standard input what to serve, so that nothing of it stands in its command line; when that
ends, whoever has started it is gone, and so is it.
"""

from __future__ import annotations

import os
import signal
import socket
import sys

import msgspec

from referee.mail.office.keeping import step_back, with_parent
from referee.web.listening import Pages

BEHIND = 10
"""How much the process steps back behind others that want to work (nice(2))."""


def main() -> None:
    told = open(0, "rb", buffering=0, closefd=False)  # noqa: SIM115 - unbuffered: the thread below waits on it
    pages = msgspec.json.decode(told.readline(), type=Pages)
    with_parent(told.fileno())
    step_back(BEHIND)
    from referee.web.serving import serve

    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # the server hears it first, and ends as it should
    with socket.socket(fileno=pages.handle) as listens:
        serve(pages, listens, _say)


def _say(line: str) -> None:
    level = "<4>" if "JOURNAL_STREAM" in os.environ else ""
    print(f"{level}Pages: {line}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        main()
    except Exception as error:  # noqa: BLE001 - whoever has started it starts it again
        _say(f"{type(error).__name__}: {' '.join(str(error).split())}")
        sys.exit(1)
