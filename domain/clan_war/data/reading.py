"""How the data set is read and checked. Whatever is wrong is said with its file and line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from domain.clan_war.data import tables
from domain.clan_war.data.names import (
    CLAN_SEATS,
    PLAIN_SEATS,
    SEATS,
    hero_names,
    numbered_hostages,
    own_name,
    unit_names,
)
from domain.kit.data_files import line_of, text_of, toml_of, unsourced
from domain.kit.errors import BadTable
from domain.kit.own_names import read_names
from domain.kit.vocabulary import fold

T = TypeVar("T", bound=Struct)

Path = tuple[str, ...]

Misfit = tuple[Path, str, str, str]
"""What is wrong with a data set: place, file, what was expected, what stands there."""


def read_data(files: Mapping[str, bytes]) -> tables.Data:
    """The data set out of its files by name. Raises `BadTable` with the file and line that is wrong."""
    data = tables.Data(
        _read(files, "tests.toml", tables.Tests),
        _read(files, "honor.toml", tables.Honor),
        _read(files, "flight.toml", tables.Flight),
        _read(files, "hostages.toml", tables.Hostages),
        _read(files, "cards.toml", tables.Cards),
        _read(files, "units.toml", tables.Units),
        read_names(files),
    )
    for path, file, expected, got in _misfits(data):
        raise BadTable(file, line_of(files[file].decode(), *path), expected, got)
    return data


def _read(files: Mapping[str, bytes], file: str, kind: type[T]) -> T:
    text = text_of(files, file)
    read = toml_of(file, text, kind)
    _check_sources(file, text, read)
    return read


def _check_sources(file: str, text: str, read: Struct) -> None:
    for path, source in _sources(read, ()):
        if wanted := unsourced(source):
            raise BadTable(file, line_of(text, *path), wanted, f'"{source}"')


def _sources(value: Any, path: Path) -> Iterator[tuple[Path, str]]:
    """Where each source stands, and what it says."""
    if isinstance(value, tuple):
        for nth, one in enumerate(value):
            yield from _sources(one, (*path, str(nth)))
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            if name == "source":
                yield (*path, name), getattr(value, name)
            else:
                yield from _sources(getattr(value, name), (*path, name))


def _misfits(data: tables.Data) -> Iterator[Misfit]:
    """Where the values do not agree with each other: place, file, what was expected, what stands there."""
    yield from _too_small(data)
    yield from odd_names(data)
    yield from _odd_honor(data)
    yield from _odd_clans(data)
    for nth, unit in enumerate(data.units.unit):
        for key, wanted, got in _odd_unit(data, unit):
            yield ("unit", str(nth), key), "units.toml", wanted, got
    conditions = [row.name for row in data.flight.condition]
    for nth, name in enumerate(conditions):
        if name in conditions[:nth]:
            yield ("condition", str(nth), "name"), "flight.toml", "another condition", f'"{name}"'


def _too_small(data: tables.Data) -> Iterator[Misfit]:
    """Numbers without which no battle can be told."""
    tests, honor, flight, hostages, names = (
        data.tests,
        data.honor,
        data.flight,
        data.hostages,
        data.units.names,
    )
    for file, path, number, least, wanted in (
        ("tests.toml", "die.sides", tests.die.sides, 2, "a die of 2 sides or more"),
        ("tests.toml", "conditions.spent_turns", tests.conditions.spent_turns, 0, "0 turns or more"),
        ("honor.toml", "high.tests_step", honor.high.tests_step, 1, "a step of 1 or more"),
        ("honor.toml", "own.tests_step", honor.own.tests_step, 1, "a step of 1 or more"),
        ("flight.toml", "limits.models", flight.limits.models, 1, "1 model or more"),
        ("flight.toml", "limits.dive_factor", flight.limits.dive_factor, 1, "a factor of 1 or more"),
        ("flight.toml", "forced.inches_per_die", flight.forced.inches_per_die, 1, "1 inch or more"),
        ("hostages.toml", "destruction.wounds", hostages.destruction.wounds, 1, "1 Wound or more"),
        ("hostages.toml", "recovery.sacrifice", hostages.recovery.sacrifice, 1, "1 model or more"),
        ("hostages.toml", "names.count", hostages.names.count, 1, "1 name or more"),
        ("units.toml", "names.units", names.units, 1, "1 name or more"),
        ("units.toml", "names.personalities", names.personalities, 1, "1 name or more"),
        ("units.toml", "names.inches", names.inches, 1, "1 inch or more"),
    ):
        if number.value < least:
            yield tuple(path.split(".")), file, wanted, f"{number.value}"


def _odd_honor(data: tables.Data) -> Iterator[Misfit]:
    """Each seat has a clan; rows of low honor go down, from below 0 to above the first test of one's own."""
    clans, first = [clan.name for clan in data.honor.clan], data.honor.own.tests_from.value
    for seat in (*CLAN_SEATS, tables.UNALIGNED):
        if seat not in clans:
            yield ("clan", "0"), "honor.toml", f"a clan {seat}", f"only {', '.join(clans)}"
    for nth, clan in enumerate(clans):
        if clan in PLAIN_SEATS:
            yield ("clan", str(nth), "name"), "honor.toml", "a name that no seat has", f'"{clan}"'
    above = 0
    for nth, row in enumerate(data.honor.low):
        if not first < row.at < above:
            wanted = f"a level below {above} and above {first}"
            yield ("low", str(nth), "at"), "honor.toml", wanted, f"{row.at}"
        above = row.at


