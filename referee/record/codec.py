"""One title's events as bytes. The bytes name tags, never a module of ours."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from domain.game.entries import entry_type
from domain.kit.facts import Fact
from domain.titles import TITLES
from referee.record.envelope import Envelope

encode = msgspec.msgpack.Encoder().encode

UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError)
"""What a decoder raises where the bytes are no event."""


@cache
def decoder(title: str) -> msgspec.msgpack.Decoder[Any]:
    """The decoder of a title's envelopes. Raises `KeyError` for a title that we do not have."""
    return msgspec.msgpack.Decoder(Envelope[entry_type(TITLES[title])])  # type: ignore[misc]


def topic(title: str, entry: Any) -> str:
    """What the record's topic column says: the title and the tags, "shinobi/fact/troops-placed"."""
    kind = type(entry)
    event = type(entry.event) if kind is Fact else None
    return _topic(title, kind, event)  # type: ignore[arg-type]  # classes are hashable, mypy doubts it


@cache
def _topic(title: str, kind: type, event: type | None) -> str:
    words = [title, _tag(kind)]
    if event not in (None, type(None)):
        words.append(_tag(event))
    return "/".join(words)


def _tag(kind: type) -> str:
    return str(kind.__struct_config__.tag)  # type: ignore[attr-defined]
