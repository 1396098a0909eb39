"""Addresses of people, kept beside the record by game and name; that of a seat follows its person."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from domain.game.entries.people import AddressChanged, DelegationEnded, SeatLeft, SeatTaken
from domain.game.state.game_state import GameState
from referee.record import timers
from referee.record.mail_cases import persons_at
from referee.record.record import Record

_PAGES = "pages/"
"""Before an address: the setting that says how often its page was renewed."""

_LEFT, _BECAME = "left/", "became/"
"""Before a game and the position of an event: the setting of the address that a seat had until then. Before
two addresses: that the second came in the place of the first."""

FIRST = "0.0"
"""The generation of a person at a seat of whom nothing was renewed."""


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
    """What is known of a person in a game: the address that has answered, and never another."""
    timers.keep_address(record.recorder, game, person, address)


def known(record: Record, game: GameState) -> dict[str, str]:
    """Everybody who has a name in a game: who holds a seat, stands by, acts for a seat, or did so once. Each
    with the address, "" where none is known.
    """
    register, kept = game.register, timers.people_of(record.recorder, game.id)
    names = (*register.standbys, *(one.to for one in register.delegations))
    seats = record.addresses(game.id)
    holding = {person: seats.get(seat, "") for seat, person in register.holders.items() if person}
    return {**dict.fromkeys(names, ""), **holding, **kept}


def readdress(record: Record, game: str, person: str, before: str, address: str) -> None:
    """Mail of a person of a game goes to `address` from now on and comes from there: of each seat that he
    holds at the address `before`, and of what he was named for. So it is with his language, zone and keys,
    where none are set for the new address.

    This is the one place in which an address that was known becomes another.
    """
    register = record.load(game).game.register
    holders = register.holders
    at = record.addresses(game)
    for seat in holders:  # what the old mailbox has is worthless
        renew(record, game, seat, person)
    for seat in (seat for seat, holder in holders.items() if holder == person):
        if at.get(seat, "") == before:
            record.register(game, seat, address)
    if person not in holders.values():
        timers.keep_address(record.recorder, game, person, address)
    timers.replace_address(record.recorder, game, person, before, address)
    if before:
        record.set_once(f"{_BECAME}{before.lower()} {address}", b"1")
    for wish in ("reader", "keys"):
        kept = record.setting(f"{wish}/{before}") if before else b""
        if kept:
            record.set_once(f"{wish}/{address}", kept)


class Move(Struct, frozen=True):
    """An address that was changed, by the event at `position`: both are to be told."""

    game: str
    entry: AddressChanged
    before: str
    address: str
    position: int


_UNTOLD = "readdressed/"
"""Before the name of a game: the setting of its changes of address."""

_MOVES = msgspec.json.Decoder(tuple[Move, ...])


def keep_move(record: Record, move: Move) -> None:
    """Puts down that a change of address is to be told."""
    record.set(_UNTOLD + move.game, msgspec.json.encode((*_moved(record, move.game), move)))


def untold(record: Record, game: str) -> tuple[Move, ...]:
    """The changes of address that nobody was told of; they are as good as told now."""
    found = _moved(record, game)
    if found:
        record.set(_UNTOLD + game, b"")
    return found


def _moved(record: Record, game: str) -> tuple[Move, ...]:
    kept = record.setting(_UNTOLD + game)
    return _MOVES.decode(kept) if kept else ()


def address_of(record: Record, game: str, person: str) -> str:
    """The address of a person who has no seat, as a standby or delegate; "" where none is known."""
    return timers.address_of(record.recorder, game, person)


def follow(record: Record, game: str, entry: SeatTaken | SeatLeft | DelegationEnded, position: int) -> None:
    """Registers the address of whoever has taken a seat. Mail of whoever sat there speaks for it no more, and
    tokens and links of those who may act no more are nobody's. Where he was is kept by the event at
    `position`: for ratings he is still who he was."""
    if isinstance(entry, DelegationEnded):
        renew(record, game, entry.seat, entry.to)
        return
    renew(record, game, entry.seat)
    if owner := record.addresses(game).get(entry.seat):
        record.set(f"{_LEFT}{game}/{position}", owner.encode())
    timers.forget_seat(record.recorder, game, entry.seat)
    new = address_of(record, game, entry.person) if isinstance(entry, SeatTaken) else ""
    if new:
        record.register(game, entry.seat, new)


def left_at(record: Record, game: str) -> dict[int, str]:
    """The address of whoever has lost a seat, by the position of the event by which he has."""
    beginning = f"{_LEFT}{game}/"
    kept = record.settings_below(beginning)
    return {int(name.removeprefix(beginning)): address.decode() for name, address in kept.items()}


def lost_at(record: Record, mailbox: str) -> list[tuple[str, int]]:
    """(game, position) of each event by which a seat was lost that had been at this mailbox."""
    kept = record.settings_below(_LEFT)
    lost = (name for name, address in kept.items() if mailbox_of(address.decode()) == mailbox)
    parted = (name.removeprefix(_LEFT).rpartition("/") for name in lost)
    return [(game, int(position)) for game, _slash, position in parted]


def became(record: Record) -> list[tuple[str, str]]:
    """Each address in whose place another came in some game, with that."""
    pairs = (name.removeprefix(_BECAME).split(" ") for name in record.settings_below(_BECAME))
    return sorted((before, after) for before, after in pairs)


def renew(record: Record, game: str, seat: str, person: str = "") -> None:
    """Makes what was given out for a seat worthless: a person's token and link, or without one those of
    everybody who acts for it."""
    record.count_up(f"{_GENERATION}{game}/{seat}" + (f"/{person}" if person else ""))
    is_holder = not person or record.load(game).game.register.holders.get(seat) == person
    owner = record.addresses(game).get(seat, "") if is_holder else ""
    for address in {owner, address_of(record, game, person) if person else ""} - {""}:
        record.count_up(f"{_PAGES}{address.lower()}")


def pages_of(record: Record, address: str) -> str:
    """How often the page of an address was renewed that has all its games, and its browsers are asked for
    anew: whenever a link of his was."""
    return record.setting(f"{_PAGES}{address.lower()}", b"0").decode()


def all_pages(record: Record) -> dict[str, str]:
    """The same of all addresses of which anything was renewed."""
    kept = record.settings_below(_PAGES)
    return {name.removeprefix(_PAGES): value.decode() for name, value in kept.items()}


def generation(record: Record, game: str, seat: str, person: str) -> str:
    """Which of a person's tokens and links for a seat are good: how often those of the seat were renewed, and
    how often his own."""
    of_seat = f"{_GENERATION}{game}/{seat}"
    names = [of_seat, f"{of_seat}/{person}" if person else of_seat]
    kept = record.settings(names)
    return ".".join(kept.get(name, b"0").decode() for name in names)


_GENERATION = "generation/"


def acting(record: Record, address: str, now: int) -> tuple[Actor, ...]:
    """Every seat that mail from this address may act for now: its own, and those delegated to it."""
    found = [_holder(record, game, seat) for game, seat in record.seats_of(address)]
    for game, person in persons_at(record, address):
        register = record.load(game).game.register
        found += [
            Actor(game, one.seat, person, register.holders[one.seat], one.scope)
            for one in register.delegations
            if one.to == person and now <= one.until
        ]
    return tuple(found)


def _holder(record: Record, game: str, seat: str) -> Actor:
    return Actor(game, seat, record.load(game).game.register.holders.get(seat, ""))


def mailbox_of(address: str) -> str:
    """Where mail to an address ends up: “Victim+7@” is “victim@”, and some providers ignore dots."""
    local, _at, domain = address.lower().rpartition("@")
    domain = domain.strip(".")
    local = local.partition("+")[0] or local
    if domain in ("gmail.com", "googlemail.com"):
        local, domain = local.replace(".", ""), "gmail.com"
    return f"{local}@{domain}"
