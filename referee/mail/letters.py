"""Mails as bytes: their header fields, and nothing of the incoming header but ids that are known to be clean.

Precedence is left out: RFC 3834 advises against it, and "bulk" would send turn mails to the wrong folder.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from email import policy
from email.message import EmailMessage
from email.utils import format_datetime

from msgspec import Struct

from domain.kit.framing import framed

OPENING, WARNING, REMINDER = "opening", "warning", "reminder"
ANSWER, REQUEST, TURN, NEWS, PRESS, LATE, END = "answer", "request", "turn", "news", "press", "late", "end"
DIGEST, CONFIRM = "digest", "confirm"
"""Kinds of mails, as their first lines and their Message-IDs name them."""

REPLIED = "auto-replied"
GENERATED = "auto-generated"

_POLICY = policy.default.clone(max_line_length=998, cte_type="8bit")
"""No folding: the library would write long ids as encoded words. Our own fields stay short."""

CHECKPOINT = "checkpoint.txt"
"""The name of the attachment that holds the head of the game, signed."""

_LONGEST_THREAD = 900
_ENCODED = "=?"
"""The library would decode an encoded word, also within an id or an address, and with it a line break."""

_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,190}")


class Letter(Struct, frozen=True):
    """A mail of ours. `name` is the part of its Message-ID before the @; `thread` are ids, oldest first.

    `checkpoint` is attached, where there is one.
    """

    to: str
    subject: str
    body: str
    name: str
    kind: str = GENERATED
    thread: Sequence[str] = ()
    answers: str = ""
    checkpoint: str = ""


def name_of(kind: str, cause: str, game: str = "", seat: str = "", position: int = 0) -> str:
    """The same mail has the same Message-ID, so that one which is sent twice is shown once.

    `cause` is the digest of the mail that is answered, or "".
    """
    fields = (kind, cause, game, seat, str(position))
    mark = framed("bugyo/1/mail", *(field.encode() for field in fields)).hex()[:16]
    return ".".join(part for part in (game, str(position or ""), seat, kind, mark) if part)


def message_id(name: str, address: str) -> str:
    return f"<{name}@{address.rpartition('@')[2]}>"


def is_address(text: str) -> bool:
    """Whether mail can be sent there: a bare address in ASCII, without quotes."""
    return _ADDRESS.fullmatch(text) is not None and _ENCODED not in text


def compose(letter: Letter, address: str, at: int) -> bytes:
    """The mail as it goes out from `address` at `at`, in milliseconds since 1970."""
    message = EmailMessage(_POLICY)
    message["From"] = message["Reply-To"] = address
    message["To"] = letter.to
    message["Subject"] = letter.subject
    message["Date"] = format_datetime(datetime.fromtimestamp(at // 1000, UTC))
    message["Message-ID"] = message_id(letter.name, address)
    if answers := _fitting([letter.answers]):
        message["In-Reply-To"] = answers
    if thread := _fitting(letter.thread):
        message["References"] = thread
    message["Auto-Submitted"] = letter.kind
    message["X-Auto-Response-Suppress"] = "All"
    message["X-Loop"] = f"bugyo {address}"
    message.set_content(letter.body, cte="7bit" if letter.body.isascii() else "8bit")
    if letter.checkpoint:
        message.add_attachment(letter.checkpoint, cte="8bit", filename=CHECKPOINT)
        message.set_boundary(framed("bugyo/1/boundary", letter.name.encode()).hex()[:32])
    return message.as_bytes()


def _fitting(thread: Sequence[str]) -> str:
    """The beginning of the thread and as many of its newest ids as a line of a mail holds."""
    ids = [one for one in thread if one and _ENCODED not in one]
    if not ids:
        return ""
    taken: list[str] = []
    room = _LONGEST_THREAD - len(ids[0])
    for one in reversed(ids[1:]):
        room -= len(one) + 1
        if room < 0:
            break
        taken.append(one)
    return " ".join((ids[0], *reversed(taken)))
