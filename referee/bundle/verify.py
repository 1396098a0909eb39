#!/usr/bin/env python3
"""Verify an exported game of Bugyo: written from format.md alone, with nothing but Python.

    python verify.py GAME.zip|GAME.jsonl

Prints a sentence for each check of section 8, in its order. Ends with 0 if all of them hold, with 1 if one
does not, and with 2 if the file cannot be read at all. `[n]` in this file is a section of format.md.
"""

from __future__ import annotations

import base64
import hashlib
import io
import re
import struct
import sys
import zipfile
import zlib
from typing import Any, NamedTuple

from referee.bundle.verify_people import HEX32, Fault, People, fit, need, shown
from referee.bundle.verify_record import CANONICAL, Event, digest, event_of, header_of, parsed
from referee.bundle.verify_rulings import Docket
from referee.bundle.verify_signed import is_signed
from referee.bundle.verify_throws import THROWING, Throws, standing

MOST_BYTES, MOST_UNPACKED = 128 << 20, 512 << 20  # of the file, its members
SIGNER = r"\u2014 ([^\s+]+) ((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)"
CHECKS = "1 members zip, 1 manifest manifest.json, 1 signature manifest.sig, 2 lines game.jsonl"
CHECKS += ", 1 key key.txt, 3 chain game.jsonl, 4 data game.jsonl, 5 checkpoint checkpoint.txt"
CHECKS += ", 6 openings game.jsonl, 7 throws game.jsonl, 8 mails report.md"  # every bundle has a report
EARLY = ("members", "manifest", "signature", "lines", "mails")  # the others need the lines
MEMBERS = {"manifest.json", "manifest.sig", "key.txt", "game.jsonl", "checkpoint.txt"}
MEMBERS |= {"format.md", "verify.py", "report.md"}
BAD_ZIP: tuple[type[Exception], ...] = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError)
BAD_ZIP += (ValueError, RuntimeError, LookupError, OverflowError)


class Report(NamedTuple):
    """`member` and `why` are those of the first fault, `position` that of the first that names an event."""

    ok: bool
    position: int | None
    member: str | None
    why: str
    lines: tuple[str, ...]
    readable: bool = True


def packed(size: int, room: int, fixed: int, tags: dict[int, int]) -> bytes:
    """The shortest MessagePack head: in `fixed` below `room`, else by the first tag that is wide enough."""
    if size < room:
        return bytes([fixed | size])
    width = next(width for width in tags if size < 1 << 8 * width)
    return bytes([tags[width]]) + size.to_bytes(width, "big")


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
            return f"at level 0 they are bound to nothing, and cannot be checked{people.said()}"
        said = ", ".join(f"{throws.said[kind]} {kind}" for kind in ("checked", "still sealed"))
        return f"{said}; the cells are in order (level {throws.level}){people.said()}"

    def check_mails(self) -> str:
        mails = {name: raw for name, raw in self.members.items() if name.startswith("mails/")}
        wrong = {n for n, raw in mails.items() if n != f"mails/{hashlib.sha256(raw).hexdigest()}.eml"}
        need(not wrong, "the mail is not the one that its name says", min(wrong, default=""))
        acts = (event.public["act"] for event in self.events)
        named = {act["reference"].partition(":")[0] for act in acts if act["cause"] == "mail"} - {""}
        left = sum(f"mails/{name}.eml" not in mails for name in named)
        gone = f"; {left} more that events name are not here: not shown" if left else ""
        return f"{len(mails)} raw mails have the digests that are their names{gone}"


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
