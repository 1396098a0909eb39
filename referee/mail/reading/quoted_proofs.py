"""Lines of proofs in a mail: our own receipts and checkpoints where it quotes them, and a player's signature.

They are never orders, and the head in them is not the one that a mail answers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_BEGIN = re.compile(r"-+ ?BEGIN RECEIPT\b.{0,120}", re.IGNORECASE)
_END = re.compile(r"-+ ?END RECEIPT ?-*", re.IGNORECASE)
_LONGEST = 16
"""Lines from the first fence of a receipt to its last, broken and spaced by mail programs."""

_ALONE = re.compile(r"MAIL (?:-|[0-9a-f]{64})|SIGNATURE [A-Za-z0-9+/]{40,88}=*")
_ORIGIN = re.compile(r"bugyo/[a-z0-9-]{1,40}")
_FIRST_LINE = re.compile(r":: [A-Z][a-z]{1,20}: .{0,300}")
"""How our own mails begin."""

_CUT_HEAD = re.compile(r"HEAD:? \d{1,12}", re.IGNORECASE)
_CUT_OFF = re.compile(r"[0-9a-f]{16,64}", re.IGNORECASE)
"""A HEAD line that a mail program has broken in two."""

_CHECKPOINT = re.compile(r"\d{1,9}|[A-Za-z0-9+/]{43}=|- \S{1,200} [A-Za-z0-9+/]+=*|")


def proof_lines(bodies: Sequence[str]) -> frozenset[int]:
    """The places of the lines that belong to a receipt or a checkpoint; lines as `plain` gives them."""
    return frozenset(_found(bodies))


_ARMOUR = re.compile(r"-----(BEGIN|END) (?:SSH|PGP) SIGNATURE-----|-----BEGIN PGP SIGNED (MESSAGE)-----")
_HASH = re.compile(r"Hash: [\w, -]{1,60}")
_LONGEST_ARMOUR = 120


def armour_lines(bodies: Sequence[str]) -> frozenset[int]:
    """The places of the lines of a player's signature by a key, and of a HEAD line that was broken; lines
    as `plain` gives them."""
    found: list[int] = []
    for index, body in enumerate(bodies):
        fence = _ARMOUR.fullmatch(body) if body.startswith("-----") else None
        if fence and fence[1] == "BEGIN":
            ends = range(index + 1, min(index + _LONGEST_ARMOUR, len(bodies)))
            end = next((last for last in ends if bodies[last].startswith("-----END")), index)
            found += range(index, end + 1)
        elif fence and fence[2]:
            found += range(index, index + 1 + bool(_HASH.fullmatch(bodies[min(index + 1, len(bodies) - 1)])))
        elif body[:5].upper() == "HEAD " and _CUT_HEAD.fullmatch(body):
            found += range(
                index, index + 1 + bool(_CUT_OFF.fullmatch("".join(bodies[index + 1 : index + 2])))
            )
    return frozenset(found)


def _found(bodies: Sequence[str]) -> Iterator[int]:
    for index, body in enumerate(bodies):
        if body.startswith("-") and _BEGIN.fullmatch(body):
            yield from range(index, _end(bodies, index) + 1)
        elif body.startswith("bugyo/") and _ORIGIN.fullmatch(body):
            yield from _checkpoint(bodies, index)
        elif len(body) < 320 and any(one.fullmatch(body) for one in (_ALONE, _END, _FIRST_LINE)):
            yield index


def _end(bodies: Sequence[str], begin: int) -> int:
    """The last line of the receipt; its first where it has no end: the lines below may be a player's."""
    for index in range(begin + 1, min(begin + _LONGEST, len(bodies))):
        if bodies[index].startswith("-"):
            return index if _END.fullmatch(bodies[index]) else begin
    return begin


def _checkpoint(bodies: Sequence[str], begin: int) -> Iterator[int]:
    """A checkpoint has its number and head below the name of the game."""
    rest = [body for body in bodies[begin + 1 : begin + _LONGEST] if body]
    if len(rest) < 2 or not (rest[0].isdecimal() and _CHECKPOINT.fullmatch(rest[1])):
        return
    index = begin
    while index < min(begin + _LONGEST, len(bodies)) and (
        index == begin or _CHECKPOINT.fullmatch(bodies[index])
    ):
        yield index
        index += 1
