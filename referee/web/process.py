"""`python -m referee.web.process`: the pages as a process of their own.

It is told by its standard input what to serve, so that nothing of it stands in its command line; when that
ends, whoever has started it is gone, and so is it.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
from contextlib import suppress
from pathlib import Path

import msgspec

from referee.web.listening import Pages

BEHIND = 10
"""How much the process steps back behind others that want to work (nice(2))."""

FIRST_TO_GO = b"800"
"""Where memory runs out the system is to end the pages, and not the desk (proc(5), oom_score_adj)."""


def main() -> None:
    told = open(0, "rb", buffering=0, closefd=False)  # noqa: SIM115 - unbuffered: the thread below waits on it
    pages = msgspec.json.decode(told.readline(), type=Pages)
    threading.Thread(target=_end_with, args=(told.fileno(),), daemon=True).start()
    _step_back()
    from referee.web.serving import serve

    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # the server hears it first, and ends as it should
    with socket.socket(fileno=pages.handle) as listens:
        serve(pages, listens, _say)


def _end_with(parent: int) -> None:
    with suppress(OSError):
        while os.read(parent, 1):
            pass
    os._exit(0)


def _step_back() -> None:
    with suppress(OSError, AttributeError):
        os.nice(BEHIND)
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_bytes(FIRST_TO_GO)


def _say(line: str) -> None:
    level = "<4>" if "JOURNAL_STREAM" in os.environ else ""
    print(f"{level}Pages: {line}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        main()
    except Exception as error:  # noqa: BLE001 - whoever has started it starts it again
        _say(f"{type(error).__name__}: {' '.join(str(error).split())}")
        sys.exit(1)
