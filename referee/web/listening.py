"""The address that the pages listen at, and the rest that the process is told which serves them."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager

from msgspec import Struct

from referee.club.club_file import Club

BACKLOG = 64
"""Connections that the system keeps until they are taken; as many are taken at a time at most."""


class CannotListen(Exception):
    """The address cannot be listened at; the sentence says which."""


class Pages(Struct, frozen=True):
    """The pages of a store. `base` is where people reach them; `proxies` are the addresses and networks whose
    connections bring what others ask; `handle` is the socket, where another process has made it. `spool` is
    where the desk at `address` takes what people send; "" where none does. `in_charge` is the address of the
    referee; `club` is that of people who begin games and observe them by mail."""

    store: str
    listen: str
    base: str = ""
    proxies: tuple[str, ...] = ()
    handle: int = -1
    address: str = ""
    spool: str = ""
    in_charge: str = ""
    club: Club | None = None


def split(listen: str) -> tuple[str, int]:
    """ "127.0.0.1:8080" or "[::1]:8080" as host and port. Raises `CannotListen`."""
    host, colon, port = listen.rpartition(":")
    if not (colon and host and port.isascii() and port.isdecimal() and int(port) < 1 << 16):
        raise CannotListen(f"“{listen}” is no address to listen at. Write it as 127.0.0.1:8080.")
    return host.removeprefix("[").removesuffix("]"), int(port)


@contextmanager
def listening(listen: str) -> Iterator[socket.socket]:
    """A socket that listens, for as long as the context lasts. Port 0 is any that is free. Raises
    `CannotListen`."""
    host, port = split(listen)
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, _, _, _, at = min(found, key=lambda one: one[0] != socket.AF_INET)
        made = socket.create_server(at[:2], family=family, backlog=BACKLOG)
    except OSError as error:
        why = "Is another program there?" if error.errno else "There is no such address here."
        raise CannotListen(f"Nothing can listen at {listen}. {why}") from None
    with made:
        yield made


def address(listens: socket.socket) -> str:
    """The address of the pages, for whoever is at this machine."""
    host, port = listens.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # every address is none to go to
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"
