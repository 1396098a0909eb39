"""Lines that a mail server puts into all mails of a domain, beside what people write: known by what people
have said yes to, in mail after mail.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from referee.record.record import Record

_ENOUGH = 2
"""Mails with a line that their senders have confirmed: no more is asked about it after them."""


def known(record: Record, sender: str, text: str) -> bool:
    return len(record.setting(_name(sender, text)) or b"") >= _ENOUGH


def learn(record: Record, sender: str, lines: Iterable[str]) -> None:
    """That a mail of the domain with these lines has been confirmed."""
    for name in {_name(sender, text) for text in lines}:
        seen = record.setting(name) or b""
        if len(seen) < _ENOUGH:
            record.set(name, seen + b"+")


def _name(sender: str, text: str) -> str:
    digest = hashlib.sha256(" ".join(text.split()).encode("utf-8", "replace")).hexdigest()
    return f"banner/{sender.rpartition('@')[2]}/{digest[:32]}"
