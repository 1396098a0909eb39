"""Texts of orders that players have signed, by keys of ssh or of minisign.

A key is its kind, a blank, and base64. Its kind alone says how a signature is read: what the same numbers
have signed for the one is nothing for the other.
"""

from __future__ import annotations

import re

from referee.proof import minisign, ssh_signatures

CHECKED = (ssh_signatures.ED25519, minisign.MINISIGN)

_BLOCK = re.compile(
    r"-----BEGIN ORDERS ([a-z0-9_.-]{1,64}) [a-z0-9.]{1,16} ([a-z0-9_.-]{1,64})-----",
    re.ASCII | re.IGNORECASE,
)


def kind_of(key: str) -> str:
    """The kind of a public key: "ssh-ed25519"."""
    return key.split(" ")[0]


def shown(key: str) -> str:
    """The fingerprint that `ssh-keygen -l` shows, or the line that minisign writes of its public key."""
    return minisign.line_of(key) or ssh_signatures.fingerprint(key)


def block_of(text: str) -> tuple[str, str]:
    """What the first line of a text says in the names of a block of orders; "" and "" where it is none."""
    found = _BLOCK.fullmatch(text.partition("\n")[0].rstrip(" \t\r"))
    return (found[1].lower(), found[2].lower()) if found else ("", "")


def why_not(key: str, text: str, signature: str) -> str:
    """Why a text is not signed by a key of a kind that is `CHECKED`; "" where it is. `signature` is bare."""
    by_minisign = kind_of(key) == minisign.MINISIGN
    why = minisign.why_not if by_minisign else ssh_signatures.why_not
    return why(key, text, signature)
