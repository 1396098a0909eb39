"""A maker of small valid bundles, written from docs/format.md alone; it shares no code with the verifier.

A `Maker` collects entries as they are before anything is sealed: a `Secret` stands for a sealed value. Tests
alter `entries` and call `bundle()`, which seals, chains and signs again, as a dishonest referee would.
"""

import base64
import hashlib
import hmac
import io
import json
import zipfile
from dataclasses import dataclass, field
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
OTHER_KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(1, 33)))
MAIL = b"From: date@example.org\r\nSubject: orders\r\n\r\nMarch 1206\r\n"
DATA = {"hexes.csv": "# hexes\n1206,marsh\n", "umlaut-ō.csv": "ō" * 200}

PHRASES = (("hojo", "the heron waits"), ("date", "one-eyed dragon “独眼竜”\t"))

Members = dict[str, bytes]


def feed(*fields: str | int | bytes) -> bytes:
    out = b""
    for part in fields:
        raw = part if isinstance(part, bytes) else str(part).encode()
        out += len(raw).to_bytes(8, "big") + raw
    return out


def h(*fields: str | int | bytes) -> bytes:
    return hashlib.sha256(feed(*fields)).digest()


def mac(key: bytes, *fields: str | int | bytes) -> bytes:
    return hmac.new(key, feed(*fields), hashlib.sha256).digest()


