"""Reads and checks the data set. Whatever is wrong is said with its file and line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from domain.clan_war.data.catalogue import UNALIGNED, Cards, Sample, Units
from domain.clan_war.data.name_checks import Misfit, odd_names
from domain.clan_war.data.names import SEATS
from domain.clan_war.data.tables import Data, Flight, Honor, Hostages, Tests
from domain.kit.data_files import text_of, toml_of, unsourced
from domain.kit.errors import BadTable

Path = tuple[str, ...]
T = TypeVar("T", bound=Struct)


def read_data(files: Mapping[str, bytes]) -> Data:
    """The data set out of its files by name. Raises `BadTable` with the file and line that is wrong."""
    data = Data(
        _read(files, "tests.toml", Tests),
        _read(files, "honor.toml", Honor),
        _read(files, "flight.toml", Flight),
        _read(files, "hostages.toml", Hostages),
        _read(files, "cards.toml", Cards),
        _read(files, "units.toml", Units),
    )
    for path, file, expected, got in _misfits(data):
        raise BadTable(file, line_of(files[file].decode(), path), expected, got)
    return data


def _read(files: Mapping[str, bytes], file: str, kind: type[T]) -> T:
    text = text_of(files, file)
    try:
        read = toml_of(file, text, kind)
    except msgspec.ValidationError as error:
        raise _misfit(file, text, str(error)) from None
    _check_sources(file, text, read)
    return read


def _misfit(file: str, text: str, said: str) -> BadTable:
    """What msgspec says ("Expected `int`, got `str` - at `$.clan[2].base`") with the line it is about."""
    what, _, path = said.partition(" - at ")
    words = re.fullmatch(r"Expected (.+), got (.+)", what.replace("`", ""))
    expected, got = words.groups() if words else ("a complete record", what.replace("`", '"'))
    if unknown := re.fullmatch(r"Invalid enum value '(.*)'", what):
        expected, got = "a word of the format", f'"{unknown[1]}"'
    return BadTable(file, line_of(text, tuple(re.findall(r"[a-z_]+|\d+", path))), expected, got)


def _check_sources(file: str, text: str, read: Struct) -> None:
    for path, source in _sources(read, ()):
        if wanted := unsourced(source):
            raise BadTable(file, line_of(text, path), wanted, f'"{source}"')


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


def line_of(text: str, path: Path) -> int:
    """The line of a key in its table, in the nth of several, or of the table's head; 1 where there is none.

    A value may be an inline table: then the line of its key is meant.
    """
    lines = text.splitlines()
    for length in range(len(path), 0, -1):
        heads = _heads(lines, path[:length])
        if heads:
            return _key_line(lines, heads, path[length:]) or heads
    return 1


def _heads(lines: Sequence[str], path: Path) -> int:
    """The line of `[a.b]`, or of the nth `[[a]]`; 0 where the path is no table."""
    nth = int(path[-1]) if path[-1].isdigit() else None
    head = f"[{'.'.join(path)}]" if nth is None else f"[[{'.'.join(path[:-1])}]]"
    found = [at for at, line in enumerate(lines, 1) if line.strip() == head]
    return found[nth or 0] if (nth or 0) < len(found) else 0


def _key_line(lines: Sequence[str], head: int, rest: Path) -> int:
    """The line of the first key of `rest` in the table whose head is there; 0 where it is not written."""
    for at, line in enumerate(lines[head:], head + 1):
        if line.startswith("["):
            break
        if rest and re.match(rf"{rest[0]}\s*=", line):
            return at
    return 0


def _misfits(data: Data) -> Iterator[Misfit]:
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


def _too_small(data: Data) -> Iterator[Misfit]:
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


def _odd_honor(data: Data) -> Iterator[Misfit]:
    """Each seat has a clan; rows of low honor go down, from below 0 to above the first test of one's own."""
    clans, first = [clan.name for clan in data.honor.clan], data.honor.own.tests_from.value
    for seat in (*SEATS, UNALIGNED):
        if seat not in clans:
            yield ("clan", "0"), "honor.toml", f"a clan {seat}", f"only {', '.join(clans)}"
    above = 0
    for nth, row in enumerate(data.honor.low):
        if not first < row.at < above:
            wanted = f"a level below {above} and above {first}"
            yield ("low", str(nth), "at"), "honor.toml", wanted, f"{row.at}"
        above = row.at


def _odd_clans(data: Data) -> Iterator[Misfit]:
    clans = [clan.name for clan in data.honor.clan]
    people = [("personality", nth, one.clan) for nth, one in enumerate(data.units.personality)]
    for kind, nth, clan in [*(("unit", nth, one.clan) for nth, one in enumerate(data.units.unit)), *people]:
        if clan not in clans:
            yield (kind, str(nth), "clan"), "units.toml", "a clan of honor.toml", f'"{clan}"'


def _odd_unit(data: Data, unit: Sample) -> Iterator[tuple[str, str, str]]:
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
