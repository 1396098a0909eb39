"""The envelope of an event: when it was received, what caused it, who did it."""

from __future__ import annotations

import re
from typing import Generic, TypeVar

from msgspec import Struct

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
