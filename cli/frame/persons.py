"""Who takes which seat, as it is written on the command line: "Anna <anna@example.org>"."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence

import click
from msgspec import Struct

from domain.kit.likeness import is_like_a_program
from projections.language.messages import _
from referee.games.names import fault
from referee.programs.seats import NoProgram
from referee.programs.seats import named as named_program
from referee.reading.senders import is_address

_SEPARATORS = re.compile("[._]+")
_WRITTEN = re.compile(r"(?P<name>[^<>]*)<(?P<address>[^<>]+)>\s*")


class Person(Struct, frozen=True):
    """`name` is what all may read; `address` is "" for somebody who does not play by mail."""

    name: str
    address: str = ""


def person(text: str) -> Person:
    """Raises `click.BadParameter`."""
    text = unicodedata.normalize("NFC", text)
    found = _WRITTEN.fullmatch(text)
    address = found["address"].strip() if found else text.strip() if "@" in text else ""
    name = found["name"].strip().strip(' "') if found else "" if address else text.strip()
    name = name or _SEPARATORS.sub(" ", address.partition("@")[0].partition("+")[0]).strip()
    if is_like_a_program(name):
        said = _("“{text}” is called like a program, and no person may be. A program takes a seat by --bot.")
        raise click.BadParameter(said.format(text=text))
    if not name or not name.isprintable() or set(name) & set("<>") or (address and not is_address(address)):
        said = _("“{text}” is no person. Write Anna, anna@example.org, or “Anna <anna@example.org>”.")
        raise click.BadParameter(said.format(text=text))
    return Person(name, address)


def newcomer(text: str) -> Person:
    """Somebody who is called so from now on: the name goes to others. Raises `click.BadParameter`."""
    one = person(text)
    if why := fault(one.name):
        said = _("{why} Write another before the address, such as “Dora K. <dora@example.org>”.")
        raise click.BadParameter(said.format(why=why))
    return one


def seated(
    seats: Sequence[str],
    named: Sequence[str],
    in_order: Sequence[str],
    bots: Sequence[str] = (),
    *,
    choose: bool = False,
) -> dict[str, Person]:
    """Who sits where, in the order of the seats. `named` are "iga=Anna", `bots` "ise=steady"; those in order
    fill the free seats.

    Where people `choose` their seats, in the order in which they are named, and seats may stay free.
    Raises `click.BadParameter` for a seat that there is not, a seat taken twice, and a gap.
    """
    taken: dict[str, Person] = {}
    for text in named:
        said = _("“{text}” names no free seat. Write for example “{seat}=Anna”. The seats are: {seats}.")
        taken |= _at_a_seat(seats, taken, text, said, newcomer)
    taken |= programs_at(seats, bots, taken)
    free = [seat for seat in seats if seat not in taken]
    if len(in_order) > len(free):
        said = _("There are {count} seats, and more people.")
        raise click.BadParameter(said.format(count=len(seats)))
    taken.update(zip(free, map(newcomer, in_order), strict=False))
    return taken if choose else _without_gap(seats, taken)


def programs_at(seats: Sequence[str], bots: Sequence[str], taken: dict[str, Person]) -> dict[str, Person]:
    """Programs at seats that are not taken, as "ise=steady". Raises `click.BadParameter`."""
    found: dict[str, Person] = {}
    for text in bots:
        said = _("“{text}” names no free seat. Write for example “{seat}=steady”. The seats are: {seats}.")
        found |= _at_a_seat(seats, {**taken, **found}, text, said, program)
    return found


def program(text: str) -> Person:
    """A program that is asked for as "steady" or "keen:40". Raises `click.BadParameter`."""
    try:
        return Person(named_program(text))
    except NoProgram as none:
        raise click.BadParameter(str(none)) from None


def _at_a_seat(
    seats: Sequence[str], taken: dict[str, Person], text: str, said: str, read: Callable[[str], Person]
) -> dict[str, Person]:
    seat, found, who = text.partition("=")
    if not found or seat not in seats or seat in taken:
        raise click.BadParameter(said.format(text=text, seat=seats[0], seats=", ".join(seats)))
    return {seat: read(who)}


def _without_gap(seats: Sequence[str], taken: dict[str, Person]) -> dict[str, Person]:
    used = seats[: len(taken)]
    if set(used) != set(taken):
        said = _("{count} people take the seats {seats}; nobody can sit elsewhere.")
        raise click.BadParameter(said.format(count=len(taken), seats=", ".join(used)))
    return {seat: taken[seat] for seat in used}
