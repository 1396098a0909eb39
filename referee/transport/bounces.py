"""Bounces: a server took one of our mails, and said later that it cannot be delivered.

Whoever knows the Message-ID of a mail can make up its bounce: it changes nothing but what the referee is
told. Those of mails to observers, which end when one comes back, are known to nobody else.
"""

from __future__ import annotations

import logging
import re
from email import message_from_bytes

from msgspec import Struct

from referee.reading.opening import guarded

_MOST = 65_536
"""Bytes that are looked at: a bounce has what it says at its beginning."""

_LONGEST = 300
_ID_FIELD = b"Message-ID:"
_OF_MACHINE = re.compile(
    rb"^(?:return-path:[ \t]*<>|from:[^\n]{0,200}(?:mailer-?daemon|postmaster|mail delivery|postoffice)"
    rb"|x-failed-recipients:|content-type:\s*multipart/report\b|auto-submitted:[ \t]*auto-|subject:[ \t]*"
    rb"(?:undeliver|returned mail|failure notice|mail delivery fail|delivery (?:status|fail)))",
    re.IGNORECASE | re.MULTILINE,
)
_REPORT = re.compile(rb"^content-type:\s*multipart/report\b", re.IGNORECASE | re.MULTILINE)
_ACTION = re.compile(rb"^action:[ \t]*(\w{1,20})", re.IGNORECASE | re.MULTILINE)
_STATUS = re.compile(rb"^status:[ \t]*(\d\.\d{1,3}\.\d{1,3})\b", re.IGNORECASE | re.MULTILINE)
_SAID = re.compile(rb"^diagnostic-code:([^\n]*(?:\n[ \t][^\n]*)*)", re.IGNORECASE | re.MULTILINE)
_ID = re.compile(rb"^[> \t|]{0,9}message-id:\s{0,9}<([\x21-\x7e]{1,250})>\s*$", re.IGNORECASE | re.MULTILINE)
_CODED = re.compile(rb"\b55[0-4][ -]|\b5\.\d{1,3}\.\d{1,3}\b")
_NEVER = re.compile(
    rb"(?:user|recipient|address|account|mailbox) (?:is )?(?:unknown|not found|disabled|closed|rejected)"
    rb"|unknown (?:user|recipient|address)|(?:no|not a) (?:such|valid) (?:user|mailbox|recipient|address)"
    rb"|does(?:n't| not) (?:exist|have an? )|(?:couldn't|could not|cannot) be (?:found|delivered)"
    rb"|permanent(?:ly)? (?:error|fail|fatal)|over quota|mailbox full|quota exceeded|undeliverable",
    re.IGNORECASE,
)
_YET = re.compile(
    rb"delayed|will (?:be )?(?:re-?tr|keep trying|continue)|warning message only|\b4\.\d{1,3}\.\d{1,3}\b",
    re.IGNORECASE,
)


class Bounce(Struct, frozen=True):
    """The Message-ID of our mail, and what its server said."""

    message_id: str
    why: str


def bounce_of(raw: bytes, address: str) -> Bounce | None:
    """What a mail says of one from `address` that can never be delivered; None where it says no such thing,
    or does not name the mail."""
    head, _, body = raw[:_MOST].replace(b"\r\n", b"\n").partition(b"\n\n")
    domain = address.rpartition("@")[2].encode()
    ours = [found for found in _ID.findall(body) if found.endswith(b"@" + domain)]
    why = _why(head, body) if ours and _OF_MACHINE.search(head) else ""
    return Bounce(f"<{ours[-1].decode()}>", f"Bounced: {why}") if why else None


def _why(head: bytes, body: bytes) -> str:
    """Why a mail can never be delivered; "" where nothing says that it cannot. Reports say it in fields
    [RFC 3464]; of the forms of single servers the library knows many, and some are left."""
    action, status, said = _ACTION.search(body), _STATUS.search(body), _SAID.search(body)
    if _REPORT.search(head) and action:
        is_lost = action[1].lower() == b"failed" and not (status and status[1].startswith(b"4"))
        words = (said[1] if said else status[1] if status else action[0]) if is_lost else b""
    else:
        lines = body[: body.find(_ID_FIELD)].split(b"\n")
        never = next((line for form in (_CODED, _NEVER) for line in lines if form.search(line)), b"")
        is_lost = _known(head + b"\n\n" + body) or (never and not _YET.search(b"\n".join(lines)))
        words = (never[:_LONGEST] or b"undeliverable") if is_lost else b""
    return " ".join(words.decode("utf-8", "replace").split())


def _known(raw: bytes) -> bool:
    """Whether the library, which comes with the extra of desks, recognises a bounce in it, for good."""
    logging.getLogger("flufl.bounce").setLevel(logging.CRITICAL)
    return guarded(lambda: _is_known(raw), otherwise=False)


def _is_known(raw: bytes) -> bool:
    from flufl.bounce import all_failures  # with twenty detectors that only a mail of a server needs

    return bool(all_failures(message_from_bytes(raw))[1])
