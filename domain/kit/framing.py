"""Digests of lists of fields, so framed that no two lists encode alike and no digest serves two purposes."""

from __future__ import annotations

import hashlib
import hmac
from functools import cache

_LENGTH = 8
"""Bytes of the length that stands before each field, big-endian."""


def frame(purpose: str, *fields: bytes) -> bytes:
    """The fields, each after its length; the first names the purpose and version ("bugyo/1/cell")."""
    parts = [_purpose(purpose)]
    for field in fields:
        parts += (len(field).to_bytes(_LENGTH, "big"), field)
    return b"".join(parts)


@cache
def _purpose(purpose: str) -> bytes:
    """The first field, made once for each purpose."""
    name = purpose.encode()
    return len(name).to_bytes(_LENGTH, "big") + name


def framed(purpose: str, *fields: bytes) -> bytes:
    """SHA-256 of a list of fields."""
    return hashlib.sha256(frame(purpose, *fields)).digest()


def keyed(key: bytes, purpose: str, *fields: bytes) -> bytes:
    """HMAC-SHA256 of a list of fields."""
    return hmac.digest(key, frame(purpose, *fields), "sha256")


def number(value: int) -> bytes:
    """A number as a field: its decimal digits."""
    return str(value).encode()
