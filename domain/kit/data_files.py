"""Files of data sets, as every title reads them: text, TOML, and where a value comes from.

What the files of a title hold, and which of its lines is wrong, is the title's own business.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeVar

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
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise BadTable(name, line, "UTF-8", f"the byte {raw[error.start]:#x}") from None


def toml_of(name: str, text: str, kind: type[T]) -> T:
    """A TOML file as a struct. Raises `BadTable` where it is no TOML, and `msgspec.ValidationError` where
    it is none of that struct: the title knows the line.
    """
    try:
        return decode_toml(text, kind)
    except msgspec.ValidationError:
        raise
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


def unsourced(source: str, example: str = "printed: page") -> str:
    """What a source should have been, if it does not say of which kind it is, and where or why; else ""."""
    kind, _, where = source.partition(": ")
    if kind in SOURCES and where:
        return ""
    return f'a source such as "{example}" ({", ".join(SOURCES)})'
