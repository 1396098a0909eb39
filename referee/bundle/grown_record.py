"""The record that the page of a game carries which goes on: what is packed of it stays, what is new is added.

It unpacks to the lines of the export. Its pieces know nothing of each other, so that none is packed again for
what has come behind it.
"""

from __future__ import annotations

import zlib
from base64 import b64encode
from collections.abc import Sequence
from typing import Any

from domain.game.entries.entries import Forked
from domain.game.state.game_state import GameState
from referee.audit.game_lines import event_lines, header_line
from referee.record.envelope import Envelope
from referee.record.record import Record

PIECE = 64 << 10
"""Bytes of lines that make a piece."""

HEAD, END = b"\x78\xda", b"\x03\x00"
"""How what is packed the hardest begins, and a last piece with nothing in it."""

BASE = 65521
"""The modulus of Adler's sum."""


class GrownRecord:
    """The export of a game for whoever looks at its page: with or without the data set, and with what is open
    to `eye`."""

    def __init__(self, eye: str, *, tables: bool) -> None:
        self._eye, self._tables = eye, tables
        self._begin()

    def _begin(self) -> None:
        self._count = self._long = 0
        self._pieces = list[bytes]()
        self._sum = zlib.adler32(b"")
        self._open = b""

    def packed(self, record: Record, game: GameState, viewer: str, envelopes: Sequence[Envelope[Any]]) -> str:
        """As far as some events go, which go on from those before; `game` is how it stands after them."""
        if any(isinstance(envelope.entry, Forked) for envelope in envelopes[self._count :]):
            self._begin()  # from here on all events are told as those of a what-if
        self._open += b"".join(event_lines(record, game.id, self._eye, envelopes, self._count))
        self._count = len(envelopes)
        if len(self._open) >= PIECE:
            self._pieces.append(_piece(self._open))
            self._sum = zlib.adler32(self._open, self._sum)
            self._long += len(self._open)
            self._open = b""
        header = header_line(record, game, viewer, envelopes, tables=self._tables)
        sum_ = zlib.adler32(self._open, _joined(zlib.adler32(header), self._sum, self._long))
        pieces = (HEAD, _piece(header), *self._pieces, _piece(self._open), END, sum_.to_bytes(4, "big"))
        return b64encode(b"".join(pieces)).decode()


def _piece(lines: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(lines) + packer.flush(zlib.Z_SYNC_FLUSH)


def _joined(one: int, other: int, long: int) -> int:
    """Adler's sum of bytes and of so many others behind them."""
    low = (one & 0xFFFF) + (other & 0xFFFF) - 1
    high = long * ((one & 0xFFFF) - 1) + (one >> 16) + (other >> 16)
    return high % BASE << 16 | low % BASE
