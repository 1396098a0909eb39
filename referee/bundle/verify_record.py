"""A part of `verify.py`, which it is joined to in a bundle: how lines are read, and events in them
(`[3, 5]` of format.md). Nothing but Python.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Iterator
from itertools import accumulate
from typing import Any, NamedTuple

from referee.bundle.verify_entries import HEX16, HEX32, NUMBER, Fault, fit, need, shown
from referee.bundle.verify_rulings import SHAPES

MOST_NESTED, MOST_PATH = 64, 200
Seal = tuple[str, dict[str, Any], bool]  # its path, the sealed value, whether the line opens it


def encoded(*fields: str | int | bytes) -> bytes:
    raws = (field if isinstance(field, bytes) else str(field).encode() for field in fields)
    return b"".join(len(raw).to_bytes(8, "big") + raw for raw in raws)


def digest(*fields: str | int | bytes) -> bytes:
    return hashlib.sha256(encoded(*fields)).digest()


def mac(key: bytes, *fields: str | int | bytes) -> bytes:
    return hmac.digest(key, encoded(*fields), "sha256")


STRINGS = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)(?:"(:?)|\\?$)')
LONG, NO_BRACKETS = re.compile(r"-?[0-9]{19,}"), re.compile(r"[^][{}]+")
DECODE = json.JSONDecoder(parse_float=int, parse_constant=int).decode  # int refuses what is no whole number
FORM: dict[str, Any] = {"sort_keys": True, "separators": (",", ":"), "ensure_ascii": False}
CANONICAL = json.JSONEncoder(**FORM, check_circular=False).encode


def parsed(raw: bytes) -> tuple[Any, str]:
    """The value and its text. A key that stands twice is lost in the value, which then differs."""
    try:
        text = raw.decode()
        value = DECODE(text)
        need(CANONICAL(value) == text, "it is not canonical JSON")
    except (ValueError, RecursionError) as error:
        raise Fault(f"it is not JSON in UTF-8 with whole numbers ({shown(str(error))})", "") from None
    return value, text


SEALED = {"to": [str], "type": "sealed", "value": {"commitment": HEX32}}
ACT = {"cause": str, **dict.fromkeys(("reference", "seat", "person", "behalf"), (str, ""))}
ACT["authority"] = (str, "")
ENTRY = {"type": "(?!sealed$)(?s:.*)", "*": object}
PUBLIC = {"game": str, "position": NUMBER, "at": NUMBER, "act": ACT, "entry": ENTRY}
LINE = {"digest": HEX32, "openings": [{"path": str, "salt": HEX16, "value": object}], "public": PUBLIC}
HEADER = {"format": "bugyo/1", "game": "[a-z0-9-]+", "title": str, "viewer": str}
HEADER |= {"events": NUMBER, "head": HEX32, "data": {"*": str}}


class Event(NamedTuple):
    """The `position`-th line after the header. What it opens stands in `entry`; `raw` is the public form."""

    position: int
    digest: str
    public: dict[str, Any]
    entry: dict[str, Any]
    raw: bytes
    seals: list[Seal]  # in the order of their openings
    openings: list[dict[str, Any]]


def seals_in(parent: Any, way: list[str], opened: dict[str, Any]) -> Iterator[Seal]:
    """The sealed values of an entry, each of which is replaced by its value where that is opened."""
    for key, node in sorted(parent.items()) if isinstance(parent, dict) else enumerate(parent):
        if isinstance(node, dict) and node.get("type") == "sealed":
            fit(node, SEALED, "a sealed value")
            size = sum(map(len, way)) + len(way) + len(str(key))
            need(size <= MOST_PATH, "the path to a sealed value is too long")
            path = "/".join([*way, str(key)])
            yield path, node, path in opened
            parent[key] = opened.get(path, node)
        elif isinstance(node, (dict, list)):
            yield from seals_in(node, [*way, str(key)], opened)


def line_of(raw: bytes) -> tuple[Any, str]:
    """The value of a line and its text, if it is within the limits of every line."""
    value, text = parsed(raw)
    if "/" in text or text.count("{") + text.count("[") > MOST_NESTED or LONG.search(text):
        keys = (found[1] for found in STRINGS.finditer(text) if found[2])
        slashed = [next((key for key in keys if "/" in key), "")]
        need(slashed == [""], f"there is a slash in the key {shown(slashed)}")
        bare = STRINGS.sub("", text)
        sizes = [int(number) for number in LONG.findall(bare)]
        need(all(-(1 << 63) <= size < 1 << 64 for size in sizes), "a number is too large")
        depths = accumulate(1 if sign in "{[" else -1 for sign in NO_BRACKETS.sub("", bare))
        need(max(depths) <= MOST_NESTED, "it is nested too deeply")
    return value, text


def header_of(raw: bytes) -> dict[str, Any]:
    header: dict[str, Any] = line_of(raw)[0]
    fit(header, HEADER, "the header")
    return header


def event_of(position: int, raw: bytes) -> Event:
    value, text = line_of(raw)
    fit(value, LINE, "the line")
    public, openings = value["public"], value["openings"]
    entry, opened = public["entry"], {opening["path"]: opening["value"] for opening in openings}
    fit(entry, {**SHAPES.get(entry["type"], {}), "*": object}, "the entry")
    if "question" in SHAPES.get(entry["type"], ()):
        draw, count, sides = (entry["question"][key] for key in ("draw", "count", "sides"))
        need(not draw or count <= sides, f"{count} cannot be drawn of {sides}")
    seals = list(seals_in(entry, [], opened)) if '"sealed"' in text else []
    if entry["type"] == "ordered":
        own = [(path, seal["to"]) for path, seal, _ in seals]
        need(own in ([], [("order", [entry["seat"]])]), "an order is sealed whole and to its seat, or not")
    # The line is canonical and `public` its last key: its text is the rest, and need not be made again.
    form = text[len('{"digest":,"openings":,"public":') + 66 + len(CANONICAL(openings)) : -1].encode()
    return Event(position, value["digest"], public, entry, form, seals, openings)