def canonical(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def public_bytes(key: Ed25519PrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)


@dataclass
class Secret:
    """A value for the seats `to` alone, until the game is over."""

    value: Any
    to: list[str] = field(default_factory=list)


def cell_of(party: str, sheet: int, place: int) -> bytes:
    return hashlib.sha256(f"cell {party} {sheet} {place}".encode()).digest()


def salt_of(position: int, path: str) -> bytes:
    return hashlib.sha256(f"salt {position} {path}".encode()).digest()[:16]


def answer(
    cell: bytes,
    game: str,
    question: dict[str, Any],
    phrases: dict[str, str],
    orders: list[bytes],
    given: list[bytes],
) -> list[int]:
    """The faces [6.4]."""
    words = [w for seat in sorted(phrases) for w in (seat, phrases[seat])]
    draw, sides = question.get("draw", False), question["sides"]
    bound = h(
        "bugyo/1/question",
        game,
        question["index"],
        h("bugyo/1/phrases", *words),
        question["rule"],
        question["purpose"],
        question.get("count", 1),
        sides,
        "draw" if draw else "throw",
        h("bugyo/1/inputs", *sorted(orders)),
    )
    key = mac(cell, "bugyo/1/key", bound, *given)
    stream = b"".join(mac(key, "bugyo/1/words", block) for block in range(64))
    faces: list[int] = []
    for start in range(0, len(stream), 8):
        if len(faces) == question.get("count", 1):
            break
        n = sides - len(faces) if draw else sides
        word = int.from_bytes(stream[start : start + 8], "big")
        if word < 2**64 - 2**64 % n:
            faces.append(word % n + 1)
    return faces


class Maker:
    """A game as the referee knows it; `viewer` is whose export `bundle` makes."""

    def __init__(self, level: int = 1, viewer: str = "public", cells: int = 3) -> None:
        self.level, self.viewer, self.game, self.title, self.key = level, viewer, "spring", "shinobi", KEY
        self.entries: list[dict[str, Any]] = []
        self.sheets: dict[str, list[bytes]] = {}
        self.used: dict[str, int] = {}
        self.phrases: dict[str, str] = {}
        self.orders: list[tuple[bytes, list[bytes]]] = []
        self.given: list[bytes] = []
        self.fresh, self.index = True, 0
        self.data = dict(DATA)
        seats = [{"person": "p1", "seat": "date"}, {"person": "p2", "seat": "hojo"}]
        opened = {"type": "opened", "level": level, "seats": seats, "data": self.data_name()}
        self.entries.append({**opened, "key": public_bytes(KEY).hex()})
        parties = ["referee", *(["date", "hojo"] if level > 1 else []), *(["witness"] if level > 2 else [])]
        for party in parties if level else []:
            self.sheet(party, cells)
        for seat, phrase in PHRASES if level else ():
            self.entries.append({"type": "joined", "seat": seat, "phrase": phrase})
            self.phrases[seat] = phrase

    def data_name(self) -> str:
        blob = msgspec.msgpack.encode({name: self.data[name].encode() for name in sorted(self.data)})
        return h("bugyo/1/data", self.title, blob).hex()

    def sheet(self, party: str, cells: int) -> None:
        have = self.sheets.setdefault(party, [])
        nth = sum(e["type"] == "sheet-committed" and e["party"] == party for e in self.entries) + 1
        drawn = [cell_of(party, nth, place) for place in range(1, cells + 1)]
        names = [h("bugyo/1/cell", self.game, party, nth, place, c).hex() for place, c in enumerate(drawn, 1)]
        self.entries.append({"type": "sheet-committed", "party": party, "sheet": nth, "cells": names})
        have += drawn

    def next_cell(self, party: str) -> bytes:
        self.used[party] = self.used.get(party, 0) + 1
        return self.sheets[party][self.used[party] - 1]

    def order(self, seat: str, order: dict[str, Any], sealed_to: list[str] | None = None) -> None:
        entry: dict[str, Any] = {"type": "ordered", "seat": seat, "order": order}
        if sealed_to is not None:
            entry["order"] = Secret(order, sealed_to)
        cells = [self.next_cell(seat)] if self.level > 1 else []
        if cells:
            entry["cell"] = cells[0].hex()
        self.orders = [] if self.fresh else self.orders
        self.fresh = False
        asked = canonical(order) if sealed_to is None else b""
        self.orders.append((h("bugyo/1/order", seat, asked), cells))
        self.entries.append(entry)

    def throw(self, purpose: str, sides: int, **more: Any) -> None:
        """Asks, lets the witness contribute at level 3, and answers; with real dice at level 0."""
        self.index += 1
        question = {"rule": "8.1", "purpose": purpose, "sides": sides, **more}
        question["index"] = self.index if self.level else 0
        raised = sorted(self.orders)
        given = [cell for _, cells in raised for cell in cells]
        if self.level > 2:
            self.entries.append({"type": "asked", "question": question})
            given.append(self.next_cell("witness"))
            cell = given[-1].hex()
            self.entries.append(
                {"type": "contributed", "party": "witness", "index": self.index, "cell": cell}
            )
        entry: dict[str, Any] = {"type": "thrown", "question": question, "cell": "", "faces": [1]}
        if not self.level:
            entry["real"] = True
            faces = [1] * question.get("count", 1)
            entry["faces"] = Secret(faces) if question.get("secret") else faces
        else:
            raw = self.sheets["referee"][self.index - 1]
            faces = answer(raw, self.game, question, self.phrases, [made for made, _ in raised], given)
            secret = question.get("secret", False)
            entry["cell"] = Secret(raw.hex()) if secret else raw.hex()
            entry["faces"] = Secret(faces) if secret else faces
        self.fresh = True
        self.entries.append(entry)

    def fact(self, event: dict[str, Any], done: bool = False, then: tuple[str, ...] = ()) -> None:
        entry: dict[str, Any] = {"type": "fact", "rule": "3.1", "event": event}
        if done:
            entry["done"] = True
        if then:
            entry["then"] = [{"type": item} for item in then]
        self.entries.append(entry)

    # --- from entries to bytes ---

    def is_over(self) -> bool:
        agenda: list[Any] = []
        facts = [e for e in self.entries if e["type"] == "fact"]
        for fact in facts:
            agenda = fact.get("then", []) + (agenda[1:] if fact.get("done") else agenda)
        return bool(facts) and not agenda

    def seal(self, node: Any, position: int, path: str, openings: list[dict[str, Any]], is_over: bool) -> Any:
        if isinstance(node, Secret):
            salt, value = salt_of(position, path), canonical(node.value)
            name = h("bugyo/1/seal", self.game, position, path, salt, value).hex()
            if is_over or self.viewer == "referee" or self.viewer in node.to:
                openings.append({"path": path, "salt": salt.hex(), "value": node.value})
            return {"to": node.to, "type": "sealed", "value": {"commitment": name}}
        slash = f"{path}/" if path else ""
        if isinstance(node, dict):
            return {k: self.seal(node[k], position, f"{slash}{k}", openings, is_over) for k in sorted(node)}
        if isinstance(node, list):
            return [
                self.seal(item, position, f"{slash}{nth}", openings, is_over) for nth, item in enumerate(node)
            ]
        return node

    def lines(self) -> list[dict[str, Any]]:
        """The events, sealed and chained."""
        lines, is_over = [], self.is_over()
        for position, entry in enumerate(self.entries, 1):
            openings: list[dict[str, Any]] = []
            public = {
                "game": self.game,
                "position": position,
                "at": 1_700_000_000_000 + position // 2,
                "act": {"cause": "mail", "seat": "date"} if position % 2 else {"cause": "rules"},
                "entry": self.seal(entry, position, "", openings, is_over),
            }
            lines.append({"digest": "", "openings": openings, "public": public})
        return self.chained(lines)

    def chained(self, lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """The lines with the digests that their public forms have."""
        head = h("bugyo/1/game", self.game)
        for line in lines:
            head = h("bugyo/1/event", head, canonical(line["public"]))
            line["digest"] = head.hex()
        return lines

    def export(self, lines: list[dict[str, Any]]) -> bytes:
        header = {
            "format": "bugyo/1",
            "game": self.game,
            "title": self.title,
            "viewer": self.viewer,
            "events": len(lines),
            "head": lines[-1]["digest"],
            "data": self.data,
        }
        return b"".join(canonical(line) + b"\n" for line in [header, *lines])

    def checkpoint(self, position: int, head: str) -> bytes:
        signed = f"bugyo/{self.game}\n{position}\n{base64.b64encode(bytes.fromhex(head)).decode()}\n".encode()
        mark = hashlib.sha256(b"bugyo\n\x01" + public_bytes(self.key)).digest()[:4]
        ours = base64.b64encode(mark + self.key.sign(signed)).decode()
        theirs = base64.b64encode(b"1234" + bytes(64)).decode()
        return signed + f"\n— bugyo {ours}\n— friend.example {theirs}\n".encode()

    def bundle(self, lines: list[dict[str, Any]] | None = None) -> Members:
        """The members as the referee would make them from its entries, or from altered lines."""
        lines = self.lines() if lines is None else lines
        members = {
            "key.txt": public_bytes(self.key).hex().encode() + b"\n",
            "game.jsonl": self.export(lines),
            "checkpoint.txt": self.checkpoint(len(lines), lines[-1]["digest"]),
            f"mails/{hashlib.sha256(MAIL).hexdigest()}.eml": MAIL,
            **{name: f"# {name}\n".encode() for name in ("format.md", "report.md", "verify.py")},
        }
        return signed_again(members, self.key)


def signed_again(members: Members, key: Ed25519PrivateKey = KEY) -> Members:
    """The members with a manifest of what they are now."""
    rest = {n: raw for n, raw in members.items() if n not in ("manifest.json", "manifest.sig")}
    manifest = canonical({name: hashlib.sha256(raw).hexdigest() for name, raw in rest.items()})
    signature = key.sign(h("bugyo/1/manifest", manifest)).hex().encode() + b"\n"
    return {"manifest.json": manifest, "manifest.sig": signature, **rest}


def zipped(members: Members, compression: int = zipfile.ZIP_STORED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", compression) as archive:
        for name, raw in members.items():
            archive.writestr(name, raw)
    return out.getvalue()


def small_game(level: int = 1, viewer: str = "public", over: bool = True) -> Maker:
    """Two seats, throws and draws, open and sealed orders; with `over` the agenda is empty at the end."""
    maker = Maker(level, viewer)
    maker.fact({"name": "begun"}, then=("march", "battle"))
    maker.fact({"name": "dealt", "cards": Secret(["a", 3], ["date"]), "pile": [{"top": Secret({"n": 1})}, 2]})
    maker.throw("weather", 6)
    maker.order("date", {"march": ["1206", "1205"], "unit": "Date Guard"})
    maker.order("hojo", {"bid": 20}, sealed_to=["hojo"])
    maker.throw("combat 1206", 10, count=3)
    maker.throw("card for date", 5, count=2, draw=True, secret=True)
    if level > 0:
        maker.sheet("referee", 2)
    if level > 2:
        maker.sheet("witness", 2)
    maker.order("hojo", {"pass": True})
    maker.throw("rally", 6)
    maker.fact({"name": "marched"}, done=True, then=("rout",) if not over else ())
    maker.throw("rout", 2**32, count=2)
    if over:
        maker.fact({"name": "ended"}, done=True)
    return maker
