"""The names of a data set: each can be written in an order, and no two of a kind are the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Protocol

from domain.clan_war.data.names import SEATS, hero_names, numbered_hostages, unit_names
from domain.clan_war.data.tables import Data
from domain.kit.vocabulary import fold

Misfit = tuple[tuple[str, ...], str, str, str]
"""What is wrong with a data set: place, file, what was expected, what stands there."""


class Record(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def also(self) -> tuple[str, ...]: ...


def odd_names(data: Data) -> Iterator[Misfit]:
    """Names that could not be written, or not told from another name of their kind."""
    units = chain.from_iterable(unit_names(data, seat) for seat in SEATS)
    heroes = chain.from_iterable(hero_names(data, seat) for seat in SEATS)
    yield from _odd("units.toml", "unit", data.units.unit, tuple(units))
    yield from _odd("units.toml", "personality", data.units.personality, tuple(heroes))
    yield from _odd("hostages.toml", "hostage", data.hostages.hostage, numbered_hostages(data))
    yield from _odd("honor.toml", "clan", data.honor.clan)
    yield from _odd("flight.toml", "maneuver", data.flight.maneuver)
    yield from _odd("cards.toml", "card", data.cards.card)


def _odd(file: str, kind: str, records: Sequence[Record], given: tuple[str, ...] = ()) -> Iterator[Misfit]:
    """The odd names of a kind; `given` are those that the game has without the data set."""
    before: set[str] = set()
    for nth, one in enumerate(records):
        where, name = (kind, str(nth)), _written(one.name)
        yield from (((*where, "name"), file, *odd) for odd in _unwritable(one.name))
        for other in one.also:
            yield from (((*where, "also"), file, *odd) for odd in _unwritable(other))
        if name in before:
            yield (*where, "name"), file, "another name than those before", f'"{one.name}"'
        if name in given:
            yield (*where, "name"), file, "a name that the game does not give itself", f'"{one.name}"'
        before.add(name)


def _written(name: str) -> str:
    """The name as orders have it: without differences of case, or the full stop that ends a line."""
    return fold(name).rstrip(".")


def _unwritable(name: str) -> Iterator[tuple[str, str]]:
    if not _written(name) or name != " ".join(name.split()) or "," in name or ";" in name:
        wanted = "a name without comma, semicolon and loose spaces"
        yield wanted, f'"{name}"'
