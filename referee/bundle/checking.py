"""A bundle from anybody's hand, read within limits and audited (docs/format.md, section 8)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.game.checking.readjudicate import Finding
from domain.kit.framing import framed
from referee.audit import game_lines
from referee.audit.audit import (
    CHECKS,
    FAILS,
    HOLDS,
    NOT_CHECKED,
    NOWHERE,
    Check,
    Verdict,
    audit_export,
    audit_formed,
)
from referee.audit.keys import OtherPlace
from referee.audit.line_forms import BREAKAGE, WHOLE_NUMBERS, check_forms
from referee.audit.witnesses import Mailbox
from referee.bundle.members import (
    BROWSED,
    CHECKPOINT,
    GAME,
    KEY,
    MAIL,
    MANIFEST,
    MOST_BYTES,
    PAGES,
    REPORT,
    SIGNATURE,
    most_of,
)
from referee.bundle.zip_members import Damaged, NotAZip, Packed, content, members_of
from referee.proof.signing import NAME, NotACheckpoint, WrongSignature, holds, parse_checkpoint, verified
from referee.reading.guard import read_guarded
from referee.reading.reading import ReadMail
from referee.record.chain import canonical

MEMBERS = "Every member is in the manifest with its digest, and the manifest is signed."
LINES = "Every line of the game is canonical JSON with the keys of the format and no others."
OWNER = "The key is the one that the opening names."
HEAD = "The checkpoint names the newest head, and is signed."
MAILS = "Every raw mail has the digest that it is named by."
BUNDLE_CHECKS = (MEMBERS, LINES, OWNER, HEAD, MAILS)

ALWAYS = {MANIFEST, SIGNATURE, KEY, GAME, CHECKPOINT, REPORT, *PAGES}
KNOWN = {*ALWAYS, BROWSED}

_HEADER, _EVENT, _OPENING = (
    frozenset(kind.__struct_fields__) for kind in (game_lines.Header, game_lines.Event, game_lines.Opening)
)


class NotABundle(Exception):
    """The file cannot be read as a bundle; the sentence says why."""


class Fault(Struct, frozen=True):
    """A member that cannot be read, or should not be there, and why."""

    member: str
    why: str


class Bundle(Struct, frozen=True):
    """The members of a bundle by name, and what was wrong already when they were read."""

    members: dict[str, bytes]
    faults: tuple[Fault, ...] = ()

    def export(self) -> game_lines.Export:
        """The game in a bundle that holds."""
        return _lines(self.members[GAME])


class _Wrong(Exception):
    """What does not hold: a member, or an event of the game."""

    def __init__(self, member: str, why: str, position: int = 0) -> None:
        super().__init__(why)
        self.member = member
        self.finding = Finding(position, why)


# ---- reading


def read_bundle(path: Path) -> Bundle:
    """The members of a bundle. Raises `NotABundle`; what they say is for `audit_bundle`."""
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise NotABundle(f"{path} has {size:,} bytes; at most {MOST_BYTES:,} are read.")
        with path.open("rb") as file:
            found = members_of(file, size)
            _check_bulk(path, found)
            return _unpacked(file, found)
    except (NotAZip, OSError) as error:
        raise NotABundle(f"{path} cannot be read as the zip file of a bundle: {error}.") from None


def _check_bulk(path: Path, found: Sequence[Packed]) -> None:
    """What the members would take, before any is unpacked. Raises `NotABundle`."""
    for member in found:
        most = most_of(member.name)
        if member.unpacked > most:
            raise NotABundle(
                f"In {path}, {member.name} would take {member.unpacked:,} bytes; at most {most:,} are read."
            )
    size = sum(member.unpacked for member in found)
    if size > MOST_BYTES:
        raise NotABundle(f"The members of {path} would take {size:,} bytes; at most {MOST_BYTES:,} are read.")


def _unpacked(file: BinaryIO, found: Sequence[Packed]) -> Bundle:
    members: dict[str, bytes] = {}
    faults: list[Fault] = []
    for member in found:
        name = member.name
        why = "It occurs twice." if name in members else member.refused
        is_known = name in KNOWN or MAIL.fullmatch(name)
        try:
            members[name] = content(file, member) if is_known and not why else b""
        except Damaged as damaged:
            members[name], why = b"", str(damaged)
        faults += [Fault(name, why)] if why else []
    return Bundle(members, tuple(faults))


# ---- auditing


def audit_bundle(
    bundle: Bundle,
    mailboxes: Sequence[Mailbox] = (),
    place: OtherPlace = NOWHERE,
    filled: Callable[[game_lines.Export], game_lines.Export] = lambda export: export,
) -> Verdict:
    """Audits a bundle, and the game in it like any export, also against mailboxes and a key from elsewhere.
    `filled` gives it the data set that it leaves out.

    The verdict names the first event that does not hold, or the member.
    """
    found: list[game_lines.Export] = []
    steps: tuple[tuple[str, Callable[[], object]], ...] = (
        (MEMBERS, lambda: _members(bundle)),
        (LINES, lambda: _formed(found, bundle.members[GAME])),
        (OWNER, lambda: _owner(bundle, found[0])),
        (HEAD, lambda: _head(bundle, found[0].header)),
        (MAILS, lambda: _mails(bundle)),
    )
    for done, (promise, step) in enumerate(steps):
        wrong = _wrong(step)
        if wrong is not None:
            results = [HOLDS] * done + [FAILS] + [NOT_CHECKED] * (len(steps) - done - 1 + len(CHECKS))
            promises = (*BUNDLE_CHECKS, *CHECKS)
            checks = tuple(Check(promise, result) for promise, result in zip(promises, results, strict=True))
            return _verdict(found, checks, _located(bundle, wrong))
    verdict = audit_formed(filled(found[0]), mailboxes, place, mails=partial(_read, bundle.members))
    checks = (*(Check(promise, HOLDS) for promise in BUNDLE_CHECKS), *verdict.checks)
    nowhere = verdict.finding is not None and not verdict.finding.position
    return replace(verdict, checks=checks, member=GAME if nowhere else "")


def _read(members: Mapping[str, bytes], digest: str) -> ReadMail | None:
    """A mail from anybody's hand, taken apart within limits of time and memory."""
    raw = members.get(f"mails/{digest}.eml")
    return None if raw is None else read_guarded(raw)


