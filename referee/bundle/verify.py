#!/usr/bin/env python3
"""Verify an exported game of Bugyo: written from format.md alone, with nothing but Python.

    python verify.py [--key HEX] GAME.zip|GAME.jsonl

Prints a sentence for each check of section 8, in its order, and what was not shown or is not excluded. Ends
with 0 if all of them hold, with 1 if one does not, and with 2 if the file cannot be read at all. `--key` is
the referee's key, if you have it from elsewhere. `[n]` in this file is a section of format.md.
"""

from __future__ import annotations

import base64
import hashlib
import io
import re
import struct
import sys
import zlib
from collections.abc import Iterator
from typing import Any, NamedTuple

from referee.bundle.verify_dice import FOLLOWS, Dice
from referee.bundle.verify_entries import HEX32, Fault, fit, need, shown
from referee.bundle.verify_lanes import Lanes
from referee.bundle.verify_people import People
from referee.bundle.verify_record import CANONICAL, Event, digest, event_of, header_of, parsed
from referee.bundle.verify_rulings import Docket
from referee.bundle.verify_signed import is_signed
from referee.bundle.verify_throws import Lines, Throws, check_guess, check_lot, standing

MOST_BYTES, MOST_UNPACKED = 128 << 20, 128 << 20  # of the file; of its members together [2]
MOST_MEMBERS, MOST_MAIL, MOST_OTHER = 20_000, 16 << 20, 4 << 20  # bytes of a raw mail, of another member
MOST_GAME, MOST_LINE, MOST_SIGNS = 24 << 20, 4 << 20, 600_000  # bytes; "{", "[" and "," together
MOST_SEATS = 100
NO_TABLES = (
    "note: the data set is left out, so nobody can decide the orders again without it; nothing that is "
)
NO_TABLES += 'checked here needs it, and "bugyo audit FILE --data DIR" takes it from whoever has it.'
SIGNER = r"\u2014 ([^\s+]+) ((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)"
CHECKS = "1 members zip, 1 manifest manifest.json, 1 signature manifest.sig, 2 lines game.jsonl"
CHECKS += ", 1 key game.jsonl, 3 chain game.jsonl, 4 data game.jsonl, 5 checkpoint checkpoint.txt"
CHECKS += ", 6 openings game.jsonl, 7 throws game.jsonl, 8 mails report.md"  # every bundle has a report
EARLY = ("members", "manifest", "signature", "lines", "mails")  # the others need the lines
LOOKED = "opened root-committed sheet-committed sheet-shown joined ordered spent asked contributed thrown"
LOOKED += " thrown-again rewound forked fact seat-taken seat-left delegated delegation-ended"
MEMBERS = {"manifest.json", "manifest.sig", "key.txt", "game.jsonl", "checkpoint.txt"}
MEMBERS |= {"format.md", "verify.py", "report.md"}
LEAVES = {
    0: "a referee who chooses the faces",
    1: "a referee who tells a friend what comes next; who chooses the deal with the last to join, or alone "
    "where phrases can be guessed; late or lost orders, lapses and rulings used as levers, which all can see",
    2: "the referee and the acting seat together; what level 1 leaves, where an order has no fresh cell",
    3: "all who contribute to a throw together; who opens last can stop it",
}
LOCAL, CENTRAL = struct.Struct("<4s5H3I2H"), struct.Struct("<4s6H3I5H2I")
END = struct.Struct("<4s4H2IH")


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


class Packed(NamedTuple):
    """A member as the directory of a zip file names it: `start` and `size` of its bytes in the file."""

    name: str
    is_plain: bool  # neither encrypted nor packed in a rare way, and alike in both of its headers
    is_deflated: bool
    crc: int
    start: int
    size: int
    unpacked: int


def packed_members(raw: bytes) -> Iterator[Packed]:
    """The members of a zip file, which has nothing before, between and behind them [2]."""
    sig, disk, first, here, count, size, at, comment = END.unpack(raw[-END.size :])
    is_end = (sig, disk, first, here, comment) == (b"PK\5\6", 0, 0, count, 0)
    need_zip(
        is_end and at + size + END.size == len(raw), "there are bytes behind it, or before its end record"
    )
    place, directory = 0, at
    for _ in range(count):
        central, local = CENTRAL.unpack_from(raw, at), LOCAL.unpack_from(raw, place)
        flags, method, _, _, crc, size, unpacked, length, extra, comment, disk = central[3:14]
        is_bare = (central[0], local[0], extra, comment, disk) == (b"PK\1\2", b"PK\3\4", 0, 0, 0)
        need_zip(is_bare and central[-1] == place, "there are bytes around its members, or it is damaged")
        begins = at + CENTRAL.size, place + LOCAL.size
        names = [raw[begin : begin + length] for begin in begins]
        is_same = local[1:] == central[2:12] and len({*names}) == 1
        is_plain = (method in (0, 8), flags & ~0x806, is_same) == (True, 0, True)
        at, start = (begin + length for begin in begins)
        place = start + size
        yield Packed(names[0].decode("latin-1"), is_plain, method == 8, crc, start, size, unpacked)
    need_zip((place, at) == (directory, len(raw) - END.size), "there are bytes around its members")


