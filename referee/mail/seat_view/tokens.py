"""The token of a seat for a turn: what a mail must carry besides the right address.

token        24 characters, 120 bits, derived from the server's key
token_of     that of somebody who may act for the seat
bare         bytes as letters and digits
shown        the same in groups of four, as mails show it
same         the comparison
server_key   the key, made the first time that it is asked for
"""

from __future__ import annotations

import base64
import hmac
import secrets

from domain.kit.errors import Fault
from domain.kit.framing import keyed
from referee.mail.seat_view.token_bearers import Bearer
from referee.record.record import Record

BITS = 120
KEY_BYTES = 32
KEY = "server-key"


class BrokenKey(Fault):
    """The server's key in the store is no key; tokens that were mailed out cannot be checked."""

    def __str__(self) -> str:
        return f"The setting “{KEY}” of the store is damaged. Restore the store from a backup."


def token(server_key: bytes, game: str, seat: str, turn: str, *marks: str) -> str:
    """What a mail of `seat` must carry during `turn`.

    `marks` are those of whoever writes it (`Bearer`): none of the person of the opening, until something is
    renewed. The token of a seat that is taken over in mid-turn is another than its former holder knows.
    """
    fields = (game, seat, turn, *marks)
    mac = keyed(server_key, "bugyo/1/token", *(field.encode() for field in fields))
    return bare(mac[: BITS // 8])


def token_of(server_key: bytes, game: str, bearer: Bearer, turn: str) -> str:
    """The token of somebody who may act for a seat, for a turn."""
    return token(server_key, game, bearer.seat, turn, *(() if bearer.is_first else bearer.marks))


def bare(secret: bytes) -> str:
    """A secret as it is typed, without its dashes."""
    return base64.b32encode(secret).decode()


def shown(text: str) -> str:
    """In groups of four: "K7F3-Q9X2-…"."""
    return "-".join(text[place : place + 4] for place in range(0, len(text), 4))


def same(given: str, expected: str) -> bool:
    """Whether a token is the expected one, in constant time; dashes, blanks and case do not matter."""
    plain = given.replace("-", "").replace(" ", "").upper()
    return hmac.compare_digest(plain.encode(), expected.encode())


def server_key(record: Record) -> bytes:
    """The key of this store. Raises `BrokenKey`."""
    key = record.setting(KEY) or record.set_once(KEY, secrets.token_bytes(KEY_BYTES))
    if len(key) != KEY_BYTES:
        raise BrokenKey
    return key
