#!/usr/bin/env python3
"""Verify an exported game of Bugyo: written from format.md alone, with nothing but Python.

    python verify.py game.zip [--mailbox inbox.mbox]
    python verify.py game.jsonl

Prints a sentence for each check of section 8, in its order. Ends with 0 if all of them hold, with 1 if one
does not, and with 2 if the file cannot be read at all. `[n]` in this file is a section of format.md.
"""

from __future__ import annotations

import argparse
import base64
import email
import hashlib
import hmac
import io
import json
import mailbox as boxes
import os
import re
import struct
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, NoReturn, Union

GAME = "game.jsonl"
REQUIRED = ("manifest.json", "manifest.sig", "key.txt", GAME, "checkpoint.txt")
MOST_BYTES, MOST_UNPACKED = 128 << 20, 512 << 20  # of the file, and of its members: no zip bomb is unpacked
BAD_ZIP: tuple[type[Exception], ...] = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError)
BAD_ZIP += (ValueError, RuntimeError, LookupError, OverflowError)
BAD_MAIL = (ValueError, LookupError, TypeError, AttributeError, RecursionError)
Source = Union[str, "os.PathLike[str]", bytes]
Point = tuple[int, int, int, int]


class Fault(Exception):
    """Something does not hold: why, and in which event or member."""

    def __init__(self, why: str, position: int | None = None, member: str | None = None) -> None:
        super().__init__(why)
        self.why, self.position, self.member = why, position, member


class Unchecked(Exception):
    """Nothing speaks against it, but this view cannot tell."""


class StillSealed(Unchecked):
    """A value is needed that this view does not open."""


class Unreadable(Exception):
    """The file is no export at all."""


class Report(NamedTuple):
    """`member` and `why` are those of the first fault, `position` that of the first that names an event."""

    ok: bool
    position: int | None
    member: str | None
    why: str
    lines: tuple[str, ...]
    readable: bool = True


# --- digests and canonical JSON [1] ---


def encoded(*fields: str | int | bytes) -> bytes:
    parts = []
    for field in fields:
        raw = field if isinstance(field, bytes) else str(field).encode()
        parts += [len(raw).to_bytes(8, "big"), raw]
    return b"".join(parts)


def digest(*fields: str | int | bytes) -> bytes:
    return hashlib.sha256(encoded(*fields)).digest()


def mac(key: bytes, *fields: str | int | bytes) -> bytes:
    return hmac.digest(key, encoded(*fields), "sha256")


def no_float(literal: str) -> NoReturn:
    raise ValueError(f"{literal[:20]} is no whole number")


DECODE = json.JSONDecoder(parse_float=no_float, parse_constant=no_float).decode
CANONICAL = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, check_circular=False
).encode


def parsed(raw: bytes) -> tuple[Any, str]:
    """The value and its text. A key that stands twice is lost in the value, which then differs."""
    try:
        text = raw.decode()
        value = DECODE(text)
        again = CANONICAL(value)
    except ValueError as error:
        raise Fault(f"it is not JSON in UTF-8 with whole numbers ({shown(str(error))})") from None
    if again != text:
        raise Fault("it is not canonical JSON (order of keys, a key twice, spaces, escapes or numbers)")
    return value, text


# --- the shapes of things [2, 3, 5, 6.1] ---


class Maybe(NamedTuple):
    """The shape of a key that may be absent."""

    shape: Any


QUESTION = {"rule": str, "purpose": str, "sides": int, "count": Maybe(int), "draw": Maybe(bool)}
QUESTION |= {"secret": Maybe(bool), "index": Maybe(int)}
DEFAULTS = {"count": 1, "draw": False, "secret": False, "index": 0}
ENTRIES: dict[str, dict[str, Any]] = {
    "opened": {"level": Maybe(int), "key": Maybe(str), "seats": [{"seat": str, "*": object}], "data": 32},
    "sheet-committed": {"party": str, "sheet": int, "cells": [32]},
    "joined": {"seat": str, "phrase": str},
    "ordered": {"seat": str, "order": object, "cell": Maybe(str)},
    "asked": {"question": QUESTION},
    "contributed": {"party": str, "index": int, "cell": 32},
    "thrown": {"question": QUESTION, "real": Maybe(bool)},
    "fact": {"then": Maybe(list), "done": Maybe(bool)},
}
ACT = {"cause": str, **dict.fromkeys(("reference", "seat", "person", "behalf"), Maybe(object))}
PUBLIC = {"game": str, "position": int, "at": int, "act": ACT, "entry": {"type": str, "*": object}}
LINE = {"digest": 32, "openings": [{"path": str, "salt": 16, "value": object}], "public": PUBLIC}
HEADER = {
    "head": 32,
    "events": int,
    "data": {"*": str},
    **dict.fromkeys(("format", "game", "title", "viewer"), str),
}
KINDS = {int: "a number from 0", str: "a text", bool: "true or false", dict: "an object", list: "a list"}
SEALED = {"to": [str], "type": str, "value": {"commitment": 32}}