def _located(bundle: Bundle, wrong: _Wrong) -> _Wrong:
    """Where the game is another than manifest or checkpoint say: the first event that does not hold."""
    if wrong.member not in (GAME, CHECKPOINT) or wrong.finding.position or GAME not in bundle.members:
        return wrong
    there = _wrong(lambda: _audited(bundle.members[GAME]))
    return there if there and there.finding.position else wrong


def _audited(data: bytes) -> None:
    """The game alone, like a bare export."""
    finding = audit_export(_lines(data)).finding
    if finding is not None:
        raise _Wrong(GAME, finding.why, finding.position)


def _wrong(step: Callable[[], object]) -> _Wrong | None:
    try:
        step()
    except _Wrong as wrong:
        return wrong
    except game_lines.Altered as altered:
        return _Wrong(GAME, altered.why, altered.position)
    except BREAKAGE as error:
        return _Wrong(GAME, f"What stands there breaks the check: {error!r}.")
    return None


def _verdict(found: Sequence[game_lines.Export], checks: tuple[Check, ...], wrong: _Wrong) -> Verdict:
    member = "" if wrong.finding.position else wrong.member
    if not found:
        return Verdict("", "", 0, "", checks, wrong.finding, complete=False, member=member)
    header, events = found[0].header, len(found[0].events)
    return Verdict(
        header.game, header.title, events, header.head, checks, wrong.finding, complete=False, member=member
    )


def _members(bundle: Bundle) -> None:
    for fault in bundle.faults:
        raise _Wrong(fault.member, fault.why)
    members = bundle.members
    for name in sorted(ALWAYS - members.keys()):
        raise _Wrong(name, "It is not in the bundle.")
    for name in sorted(members):
        if name not in KNOWN and not MAIL.fullmatch(name):
            raise _Wrong(name, "Bundles have no such member.")
    _listed(members, _manifest(members[MANIFEST]))
    key, signature = _hex(members, KEY, 32), _hex(members, SIGNATURE, 64)
    if not holds(key, bytes.fromhex(signature), framed("bugyo/1/manifest", members[MANIFEST])):
        raise _Wrong(SIGNATURE, f"It does not sign the manifest with the key of {KEY}.")


