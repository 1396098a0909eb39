"""The record that a page carries with it, and the script by which the reader's browser checks it."""

from __future__ import annotations

import zlib
from base64 import b64encode
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

MOST = 512 << 10
"""Signs that a record may take in a page: some 3,000 to 4,500 events. A longer one is in a bundle alone."""


class Carried(NamedTuple):
    """`lines` are the export of the very viewer of the page: nothing is in them that he may not know."""

    lines: bytes
    script: Callable[[str], str]
    """In a language, such as "fr"."""

    record: str = ""
    """The lines, packed; "" where they still are to be."""


def packed(data: bytes) -> str:
    """What a browser unpacks by itself, as text."""
    return b64encode(zlib.compress(data, 9)).decode()


@lru_cache(maxsize=16)  # the script in each language, and the shapes of each title
def packed_text(text: str) -> str:
    return packed(text.encode())