def need_zip(holds: bool, why: str) -> None:
    if not holds:
        raise OSError(f"it is no whole zip file ({why})")


def content(raw: bytes, packed: Packed) -> bytes:
    """The bytes of a member; never more than its directory says."""
    data, name = raw[packed.start : packed.start + packed.size], packed.name
    if packed.is_deflated:
        stream = zlib.decompressobj(-15)
        try:
            data = stream.decompress(data, packed.unpacked + 1)
        except zlib.error as error:
            raise Fault(f"it cannot be unpacked ({shown(str(error))})", name) from None
        need(stream.eof and not stream.unused_data, "it cannot be unpacked, or is larger than it says", name)
    is_it = (len(data), zlib.crc32(data)) == (packed.unpacked, packed.crc)
    need(is_it, "it is larger or smaller than it says, or damaged", name)
    return data


def nothing_due(lines: Lines, people: People, dice: Dice) -> None:
    """What is due has followed before a record ends."""
    need(not lines.due, next(iter(lines.due.values()), ""))
    need(not people.due, "the last order that was held back does not follow")
    need(not dice.must, FOLLOWS.get(dice.must, ""))


class Bundle:
    """What has been read so far, and the event that is looked at, if any. Each check says what holds."""

    def __init__(self, raw: bytes, key: str = "") -> None:
        self.members = {"zip" if raw[:2] == b"PK" else "game.jsonl": raw}
        self.digests, self.given = dict[str, str](), key  # of raw mails, which are not kept
        self.header, self.opening, self.events = dict[str, Any](), dict[str, Any](), list[Event]()
        self.at, self.name, self.seats = 0, "", set[str]()
        self.names = list[str]()  # the name that each event stands under [6.8]
        self.notes = list[str]()

    def check_members(self) -> str:
        raw, found = self.members["zip"], dict[str, bytes]()
        try:
            members = list(packed_members(raw))
        except struct.error:
            raise OSError("it is no whole zip file (it ends too early)") from None
        size = sum(packed.unpacked for packed in members)
        if len(members) > MOST_MEMBERS or size > MOST_UNPACKED:
            raise OSError(f"its {len(members)} members would take {size} bytes, or are too many")
        for packed in members:
            name, is_mail = packed.name, re.fullmatch(r"mails/[0-9a-f]{64}\.eml", packed.name)
            is_known = (is_mail or name in MEMBERS or name == "check.html") and name not in found
            need(is_known, "no member has this name, or it occurs twice", name)
            need(packed.is_plain, "it is encrypted or packed in a rare way, or its two headers differ", name)
            most = MOST_MAIL if is_mail else MOST_GAME if name == "game.jsonl" else MOST_OTHER
            if packed.unpacked > most:
                raise OSError(f"{name} would take {packed.unpacked} bytes, and at most {most} are read")
            found[name] = content(raw, packed)
            if is_mail:
                self.digests[name] = hashlib.sha256(found[name]).hexdigest()
                found[name] = b""
        missing = MEMBERS - found.keys()
        need(not missing, "the bundle has no such member", min(missing, default=""))
        self.members = found
        return f"{len(found)} members have been unpacked, and none is missing"

    def digest_of(self, name: str) -> str:
        return self.digests.get(name) or hashlib.sha256(self.members[name]).hexdigest()

    def hex_line(self, name: str, size: int) -> bytes:
        is_hex = re.fullmatch(rb"[0-9a-f]{%d}\n" % (2 * size), self.members[name])
        need(is_hex, f"it is not {2 * size} hex digits and a newline", name)
        return bytes.fromhex(self.members[name].decode())

    def check_manifest(self) -> str:
        manifest = parsed(self.members["manifest.json"])[0]
        fit(manifest, {"*": HEX32}, "the manifest")
        wrong = manifest.keys() ^ (self.members.keys() - {"manifest.json", "manifest.sig"})
        need(not wrong, "it is in the bundle or in the manifest, not in both", min(wrong, default=""))
        wrong = {name for name in manifest if self.digest_of(name) != manifest[name]}
        need(not wrong, "its digest is not the one in the manifest", min(wrong, default=""))
        return f"{len(manifest)} members have the digests of the manifest"

    def check_signature(self) -> str:
        signature, key = self.hex_line("manifest.sig", 64), self.hex_line("key.txt", 32)
        signed = digest("bugyo/1/manifest", self.members["manifest.json"])
        need(is_signed(key, signed, signature), "it is not the signature of manifest.json by key.txt")
        return "the manifest is signed with the key of key.txt"

    def check_lines(self) -> str:
        raw, events = self.members["game.jsonl"], list[Event]()
        signs = sum(map(raw.count, (b"{", b"[", b",")))
        if len(raw) > MOST_GAME or signs > MOST_SIGNS:
            raise OSError(f"its game has {len(raw)} bytes with {signs} values, which is too much")
        self.at = raw.count(b"\n")
        need(raw.endswith(b"\n"), "the last line is not ended by a newline")
        for self.at, line in enumerate(io.BytesIO(raw)):  # the header is line 0, so that line n is event n
            need(len(line) <= MOST_LINE, "the line is too long")
            if self.at:
                events.append(event_of(self.at, line[:-1]))
            else:
                self.header = header_of(line[:-1])
                self.name = self.header["game"]
        self.at = 1
        need(events and events[0].entry["type"] == "opened", "the first event is not the opening of a game")
        self.opening, viewer = events[0].entry, self.header["viewer"]
        self.seats = {seat["seat"] for seat in self.opening["seats"]}
        need(len(self.seats) == len(self.opening["seats"]), "a seat stands there twice")
        need(len(self.seats) <= MOST_SEATS, "it has too many seats")
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
        key, member = owner["key"], "key.txt" if "key.txt" in self.members else "game.jsonl"
        is_it = self.members.get("key.txt", f"{key}\n".encode()) == f"{key}\n".encode()
        need(is_it, f"it is not the key that the {what} event names", member)
        need(self.given in ("", key), f"it is {key or 'none'}, and another was given", member)
        read = "read from this file alone: a whole record written anew under another key is not excluded"
        self.notes.append(f"note: the key is {key or 'none'}, {'as given' if self.given else read}.")
        return f"it is the key that the {what} event names"

    def check_chain(self) -> str:
        head, at, left = digest("bugyo/1/game", self.names[0]), 0, {""}
        for event, name in zip(self.events, self.names, strict=True):
            self.at, public, entry = event.position, event.public, event.entry
            if entry["type"] == "forked":
                need(entry["head"] == head.hex(), "the what-if leaves its game at another head")
                left.add(entry["game"])
                need(name not in left, f"the what-if has the name of a game that it leaves, {name}")
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
        if not files:
            self.notes.append(NO_TABLES)
            return (
                f"it is left out of this record; the opening event names it by {shown(self.opening['data'])}"
            )
        blob = [packed(len(files), 16, 0x80, {2: 0xDE, 4: 0xDF})]
        for name in sorted(files):
            key, content = name.encode(), files[name].encode()
            blob += [packed(len(key), 32, 0xA0, {1: 0xD9, 2: 0xDA, 4: 0xDB}), key]
            blob += [packed(len(content), 0, 0, {1: 0xC4, 2: 0xC5, 4: 0xC6}), content]
        made = digest("bugyo/1/data", self.header["title"], b"".join(blob)).hex()
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
                need(not found, "the referee has signed it twice")
                need(is_signed(key, signed.encode(), value[4:]), "the signature does not hold")
                found = True
        need(found, "it has no signature of the referee's key")
        return f"the checkpoint at event {len(self.events)} is signed with the key of key.txt"

    def check_openings(self) -> str:
        stands, agenda = standing(self.events), 0
        facts = [e.entry for e in self.events if e.entry["type"] == "fact" and e.position in stands]
        for fact in facts:
            agenda = max(agenda - fact["done"], 0) + len(fact["then"])
        is_over = bool(facts) and not agenda  # [6.5]
        is_over |= any(event.entry["type"] in ("abandoned", "settled") for event in self.events)
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
        level, protocol = self.opening["level"], self.opening["protocol"]
        lines = Lines(self.names[0], level, [seat["seat"] for seat in self.opening["seats"]], self.events)
        rules: Lanes | Throws = Lanes(lines) if level and protocol == 2 else Throws(lines)
        docket = Docket(people := People(self.opening))
        dice = lines.dice = Dice(people, self.opening)
        self.at = 1
        check_lot(self.names[0], self.opening)
        self.notes += filter(None, [check_guess(self.names[0], self.opening)])
        for event in self.events:
            self.at, kind = event.position, event.entry["type"]
            need(kind in (lines.due or [kind]), next(iter(lines.due.values()), ""))
            if kind == "forked":
                rules = Throws(lines)
            elif kind == "root-committed" and isinstance(rules, Throws):
                rules.root_committed(event)
                rules = Lanes(lines)
            dice.look(event.entry)
            look = getattr(rules, kind.replace("-", "_"), None) if kind in LOOKED.split() else None
            if look:
                look(event)
            people.look(event.public, event.seals)
            docket.look(event, lines.events)
            lines.add(event)
            dice.add(event.entry)
        self.at += 1
        nothing_due(lines, people, dice)
        docket.end()
        self.notes += lines.notes
        return self.thrown(lines, isinstance(rules, Lanes)) + people.said()

    def thrown(self, lines: Lines, has_lanes: bool) -> str:
        """What is said of the throws; what they do not show goes into the notes."""
        said, level = lines.said, self.opening["level"]
        self.notes.append(f"not excluded at level {level}: {LEAVES[level]}.")
        if level and self.opening["protocol"] == 1:
            self.notes.append(
                "not excluded: in protocol 1 the referee commits its sheets after the first when orders are "
                f"known, so that it can choose their faces: {said['later sheets']} throws are from such ones."
            )
        if level > 1:
            self.notes.append(
                f"note: {said['foreseen']} of {said['thrown']} throws are of level 1, as no order among "
                "their inputs has a fresh cell: the referee could foresee them."
            )
        if lines.level == 0:
            return "at level 0 they are bound to nothing: neither faces nor the position can be checked"
        counts = ", ".join(f"{said[kind]} {kind}" for kind in ("checked", "still sealed"))
        return f"{counts}; the cells are in order (level {level}, protocol {1 + has_lanes})"

    def check_mails(self) -> str:
        mails = [name for name in self.members if name.startswith("mails/")]
        wrong = {name for name in mails if name != f"mails/{self.digest_of(name)}.eml"}
        need(not wrong, "the mail is not the one that its name says", min(wrong, default=""))
        return f"{len(mails)} raw mails have the digests that are their names"

    def not_shown(self) -> Iterator[str]:
        """What the record names, and cannot be looked at."""
        acts = [event.public["act"] for event in self.events]
        named = {act["reference"].partition(":")[0] for act in acts if act["cause"] == "mail"}
        named = {name for name in named if re.fullmatch(HEX32, name)}
        missing = [name for name in named if f"mails/{name}.eml" not in self.members]
        if missing:
            yield f"not shown: 8 mails: {len(missing)} of {len(named)} that the record names are not here."