def _odd_clans(data: tables.Data) -> Iterator[Misfit]:
    clans = [clan.name for clan in data.honor.clan]
    people = [("personality", nth, one.clan) for nth, one in enumerate(data.units.personality)]
    for kind, nth, clan in [*(("unit", nth, one.clan) for nth, one in enumerate(data.units.unit)), *people]:
        if clan not in clans:
            yield (kind, str(nth), "clan"), "units.toml", "a clan of honor.toml", f'"{clan}"'


def _odd_unit(data: tables.Data, unit: tables.Sample) -> Iterator[tuple[str, str, str]]:
    """A profile whose distances can be written: key, what was expected, what stands there."""
    longest = data.units.names.inches.value
    fastest = longest // data.flight.limits.dive_factor.value
    for key, number, least, most in (
        ("move", unit.move, 1, fastest),
        ("tl", unit.tl, 0, None),
        ("ml", unit.ml, 0, None),
        ("models", unit.models, 1, None),
        ("leadership", unit.leadership, 0, None),
        ("close", unit.close, 0, longest),
        ("extended", unit.extended, unit.close, longest),
    ):
        if number < least:
            yield key, f"{least} or more", f"{number}"
        elif most is not None and number > most:
            yield key, f"{most} or less", f"{number}"


# ---- names: each can be written in an order, and no two of a kind are the same


class Record(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def also(self) -> tuple[str, ...]: ...


def odd_names(data: tables.Data) -> Iterator[Misfit]:
    """Names that could not be written, or not told from another name of their kind."""
    units = chain.from_iterable(unit_names(data, seat) for seat in SEATS)
    heroes = chain.from_iterable(hero_names(data, seat) for seat in SEATS)
    yield from _odd("units.toml", "unit", data.units.unit, (*units, *_called_by_seat(data.units.unit)))
    people = data.units.personality
    yield from _odd("units.toml", "personality", people, (*heroes, *_called_by_seat(people)))
    yield from _odd("hostages.toml", "hostage", data.hostages.hostage, numbered_hostages(data))
    yield from _odd("honor.toml", "clan", data.honor.clan)
    yield from _odd("flight.toml", "maneuver", data.flight.maneuver)
    yield from _odd("cards.toml", "card", data.cards.card)


def _called_by_seat(records: Sequence[Record]) -> Iterator[str]:
    return (own_name(seat, one.name) for seat in PLAIN_SEATS for one in records)


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
