"""One title's events as bytes. The bytes name tags, never a module of ours."""

from __future__ import annotations

from functools import cache
from threading import Lock
from typing import Any

import msgspec

from domain.game.entries.entries import Rewound, entry_type
from domain.kit.facts import Fact, tag_of
from domain.titles import OURS, TITLES
from referee.record.envelope import Envelope

encode = msgspec.msgpack.Encoder().encode

UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError)
"""What a decoder raises where the bytes are no event."""


_making = Lock()
"""Held while a decoder is made: msgspec notes what it finds out of a type before it has found out all, and
two threads that ask for the same type at once end the process."""


def decoder(title: str) -> msgspec.msgpack.Decoder[Any]:
    """The decoder of a title's envelopes. Raises `KeyError` for a title that we do not have."""
    with _making:
        return _decoder(title)


@cache
def _decoder(title: str) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(Envelope[entry_type(TITLES[title])])  # type: ignore[misc]


LETTERS = {rules.title: rules.letter for rules in OURS}
"""What stands for a title in the topic of each of its events; that of another package is spelled out."""

_TITLES = {letter: title for title, letter in LETTERS.items()}


REWOUND = f"/{Rewound.__struct_config__.tag}"


def topic(title: str, entry: Any) -> str:
    """What the record's topic column says: the title, and of a rewind that it is one ("s", "s/rewound").
    Whoever follows games must know of it before he reads the events that stand before it.
    """
    letter = LETTERS.get(title, title)
    return letter + REWOUND if type(entry) is Rewound else letter


def topics(title: str, entry: Any) -> tuple[str, str]:
    """What it may say of an entry: also what stores of version 1 do, the title and the tags
    ("shinobi/fact/troops-placed").
    """
    event = type(entry.event) if type(entry) is Fact else None
    return topic(title, entry), _spelled(title, type(entry), event)  # type: ignore[arg-type]  # classes are hashable


def title_of(topic: str) -> str:
    """The title that a topic speaks of, in either form."""
    word = topic.partition("/")[0]
    return _TITLES.get(word, word)


@cache
def _spelled(title: str, kind: type, event: type | None) -> str:
    words = [title, tag_of(kind)]
    if event not in (None, type(None)):
        words.append(tag_of(event))
    return "/".join(words)
