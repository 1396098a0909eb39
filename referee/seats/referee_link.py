"""The secret link of whoever referees the games of a desk, to the page that says what wants him."""

from __future__ import annotations

import hmac

from domain.kit.framing import keyed
from projections.language.catalogues import ENGLISH
from referee.record.record import Record
from referee.seats.tokens import BITS, bare, server_key

GENERATION = "generation-of-the-referee"


def referee_path(record: Record) -> str:
    return f"/r/{_token(record)}/"


def referee_link(record: Record, base: str, language: str = ENGLISH) -> str:
    """`base` is where the pages are reached from outside."""
    asks = "" if language in ("", ENGLISH) else f"?language={language}"
    return base.rstrip("/") + referee_path(record) + asks


def is_referee(record: Record, token: str) -> bool:
    """In constant time."""
    return hmac.compare_digest(_token(record).encode(), token.encode())


def renew_referee(record: Record) -> None:
    """From now on the link that is out is worthless."""
    record.count_up(GENERATION)


def _token(record: Record) -> str:
    generation = record.setting(GENERATION, b"0")
    return bare(keyed(server_key(record), "bugyo/1/referee", generation)[: BITS // 8]).lower()
