"""The sender that a mail names: the one address of its field From, and the name that is shown with it.

sender_of  both; ("", "") for none, for several, and for what two programs may read differently

The receiving server has checked one address, and it must be the one that is taken. So the one in angle
brackets counts, whatever stands before it, as every program has it; where a second one could be meant, none
is. Read by our own patterns: the library's parser recurses into nested comments until it breaks.
"""

import re
from collections.abc import Sequence

from referee.mail.reading.opening import header_text
from referee.mail.transport.letters import is_address

_QUOTED, _ANGLE, _COMMENT, _WORDS = '"', "<", "(", ""
_Piece = tuple[str, str]
"""What it is, and its text without what encloses it."""

_SIMPLE = re.compile(r'"((?:[^"\\]|\\.)*)"|<([^<>()"\\]*)>|([^"<>()]+)')
_SEPARATORS = re.compile(r"[,;:]")
_DOMAIN = re.compile(r"(?:[A-Za-z0-9-]+\.)*[A-Za-z0-9-]+")
_AT = "[@＠﹫]"
_SHOWN = re.compile(
    rf"\S{{0,99}}\s?{_AT}\s?\S+\.\S+|\S{{1,99}}{_AT}\S*|{_AT}\S+|\S{{0,99}}(?:://|www\.)\S*", re.IGNORECASE
)
"""An address or a link in a name."""

_LONGEST = 2000


def sender_of(value: str) -> tuple[str, str]:
    """The address in lower case, and the name, in which no address stands."""
    pieces = _pieces(value) if len(value) <= _LONGEST else ()
    comments = [text for kind, text in pieces if kind == _COMMENT]
    found = [(kind, text) for kind, text in pieces if kind != _COMMENT and (kind or text.strip())]
    if not found or any("<" in text and "@" in text for text in comments):
        return "", ""
    (kind, address), name = found[-1], found[:-1]
    if not _is_one(kind, name) or not _is_usable(address.strip()):
        return "", ""
    return address.strip().lower(), _name([text for _, text in name] if kind else comments[:1])


def _is_one(kind: str, name: Sequence[_Piece]) -> bool:
    """Whether no second address can be meant, before one in angle brackets or a bare one."""
    words = " ".join(text for before, text in name if before == _WORDS)
    if kind == _ANGLE:
        is_list = "@" in words and _SEPARATORS.search(words)
        return not is_list and all(before != _ANGLE for before, _ in name)
    return kind == _WORDS and not name


def _is_usable(address: str) -> bool:
    return is_address(address) and bool(_DOMAIN.fullmatch(address.rpartition("@")[2]))


def _name(texts: Sequence[str]) -> str:
    return " ".join(_SHOWN.sub(" ", header_text("".join(texts))).split())


def _pieces(value: str) -> Sequence[_Piece]:
    """What the field consists of; nothing where a quote, a bracket or a comment does not close."""
    found: list[_Piece] = []
    place = 0
    while place < len(value):
        end = _comment_end(value, place) if value[place] == "(" else 0
        if end:
            found.append((_COMMENT, value[place + 1 : end - 1]))
        elif simple := _SIMPLE.match(value, place):
            end = simple.end()
            found.append(_piece(simple))
        else:
            return ()
        place = end
    return found


def _piece(found: re.Match[str]) -> _Piece:
    kind = {1: _QUOTED, 2: _ANGLE, 3: _WORDS}[found.lastindex or 0]
    text = found[found.lastindex or 0]
    return kind, re.sub(r"\\(.)", r"\1", text) if kind == _QUOTED else text


def _comment_end(value: str, place: int) -> int:
    """The place behind a comment, in which others may stand; 0 where it does not close."""
    depth, is_escaped = 0, False
    for end in range(place, len(value)):
        sign = value[end]
        if is_escaped or sign == "\\":
            is_escaped = not is_escaped
        else:
            depth += (sign == "(") - (sign == ")")
        if not depth:
            return end + 1
    return 0
