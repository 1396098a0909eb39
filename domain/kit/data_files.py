"""Files of data sets, as every title reads them: text, TOML, the line of a bad value, and where a value comes
from. What the files of a title hold is the title's own business.
"""

from __future__ import annotations

import csv
import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from domain.kit.errors import BadTable

T = TypeVar("T")

_NAME = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
_DEEP = re.compile(rf"""(?<![\w."'-]){_NAME}(?:[ \t]*+\.[ \t]*+{_NAME}){{32}}""")
"""A name of more parts than any table of ours has."""

SOURCES = ("printed", "example", "inferred", "reconstructed")
"""The kinds of sources that a value may have."""


def text_of(files: Mapping[str, bytes], name: str) -> str:
    """The text of a file of a data set. Raises `BadTable` where it is not there, or not UTF-8."""
    if name not in files:
        raise BadTable(name, 1, f"a file {name}", f"the files {', '.join(sorted(files)) or 'none'}")
    raw = files[name]
    if raw.startswith(BOM_UTF8):
        raise BadTable(name, 1, "UTF-8 without a byte-order mark", "one with it")
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise BadTable(name, line, "UTF-8", f"the byte {raw[error.start]:#x}") from None


def csv_rows(name: str, lines: Sequence[str], before: int = 0) -> Iterator[tuple[int, list[str]]]:
    """The cells of each line, with its number after so many `before` it. Raises `BadTable`."""
    reader = csv.reader(lines)
    try:
        yield from ((before + reader.line_num, cells) for cells in reader)
    except csv.Error as error:
        raise BadTable(name, before + reader.line_num, "cells that commas separate", str(error)) from None


def whole_number(text: str) -> int | None:
    """What a cell says that is a whole number of at most nine digits; None for anything else."""
    return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else None


def toml_of(name: str, text: str, kind: type[T]) -> T:
    """A TOML file as a struct. Raises `BadTable` where it is no TOML, or none of that struct."""
    try:
        return decode_toml(text, kind)
    except msgspec.ValidationError as error:
        raise _misfit(name, text, str(error)) from None
    except msgspec.DecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        at = int(found[1]) if found else text.count("\n") + 1
        raise BadTable(name, at, "TOML", str(error).rstrip(".")) from None


def decode_toml(text: str, kind: type[T]) -> T:
    """As msgspec does it. Raises `msgspec.DecodeError`, also for what nests deeper than anybody means: lists
    in lists, or names with so many dots that reading them would take all memory."""
    deep = _DEEP.search(text)
    if deep:
        line = text.count("\n", 0, deep.start()) + 1
        raise msgspec.DecodeError(f"It nests too deep (at line {line})")
    try:
        return msgspec.toml.decode(text, type=kind)
    except RecursionError:
        raise msgspec.DecodeError("It nests too deep") from None
    except msgspec.MsgspecError:
        raise
    except ValueError:  # of more digits than Python reads
        raise msgspec.DecodeError("It has a number that is too long") from None


def unsourced(source: str, example: str = "printed: page") -> str:
    """What a source should have been, if it does not say of which kind it is, and where or why; else ""."""
    kind, _, where = source.partition(": ")
    if kind in SOURCES and where:
        return ""
    return f'a source such as "{example}" ({", ".join(SOURCES)})'


def _misfit(name: str, text: str, said: str) -> BadTable:
    """What msgspec says ("Expected `int`, got `str` - at `$.clan[2].cards`") with the line it is about."""
    what, _, path = said.partition(" - at ")
    return BadTable(name, line_of(text, *re.findall(r"[a-z_]+|\d+", path)), *complaint(what))


def complaint(what: str) -> tuple[str, str]:
    """What msgspec expected, and what it got."""
    if words := re.fullmatch(r"Expected (.+), got (.+)", what.replace("`", "")):
        return words[1], words[2]
    if unknown := re.fullmatch(r"Invalid enum value '(.*)'", what):
        return "a word of the format", f'"{unknown[1]}"'
    if what == "Integer value out of range":
        return "a whole number", "one that is too large"
    return "a complete record", what.replace("`", '"')


def line_of(text: str, *path: str) -> int:
    """The line of a key in its table, in the nth of several or above all of them, or of the table's head; 1
    where there is none.

    A value may be an inline table, or a list of them: then the line of its key is meant.
    """
    lines = text.splitlines()
    for length in range(len(path), 0, -1):
        if head := _head(lines, path[:length]):
            return _key_line(lines, head, path[length:])
    return _key_line(lines, 0, path) or 1


def _head(lines: Sequence[str], path: Sequence[str]) -> int:
    """The line of `[a.b]`, or of the nth `[[a]]`; 0 where the path is no table."""
    nth, names = (int(path[-1]), path[:-1]) if path[-1].isdigit() else (0, path)
    found = [at for at, line in enumerate(lines, 1) if line.strip("[] \t") == ".".join(names)]
    return found[nth] if names and nth < len(found) else 0


def _key_line(lines: Sequence[str], head: int, rest: Sequence[str]) -> int:
    """The line of the first key of `rest` in the table with that head; of the head where there is none."""
    for at, line in enumerate(lines[head:], head + 1):
        if line.startswith("["):
            break
        if rest and re.match(rf"{rest[0]}\s*=", line):
            return at
    return head


def table_of(name: str, kind: type[T]) -> Callable[[Mapping[str, bytes]], T]:
    """Reads a data set of one TOML file, each field a list of rows that say their `source`."""

    def read(files: Mapping[str, bytes]) -> T:
        text = text_of(files, name)
        printed = toml_of(name, text, kind)
        for table, nth, row in _rows(printed):
            if wanted := unsourced(row.source):
                raise BadTable(name, line_of(text, table, str(nth), "source"), wanted, f'"{row.source}"')
        return printed

    return read


def _rows(printed: Any) -> Iterator[tuple[str, int, Any]]:
    """Each row with its table and its place there."""
    for table in printed.__struct_fields__:
        yield from ((table, nth, row) for nth, row in enumerate(getattr(printed, table)))
