"""The text within a signature of S/MIME that encloses it ("opaque"): it is packed, not hidden [RFC 5652].

What it signs is read as it would be without it; nobody here looks at the signature itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

_SIGNED = bytes.fromhex("2a864886f70d010702")
_CONSTRUCTED = 0x20
_MANY = 0x80
"""In the byte of the length: more bytes of it follow; alone, two zero bytes end the piece."""

_DEEPEST = 12


class _Piece(NamedTuple):
    tag: int
    first: int
    end: int
    after: int


def content_of(data: bytes) -> bytes | None:
    """The bytes that are signed; None where there are none to read."""
    try:
        kind, holder = _within(data, _piece(data, 0))
        signed = next(_within(data, holder))
        content = list(_within(data, list(_within(data, signed))[2]))[1]
        return b"".join(_octets(data, content)) if data[kind.first : kind.end] == _SIGNED else None
    except (IndexError, ValueError, StopIteration):
        return None


def _octets(data: bytes, piece: _Piece, depth: int = _DEEPEST) -> Iterator[bytes]:
    """The bytes of a text, which programs may cut into pieces."""
    if not piece.tag & _CONSTRUCTED:
        yield data[piece.first : piece.end]
    elif depth:
        for one in _within(data, piece):
            yield from _octets(data, one, depth - 1)


def _within(data: bytes, piece: _Piece) -> Iterator[_Piece]:
    at = piece.first
    while at < piece.end:
        found = _piece(data, at)
        yield found
        at = found.after


def _piece(data: bytes, at: int, depth: int = _DEEPEST) -> _Piece:
    """What begins at a place. Raises `IndexError` and `ValueError` where it does not end."""
    tag, size, first = data[at], data[at + 1], at + 2
    if size == _MANY:
        end = first
        while data[end : end + 2] != b"\0\0":
            if not depth:
                raise ValueError("nested too deep")
            end = _piece(data, end, depth - 1).after
        return _Piece(tag, first, end, end + 2)
    if size > _MANY:
        size, first = int.from_bytes(data[first : first + size - _MANY], "big"), first + size - _MANY
    if first + size > len(data):
        raise ValueError("cut off")
    return _Piece(tag, first, first + size, first + size)
