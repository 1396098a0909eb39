"""`python -m referee.pictures.process`: draws the pictures of mails, one after the other, as it is asked to.

It opens no store: what it is given is what it draws. It may be killed at any instant.
"""

from __future__ import annotations

import socket
import struct

from referee.service.keeping import in_process
from referee.service.reports import Report

BEHIND = 5
"""How much it steps back behind the desk (nice(2)); programs that think step back behind both."""

SIZE = struct.Struct(">I")

DRAWN, FAILED = b"+", b"-"
"""Before a picture, and before the sentence that says why there is none."""


def main(told: bytes, _report: Report) -> None:
    with socket.socket(fileno=int(told)) as wire:
        while drawing := received(wire):
            sent(wire, _answer(drawing))


def _answer(drawing: bytes) -> bytes:
    from projections.drawing.small_pictures import dots  # who asks for a picture draws none

    try:
        return DRAWN + dots(drawing)
    except Exception as error:  # noqa: BLE001 - the next one goes on
        return FAILED + str(error).encode()


def sent(wire: socket.socket, message: bytes) -> None:
    """Raises `OSError`."""
    wire.sendall(SIZE.pack(len(message)) + message)


def received(wire: socket.socket) -> bytes:
    """A message; b"" where there will be none. Raises `OSError`."""
    size = _read(wire, SIZE.size)
    return _read(wire, *SIZE.unpack(size)) if size else b""


def _read(wire: socket.socket, size: int) -> bytes:
    found = bytearray()
    while len(found) < size:
        piece = wire.recv(size - len(found))
        if not piece:
            return b""
        found += piece
    return bytes(found)


if __name__ == "__main__":
    in_process("Pictures", BEHIND, main)
