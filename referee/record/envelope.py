"""What stands around an event: when it was received, what caused it, who did it."""

from __future__ import annotations

from typing import Generic, TypeVar

from msgspec import Struct

E = TypeVar("E")

MAIL = "mail"
COMMAND_LINE = "command line"
BOTS = "bots"


class Act(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Why something was recorded.

    `cause` is "mail", "command line", "bots"…; `reference` leads back to it (the digest of the raw mail
    and the line in it). `seat` acts, `person` does it, `behalf` names whom somebody else acts for.
    """

    cause: str
    reference: str = ""
    seat: str = ""
    person: str = ""
    behalf: str = ""


class Envelope(Struct, Generic[E], frozen=True, array_like=True):
    """One recorded event. `at` is received-at by our clock, in milliseconds since 1970, UTC.

    `salts` hold one salt for each sealed value, in the order in which the public form shows them.
    """

    digest: bytes
    at: int
    act: tuple[str, str, str, str, str]
    entry: E
    salts: tuple[bytes, ...] = ()
