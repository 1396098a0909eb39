"""Witnesses of a record: the receipts and checkpoints in a mailbox, and whether they speak against it.

witnesses      every one in a mailbox; `receipts_in` and `checkpoints_in` those in a text
contradiction  the first event that one of them speaks against
gaps           the mails of which none is there
"""

from __future__ import annotations

import mailbox
import re
from base64 import b64decode
from collections.abc import Iterable, Iterator, Sequence
from email.message import Message
from email.parser import BytesParser
from email.policy import compat32
from functools import partial
from html import unescape
from itertools import chain, pairwise
from pathlib import Path
from typing import TypeAlias

from domain.game.checking.readjudicate import Finding
from referee.mail.reading.opening import Limits, guarded, raw_problem
from referee.proof.receipts import Receipt, is_signed
from referee.proof.signing import (
    NAME,
    Checkpoint,
    NotACheckpoint,
    WrongSignature,
    parse_checkpoint,
    verified,
)
from referee.record.private_files import NotOrdinary, check_ordinary

Witness = Receipt | Checkpoint

LIMITS = Limits(mail_bytes=8 << 20, parts=200, depth=12, lines=200_000, line_chars=100_000)
"""Larger mails than the desk reads: a player's mailbox holds other things too."""

_QUOTED = re.compile(r"^[ \t]*(?:[>|][>| \t]*)?|[ \t\r]+$", re.MULTILINE)

