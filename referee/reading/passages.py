"""Passages of a mail that hold no order: what people write to people, down to its end, and proofs.

What stands in a text is the writer's, whatever it looks like: a quotation, a signature, a table, a smile at
the start of a line. Only a fence is never part of a text. The head in a proof is not the one that a mail
answers.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from domain.kit.typed_words import KIT

PRESS = re.compile(r"(?:(?:anonymous )?press|dispute|appeal)\b", re.IGNORECASE)
NOTE = re.compile(r"note(?: (?:to|for) my successor)? ?:", re.IGNORECASE)
PREVIEW = re.compile(r"preview\b", re.IGNORECASE)
END_PRESS = re.compile(r"end ?(?:press|dispute|appeal)\W*", re.IGNORECASE)
AS = "|".join(map(re.escape, KIT.also("small", "as")))
NO_TEXT = re.compile(
    r"(?:anonymous )?press\b[^:]*|(?:dispute(?:[ ,]+\d+)*|appeal(?: \d+)?)(?: ?\[[^\]\s]*\])?"
    rf"(?:[ :]*| (?:{AS}) [^:]{{1,60}}:[ ]*)",
    re.IGNORECASE,
)


def passages(bodies: Sequence[str], fences: Sequence[int]) -> dict[int, int]:
    """First and last line of each text; `bodies` are plain and undressed, "" for a line that is quoted."""
    begins = [index for index, body in enumerate(bodies) if PRESS.match(body)]
    ends = [index for index, body in enumerate(bodies) if END_PRESS.fullmatch(body)]
    found: dict[int, int] = {}
    last = -1
    for first in begins:
        end = _next(ends, first)
        stops = [_next(fences, first)]
        if not NO_TEXT.fullmatch(bodies[first]):
            stops.append(_next(begins, first))
        if first > last and end >= 0 and all(end < stop or stop < 0 for stop in stops):
            found[first] = last = end
    return found


def _next(places: Sequence[int], after: int) -> int:
    """The first of the places, which rise, after one; -1 where there is none."""
    index = bisect_right(places, after)
    return places[index] if index < len(places) else -1


def press_goes_on(first: str, following: Iterable[str]) -> bool:
    """Whether a press has more lines than its first: it has no text yet, or its end comes before another."""
    if NO_TEXT.fullmatch(first):
        return True
    for body in following:
        if END_PRESS.fullmatch(body) or PRESS.match(body):
            return bool(END_PRESS.fullmatch(body))
    return False


_BEGIN = re.compile(r"-+ ?BEGIN RECEIPT\b.{0,120}", re.IGNORECASE)
_END = re.compile(r"-+ ?END RECEIPT ?-*", re.IGNORECASE)
_LONGEST = 16
"""Lines of a checkpoint, broken and spaced by mail programs."""

_LONGEST_RECEIPT = 64
"""The same of a receipt, from its first fence to its last: it has a line for each seat."""

_ALONE = re.compile(
    r"MAIL (?:-|[0-9a-f]{64})|SIGNATURE [A-Za-z0-9+/]{40,88}=*|SEEN [a-z0-9-]{1,40} [0-9a-f]{16,64}"
)
_ORIGIN = re.compile(r"bugyo/[a-z0-9-]{1,40}")
_FIRST_LINE = re.compile(r":: [A-Z][a-z]{1,20}: .{0,300}")
"""How our own mails begin."""

_CUT_HEAD = re.compile(r"HEAD:? \d{1,12}", re.IGNORECASE)
_CUT_OFF = re.compile(r"[0-9a-f]{16,64}", re.IGNORECASE)
"""A HEAD line that a mail program has broken in two."""

_CHECKPOINT = re.compile(r"\d{1,9}|[A-Za-z0-9+/]{43}=|- \S{1,200} [A-Za-z0-9+/]+=*|")


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
        elif body.startswith(_COMMENTS[0][0]):
            found += range(index, minisign_end(bodies, index))
        elif fence and fence[2]:
            found += range(index, index + 1 + bool(_HASH.fullmatch(bodies[min(index + 1, len(bodies) - 1)])))
        elif body[:5].upper() == "HEAD " and _CUT_HEAD.fullmatch(body):
            found += range(
                index, index + 1 + bool(_CUT_OFF.fullmatch("".join(bodies[index + 1 : index + 2])))
            )
    return frozenset(found)


_COMMENTS = (("untrusted comment:", 100), ("trusted comment:", 88))
"""How the lines before the two signatures of a file of minisign begin, and the digits of those."""

_DIGITS = re.compile(r"[A-Za-z0-9+/]+={0,2}")


def minisign_end(bodies: Sequence[str], begin: int) -> int:
    """The place behind the signature of minisign that begins at a place; that place itself where none does.
    Mail programs may have broken its digits."""
    at = begin
    for comment, left in _COMMENTS:
        if at == len(bodies) or not bodies[at].startswith(comment):
            return begin
        at += 1
        while left > 0 and at < len(bodies) and _DIGITS.fullmatch(bodies[at]):
            at, left = at + 1, left - len(bodies[at])
        if left:
            return begin
    return at


def proof_lines(bodies: Sequence[str]) -> Iterator[int]:
    """The places of the lines that belong to a receipt or a checkpoint; lines as `plain` gives them."""
    for index, body in enumerate(bodies):
        if body.startswith("-") and _BEGIN.fullmatch(body):
            yield from range(index, _end(bodies, index) + 1)
        elif body.startswith("bugyo/") and _ORIGIN.fullmatch(body):
            yield from _checkpoint(bodies, index)
        elif len(body) < 320 and any(one.fullmatch(body) for one in (_ALONE, _END, _FIRST_LINE)):
            yield index


def _end(bodies: Sequence[str], begin: int) -> int:
    """The last line of the receipt; its first where it has no end: the lines below may be a player's."""
    for index in range(begin + 1, min(begin + _LONGEST_RECEIPT, len(bodies))):
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


LONGEST_ARMOUR = 20_000
_ATTACHED = re.compile(
    rb"\s*(-----BEGIN SSH SIGNATURE-----[A-Za-z0-9+/=\s]{1,8000}-----END SSH SIGNATURE-----"
    rb"|untrusted comment:[^\r\n]{0,1024}\r?\n[A-Za-z0-9+/]{99}=\r?\n"
    rb"trusted comment:[^\r\n]{0,8192}\r?\n[A-Za-z0-9+/]{86}==)\s*"
)


def armour_of(data: bytes) -> str:
    """A personal signature that is all of an attachment; "" for any other."""
    found = _ATTACHED.fullmatch(data)
    return found[1].decode("utf-8", "replace") if found else ""
