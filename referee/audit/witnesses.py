"""Witnesses of a record: the receipts and checkpoints in a mailbox."""

from __future__ import annotations

import mailbox
import re
from base64 import b64decode
from collections.abc import Iterator
from email.message import Message
from email.parser import BytesParser
from email.policy import compat32
from functools import partial
from html import unescape
from itertools import chain
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

from referee.proof.signing import Checkpoint, NotACheckpoint, Receipt, parse_checkpoint
from referee.reading.opening import Limits, guarded, raw_problem
from referee.record.private_files import NotOrdinary, check_ordinary

Witness = Receipt | Checkpoint

LIMITS = Limits(mail_bytes=8 << 20, parts=200, depth=12, lines=200_000, line_chars=100_000)
"""Larger mails than the desk reads: a player's mailbox holds other things too."""

_QUOTED = re.compile(r"^[ \t]*(?:[>|][>| \t]*)?", re.MULTILINE)

_FRAME = re.compile(
    r"-----BEGIN\s+RECEIPT\s+(?P<game>[a-z0-9-]{1,40})\s+(?P<seat>[a-z0-9-]{1,40})\s+"
    r"(?P<number>[1-9][0-9]{0,8})-----(?P<body>(?:(?!-----BEGIN).){1,6000}?)-----END\s+RECEIPT-----",
    re.DOTALL,
)
_BODY = re.compile(
    r"MAIL(?P<mail>-|[0-9a-f]{64})HEAD(?P<position>[1-9][0-9]{0,8})(?P<head>[0-9a-f]{64})"
    r"(?P<seen>(?:SEEN[a-z0-9-]{1,40}[0-9a-f]{64}(?=S)){0,20})SIGNATURE(?P<signature>[A-Za-z0-9+/]{86}==)"
)
_SEEN = re.compile(r"SEEN([a-z0-9-]+)([0-9a-f]{64})")
"""A seat and a head: capital letters stand in neither, so that the last 64 signs before one are the head."""

_KEY = re.compile(r"Ed25519\s+([0-9a-f]{64})(?![0-9a-f])")
"""How the mail of an opening names the key."""

_NOTE = re.compile(
    r"^(bugyo/[a-z0-9-]{1,40}\n[1-9][0-9]{0,8}\n[A-Za-z0-9+/]{43}=\n\n)"
    r"((?:—\s+[^\s+]{1,200}\s+[A-Za-z0-9+/]+={0,2}(?:\n|\Z)){1,100})",
    re.MULTILINE,
)
_BREAK = re.compile(r"<(?:br|/?p|/?div|/?tr|/?li|/?pre)\b[^<>]*>", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")

_Mail: TypeAlias = "Message[str, str]"


class Mailbox(Struct, frozen=True):
    """What somebody's mails say of games; `name` says whose they are."""

    name: str
    witnesses: tuple[Witness, ...]


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
            seen = tuple((seat, head) for seat, head in _SEEN.findall(body["seen"]))
            found.append(Receipt(*words, body["head"], signature, seen))
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
    return tuple(dict.fromkeys(chain.from_iterable(map(_in_text, _all_texts(path)))))


def keys_named(path: Path) -> tuple[str, ...]:
    """The keys that the mails of a mailbox name as those of a game, hexadecimal, each once. Raises
    `NoMailbox`."""
    found = (_KEY.findall(_unquoted(text)) for text in _all_texts(path))
    return tuple(dict.fromkeys(chain.from_iterable(found)))


def _all_texts(path: Path) -> Iterator[str]:
    try:
        for raw in _raw_mails(path):
            yield from _in_mail(raw)
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


def _in_text(text: str) -> tuple[Witness, ...]:
    return (*receipts_in(text), *checkpoints_in(text))


def _in_mail(raw: bytes) -> list[str]:
    texts = [raw[: LIMITS.mail_bytes].decode("utf-8", "replace")]
    if not raw_problem(raw, LIMITS):
        texts += guarded(partial(_texts, raw), [])
    return texts


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
    return _QUOTED.sub("", "\n".join([line.rstrip(" \t\r") for line in text.split("\n")]))