_FRAME = re.compile(
    r"-----BEGIN\s+RECEIPT\s+(?P<game>[a-z0-9-]{1,40})\s+(?P<seat>[a-z0-9-]{1,40})\s+"
    r"(?P<number>[1-9][0-9]{0,8})-----(?P<body>(?:(?!-----BEGIN).){1,1000}?)-----END\s+RECEIPT-----",
    re.DOTALL,
)
_BODY = re.compile(
    r"MAIL(?P<mail>-|[0-9a-f]{64})HEAD(?P<position>[1-9][0-9]{0,8})(?P<head>[0-9a-f]{64})"
    r"SIGNATURE(?P<signature>[A-Za-z0-9+/]{86}==)"
)
_NOTE = re.compile(
    r"^(bugyo/[a-z0-9-]{1,40}\n[1-9][0-9]{0,8}\n[A-Za-z0-9+/]{43}=\n\n)"
    r"((?:—\s+[^\s+]{1,200}\s+[A-Za-z0-9+/]+={0,2}(?:\n|\Z)){1,100})",
    re.MULTILINE,
)
_BREAK = re.compile(r"<(?:br|/?p|/?div|/?tr|/?li|/?pre)\b[^>]*>", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")

_Mail: TypeAlias = "Message[str, str]"


class NoMailbox(Exception):
    """There is no mailbox at the path, or it cannot be read; the sentence says why."""


# ---- finding them


def receipts_in(text: str) -> tuple[Receipt, ...]:
    """Every receipt in a text, also quoted and with its lines broken by a mail program."""
    found = []
    for frame in _FRAME.finditer(_unquoted(text)):
        body = _BODY.fullmatch("".join(frame["body"].split()))
        if body:
            signature = b64decode(body["signature"]).hex()
            position = int(body["position"])
            words = (frame["game"], frame["seat"], int(frame["number"]), body["mail"], position)
            found.append(Receipt(*words, body["head"], signature))
    return tuple(found)


def checkpoints_in(text: str) -> tuple[Checkpoint, ...]:
    """Every checkpoint in a text, also quoted."""
    found = []
    for note in _NOTE.finditer(_unquoted(text)):
        words = note[2].split()
        lines = zip(words[0::3], words[1::3], words[2::3], strict=True)
        try:
            found.append(parse_checkpoint(note[1] + "".join(" ".join(line) + "\n" for line in lines)))
        except NotACheckpoint:
            continue
    return tuple(found)


def witnesses(path: Path) -> tuple[Witness, ...]:
    """Every receipt and checkpoint in a mailbox, each once: an mbox, a Maildir, a directory of mails, a mail.

    What cannot be read as a mail is searched as it stands. Raises `NoMailbox`.
    """
    try:
        found = chain.from_iterable(_in_mail(raw) for raw in _raw_mails(path))
        return tuple(dict.fromkeys(found))
    except NotOrdinary as wrong:
        raise NoMailbox(str(wrong)) from None
    except (OSError, mailbox.Error) as error:
        raise NoMailbox(f"{path} cannot be read as a mailbox: {error}.") from None


def _raw_mails(path: Path) -> Iterator[bytes]:
    if path.is_dir():
        maildir = (path / "cur").is_dir() or (path / "new").is_dir()
        files = chain(path.glob("cur/*"), path.glob("new/*")) if maildir else path.glob("*")
        yield from (_beginning(file) for file in sorted(files) if file.is_file())
        return
    check_ordinary(path)
    with path.open("rb") as file:
        is_mbox = file.read(5) == b"From "
    if not is_mbox:
        yield _beginning(path)
        return
    box = mailbox.mbox(path, create=False)
    try:
        yield from (box.get_bytes(key) for key in box.iterkeys())
    finally:
        box.close()


def _beginning(path: Path) -> bytes:
    """As much of a mail as is searched, and one byte more: then it is known that there is more."""
    with path.open("rb") as file:
        return file.read(LIMITS.mail_bytes + 1)


def _in_mail(raw: bytes) -> tuple[Witness, ...]:
    texts = [raw[: LIMITS.mail_bytes].decode("utf-8", "replace")]
    if not raw_problem(raw, LIMITS):
        texts += guarded(partial(_texts, raw), [])
    return tuple(chain.from_iterable((*receipts_in(text), *checkpoints_in(text)) for text in texts))


def _texts(raw: bytes) -> list[str]:
    mail = BytesParser(policy=compat32).parsebytes(raw)
    return [guarded(partial(_text, part), "") for part in mail.walk() if not part.is_multipart()]


def _text(part: _Mail) -> str:
    payload = part.get_payload(decode=True)
    if not isinstance(payload, bytes):
        return ""
    # A receipt is ASCII, and so the same in every character set that mails are written in.
    text = payload.decode("utf-8", "replace")
    if part.get_content_subtype() == "html":
        return unescape(_TAG.sub("", _BREAK.sub("\n", text)))
    return text


def _unquoted(text: str) -> str:
    return _QUOTED.sub("", text)


# ---- believing them


def contradiction(game: str, key: str, heads: Sequence[str], given: Iterable[Witness]) -> Finding | None:
    """The first event that a witness speaks against, or None.

    `heads` are the digests of the events of the chain, hexadecimal, in order; `key` is the referee's.
    Witnesses of other games are passed over.
    """
    agreed = 0
    for witness in sorted((w for w in given if w.game == game), key=lambda w: w.position):
        why = _doubt(witness, key)
        if why:
            return Finding(witness.position, why)
        if witness.position > len(heads):
            return Finding(len(heads) + 1, _cut(witness, len(heads)))
        if heads[witness.position - 1] != witness.head:
            return Finding(witness.position, _differs(witness, agreed))
        agreed = witness.position
    return None


def gaps(game: str, given: Iterable[Witness]) -> tuple[str, ...]:
    """For each seat of which receipts are given, in a sentence, the running numbers that are not there."""
    numbers: dict[str, set[int]] = {}
    for witness in given:
        if isinstance(witness, Receipt) and witness.game == game:
            numbers.setdefault(witness.seat, set()).add(witness.number)
    return tuple(
        f"Of the mails to {seat} these are not in the mailbox: {_runs(had)}."
        for seat, had in sorted(numbers.items())
        if len(had) < max(had)
    )


def _runs(had: set[int]) -> str:
    """The numbers between those that are there: "1, 4–6"."""
    inner = sorted({0, *had})
    pairs = ((a + 1, b - 1) for a, b in pairwise(inner) if b - a > 1)
    return ", ".join(f"{first}–{last}" if last > first else str(first) for first, last in pairs)


def _name(witness: Witness) -> str:
    if isinstance(witness, Receipt):
        return f"Receipt {witness.number} of {witness.seat}, of event {witness.position},"
    return f"The checkpoint of event {witness.position}"


def _doubt(witness: Witness, key: str) -> str:
    """Why a witness cannot be believed; "" where it can."""
    if isinstance(witness, Receipt):
        signed_well = is_signed(witness, key)
    else:
        try:
            signed_well = NAME in verified(witness, {NAME: key})
        except WrongSignature:
            signed_well = False
    return "" if signed_well else f"{_name(witness)} is not signed by the key that the opening names."


def _cut(witness: Witness, end: int) -> str:
    return (
        f"{_name(witness)} was signed, and this record ends with event {end}: its tail is cut, "
        "or it is older than the mail."
    )


def _differs(witness: Witness, agreed: int) -> str:
    first = agreed + 1
    where = "this event" if first == witness.position else f"one of the events {first} to {witness.position}"
    return f"{_name(witness)} names another head: {where} is not what it was when the mail was sent."
