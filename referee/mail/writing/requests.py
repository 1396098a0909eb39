"""A request to a witness as a program reads it, and the mail that replies to it.

Asked       what a request asks
asked_in    finds it in a mail
recipient   whom a mail was sent to
reply       the mail that brings the cell
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime

from msgspec import Struct

from domain.kit.framing import framed
from referee.mail.reading.opening import STANDARD, header_fields
from referee.mail.reading.quoting import plain
from referee.mail.reading.reading import ReadMail
from referee.mail.seat_view.tokens import shown

_ASKED = re.compile(r"; QUESTION (\d{1,9}) ([0-9a-f]{64})")


class Asked(Struct, frozen=True):
    """A throw that waits for the witness: its index, and the digest of the orders that are locked."""

    index: int
    inputs: str

    def line(self) -> str:
        """As it stands in the block, a comment for the desk."""
        return f"; QUESTION {self.index} {self.inputs}"


def asked_in(mail: ReadMail) -> Asked | None:
    """The question of a request, or None in another mail."""
    for line in mail.lines:
        found = _ASKED.fullmatch(plain(line.text)) if line.kind == "comment" else None
        if found:
            return Asked(int(found[1]), found[2])
    return None


def recipient(raw: bytes) -> str:
    """The one address that a mail was sent to; what cannot be told apart is no address."""
    value = next((value for name, value in header_fields(raw, STANDARD) if name == "to"), "")
    return value[value.rfind("<") + 1 : -1] if value.endswith(">") else value


def reply(mail: ReadMail, lines: Sequence[str], own: str, at: int | None = None) -> bytes:
    """A mail from `own` as a person would send it: a desk takes no orders from what says that it is a
    robot. The same lines for the same mail have the same Message-ID."""
    block = mail.block
    names = f"{block.game} {block.turn} {block.seat}"
    message = EmailMessage()
    message["From"], message["To"] = own, mail.sender
    message["Subject"] = f"Re: [{names}]"
    message["Date"] = format_datetime(
        datetime.now(UTC) if at is None else datetime.fromtimestamp(at // 1000, UTC)
    )
    mark = framed("bugyo/1/reply", mail.message_id.encode(), *(line.encode() for line in lines)).hex()[:24]
    message["Message-ID"] = f"<{block.game}.{block.seat}.{mark}@{own.rpartition('@')[2]}>"
    if mail.message_id and "=?" not in mail.message_id:
        message["In-Reply-To"] = message["References"] = mail.message_id
    text = (
        f"-----BEGIN ORDERS {names}-----",
        f"TOKEN {shown(block.token)}",
        *([f"HEAD {block.position} {block.head}"] if block.head else []),
        *lines,
        f"-----END ORDERS {names}-----",
    )
    message.set_content("".join(f"{line}\n" for line in text), cte="7bit")
    return message.as_bytes()
