"""Signatures that minisign makes of a text (`minisign -S -t bugyo-order`), and its public keys.

The key id is eight bytes that anybody chooses, so a key is known by all its 42 bytes. Of a signature four
parts count: the way (prehashed or not), the key id, and the two signatures by Ed25519, of the text and of
the trusted comment. Those are what is kept; the trusted comment is always the same.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from hashlib import blake2b

from referee.proof.signing import holds, is_canonical, is_small

MINISIGN = "minisign"
"""The kind of these keys, where keys have a kind."""

PURPOSE = "bugyo-order"
"""The trusted comment of a text of orders: a signature that was made for anything else has another."""

PLAIN = b"Ed"
"""Signed is the text itself, as `minisign -l` does; else, as "ED", its BLAKE2b-512."""

_BASE64 = "[A-Za-z0-9+/]"
_KEY = re.compile(rf"(?:untrusted comment:[^\n]*\n|{MINISIGN} )?(RW[Q-T]{_BASE64}{{53}})")
_KEPT = re.compile(rf"{MINISIGN} (RW[Q-T]{_BASE64}{{53}})")
_SIGNATURE = re.compile(rf"R[UW][Q-T]{_BASE64}{{181}}")
_FILE = re.compile(
    r"untrusted comment:[^\n]*\n([A-Za-z0-9+/=\s]+)\ntrusted comment: ?([^\n]*)\n([A-Za-z0-9+/=\s]+)"
)


def key_in(text: str) -> str:
    """The public key in the file of a key, or in its one line that counts; "" where there is none that only
    its owner can sign by."""
    found = _KEY.fullmatch(text.replace("\r", "").strip())
    point = b64decode(found[1])[10:].hex() if found else ""
    return f"{MINISIGN} {found[1]}" if found and is_canonical(point) and not is_small(point) else ""


def line_of(key: str) -> str:
    """What minisign writes of a key that is kept; "" where it is none."""
    found = _KEPT.fullmatch(key)
    return found[1] if found else ""


def is_file(text: str) -> bool:
    """Whether a text begins as the files of signatures do."""
    return text.startswith("untrusted comment:")


def bare(file: str) -> tuple[str, str]:
    """Base64 of the parts of a signature in one piece; "" and why, where it is none of orders."""
    found = _FILE.fullmatch(file.replace("\r", "").strip())
    if not found:
        return "", "it is no signature of minisign"
    if found[2].rstrip() != PURPOSE:
        return "", f"the trusted comment of its signature is not {PURPOSE} (minisign -S -t {PURPOSE})"
    try:
        parts = [b64decode("".join(one.split()), validate=True) for one in (found[1], found[3])]
    except ValueError:
        return "", "its signature of minisign is no base64"
    made = b64encode(b"".join(parts)).decode()
    return (made, "") if list(map(len, parts)) == [74, 64] else ("", "its signature of minisign is cut off")


def why_not(key: str, text: str, signature: str) -> str:
    """Why a text is not signed by a key, both as they are kept; "" where it is."""
    if not line_of(key) or not _SIGNATURE.fullmatch(signature):
        return "It is no signature of minisign by a key of minisign."
    public, whole = b64decode(line_of(key)), b64decode(signature)
    point, made, of_comment = public[10:].hex(), whole[10:74], whole[74:]
    if whole[2:10] != public[2:10]:
        return "It is by another key."
    if is_small(point):
        return "Anybody can sign by this key."
    message = text.encode() if whole[:2] == PLAIN else blake2b(text.encode()).digest()
    if not holds(point, made, message):
        return "It does not sign this text."
    is_for_orders = holds(point, of_comment, made + PURPOSE.encode())
    return "" if is_for_orders else f"Its trusted comment is not {PURPOSE}."