def shown(value: object) -> str:
    """A value of the file as it may be printed anywhere: short, ASCII, without control characters."""
    return ascii(value)[:80]


def fit(value: Any, shape: Any, name: str) -> None:
    """Raise Fault unless `value` has the shape: a type, so many bytes in hex, [the shape of each item] or
    {key: its shape}, where "*" lets other keys in. A number is never negative, and true is none."""
    if isinstance(shape, int):
        if not isinstance(value, str) or not re.fullmatch(f"[0-9a-f]{{{2 * shape}}}", value):
            raise Fault(f"{shown(name)[1:-1]} must be {2 * shape} hex digits, and is {shown(value)}")
    elif isinstance(shape, (dict, list)):
        fit(value, type(shape), name)
        fit_inside(value, shape, name)
    elif shape is not object and (type(value) is not shape or (shape is int and value < 0)):
        raise Fault(f"{shown(name)[1:-1]} must be {KINDS[shape]}, and is {shown(value)}")


def fit_inside(value: Any, shape: Any, name: str) -> None:
    if isinstance(shape, list):
        for item in value:
            fit(item, shape[0], f"an item of {name}")
        return
    for key, inner in shape.items():
        if key != "*" and key not in value and not isinstance(inner, Maybe):
            raise Fault(f"{shown(name)[1:-1]} has no {key}")
    for key, item in value.items():
        inner = shape.get(key, shape.get("*"))
        if inner is None:
            raise Fault(f"{shown(name)[1:-1]} has the key {shown(key)}, which does not belong there")
        fit(item, inner.shape if isinstance(inner, Maybe) else inner, key)


def from_base64(text: str) -> bytes:
    try:
        raw = base64.b64decode(text, validate=True)
    except ValueError:
        raw = b""
    if not raw or base64.b64encode(raw).decode() != text:
        raise Fault(f"this is not base64: {shown(text)}")
    return raw


# --- Ed25519 (RFC 8032, 5.1.7, without cofactor) ---

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)  # of -1
NEUTRAL: Point = (0, 1, 1, 0)


def added(a: Point, b: Point) -> Point:
    e, f = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    c, d = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2]
    x, t, z, y = f - e, d - c, d + c, f + e
    return x * t % P, z * y % P, t * z % P, x * y % P


def doubled(a: Point) -> Point:
    xx, yy = a[0] * a[0] % P, a[1] * a[1] % P
    h, g = xx + yy, xx - yy
    e, f = h - (a[0] + a[1]) ** 2, 2 * a[2] * a[2] + g
    return e * f % P, g * h % P, f * g % P, e * h % P


