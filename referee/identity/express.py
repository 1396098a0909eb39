"""Mails that go before others in the queue: those that show the token of a turn.

Whoever floods the desk has no such token, or is known. A mail whose text is encoded waits like all others: it
is only looked for in the bytes, and everything is judged again when the mail is read.
"""

from __future__ import annotations

import re
from itertools import islice

from domain.kit.errors import BrokenRecord, Fault
from referee.identity.gate import is_token
from referee.record.record import Clock, Record, UnknownGame
from referee.seats.tokens import server_key

LOOKED = 65_536
"""Bytes of a mail that are looked at."""

CLAIMS = 2
"""Blocks of a mail that are looked at: its own, and one that it quotes."""

_CLAIM = re.compile(
    rb"BEGIN\s+ORDERS\s+(?P<game>[a-z0-9-]{1,40})\b[^\n]{0,120}\n[^\n]{0,20}?TOKEN\s+"
    rb"(?P<token>[A-Z2-7][A-Z2-7 -]{22,34}[A-Z2-7])",
    re.IGNORECASE,
)


def shows_token(record: Record, clock: Clock, raw: bytes) -> bool:
    """Whether a mail shows a token of the turn that its game is in."""
    for found in islice(_CLAIM.finditer(raw[:LOOKED]), CLAIMS):
        name, given = found["game"].decode().lower(), found["token"].decode()
        try:
            if is_token(record, server_key(record), record.load(name).game, given, clock()):
                return True
        except (UnknownGame, BrokenRecord, Fault):
            continue
    return False
