"""The digest of an order, as throws are bound to it."""

from __future__ import annotations

from typing import Any

import msgspec

from domain.game.entries.entries import Ordered
from domain.kit.framing import framed
from domain.kit.sealed import Sealed

_JSON = msgspec.json.Encoder(order="sorted")


def order_digest(entry: Ordered[Any], protocol: int = 2) -> bytes:
    """An accepted order in canonical form: its seat and what it asks, and nothing of the mail that
    brought it. A sealed one counts by its seat alone, or the faces would tell what it asks.
    """
    asked = b"" if isinstance(entry.order, Sealed) else _JSON.encode(entry.order)
    return framed(f"bugyo/{protocol}/order", entry.seat.encode(), asked)