def point(raw: bytes) -> Point | None:
    """The point of 32 bytes; None if there is none, or if they are not its one proper encoding."""
    y = int.from_bytes(raw, "little")
    sign, y = y >> 255, y & ((1 << 255) - 1)
    u, v = (y * y - 1) % P, (D * y * y + 1) % P
    x = u * v**3 * pow(u * v**7, (P - 5) // 8, P) % P
    if (v * x * x + u) % P == 0:
        x = x * ROOT % P
    if y >= P or (v * x * x - u) % P or (x == 0 and sign):
        return None
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


BASE = point((4 * pow(5, P - 2, P) % P).to_bytes(32, "little")) or NEUTRAL


def is_signed(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether `signature` is one of `key`. A key of small order, for which anybody can sign, has none."""
    there = point(key) if len(key) == 32 and len(signature) == 64 else None
    s = int.from_bytes(signature[32:], "little")
    if there is None or s >= ORDER:
        return False
    eighth = doubled(doubled(doubled(there)))
    if eighth[0] == 0 and eighth[1] == eighth[2]:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % ORDER
    minus: Point = (P - there[0], there[1], 1, P - there[3])
    table, at = (NEUTRAL, BASE, minus, added(BASE, minus)), NEUTRAL
    for bit in range(252, -1, -1):  # s times the base and k times the key, in one go
        at, both = doubled(at), (s >> bit & 1) + 2 * (k >> bit & 1)
        at = added(at, table[both]) if both else at
    inverse = pow(at[2], P - 2, P)
    x, y = at[0] * inverse % P, at[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little") == signature[:32]


# --- the lines [3] ---


class Event(NamedTuple):
    """The `position`-th line after the header; `raw` are the bytes of its public form."""

    position: int
    digest: str
    public: dict[str, Any]
    entry: dict[str, Any]
    raw: bytes
    sealed: tuple[tuple[str, dict[str, Any]], ...]  # path and sealed value, in the order of their openings
    openings: list[dict[str, Any]]
    known: dict[str, Any]  # path -> opened value


class Game(NamedTuple):
    header: dict[str, Any]
    events: list[Event]
    name: str
    level: int
    key: str
    seats: frozenset[str]


def sealed_in(node: object, path: tuple[str, ...] = ()) -> Iterator[tuple[str, dict[str, Any]]]:
    children: Any = enumerate(node) if isinstance(node, list) else ()
    if isinstance(node, dict):
        if node.get("type") == "sealed":
            fit(node, SEALED, "a sealed value")
            yield "/".join(path), node
            return
        children = sorted(node.items())
    for key, child in children:
        yield from sealed_in(child, (*path, str(key)))


def event_of(position: int, value: Any, text: str) -> Event:
    fit(value, LINE, "the line")
    public, openings = value["public"], value["openings"]
    entry = public["entry"]
    sealed = tuple(sealed_in(entry)) if '"sealed"' in text else ()
    fit(entry, {**ENTRIES.get(entry["type"], {}), "*": object}, "the entry")
    # The line is canonical and `public` its last key: its text is the rest, and need not be made again.
    start = len('{"digest":,"openings":,"public":') + 66 + len(CANONICAL(openings))
    known = {opening["path"]: opening["value"] for opening in openings}
    return Event(position, value["digest"], public, entry, text[start:-1].encode(), sealed, openings, known)


def game_of(raw: bytes) -> tuple[Game | None, Fault | None]:
    """The game, or what keeps it from being read."""
    lines, line = raw.split(b"\n"), 0  # the header is line 0, so that line n is event n
    header, events = {}, []
    try:
        unended = lines.pop()
        for line, bytes_ in enumerate(lines):
            value, text = parsed(bytes_)
            if line:
                events.append(event_of(line, value, text))
            else:
                fit(value, HEADER, "the header")
                header = value
        if unended or not lines:
            line = len(lines)
            raise Fault("the last line is not ended by a newline")
        line = 1
        return opened(header, events), None
    except RecursionError:
        return None, Fault("it is nested too deeply", line or None)
    except Fault as fault:
        return None, Fault(fault.why if line else f"header: {fault.why}", line or None)


def opened(header: dict[str, Any], events: list[Event]) -> Game:
    """The game as its opening event has it."""
    if not events or events[0].entry["type"] != "opened":
        raise Fault("the first event is not the opening of a game")
    entry = events[0].entry
    level, key, seats = entry.get("level", 0), entry.get("key", ""), entry["seats"]
    if level > 3:
        raise Fault(f"the level is {level}, and 3 is the highest")
    if key:
        fit(key, 32, "the key")
    return Game(header, events, header["game"], level, key, frozenset(seat["seat"] for seat in seats))


def lines_hold(game: Game | None, broken: Fault | None) -> str:
    if game is None:
        raise broken or Fault("it cannot be read")
    if game.header["format"] != "bugyo/1":
        raise Fault(f"header: the format is {shown(game.header['format'])}, and this verifier knows bugyo/1")
    if game.header["viewer"] not in {"public", "referee", *game.seats}:
        raise Fault(f"header: the viewer {shown(game.header['viewer'])} has no seat here")
    return f"the header and {len(game.events)} events are canonical JSON with the keys that they may have"


# --- the chain and the data set [4] ---


def each(events: list[Event], rule: Callable[[Event], None]) -> None:
    for event in events:
        try:
            rule(event)
        except Fault as fault:
            raise Fault(fault.why, event.position) from None


def chain_holds(game: Game) -> str:
    head, at = digest("bugyo/1/game", game.name), 0

    def follows(event: Event) -> None:
        nonlocal head, at
        head = digest("bugyo/1/event", head, event.raw)
        if event.public["position"] != event.position:
            raise Fault(f"position {event.public['position']} stands where {event.position} is due")
        if event.public["game"] != game.name:
            raise Fault(f"it belongs to the game {shown(event.public['game'])}, not to {shown(game.name)}")
        if event.public["at"] < at:
            raise Fault("it was received before the event before it")
        if event.digest != head.hex():
            raise Fault("its digest is not that of the chain")
        if event.position > 1 and event.entry["type"] == "opened":
            raise Fault("it opens the game a second time")
        at = event.public["at"]

    each(game.events, follows)
    if game.header["events"] != len(game.events):
        first = min(game.header["events"], len(game.events)) + 1
        raise Fault(f"{game.header['events']} events are promised, and {len(game.events)} follow", first)
    if game.header["head"] != head.hex():
        raise Fault("header: the head is not the digest of the last event", len(game.events))
    return f"{len(game.events)} events stand in one chain, without a gap, in the order of their times"


def packed(size: int, room: int, fixed: int, tags: dict[int, int]) -> bytes:
    """The shortest MessagePack head: in `fixed` below `room`, else by the first tag that is wide enough."""
    if size < room:
        return bytes([fixed | size])
    width = next(width for width in tags if size < 1 << 8 * width)
    return bytes([tags[width]]) + size.to_bytes(width, "big")


def data_holds(game: Game) -> str:
    files = game.header["data"]
    blob = packed(len(files), 16, 0x80, {2: 0xDE, 4: 0xDF})
    for name in sorted(files):
        key, content = name.encode(), files[name].encode()
        blob += packed(len(key), 32, 0xA0, {1: 0xD9, 2: 0xDA, 4: 0xDB}) + key
        blob += packed(len(content), 0, 0, {1: 0xC4, 2: 0xC5, 4: 0xC6}) + content
    if digest("bugyo/1/data", game.header["title"], blob).hex() != game.events[0].entry["data"]:
        raise Fault("the data set in the header is not the one that the opening event names", 1)
    return f"the {len(files)} files of the data set are those that the opening event names"


# --- openings [5] ---


def is_over(game: Game) -> bool:
    """Whether the facts have left an empty agenda after the last event [6.5]."""
    facts, agenda = [event.entry for event in game.events if event.entry["type"] == "fact"], 0
    for fact in facts:
        agenda = max(agenda - fact.get("done", False), 0) + len(fact.get("then", ()))
    return bool(facts) and not agenda


def opening_fits(event: Event, seal: dict[str, Any], opening: dict[str, Any]) -> None:
    salt, value, path = bytes.fromhex(opening["salt"]), CANONICAL(opening["value"]), opening["path"]
    made = digest("bugyo/1/seal", event.public["game"], event.public["position"], path, salt, value)
    if made.hex() != seal["value"]["commitment"]:
        raise Fault(f"the opening of {shown(path)} is not what was sealed")


def openings_hold(game: Game) -> str:
    over, viewer = is_over(game), game.header["viewer"]

    def open_as_due(event: Event) -> None:
        left = event.openings[::-1]
        for path, seal in event.sealed:
            if left and left[-1]["path"] == path:
                opening_fits(event, seal, left.pop())
            elif over or viewer in seal["to"]:
                why = "the game is over" if over else "it is for the viewer"
                raise Fault(f"{shown(path)} is not opened in its place, and {why}")
        if left:
            raise Fault(f"{shown(left[-1]['path'])} opens nothing that is sealed, or stands out of order")

    each(game.events, open_as_due)
    count = sum(len(event.openings) for event in game.events)
    closed = sum(len(event.sealed) for event in game.events) - count
    rest = "the game is over and all is open" if over else f"{closed} more values stay sealed in this view"
    return f"{count} openings are what was sealed, and {rest}"


def revealed(event: Event, node: Any, path: str) -> Any:
    """`node` of the entry with what is opened put in. Raises StillSealed."""
    if isinstance(node, dict) and node.get("type") == "sealed":
        if path not in event.known:
            raise StillSealed
        return event.known[path]
    if isinstance(node, dict):
        return {key: revealed(event, value, f"{path}/{key}") for key, value in node.items()}
    if isinstance(node, list):
        return [revealed(event, value, f"{path}/{nth}") for nth, value in enumerate(node)]
    return node


# --- throws [6] ---


def faces_of(key: bytes, count: int, sides: int, draw: bool) -> list[int]:
    """The faces that the key gives [6.4]."""
    words: list[int] = []
    faces: list[int] = []
    block = 0
    while len(faces) < count:
        if not words:
            raw, block = mac(key, "bugyo/1/words", block), block + 1
            words = list(struct.unpack(">4Q", raw))[::-1]
        n, word = sides - len(faces) * draw, words.pop()
        if word < (1 << 64) // n * n:
            faces.append(word % n + 1)
    return faces


class Throws:
    """What section 6 remembers from one event to the next."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.committed: dict[str, list[tuple[int, int, str]]] = {}  # party -> sheet, place, commitment
        self.used: dict[str, int] = {}
        self.phrases: dict[str, str] = {}
        self.orders: list[bytes | None] = []  # None is an order that this view does not open
        self.carried: list[bytes] = []  # the cell of the last order, if it has one
        self.contributions: dict[int, list[bytes]] = {}
        self.asked_for: dict[int, dict[str, Any]] = {}
        self.answered = False  # since the last order
        self.index = self.checked = self.sealed = self.waiting = self.real = 0

    def take(self, event: Event) -> None:
        kind = event.entry["type"]
        if kind in ENTRIES and kind not in ("opened", "fact"):
            getattr(self, kind.replace("-", "_"))(event)

    def sheet_committed(self, event: Event) -> None:
        party, sheet = event.entry["party"], event.entry["sheet"]
        if party not in {"referee", "witness", *self.game.seats}:
            raise Fault(f"{shown(party)} is no party of this game")
        cells = self.committed.setdefault(party, [])
        due = cells[-1][0] + 1 if cells else 1
        if sheet != due or not event.entry["cells"]:
            raise Fault(f"sheet {sheet} of {shown(party)} is committed where sheet {due} is due, or is empty")
        cells += [(sheet, place, cell) for place, cell in enumerate(event.entry["cells"], 1)]

    def joined(self, event: Event) -> None:
        if event.entry["seat"] not in self.game.seats:
            raise Fault(f"{shown(event.entry['seat'])} is no seat of this game")
        self.phrases[event.entry["seat"]] = event.entry["phrase"]

    def ordered(self, event: Event) -> None:
        seat, cell = event.entry["seat"], event.entry.get("cell", "")
        self.carried = [self.next_cell(seat, cell)] if cell else []
        if self.answered:
            self.orders, self.answered = [], False
        try:
            order = revealed(event, event.entry["order"], "order")
            fit(order, dict, "the order")
            self.orders.append(digest("bugyo/1/order", seat, CANONICAL(order)))
        except StillSealed:
            self.orders.append(None)

    def asked(self, event: Event) -> None:
        question = {**DEFAULTS, **event.entry["question"]}
        self.asked_for[question["index"]] = question

    def contributed(self, event: Event) -> None:
        party, index, cell = event.entry["party"], event.entry["index"], event.entry["cell"]
        if party == "referee" or index <= self.index:
            raise Fault(f"{shown(party)} cannot contribute to question {index} here")
        self.contributions.setdefault(index, []).append(self.next_cell(party, cell))

    def next_cell(self, party: str, cell: str) -> bytes:
        self.used[party] = self.used.get(party, 0) + 1
        return self.cell_due(party, self.used[party], cell)

    def cell_due(self, party: str, nth: int, cell: object) -> bytes:
        """The n-th cell of a party, if it is this one."""
        fit(cell, 32, "the cell")
        raw, cells = bytes.fromhex(str(cell)), self.committed.get(party, [])
        if nth <= len(cells) and self.is_cell(party, cells[nth - 1], raw):
            return raw
        for found, other in enumerate(cells, 1):
            if self.is_cell(party, other, raw):
                raise Fault(f"cell {found} of {shown(party)} is used where cell {nth} is due")
        raise Fault(
            f"this is not cell {nth} of {shown(party)}, of whom {len(cells)} cells have been committed"
        )

    def is_cell(self, party: str, committed: tuple[int, int, str], raw: bytes) -> bool:
        sheet, place, commitment = committed
        return digest("bugyo/1/cell", self.game.name, party, sheet, place, raw).hex() == commitment

    def thrown(self, event: Event) -> None:
        entry, question = event.entry, {**DEFAULTS, **event.entry["question"]}
        self.answered = True
        self.index += 1
        if question["index"] != self.index:
            raise Fault(f"question {question['index']} is answered where question {self.index} is due")
        if self.asked_for.get(self.index, question) != question:
            raise Fault(f"question {self.index} is answered otherwise than it was asked")
        if entry.get("real", False):
            self.real += 1
            return
        for key in ("cell", "faces"):
            seal = entry.get(key)
            if isinstance(seal, dict) != question["secret"] or (
                isinstance(seal, dict) and seal.get("to") != []
            ):
                held = "sealed from everybody" if question["secret"] else "open to everybody"
                raise Fault(f"the {key} must be {held}")
        try:
            self.faces_hold(event, question)
        except Unchecked:
            self.sealed += 1

    def faces_hold(self, event: Event, question: dict[str, Any]) -> None:
        if self.index > len(self.committed.get("referee", ())):
            raise Fault(f"cell {self.index} of the referee is used before it was committed")
        raw = self.cell_due("referee", self.index, revealed(event, event.entry.get("cell"), "cell"))
        count, sides, draw = question["count"], question["sides"], question["draw"]
        faces = revealed(event, event.entry.get("faces"), "faces")
        fit(faces, [int], "the faces")
        if not (len(faces) == count > 0 and 0 < sides <= 1 << 64) or (draw and count > sides):
            raise Fault(f"{len(faces)} faces answer a question for {count} of {sides}")
        if None in self.orders:
            self.waiting += 1
            return
        key = mac(
            raw, "bugyo/1/key", self.bound(question), *self.carried, *self.contributions.get(self.index, ())
        )
        made = faces_of(key, count, sides, draw)
        if faces != made:
            raise Fault(f"the faces are {shown(faces)}, and the cell gives {shown(made)}")
        self.checked += 1

    def bound(self, q: dict[str, Any]) -> bytes:
        """The digest of the question, with the phrases and the orders that it is bound to [6.3]."""
        phrases = digest("bugyo/1/phrases", *(word for pair in sorted(self.phrases.items()) for word in pair))
        inputs = digest("bugyo/1/inputs", *sorted(order for order in self.orders if order is not None))
        asked = (q["rule"], q["purpose"], q["count"], q["sides"], "draw" if q["draw"] else "throw")
        return digest("bugyo/1/question", self.game.name, q["index"], phrases, *asked, inputs)


def has_no_index(event: Event) -> None:
    if event.entry["type"] == "thrown" and event.entry["question"].get("index", 0):
        raise Fault("a question has an index at level 0")


def throws_hold(game: Game) -> str:
    if game.level == 0:
        each(game.events, has_no_index)
        raise Unchecked("the game is played at level 0, where throws are bound to nothing")
    second = game.events[min(1, len(game.events) - 1)].entry
    if len(game.events) > 1 and (second["type"], second.get("party")) != ("sheet-committed", "referee"):
        raise Fault("the referee's first sheet does not follow the opening", 2)
    throws = Throws(game)
    each(game.events, throws.take)
    said = f"{throws.checked} throws checked, {throws.sealed} still sealed"
    said += f", {throws.waiting} wait for orders that are sealed" if throws.waiting else ""
    said += f", {throws.real} made with real dice" if throws.real else ""
    return f"{said}; the cells are in order (level {game.level})"


# --- the bundle [2] and its signatures [7] ---


def unzipped(raw: bytes) -> dict[str, bytes]:
    try:
        archive = zipfile.ZipFile(io.BytesIO(raw))
    except BAD_ZIP as error:
        raise Unreadable(f"it is no whole zip file ({shown(str(error))})") from None
    infos, members = archive.infolist(), {}
    if sum(info.file_size for info in infos) > MOST_UNPACKED:
        raise Unreadable(f"its members would take more than {MOST_UNPACKED >> 20} MiB")
    for info in infos:
        name, kind = info.orig_filename, info.external_attr >> 16 & 0o170000
        if name in members:
            raise Fault("the name occurs twice in the zip file", member=name)
        if info.flag_bits & 1 or kind not in (0, 0o100000) or info.compress_type not in (0, 8):
            raise Fault("it is encrypted, a link or packed in a rare way", member=name)
        if not re.fullmatch(r"(mails/)?\w[\w.-]*", name, re.ASCII):
            raise Fault("it is a folder or has a name that no member has", member=name)
        try:
            members[name] = archive.read(info)
        except BAD_ZIP as error:
            raise Fault(f"it cannot be unpacked ({shown(str(error))})", member=name) from None
    return members


def hex_line(members: dict[str, bytes], name: str, size: int) -> bytes:
    text = members.get(name, b"").decode("ascii", "replace")
    try:
        fit(text[:-1], size, "its line")
    except Fault as fault:
        raise Fault(fault.why, member=name) from None
    if text[-1] != "\n":
        raise Fault("it does not end with a newline", member=name)
    return bytes.fromhex(text[:-1])


def manifest_holds(members: dict[str, bytes]) -> str:
    for name in REQUIRED:
        if name not in members:
            raise Fault("the bundle has no such member", member=name)
    manifest = parsed(members["manifest.json"])[0]
    fit(manifest, {"*": 32}, "the manifest")
    for name in sorted({*manifest, *members} - {"manifest.json", "manifest.sig"}):
        if name not in members or name not in manifest:
            raise Fault("only one of manifest and bundle has it", member=name)
        if hashlib.sha256(members[name]).hexdigest() != manifest[name]:
            raise Fault("its digest is not the one in the manifest", member=name)
    if "manifest.json" in manifest or "manifest.sig" in manifest:
        raise Fault("the manifest names itself or its signature")
    return f"{len(manifest)} members have the digests of the manifest"


def manifest_is_signed(members: dict[str, bytes]) -> str:
    signature, key = hex_line(members, "manifest.sig", 64), hex_line(members, "key.txt", 32)
    if not is_signed(key, digest("bugyo/1/manifest", members.get("manifest.json", b"")), signature):
        raise Fault("it is not the signature of manifest.json by key.txt")
    return "the manifest is signed with the key of key.txt"


def key_holds(members: dict[str, bytes], game: Game | None) -> str:
    key = hex_line(members, "key.txt", 32)
    if game is None or not game.key:
        raise Unchecked("the opening event names no key" if game else "the opening event cannot be read")
    if key.hex() != game.key:
        raise Fault("it is not the key that the opening event names")
    return "key.txt is the key that the opening event names"


def checkpoint_holds(members: dict[str, bytes], game: Game) -> str:
    head = base64.b64encode(bytes.fromhex(game.events[-1].digest)).decode()
    signed = f"bugyo/{game.name}\n{len(game.events)}\n{head}\n".encode()
    raw, key, found = members.get("checkpoint.txt", b""), hex_line(members, "key.txt", 32), 0
    if not raw.startswith(signed + b"\n") or not raw.endswith(b"\n"):
        raise Fault("it is not a checkpoint of the last event")
    for line in raw[len(signed) + 1 : -1].decode("utf-8", "replace").split("\n"):
        parts = line.split(" ")
        if len(parts) != 3 or parts[0] != "\u2014" or not parts[1]:
            raise Fault(f"{shown(line)} is not the line of a signature")
        signature = from_base64(parts[2])
        if parts[1] == "bugyo" and signature[:4] == hashlib.sha256(b"bugyo\n\x01" + key).digest()[:4]:
            found += 1
            if not is_signed(key, signed, signature[4:]):
                raise Fault("the signature does not hold")
    if not found:
        raise Fault("it has no signature of the referee's key")
    return f"the checkpoint at event {len(game.events)} is signed with the key of key.txt"


def mails_hold(members: dict[str, bytes]) -> str:
    mails = [name for name in members if name.startswith("mails/")]
    for name in mails:
        if name != f"mails/{hashlib.sha256(members[name]).hexdigest()}.eml":
            raise Fault("the mail is not the one that its name says", member=name)
    return f"{len(mails)} raw mails have the digests that are their names"


# --- receipts [7] ---


class Receipt(NamedTuple):
    position: int
    seat: str
    number: int
    mail: str
    head: str
    signature: bytes

    def __str__(self) -> str:
        return f"receipt {self.number} to {shown(self.seat)}"


BLOCK = re.compile(
    r"-----BEGIN\s+RECEIPT\s+(\S{1,200})\s+(\S{1,200})\s+([1-9]\d{0,17})-----"
    r"((?:(?!-----BEGIN)[\s\S]){0,900}?)-----END\s+RECEIPT-----",
    re.ASCII,
)
INSIDE = re.compile(
    r"MAIL (-|[0-9a-f]{64}) HEAD (0|[1-9]\d{0,17}) ([0-9a-f]{64}) SIGNATURE ([\w+/= ]+)", re.ASCII
)


def mails_in(path: str) -> Iterator[bytes]:
    """The mails of a Maildir, of an mbox, or of a file that is one mail."""
    folder = os.path.isdir(path)
    if not folder:
        with open(path, "rb") as file:
            start = file.read(5)
            if start != b"From ":
                yield start + file.read(MOST_BYTES)
                return
    box = boxes.Maildir(path, create=False) if folder else boxes.mbox(path, create=False)
    yield from (box.get_bytes(key) for key in list(box.keys()))


def texts_of(raw: bytes) -> Iterator[str]:
    """The text of each part of a mail, without quotation marks before its lines."""
    for part in email.message_from_bytes(raw).walk():
        body = None if part.is_multipart() else part.get_payload(decode=True)
        if isinstance(body, bytes):
            yield re.sub(r"(?m)^[>| \t]+", "", body.decode("utf-8", "replace"))


def receipt_of(block: re.Match[str]) -> Receipt | None:
    inside = INSIDE.fullmatch(" ".join(block[4].split()))  # mail programs wrap long lines at spaces
    if not inside:
        return None
    try:
        signature = from_base64(inside[4].replace(" ", ""))
    except Fault:
        return None
    return Receipt(int(inside[2]), block[2], int(block[3]), inside[1], inside[3], signature)


def receipts_in(raw: bytes, game: str) -> Iterator[Receipt | None]:
    """The receipts of a game in a mail; None for one that is damaged."""
    for text in texts_of(raw):
        for block in BLOCK.finditer(text):
            if block[1] == game:
                yield receipt_of(block)


def receipts_of(path: str, game: str) -> tuple[list[Receipt], str]:
    """The receipts, each once, by position, and how many there were in how many mails."""
    found: list[Receipt | None] = []
    mails = unread = 0
    try:
        for raw in mails_in(path):
            mails += 1
            try:
                found += receipts_in(raw, game)
            except BAD_MAIL:
                unread += 1
    except (boxes.Error, OSError, LookupError, ValueError) as error:
        raise Unreadable(f"the mailbox cannot be read ({shown(str(error))})") from None
    receipts = sorted({receipt for receipt in found if receipt})
    broken = f"({found.count(None)} damaged, {unread} mails unreadable)"
    return receipts, f"{len(receipts)} receipts in {mails} mails {broken}"


def receipts_are_signed(receipts: list[Receipt], counted: str, game: Game) -> str:
    if not receipts or not game.key:
        why = "the referee's key is not known" if receipts else "so nothing is known"
        raise Unchecked(f"{counted}; {why}")
    for receipt in receipts:
        fields = (receipt.seat, receipt.number, receipt.mail, receipt.position, bytes.fromhex(receipt.head))
        signed = digest("bugyo/1/receipt", game.name, *fields)
        if not is_signed(bytes.fromhex(game.key), signed, receipt.signature):
            raise Fault(f"{receipt} is not signed with the referee's key", receipt.position)
    return f"{counted} are signed with the referee's key"


def receipts_are_in_chain(receipts: list[Receipt], game: Game) -> str:
    heads = [digest("bugyo/1/game", game.name).hex(), *(event.digest for event in game.events)]
    for receipt in receipts:
        if receipt.position >= len(heads):
            raise Fault(f"{receipt} has seen event {receipt.position}: the end was cut off", len(heads))
        if receipt.head != heads[receipt.position]:
            raise Fault(f"{receipt} has another head", receipt.position)
    return "the heads of the receipts are those of the chain"


def receipts_have_no_gap(receipts: list[Receipt]) -> str:
    for seat in sorted({receipt.seat for receipt in receipts}):
        numbers = [receipt.number for receipt in receipts if receipt.seat == seat]
        missing = sorted({*range(1, min(max(numbers), 100_000))} - {*numbers})
        if len(numbers) != len({*numbers}):
            raise Fault(f"two receipts to {shown(seat)} differ under one running number")
        if missing:
            raise Fault(f"of the mails to {shown(seat)} these are missing: {shown(missing)}")
    return "no running number is missing"


# --- the verdict [8] ---


class Verdict:
    """A sentence for each check, and the faults."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.faults: list[Fault] = []

    def check(self, name: str, member: str, rule: Callable[[], str]) -> None:
        try:
            self.lines.append(f"holds: {name}: {rule()}.")
        except Unchecked as why:
            self.lines.append(f"cannot be checked: {name}: {why}.")
        except RecursionError:
            self.fails(name, Fault("it is nested too deeply", None, member))
        except Fault as fault:
            self.fails(name, Fault(fault.why, fault.position, fault.member or member))

    def fails(self, name: str, fault: Fault) -> None:
        self.faults.append(fault)
        where = shown(fault.member)[1:-1] + ("" if fault.position is None else f", event {fault.position}")
        self.lines.append(f"fails: {name}: {where}: {fault.why}.")

    def report(self) -> Report:
        first = self.faults[0] if self.faults else Fault("")
        position = next((fault.position for fault in self.faults if fault.position is not None), None)
        return Report(not self.faults, position, first.member, first.why, tuple(self.lines))


def read(source: Source) -> bytes:
    if isinstance(source, bytes):
        raw = source
    else:
        try:
            with open(source, "rb") as file:
                raw = file.read(MOST_BYTES + 1)
        except (OSError, ValueError) as error:
            raise Unreadable(shown(str(error))) from None
    if len(raw) > MOST_BYTES:
        raise Unreadable(f"it is larger than {MOST_BYTES >> 20} MiB")
    if raw[:2] != b"PK" and raw[:1] != b"{":
        raise Unreadable("it begins neither like a zip file nor like a JSONL export")
    return raw


def check_all(verdict: Verdict, raw: bytes, mailbox: str | None) -> None:
    zipped = raw[:2] == b"PK"
    members = unzipped(raw) if zipped else {GAME: raw}
    game, broken = game_of(members.get(GAME, b""))
    if zipped:
        verdict.check("1 manifest", "manifest.json", lambda: manifest_holds(members))
        verdict.check("1 signature", "manifest.sig", lambda: manifest_is_signed(members))
        verdict.check("1 key", "key.txt", lambda: key_holds(members, game))
    verdict.check("2 lines", GAME, lambda: lines_hold(game, broken))
    if game:
        check_game(verdict, game, members if zipped else None)
        if mailbox is not None:
            check_mailbox(verdict, game, mailbox)
    if zipped:
        verdict.check("8 mails", "mails", lambda: mails_hold(members))
    else:
        verdict.lines.append("cannot be checked: 1 manifest, 5 checkpoint, 8 mails: it is a bare export.")


def check_game(verdict: Verdict, game: Game, members: dict[str, bytes] | None) -> None:
    verdict.check("3 chain", GAME, lambda: chain_holds(game))
    verdict.check("4 data", GAME, lambda: data_holds(game))
    if members is not None:
        verdict.check("5 checkpoint", "checkpoint.txt", lambda: checkpoint_holds(members, game))
    verdict.check("6 openings", GAME, lambda: openings_hold(game))
    verdict.check("7 throws", GAME, lambda: throws_hold(game))


def check_mailbox(verdict: Verdict, game: Game, path: str) -> None:
    receipts, counted = receipts_of(path, game.name)
    verdict.check("receipts", "mailbox", lambda: receipts_are_signed(receipts, counted, game))
    verdict.check("receipts", GAME, lambda: receipts_are_in_chain(receipts, game))
    verdict.check("receipts", "mailbox", lambda: receipts_have_no_gap(receipts))


def verify(source: Source, mailbox: str | None = None) -> Report:
    """What holds of an export: a path, or the bytes of one. Raises nothing, whatever they are."""
    verdict = Verdict()
    try:
        check_all(verdict, read(source), mailbox)
    except Fault as fault:
        verdict.fails("1 members", fault)
    except (Unreadable, MemoryError) as error:
        why = str(error) or "it does not fit into memory"
        return Report(False, None, None, why, (*verdict.lines, f"cannot be read: {why}."), readable=False)
    return verdict.report()


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Verify an exported game of Bugyo.")
    parser.add_argument("export", help="game.zip, or a bare game.jsonl")
    parser.add_argument("--mailbox", help="mbox file, Maildir or single mail with receipts of this game")
    asked = parser.parse_args(argv)
    report = verify(asked.export, asked.mailbox)
    for line in report.lines:
        print(line)
    print("Everything that can be checked holds." if report.ok else "This export does not hold.")
    return 0 if report.ok else 1 if report.readable else 2


if __name__ == "__main__":
    sys.exit(main())
