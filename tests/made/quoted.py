"""What a page quotes of our sources: the pieces of their texts that stand on it.

A sentence that is worded otherwise is no piece of the page any more, so that a digest of the pieces differs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from tests.made.sources import TOKEN, digest_of, is_comment, paths

PACKAGES = ("domain", "referee", "projections", "cli")

LEAST, BEGINNING = 16, 8
"""Signs of a piece that is looked for, and of its beginning, by which most are put aside at once."""

_FIELD = re.compile(r"\{[^{}]*\}|\\n")


@cache
def pieces() -> frozenset[str]:
    """Of every text of our packages, what stands between its fields."""
    sources = (path.read_text("utf-8") for path in paths(*PACKAGES) if path.suffix == ".py")
    return frozenset(piece for source in sources for piece in _pieces(source))


def _pieces(source: str) -> Iterator[str]:
    for found in TOKEN.finditer(source):
        if len(found[0]) > LEAST and not is_comment(found):
            for piece in _FIELD.split(found[0].lstrip("rbfuRBFU").strip("\"'").replace('\\"', '"')):
                said = " ".join(piece.split())
                if len(said) >= LEAST and " " in said:
                    yield said


def quoted(text: str, known: frozenset[str] | None = None) -> str:
    """The digest of the pieces that stand in a text, however its lines are broken."""
    said = " ".join(text.split())
    begins = {said[at : at + BEGINNING] for at in range(len(said))}
    found = (piece for piece in known or pieces() if piece[:BEGINNING] in begins and piece in said)
    return digest_of(*sorted(found))
