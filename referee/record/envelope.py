"""The envelope of an event: when it was received, what caused it, who did it; and its bytes, which name tags,
never a module of ours.
"""

from __future__ import annotations

import re
from functools import cache
from threading import Lock
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from domain.game.entries.entries import Rewound, entry_type
from domain.kit.facts import Fact, tag_of
from domain.titles import OURS, TITLES

E = TypeVar("E")

MAIL = "mail"
COMMAND_LINE = "command line"
MAIL_OF_REFEREE = "mail of the referee"
"""The cause of what the referee has said yes to, in answer to a mail that has asked him."""

CLOCK = "clock"
HELD = "held"
"""The cause of an order that was held back until its time came."""

LIST = "list"
"""The cause of a game that begins when enough people have signed on to it."""

BOTS = "bots"

PROGRAM = "program"
"""The cause of what a program does that holds a seat, or stands in for one."""


class Act(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Why something was recorded.

    `cause` is "mail", "command line", "program"…; `reference` leads back to it (the digest of the raw mail
    and the line in it). `seat` acts, `person` does it, `behalf` names whom somebody else acts for.
    `authority` is what vouches for a mail: its level, and marks of the evidence ("2 token sender dkim"),
    never an address.
    """

    cause: str
    reference: str = ""
    seat: str = ""
    person: str = ""
    behalf: str = ""
    authority: str = ""

    def words(self) -> tuple[str, ...]:
        """As an envelope keeps it: the authority only where there is one."""
        words = (self.cause, self.reference, self.seat, self.person, self.behalf)
        return (*words, self.authority) if self.authority else words


def official_of(reference: str) -> str:
    """Who of a club's referees did it, as what leads back says: "by Rei", for orders "by Rei DIGEST".
    "" where it does not."""
    found = re.match(r"by (.+?)(?: [0-9a-f]{64})?(?::[0-9]+)?$", reference)
    return found[1] if found else ""


class Envelope(Struct, Generic[E], frozen=True, array_like=True, gc=False):
    """One recorded event. `at` is received-at by our clock, in milliseconds since 1970, UTC.

    `salts` hold one salt for each sealed value, in the order in which the public form shows them.
    """

    digest: bytes
    at: int
    act: tuple[str, ...]
    entry: E
    salts: tuple[bytes, ...] = ()


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


LETTERS = {title: called.letter for title, called in OURS.items()}
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
