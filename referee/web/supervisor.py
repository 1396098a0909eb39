"""The supervisor of the pages beside a desk: a process of their own, started again when it ends. Whatever is
done to them, mail goes on."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from msgspec.structs import replace

from referee.service.keeping import Kept, started
from referee.service.reports import Report
from referee.web.listening import Pages, address, listening

ENDED = "The pages have ended ({why}) and are started again in {rest} seconds. Mail goes on."


@contextmanager
def beside(pages: Pages, report: Report) -> Iterator[str]:
    """The pages, for as long as the context lasts; gives the address that they stand at. The socket is ours:
    nobody else gets it while they are started again, and who comes then waits. Raises `CannotListen`."""
    with listening(pages.listen) as listens:
        theirs = replace(pages, handle=listens.fileno())

        def start() -> subprocess.Popen[bytes]:
            return started("referee.web.process", msgspec.json.encode(theirs), (theirs.handle,))

        kept = Kept(start, ENDED, report)
        kept.start()
        try:
            yield address(listens)
        finally:
            kept.stop()
