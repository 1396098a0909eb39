#!/usr/bin/env python3
"""Verify an exported game of Bugyo: written from format.md alone, with nothing but Python.

    python verify.py GAME.zip|GAME.jsonl

Prints a sentence for each check of section 8, in its order. Ends with 0 if all of them hold, with 1 if one
does not, and with 2 if the file cannot be read at all. `[n]` in this file is a section of format.md.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import io
import json
import re
import struct
import sys
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate
from typing import Any, NamedTuple

from referee.bundle.verify_people import HEX16, HEX32, NUMBER, Fault, People, fit, need, shown
from referee.bundle.verify_rulings import SHAPES, Docket

MOST_BYTES, MOST_UNPACKED, MOST_NESTED = 128 << 20, 512 << 20, 64  # of the file, its members, a line
SIGNER = r"\u2014 ([^\s+]+) ((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)"
CHECKS = "1 members zip, 1 manifest manifest.json, 1 signature manifest.sig, 2 lines game.jsonl"
CHECKS += ", 1 key key.txt, 3 chain game.jsonl, 4 data game.jsonl, 5 checkpoint checkpoint.txt"
CHECKS += ", 6 openings game.jsonl, 7 throws game.jsonl, 8 mails report.md"  # every bundle has a report
EARLY = ("members", "manifest", "signature", "lines", "mails")  # the others need the lines
MEMBERS = {"manifest.json", "manifest.sig", "key.txt", "game.jsonl", "checkpoint.txt"}
MEMBERS |= {"format.md", "verify.py", "report.md"}
BAD_ZIP: tuple[type[Exception], ...] = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError)
BAD_ZIP += (ValueError, RuntimeError, LookupError, OverflowError)
Seal = tuple[str, dict[str, Any], bool]  # its path, the sealed value, whether the line opens it
Point = tuple[int, int, int, int]


class Report(NamedTuple):
    """`member` and `why` are those of the first fault, `position` that of the first that names an event."""

    ok: bool
    position: int | None
    member: str | None
    why: str
    lines: tuple[str, ...]
    readable: bool = True


def encoded(*fields: str | int | bytes) -> bytes:
    raws = (field if isinstance(field, bytes) else str(field).encode() for field in fields)
    return b"".join(len(raw).to_bytes(8, "big") + raw for raw in raws)


def digest(*fields: str | int | bytes) -> bytes:
    return hashlib.sha256(encoded(*fields)).digest()


def mac(key: bytes, *fields: str | int | bytes) -> bytes:
    return hmac.digest(key, encoded(*fields), "sha256")


STRINGS = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)"(:?)')
LONG = re.compile(r"-?[0-9]{19,}")
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


THROWING = "sheet-committed joined ordered asked contributed thrown thrown-again rewound forked"
SEALED = {"to": [str], "type": "sealed", "value": {"commitment": HEX32}}
ACT = {"cause": str, **dict.fromkeys(("reference", "seat", "person", "behalf"), (str, ""))}
ACT["authority"] = (str, "")
ENTRY = {"type": "(?!sealed$)(?s:.*)", "*": object}
PUBLIC = {"game": str, "position": NUMBER, "at": NUMBER, "act": ACT, "entry": ENTRY}
LINE = {"digest": HEX32, "openings": [{"path": str, "salt": HEX16, "value": object}], "public": PUBLIC}
HEADER = {"format": "bugyo/1", "game": "[a-z0-9-]+", "title": str, "viewer": str}
HEADER |= {"events": NUMBER, "head": HEX32, "data": {"*": str}}


P = 2**255 - 19  # Ed25519: RFC 8032, 5.1.7, without cofactor
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)  # of -1
NEUTRAL: Point = (0, 1, 1, 0)


def added(a: Point, b: Point) -> Point:
    e, f = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    c, d = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2]
    x, t, z, y = f - e, d - c, d + c, f + e
    return x * t % P, z * y % P, t * z % P, x * y % P


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
    """Whether `signature` is that of `message` by `key`."""
    there = point(key) if len(key) == 32 and len(signature) == 64 else None
    s = int.from_bytes(signature[32:], "little")
    if there is None or s >= ORDER:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % ORDER
    minus: Point = (P - there[0], there[1], 1, P - there[3])
    table, at = (NEUTRAL, BASE, minus, added(BASE, minus)), NEUTRAL
    for bit in range(252, -1, -1):  # s times the base and k times the key, in one go
        at, both = added(at, at), (s >> bit & 1) + 2 * (k >> bit & 1)
        at = added(at, table[both]) if both else at
    inverse = pow(at[2], P - 2, P)
    x, y = at[0] * inverse % P, at[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little") == signature[:32]


class Event(NamedTuple):
    """The `position`-th line after the header. What it opens stands in `entry`; `raw` is the public form."""

    position: int
    digest: str
    public: dict[str, Any]
    entry: dict[str, Any]
    raw: bytes
    seals: list[Seal]  # in the order of their openings
    openings: list[dict[str, Any]]


def seals_in(parent: Any, path: str, opened: dict[str, Any]) -> Iterator[Seal]:
    """The sealed values of an entry, each of which is replaced by its value where that is opened."""
    for key, node in sorted(parent.items()) if isinstance(parent, dict) else enumerate(parent):
        if isinstance(node, dict) and node.get("type") == "sealed":
            fit(node, SEALED, "a sealed value")
            yield f"{path}{key}", node, f"{path}{key}" in opened
            parent[key] = opened.get(f"{path}{key}", node)
        elif isinstance(node, (dict, list)):
            yield from seals_in(node, f"{path}{key}/", opened)


def line_of(raw: bytes) -> tuple[Any, str]:
    """The value of a line and its text, if it is within the limits of every line."""
    value, text = parsed(raw)
    if "/" in text or text.count("{") + text.count("[") > MOST_NESTED or LONG.search(text):
        slashed = [key for key, colon in STRINGS.findall(text) if colon and "/" in key]
        need(not slashed, f"there is a slash in the key {shown(slashed)}")
        bare = STRINGS.sub("", text)
        sizes = [int(number) for number in LONG.findall(bare)]
        need(all(-(1 << 63) <= size < 1 << 64 for size in sizes), "a number is too large")
        depths = accumulate((sign in "{[") - (sign in "}]") for sign in bare)
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
    seals = list(seals_in(entry, "", opened)) if '"sealed"' in text else []
    if entry["type"] == "ordered":
        own = [(path, seal["to"]) for path, seal, _ in seals]
        need(own in ([], [("order", [entry["seat"]])]), "an order is sealed whole and to its seat, or not")
    # The line is canonical and `public` its last key: its text is the rest, and need not be made again.
    form = text[len('{"digest":,"openings":,"public":') + 66 + len(CANONICAL(openings)) : -1].encode()
    return Event(position, value["digest"], public, entry, form, seals, openings)


def packed(size: int, room: int, fixed: int, tags: dict[int, int]) -> bytes:
    """The shortest MessagePack head: in `fixed` below `room`, else by the first tag that is wide enough."""
    if size < room:
        return bytes([fixed | size])
    width = next(width for width in tags if size < 1 << 8 * width)
    return bytes([tags[width]]) + size.to_bytes(width, "big")


def faces_of(key: bytes, count: int, sides: int, draw: bool) -> list[int]:
    """The faces that the key gives [6.4]."""
    faces: list[int] = []
    block = 0
    while len(faces) < count:
        for word in struct.unpack(">4Q", mac(key, "bugyo/1/words", block)):
            n = sides - len(faces) * draw
            if len(faces) < count and word < (1 << 64) // n * n:
                faces.append(word % n + 1)
        block += 1
    return faces


def question_of(game: str, words: dict[str, str], q: dict[str, Any], orders: list[bytes]) -> bytes:
    """The digest of a question, with the phrases and the orders that it is bound to."""
    phrases = digest("bugyo/1/phrases", *(word for pair in sorted(words.items()) for word in pair))
    asked = (q["rule"], q["purpose"], q["count"], q["sides"], "draw" if q["draw"] else "throw")
    inputs = digest("bugyo/1/inputs", *sorted(orders))
    return digest("bugyo/1/question", game, q["index"], phrases, *asked, inputs)


def standing(events: list[Event]) -> set[int]:
    """The positions on the line that stands after the last of these events [6.6]."""
    found, at = set[int](), len(events)
    while at:
        found.add(at)
        entry = events[at - 1].entry
        at = entry["to"] if entry["type"] == "rewound" and entry["to"] < at else at - 1
    return found


class Throws:
    """What section 6 remembers from one event to the next."""

    def __init__(self, name: str, level: int, seats: set[str]) -> None:
        self.name, self.level, self.seats = name, level, seats
        self.committed: dict[str, list[tuple[int, int, str]]] = {}  # party -> sheet, place, commitment
        self.used, self.said = Counter[str](), Counter[str]()
        self.phrases: dict[str, str] = {}
        self.orders: list[tuple[bytes, list[bytes]]] = []  # with their cells
        self.contributions: dict[int, list[bytes]] = {}
        self.question: dict[str, Any] = {}  # that was asked, until the throw
        self.witnessed: dict[int, dict[str, Any]] = {}  # what was asked when the witness contributed
        self.events: list[Event] = []  # up to the one that is looked at
        self.void: set[int] = set()  # throws that may not answer again
        self.index, self.answered = 0, False  # of the last throw; whether one has come since the last order

    def sheet_committed(self, event: Event) -> None:
        party, sheet, new = (event.entry[key] for key in ("party", "sheet", "cells"))
        is_party = self.level > 0 and party in {"referee", "witness", *self.seats}
        need(is_party, f"{shown(party)} is no party of this game, or there are no sheets in it")
        cells = self.committed.setdefault(party, [])
        due = cells[-1][0] + 1 if cells else 1
        need(sheet == due and new, f"sheet {sheet} of {shown(party)} is empty, or sheet {due} is due")
        cells += [(sheet, place, cell) for place, cell in enumerate(new, 1)]

    def joined(self, event: Event) -> None:
        seat = event.entry["seat"]
        is_due = self.level > 0 and seat in self.seats - self.phrases.keys()
        need(is_due, f"{shown(seat)} has joined, or is no seat here, or nobody joins at level 0")
        self.phrases[seat] = event.entry["phrase"]

    def ordered(self, event: Event) -> None:
        seat, cell, order, by = (event.entry[key] for key in ("seat", "cell", "order", "by"))
        need(seat in self.seats, f"{shown(seat)} is no seat of this game")
        need(by == "seat" or not cell, f"the order is given by {shown(by)}, and carries a cell")
        is_due = self.level > 1 and seat in self.committed and by == "seat"
        need(cell or not is_due, f"{shown(seat)} has a sheet, and the order carries no cell")
        carried = [self.next_cell(seat, cell)] if cell else []
        fit(order, dict, "the order")
        made = digest("bugyo/1/order", seat, b"" if event.seals else CANONICAL(order))
        if by == "seat":
            self.orders, self.answered = [*([] if self.answered else self.orders), (made, carried)], False

    def asked(self, event: Event) -> None:
        need(not self.question, "the question before it is still open")
        self.question, due = event.entry["question"], self.index + (self.level > 0)
        need(self.question["index"] == due, f"question {self.question['index']} is asked where {due} is due")

    def contributed(self, event: Event) -> None:
        party, index, cell = (event.entry[key] for key in ("party", "index", "cell"))
        need(party == "witness" and self.level > 2, f"{shown(party)} cannot contribute to {index}")
        is_due = self.question.get("index") == index == self.index + 1 and index not in self.witnessed
        need(is_due, f"question {index} was not asked, or the witness has contributed to it before")
        self.witnessed[index] = self.question
        self.contributions[index] = [self.next_cell(party, cell)]

    def next_cell(self, party: str, cell: Any) -> bytes:
        """The next cell of a party, if it is this one; of the referee that of the question."""
        self.used[party] = self.index if party == "referee" else self.used[party] + 1
        nth, cells = self.used[party], self.committed.get(party, [])
        fit(cell, HEX32, "the cell")
        need(nth <= len(cells), f"{shown(party)} uses cell {nth}, and has committed {len(cells)}")
        sheet, place, commitment = cells[nth - 1]
        made = digest("bugyo/1/cell", self.name, party, sheet, place, bytes.fromhex(cell)).hex()
        need(made == commitment, f"this is not cell {nth} of {shown(party)}, which is due")
        return bytes.fromhex(cell)

    def thrown(self, event: Event) -> None:
        entry, q, proved, closed = event.entry, event.entry["question"], self.level > 0, False
        self.index, self.answered, self.question = self.index + proved, True, {}
        need(q["index"] == self.index, f"question {q['index']} is answered where {self.index} is due")
        need(not (proved and entry["real"]), "real dice do not belong in a game of this level")
        need(not proved or self.seats == {*self.phrases}, "a seat has not joined before this throw")
        is_witnessed = self.level < 3 or self.witnessed.get(self.index) == q
        need(is_witnessed, f"the witness has not contributed to question {self.index} as it was asked")
        for key in ("faces", "cell") if proved else ("faces",):
            seals = [seal for seal in event.seals if seal[0].split("/")[0] == key]
            is_due = [(path, seal["to"]) for path, seal, _ in seals] == ([(key, [])] if q["secret"] else [])
            need(is_due, f"the {key} must be {'sealed from' if q['secret'] else 'open to'} everybody")
            closed = closed or not all(is_open for _, _, is_open in seals)
        need(proved or entry["cell"] == "", "a cell is opened at level 0")
        self.said["still sealed"] += closed
        if not closed:
            fit(entry["faces"], [NUMBER], "the faces")
            (self.faces_follow if proved else self.faces_fit)(q, entry["faces"], entry["cell"])

    def rewound(self, event: Event) -> None:
        to, behind = event.entry["to"], self.events[: event.entry["to"]][-1:]
        is_end = [(e.entry["type"], e.entry.get("more")) for e in behind] == [("fact", 0)]
        need(is_end and to < len(self.events), f"no unit ends at event {to}, to which play goes back")
        need(not self.question, "a question is open")
        self.orders, self.answered = [], False
        self.void |= set(range(to + 1, event.position)) if event.entry["anew"] else set()

    def thrown_again(self, event: Event) -> None:
        of, stands, self.answered = event.entry["of"], standing(self.events), True
        throws = [
            e for e in self.events if e.entry["type"].startswith("thrown") and e.entry.get("of", of) == of
        ]
        used = [e for e in throws if e.position in stands and "of" in e.entry]
        first = [e.entry for e in throws if e.position == of and of not in stands | self.void]
        need(first and not used, f"event {of} is no throw that was left and may answer again")
        need(first[0]["question"] == event.entry["question"], f"event {of} has answered another question")

    def forked(self, event: Event) -> None:
        behind, to = self.events[-1].entry, event.entry["at"]
        is_end = (behind["type"], behind.get("more"), to) == ("fact", 0, event.position - 1)
        need(is_end, f"no unit ends at event {to}, where the what-if leaves its game")
        need(not self.question, "a question is open")
        self.level, self.index, self.committed = 0, 0, {}
        self.void |= set(range(1, event.position))

    def faces_fit(self, q: dict[str, Any], faces: list[int], _cell: str) -> None:
        limits = [q["sides"] - place * q["draw"] for place in range(q["count"])]
        fits = len(faces) == len(limits) and all(1 <= f <= n for f, n in zip(faces, limits, strict=True))
        need(fits, f"the faces {shown(faces)} cannot answer the question")

    def faces_follow(self, q: dict[str, Any], faces: list[int], cell: Any) -> None:
        raw, orders = self.next_cell("referee", cell), sorted(self.orders)
        given = [cell for _, carried in orders for cell in carried] + self.contributions.get(self.index, [])
        asked = question_of(self.name, self.phrases, q, [made for made, _ in orders])
        made = faces_of(mac(raw, "bugyo/1/key", asked, *given), q["count"], q["sides"], q["draw"])
        need(faces == made, f"the faces are {shown(faces)}, and the cell gives {shown(made)}")
        self.said["checked"] += 1


class Bundle:
    """What has been read so far, and the event that is looked at, if any. Each check says what holds."""

    def __init__(self, raw: bytes) -> None:
        self.members = {"zip" if raw[:2] == b"PK" else "game.jsonl": raw}
        self.header, self.opening, self.events = dict[str, Any](), dict[str, Any](), list[Event]()
        self.at, self.name, self.seats = 0, "", set[str]()
        self.names = list[str]()  # the name that each event stands under [6.8]

    def check_members(self) -> str:
        found: dict[str, bytes] = {}
        try:
            archive = zipfile.ZipFile(io.BytesIO(self.members["zip"]))
            if sum(info.file_size for info in archive.infolist()) > MOST_UNPACKED:
                raise ValueError(f"its members would take more than {MOST_UNPACKED >> 20} MiB")
        except BAD_ZIP as error:
            raise OSError(f"it is no whole zip file ({shown(str(error))})") from None
        for info in archive.infolist():
            name, is_plain = info.orig_filename, not info.flag_bits & 1 and info.compress_type in (0, 8)
            is_known = name in MEMBERS or re.fullmatch(r"mails/[0-9a-f]{64}\.eml", name)
            need(is_known and name not in found, "no member has this name, or it occurs twice", name)
            need(is_plain, "it is encrypted or packed in a rare way", name)
            try:
                found[name] = archive.read(info)
            except BAD_ZIP as error:
                raise Fault(f"it cannot be unpacked ({shown(str(error))})", name) from None
        missing = MEMBERS - found.keys()
        need(not missing, "the bundle has no such member", min(missing, default=""))
        self.members = found
        return f"{len(found)} members have been unpacked, and none is missing"

    def hex_line(self, name: str, size: int) -> bytes:
        is_hex = re.fullmatch(rb"[0-9a-f]{%d}\n" % (2 * size), self.members[name])
        need(is_hex, f"it is not {2 * size} hex digits and a newline", name)
        return bytes.fromhex(self.members[name].decode())

    def check_manifest(self) -> str:
        manifest = parsed(self.members["manifest.json"])[0]
        fit(manifest, {"*": HEX32}, "the manifest")
        wrong = manifest.keys() ^ (self.members.keys() - {"manifest.json", "manifest.sig"})
        need(not wrong, "it is in the bundle or in the manifest, not in both", min(wrong, default=""))
        wrong = {n for n in manifest if hashlib.sha256(self.members[n]).hexdigest() != manifest[n]}
        need(not wrong, "its digest is not the one in the manifest", min(wrong, default=""))
        return f"{len(manifest)} members have the digests of the manifest"

    def check_signature(self) -> str:
        signature, key = self.hex_line("manifest.sig", 64), self.hex_line("key.txt", 32)
        signed = digest("bugyo/1/manifest", self.members["manifest.json"])
        need(is_signed(key, signed, signature), "it is not the signature of manifest.json by key.txt")
        return "the manifest is signed with the key of key.txt"

    def check_lines(self) -> str:
        lines, events = self.members["game.jsonl"].split(b"\n"), []
        self.at = len(lines) - 1
        need(self.at and not lines.pop(), "the last line is not ended by a newline")
        for self.at, raw in enumerate(lines):  # the header is line 0, so that line n is event n
            if self.at:
                events.append(event_of(self.at, raw))
            else:
                self.header = header_of(raw)
                self.name = self.header["game"]
        self.at = 1
        need(events and events[0].entry["type"] == "opened", "the first event is not the opening of a game")
        self.opening, viewer = events[0].entry, self.header["viewer"]
        self.seats = {seat["seat"] for seat in self.opening["seats"]}
        need(len(self.seats) == len(self.opening["seats"]), "a seat stands there twice")
        self.at = 0
        need(viewer in {"public", "referee", *self.seats}, f"the viewer {shown(viewer)} has no seat here")
        name, names = self.name, list[str]()
        for event in reversed(events):
            names.append(name)
            name = event.entry["game"] if event.entry["type"] == "forked" else name
        self.names = names[::-1]
        self.events = events  # from now on they can be checked
        return f"the header and {len(events)} events are canonical JSON with the keys that they may have"

    def check_key(self) -> str:
        forks = [event.entry for event in self.events if event.entry["type"] == "forked"]
        owner, what = (forks[-1], "last forked") if forks else (self.opening, "opening")
        is_it = self.members["key.txt"] == f"{owner['key']}\n".encode()
        need(is_it, f"it is not the key that the {what} event names")
        return f"key.txt is the key that the {what} event names"

    def check_chain(self) -> str:
        head, at = digest("bugyo/1/game", self.names[0]), 0
        for event, name in zip(self.events, self.names, strict=True):
            self.at, public, entry = event.position, event.public, event.entry
            is_left = entry["type"] != "forked" or entry["head"] == head.hex()
            need(is_left, "the what-if leaves its game at another head")
            head = digest("bugyo/1/event", head, event.raw)
            need(public["position"] == self.at, f"it stands where event {self.at} is due")
            need(public["game"] == name, f"it belongs to {shown(public['game'])}, not to {name}")
            need(public["at"] >= at, "it was received before the event before it")
            need(event.digest == head.hex(), "its digest is not that of the chain")
            need(self.at == 1 or entry["type"] != "opened", "it opens the game a second time")
            at = public["at"]
        promised, found = self.header["events"], len(self.events)
        need(self.header["head"] == head.hex() or promised != found, "the header has another head")
        self.at = min(promised, found) + 1
        need(promised == found, f"{promised} events are promised, and {found} follow")
        return f"{found} events stand in one chain, without a gap, in the order of their times"

    def check_data(self) -> str:
        self.at, files = 1, self.header["data"]
        blob = packed(len(files), 16, 0x80, {2: 0xDE, 4: 0xDF})
        for name in sorted(files):
            key, content = name.encode(), files[name].encode()
            blob += packed(len(key), 32, 0xA0, {1: 0xD9, 2: 0xDA, 4: 0xDB}) + key
            blob += packed(len(content), 0, 0, {1: 0xC4, 2: 0xC5, 4: 0xC6}) + content
        made = digest("bugyo/1/data", self.header["title"], blob).hex()
        need(made == self.opening["data"], "the data set in the header is not the one that is named here")
        return f"the {len(files)} files of the data set are those that the opening event names"

    def check_checkpoint(self) -> str:
        head = base64.b64encode(bytes.fromhex(self.events[-1].digest)).decode()
        signed = f"bugyo/{self.name}\n{len(self.events)}\n{head}\n"
        text, key = self.members["checkpoint.txt"].decode("utf-8", "replace"), self.hex_line("key.txt", 32)
        need(text.startswith(f"{signed}\n") and text[-1] == "\n", "it is not a checkpoint of the last event")
        mark, found = hashlib.sha256(b"bugyo\n\x01" + key).digest()[:4], False
        for line in text[len(signed) + 1 : -1].split("\n"):
            parts = re.fullmatch(SIGNER, line, re.ASCII)
            value = base64.b64decode(parts[2]) if parts else b""
            need(parts and base64.b64encode(value).decode() == parts[2], f"{shown(line)} is no signature")
            if parts and parts[1] == "bugyo" and value[:4] == mark:
                found = True
                need(is_signed(key, signed.encode(), value[4:]), "the signature does not hold")
        need(found, "it has no signature of the referee's key")
        return f"the checkpoint at event {len(self.events)} is signed with the key of key.txt"

    def check_openings(self) -> str:
        stands, agenda = standing(self.events), 0
        facts = [e.entry for e in self.events if e.entry["type"] == "fact" and e.position in stands]
        for fact in facts:
            agenda = max(agenda - fact["done"], 0) + len(fact["then"])
        is_over = bool(facts) and not agenda  # [6.5]
        is_over |= any(event.entry["type"] == "abandoned" for event in self.events)
        viewer = self.header["viewer"]
        all_due, count = is_over or viewer == "referee", 0
        for event in self.events:
            self.at = event.position
            due = [(path, seal) for path, seal, _ in event.seals if all_due or viewer in seal["to"]]
            paths, given = [path for path, _ in due], [opening["path"] for opening in event.openings]
            need(given == paths, f"it opens {shown(given)}, and {shown(paths)} are due")
            for (path, seal), opening in zip(due, event.openings, strict=True):
                salt, value = bytes.fromhex(opening["salt"]), CANONICAL(opening["value"])
                name = self.names[self.at - 1]
                made = {"commitment": digest("bugyo/1/seal", name, self.at, path, salt, value).hex()}
                need(made == seal["value"], f"the opening of {shown(path)} is not what was sealed")
            for path, seal, _ in event.seals:
                need(self.seats.issuperset(seal["to"]), f"{shown(path)} is sealed to others than seats")
            count += len(due)
        closed = sum(len(event.seals) for event in self.events) - count
        return f"{count} openings are what was sealed and due, and {closed} more values stay sealed"

    def check_throws(self) -> str:
        throws, self.at = Throws(self.names[0], self.opening["level"], self.seats), 2
        second = [(event.entry["type"], event.entry.get("party")) for event in self.events[1:2]]
        is_there = throws.level == 0 or second == [("sheet-committed", "referee")]
        need(is_there, "the referee's first sheet does not follow the opening")
        docket = Docket(people := People(self.opening))
        for event in self.events:
            self.at, kind = event.position, event.entry["type"]
            if kind in THROWING.split():
                getattr(throws, kind.replace("-", "_"))(event)
            people.look(event.public, event.seals)
            docket.look(event, throws.events)
            throws.events.append(event)
        self.at += 1
        need(not people.due, "the last order that was held back does not follow")
        docket.end()
        if throws.level == 0:
            return "at level 0 they are bound to nothing, and cannot be checked"
        said = ", ".join(f"{throws.said[kind]} {kind}" for kind in ("checked", "still sealed"))
        return f"{said}; the cells are in order (level {throws.level})"

    def check_mails(self) -> str:
        mails = {name: raw for name, raw in self.members.items() if name.startswith("mails/")}
        wrong = {n for n, raw in mails.items() if n != f"mails/{hashlib.sha256(raw).hexdigest()}.eml"}
        need(not wrong, "the mail is not the one that its name says", min(wrong, default=""))
        return f"{len(mails)} raw mails have the digests that are their names"


def bytes_of(source: str | bytes) -> bytes:
    with io.BytesIO(source) if isinstance(source, bytes) else open(source, "rb") as file:
        raw = file.read(MOST_BYTES + 1)
    if len(raw) > MOST_BYTES or (raw[:2] != b"PK" and raw[:1] != b"{"):
        raise OSError(f"it is larger than {MOST_BYTES >> 20} MiB, or neither a zip file nor JSON lines")
    return raw


def verify(source: str | bytes) -> Report:
    """What holds of an export: a path, or the bytes of one. Raises nothing, whatever they are."""
    lines: list[str] = []
    try:
        return judged(Bundle(bytes_of(source)), lines)
    except (OSError, ValueError, MemoryError) as error:  # of the file itself
        why = shown(str(error))[1:-1] or "it does not fit into memory"
        return Report(False, None, None, why, (*lines, f"cannot be read: {why}."), readable=False)


def judged(bundle: Bundle, lines: list[str]) -> Report:
    """What holds of the members; `lines` takes a sentence for each check."""
    faults: list[tuple[int, str, str]] = []
    for section, name, member in (check.split() for check in CHECKS.split(", ")):
        bundle.at = 0
        try:
            if member in bundle.members and (bundle.events or name in EARLY):
                lines.append(f"holds: {section} {name}: {getattr(bundle, f'check_{name}')()}.")
        except Fault as fault:
            why, other = fault.args
            faults.append((bundle.at, other or member, why))
            event = f", event {bundle.at}" if bundle.at else ""
            lines.append(f"fails: {section} {name}: {shown(other or member)[1:-1]}{event}: {why}.")
    position = next((at for at, _, _ in faults if at), None)
    _, member, reason = faults[0] if faults else (0, "", "")
    return Report(not faults, position, member or None, reason, tuple(lines))


def main(arguments: list[str]) -> int:
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print(__doc__)
        return 2
    report = verify(arguments[0])
    print("\n".join(report.lines))
    print("Everything that can be checked holds." if report.ok else "This export does not hold.")
    return 0 if report.ok else 1 if report.readable else 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
