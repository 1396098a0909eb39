"""Bounces: a server took one of our mails, and said later that it cannot be delivered.

Whoever knows the Message-ID of a mail can make up its bounce: it changes nothing but what the referee is
told. Those of mails to observers, which end when one comes back, are known to nobody else.
"""

from __future__ import annotations

import re

from msgspec import Struct

_HEAD = 65_536
_REPORT = re.compile(rb"^content-type:\s*multipart/report\b", re.IGNORECASE | re.MULTILINE)
_FAILED = re.compile(rb"^action:\s*failed\b", re.IGNORECASE | re.MULTILINE)
_STATUS = re.compile(rb"^status:\s*(5\.\d{1,3}\.\d{1,3})\s*$", re.IGNORECASE | re.MULTILINE)
_SAID = re.compile(rb"^diagnostic-code:([^\n]*(?:\n[ \t][^\n]*)*)", re.IGNORECASE | re.MULTILINE)
_ID = re.compile(rb"^message-id:\s*<([\x21-\x7e]{1,250})>\s*$", re.IGNORECASE | re.MULTILINE)


class Bounce(Struct, frozen=True):
    """The Message-ID of our mail, and what its server said."""

    message_id: str
    why: str


def bounce_of(raw: bytes, address: str) -> Bounce | None:
    """What a mail says of one from `address` that can never be delivered; None where it says no such thing
    [RFC 3464]."""
    head, _, body = raw.replace(b"\r\n", b"\n").partition(b"\n\n")
    status, domain = _STATUS.search(body), address.rpartition("@")[2].encode()
    if not (_REPORT.search(head[:_HEAD]) and _FAILED.search(body) and status):
        return None
    ours = [found for found in _ID.findall(body) if found.endswith(b"@" + domain)]
    said = _SAID.search(body)
    words = " ".join((said[1] if said else status[1]).decode("utf-8", "replace").split())
    return Bounce(f"<{ours[-1].decode()}>", f"Bounced: {words}") if ours else None