def _manifest(data: bytes) -> dict[str, str]:
    try:
        manifest = msgspec.json.decode(data, type=dict[str, str])
        if canonical(manifest) == data:
            return manifest
    except (msgspec.MsgspecError, *BREAKAGE):
        pass
    raise _Wrong(MANIFEST, "It is no canonical JSON object of names and digests.")


def _listed(members: dict[str, bytes], manifest: dict[str, str]) -> None:
    listed = members.keys() - {MANIFEST, SIGNATURE}
    for name in sorted(manifest.keys() ^ listed):
        raise _Wrong(
            name, "It is not in the manifest." if name in members else "It is not in the bundle, but listed."
        )
    for name in sorted(listed):
        digest = sha256(members[name]).hexdigest()
        if digest != manifest[name]:
            raise _Wrong(name, f"Its digest is {digest}; the manifest says {manifest[name][:64]}.")


def _hex(members: dict[str, bytes], name: str, size: int) -> str:
    if not re.fullmatch(rb"[0-9a-f]{%d}\n" % (2 * size), members[name]):
        raise _Wrong(name, f"It is not {2 * size} hexadecimal digits and a newline.")
    return members[name][:-1].decode()


def _formed(found: list[game_lines.Export], data: bytes) -> None:
    """Puts the game into `found`, and checks its form."""
    found.append(_lines(data))
    check_forms(found[0])


def _lines(data: bytes) -> game_lines.Export:
    if not data.endswith(b"\n"):
        raise _Wrong(GAME, "Its last line is not ended.", data.count(b"\n"))
    bulk = game_lines.Bulk()
    for position, line in enumerate(_one_by_one(data)):
        why = bulk.too_much(line) or _misformed(line, _EVENT if position else _HEADER)
        if why:
            raise _Wrong(GAME, why, position)
    try:
        return game_lines.read_export(_one_by_one(data))
    except game_lines.NotAnExport as error:
        raise _Wrong(GAME, str(error), error.position) from None


def _one_by_one(data: bytes) -> Iterator[bytes]:
    """The lines; a list of very many short ones would take more room than they do."""
    return (line.removesuffix(b"\n") for line in BytesIO(data))


def _misformed(line: bytes, keys: frozenset[str]) -> str:
    """What is wrong with the form of a line; "" where nothing is."""
    try:
        value = WHOLE_NUMBERS.decode(line)
        if canonical(value) != line:
            return "It is not canonical JSON."
        openings = value.get("openings", ())
        if value.keys() != keys or any(opening.keys() != _OPENING for opening in openings):
            return "It has not the keys of the format."
    except (msgspec.MsgspecError, *BREAKAGE) as error:
        return f"It cannot be read: {error}."
    return ""


def _owner(bundle: Bundle, export: game_lines.Export) -> None:
    if bundle.members[KEY] != f"{game_lines.key_of(export)}\n".encode():
        raise _Wrong(KEY, "It is not the key that the opening names.")


def _head(bundle: Bundle, header: game_lines.Header) -> None:
    try:
        checkpoint = parse_checkpoint(bundle.members[CHECKPOINT].decode())
        names = verified(checkpoint, {NAME: bundle.members[KEY][:-1].decode()})
    except (NotACheckpoint, WrongSignature, UnicodeDecodeError) as error:
        raise _Wrong(CHECKPOINT, f"It does not hold: {error}") from None
    if names != (NAME,):
        raise _Wrong(CHECKPOINT, "The referee has not signed it, or twice.")
    if (checkpoint.game, checkpoint.position, checkpoint.head) != (header.game, header.events, header.head):
        raise _Wrong(CHECKPOINT, "It names another head than the game has.")


def _mails(bundle: Bundle) -> None:
    for name in sorted(bundle.members):
        mail = MAIL.fullmatch(name)
        if mail and sha256(bundle.members[name]).hexdigest() != mail[1]:
            raise _Wrong(name, "It is another mail than its name says.")
