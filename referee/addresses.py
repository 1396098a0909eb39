"""Where people are written to: beside the record, by game and name; the address of a seat follows its person.

keep_address   what is known of a person in a game
follow         gives a seat the address of whoever has taken it
acting         the seats that mail from an address may act for
"""

from __future__ import annotations

from msgspec import Struct

from domain.game.conduct import SeatLeft, SeatTaken
from referee.record import timers
from referee.record.record import Record


class Actor(Struct, frozen=True):
    """Somebody who may act for a seat: `behalf` names who sits there, "" where that is the person itself.

    `scope` is "all", or what a delegate may do: "orders" or "press".
    """

    game: str
    seat: str
    person: str
    behalf: str = ""
    scope: str = "all"


def keep_address(record: Record, game: str, person: str, address: str) -> None:
    timers.keep_address(record.recorder, game, person, address)


def address_of(record: Record, game: str, person: str) -> str:
    """The address of a person who has no seat, as a standby or delegate; "" where none is known."""
    return timers.address_of(record.recorder, game, person)


def follow(record: Record, game: str, entry: SeatTaken | SeatLeft) -> None:
    """Registers the address of whoever has taken a seat. Mail of whoever sat there speaks for it no more."""
    timers.forget_seat(record.recorder, game, entry.seat)
    new = address_of(record, game, entry.person) if isinstance(entry, SeatTaken) else ""
    if new:
        record.register(game, entry.seat, new)


def acting(record: Record, address: str, now: int) -> tuple[Actor, ...]:
    """Every seat that mail from this address may act for now: its own, and those delegated to it."""
    found = [_holder(record, game, seat) for game, seat in record.seats_of(address)]
    for game, person in timers.people_at(record.recorder, address):
        register = record.load(game).game.register
        found += [
            Actor(game, one.seat, person, register.holders[one.seat], one.scope)
            for one in register.delegations
            if one.to == person and now <= one.until
        ]
    return tuple(found)


def _holder(record: Record, game: str, seat: str) -> Actor:
    return Actor(game, seat, record.load(game).game.register.holders.get(seat, ""))
