"""Where each value of a TOML file stands in its text: what lies between is never touched.

Only what files of data sets are made of is read: tables, lists of tables, inline tables, strings of one line,
numbers, lists. `places` says None of any other file, which then is edited as a text.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec
from msgspec import Struct

from domain.kit.data_files import decode_toml

_NAME = r"""(?:[A-Za-z0-9_-]+|"[^"\\\n]*"|'[^'\n]*')"""
_DOTTED = rf"{_NAME}(?:[ \t]*\.[ \t]*{_NAME})*"
_GAP = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_HEAD = re.compile(rf"(\[\[?)[ \t]*({_DOTTED})[ \t]*\]\]?")
_KEY = re.compile(rf"({_DOTTED})[ \t]*=[ \t]*")
_STRING = r""""(?:[^"\\\n]|\\[^\n])*"|'[^'\n]*\'"""
_SCALAR = re.compile(rf"{_STRING}|[^\s,\]}}#\"'\[{{]+")
_IN_LIST = re.compile(rf"{_STRING}|#[^\n]*|[^\]\[\"'#]+")

Path = tuple[str | int, ...]


class Place(Struct, frozen=True):
    """A value: its keys, from where to where its text reaches, and the nth table it is in, -1 before all."""

    path: Path
    start: int
    end: int
    table: int


class _OtherToml(Exception):
    """TOML of a kind that data sets do not use."""


def places(text: str) -> list[Place] | None:
    """Every value in the order of the text; a list is one value. None where a place could be mistaken."""
    try:
        found = _found(text)
        whole = decode_toml(text, dict)
        fits = all(_under(whole, place.path) == _alone(text[place.start : place.end]) for place in found)
    except (_OtherToml, msgspec.DecodeError, KeyError, IndexError, TypeError):
        return None
    return found if fits else None


def _found(text: str) -> list[Place]:
    found: list[Place] = []
    at, nth = _past_gap(text, 0), -1
    table: Path = ()
    counts: dict[Path, int] = {}
    while at < len(text):
        if text[at] == "[":
            head = _matched(_HEAD, text, at)
            at, table, nth = head.end(), _table(_names(head[2]), counts, len(head[1]) == 2), nth + 1
        else:
            at = _pair(text, at, table, nth, found)
        at = _past_gap(text, at)
    return found


def _table(names: Path, counts: dict[Path, int], is_listed: bool) -> Path:
    """The path of a table, the numbers of those before it in their lists put in."""
    path: Path = ()
    for depth, name in enumerate(names, 1):
        path = (*path, name)
        if is_listed and depth == len(names):
            counts[path] = counts.get(path, -1) + 1
        if path in counts:
            path = (*path, counts[path])
    return path


def _pair(text: str, at: int, above: Path, table: int, found: list[Place]) -> int:
    key = _matched(_KEY, text, at)
    path, at = (*above, *_names(key[1])), key.end()
    if text[at : at + 1] == "{":
        return _inline(text, at + 1, path, table, found)
    end = _list_end(text, at) if text[at : at + 1] == "[" else _matched(_SCALAR, text, at).end()
    found.append(Place(path, at, end, table))
    return end


def _inline(text: str, at: int, path: Path, table: int, found: list[Place]) -> int:
    at = _past_gap(text, at)
    while text[at : at + 1] != "}":
        at = _past_gap(text, _pair(text, at, path, table, found))
        if text[at : at + 1] == ",":
            at = _past_gap(text, at + 1)
    return at + 1


def _list_end(text: str, at: int) -> int:
    depth = 0
    while True:
        if text[at : at + 1] in ("[", "]"):
            depth += 1 if text[at] == "[" else -1
            at += 1
        else:
            at = _matched(_IN_LIST, text, at).end()
        if not depth:
            return at


def _matched(pattern: re.Pattern[str], text: str, at: int) -> re.Match[str]:
    found = pattern.match(text, at)
    if found is None:
        raise _OtherToml
    return found


def _past_gap(text: str, at: int) -> int:
    return _matched(_GAP, text, at).end()


def _names(dotted: str) -> Path:
    return tuple(name.strip("\"'") for name in re.findall(_NAME, dotted))


def _under(whole: Any, path: Path) -> Any:
    for key in path:
        whole = whole[key]
    return whole


def _alone(raw: str) -> Any:
    return decode_toml(f"value = {raw}", dict)["value"]
