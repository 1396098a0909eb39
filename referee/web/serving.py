"""The server that the pages run in: by itself, or beside a desk in a thread of its own."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn

from referee.record.record import Record
from referee.web.application import application

GRACE = 1
"""Seconds that streams are given to end."""

STARTING = 10.0
"""Seconds after which a server that does not listen is given up."""


class CannotListen(Exception):
    """The address cannot be listened at; the sentence says which."""


def split(listen: str) -> tuple[str, int]:
    """ "127.0.0.1:8080" or "[::1]:8080" as host and port. Raises `CannotListen`."""
    host, colon, port = listen.rpartition(":")
    if not (colon and host and port.isascii() and port.isdecimal() and int(port) < 1 << 16):
        raise CannotListen(f"“{listen}” is no address to listen at. Write it as 127.0.0.1:8080.")
    return host.removeprefix("[").removesuffix("]"), int(port)


@contextmanager
def serving(record: Record, listen: str) -> Iterator[str]:
    """The pages of a record, for as long as the context lasts; gives the address that they stand at.

    Port 0 is any that is free. Raises `CannotListen`.
    """
    host, port = split(listen)
    server = uvicorn.Server(
        uvicorn.Config(
            application(record),
            host=host,
            port=port,
            log_level="warning",
            access_log=False,  # secret links do not belong in logs
            server_header=False,
            timeout_graceful_shutdown=GRACE,
        )
    )
    thread = threading.Thread(target=_run, args=(server,), name="pages", daemon=True)
    thread.start()
    try:
        yield _address(server, thread, host, listen)
    finally:
        server.should_exit = True
        thread.join()


def _run(server: uvicorn.Server) -> None:
    try:
        server.run()
    except SystemExit:  # how uvicorn says that the address is taken; whoever waits for it says so
        return


def _address(server: uvicorn.Server, thread: threading.Thread, host: str, listen: str) -> str:
    """Where the server listens, once it does."""
    until = time.monotonic() + STARTING
    while not server.started:
        if not thread.is_alive() or time.monotonic() > until:
            raise CannotListen(f"Nothing can listen at {listen}. Is another program there?")
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"
