"""The token of a seat for a turn, and who has one: what a mail must carry besides the right address.

Whoever sits there has a token and a secret link, and each whom it lets order for it has his own, derived with
his name and a generation (`addresses.renew`): what is in other hands can be made worthless for one of them
without the others. A delegate who may only write has none.
"""

from __future__ import annotations

import base64
import hmac
import secrets

from msgspec import Struct

from domain.game.entries.people import PRESS
from domain.game.state.game_state import GameState
from domain.kit.errors import Fault
from domain.kit.framing import keyed
from referee.games.addresses import FIRST, generation
from referee.record.record import Record

BITS = 120
KEY_BYTES = 32
KEY = "server-key"


class BrokenKey(Fault):
    """The server's key in the store is no key; tokens that were mailed out cannot be checked."""

    def __str__(self) -> str:
        return f"The setting “{KEY}” of the store is damaged. Restore the store from a backup."


# ---- who has one


class Bearer(Struct, frozen=True):
    """`behalf` names who sits there, "" where that is the person itself. `marks` are what token and link are
    derived with, beside game and seat; with `is_first`, the token needs none: nobody else has ever had one.
    """

    seat: str
    person: str
    marks: tuple[str, ...]
    behalf: str = ""
    is_first: bool = False


def holder(record: Record, game: GameState, seat: str) -> Bearer:
    """Whoever sits there, or the witness. Nobody sits at a seat that is free: its `person` is ""."""
    person = game.register.holders.get(seat, "")
    first = {held.seat: held.person for held in game.opened.seats} if game.opened else {}
    which = generation(record, game.id, seat, person)
    marks = (person,) if which == FIRST else (person, "generation", which)
    return Bearer(seat, person, marks, is_first=which == FIRST and person == first.get(seat, person))


def bearers(record: Record, game: GameState, seat: str, now: int) -> tuple[Bearer, ...]:
    """All who have a token of a seat at a time: none where nobody sits there."""
    sits = holder(record, game, seat)
    if seat in game.seats and not sits.person:
        return ()
    given = (one for one in game.register.delegations if one.seat == seat and one.scope != PRESS)
    delegates = (
        Bearer(
            seat,
            one.to,
            (one.to, "for", sits.person, str(one.until), generation(record, game.id, seat, one.to)),
            sits.person,
        )
        for one in given
        if now <= one.until
    )
    return (sits, *delegates)


def bearer_of(record: Record, game: GameState, seat: str, person: str, now: int) -> Bearer:
    """The one of that name; whoever sits there where none is named. Of somebody who may not act, or only
    write, what is derived is good for nothing."""
    if person in ("", game.register.holders.get(seat)):
        return holder(record, game, seat)
    found = (one for one in bearers(record, game, seat, now) if one.person == person)
    return next(found, Bearer(seat, person, (person, "for nothing")))


# ---- what it is


def token_of(server_key: bytes, game: str, bearer: Bearer, turn: str) -> str:
    """What a mail of somebody who may act for a seat must carry during a turn. That of a seat that is taken
    over in mid-turn is another than its former holder knows."""
    fields = (game, bearer.seat, turn, *(() if bearer.is_first else bearer.marks))
    mac = keyed(server_key, "bugyo/1/token", *(field.encode() for field in fields))
    return bare(mac[: BITS // 8])


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
