"""Mails taken in piece by piece, no more of them than the desk reads, and how long they are kept."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import IO, Annotated

from msgspec import Meta, Struct

MOST_BYTES = 10_485_760
"""The largest mail that is taken in; one that is larger by a byte is refused, for ever."""

BEGINNING = 64 * 1024
"""What is kept of that: enough for its header."""

PIECE = 1 << 16


class Keep(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How many days the mails of strangers and robots are kept, and how many bytes of them at most. As many
    bytes are kept, however long, of what comes in the name of somebody who is known, and has no proof."""

    days: Annotated[int, Meta(ge=1)] = 30
    most_bytes: Annotated[int, Meta(ge=0)] = 50_000_000


class Clipped(bytes):
    """The beginning of a mail that is too large. `whole` is the SHA-256 of all its bytes, `size` their
    number."""

    size: int
    whole: str

    @classmethod
    def made(cls, beginning: bytes, size: int, whole: str) -> Clipped:
        clipped = cls(beginning[:BEGINNING])
        clipped.size, clipped.whole = size, whole
        return clipped


def taken(pieces: Iterable[bytes], most: int = MOST_BYTES) -> bytes:
    """All of it, or a `Clipped`: then the rest was read, counted and forgotten."""
    kept, size, digest = bytearray(), 0, None
    for piece in pieces:
        size += len(piece)
        if digest is None:
            kept += piece
            if size > most:
                digest = hashlib.sha256(kept)
                del kept[BEGINNING:]
        else:
            digest.update(piece)
    return bytes(kept) if digest is None else Clipped.made(bytes(kept), size, digest.hexdigest())


def of_file(file: IO[bytes], most: int = MOST_BYTES) -> bytes:
    """To its end: whoever writes into a pipe that nobody reads would try the same mail again."""
    return taken(iter(lambda: file.read(PIECE), b""), most)