def bytes_of(source: str | bytes) -> bytes:
    with io.BytesIO(source) if isinstance(source, bytes) else open(source, "rb") as file:
        raw = file.read(MOST_BYTES + 1)
    if len(raw) > MOST_BYTES or (raw[:2] != b"PK" and raw[:1] != b"{"):
        raise OSError(f"it is larger than {MOST_BYTES >> 20} MiB, or neither a zip file nor JSON lines")
    return raw


def verify(source: str | bytes, key: str = "") -> Report:
    """What holds of an export: a path, or the bytes of one. Raises nothing, whatever they are."""
    lines: list[str] = []
    try:
        return judged(Bundle(bytes_of(source), key), lines)
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
    lines += [*bundle.notes, *bundle.not_shown()]
    position = next((at for at, _, _ in faults if at), None)
    _, member, reason = faults[0] if faults else (0, "", "")
    return Report(not faults, position, member or None, reason, tuple(lines))


def main(arguments: list[str]) -> int:
    key = "".join(arguments[1:2]).lower() if arguments[:1] == ["--key"] else ""
    files = arguments[2:] if key else arguments
    if len(files) != 1 or files[0].startswith("-") or not re.fullmatch(f"({HEX32})?", key):
        print(__doc__)
        return 2
    report = verify(files[0], key)
    print("\n".join(report.lines))
    of = "2 to 7" if any("1 manifest" in line for line in report.lines) else "3 to 6"
    holds = f"All that can be checked here of sections {of} of format.md holds."
    print(holds if report.ok else "This export does not hold.")
    return 0 if report.ok else 1 if report.readable else 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
