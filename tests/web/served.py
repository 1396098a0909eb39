"""The pages in a thread of the test, so that it may look into them."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from referee.record.record import Record
from referee.service.listener_limits import Say
from referee.web.connections import Limits
from referee.web.listening import Pages, address, listening
from referee.web.serving import server

SOON = 10.0
"""Seconds."""


@contextmanager
def serving(
    record: Record, port: int = 0, limits: Limits | None = None, say: Say = print, **settings: object
) -> Iterator[str]:
    """The pages of a record, for as long as the context lasts; gives the address that they stand at."""
    listen = f"127.0.0.1:{port}"
    pages = Pages(store="", listen=listen, **settings)  # type: ignore[arg-type]
    with listening(listen) as socket:
        made = server(record, pages, limits or Limits(), say)
        thread = threading.Thread(target=made.run, args=([socket],), daemon=True)
        thread.start()
        until = time.monotonic() + SOON
        while not made.started:
            assert time.monotonic() < until
            time.sleep(0.01)
        try:
            yield address(socket)
        finally:
            made.should_exit = True
            thread.join()
