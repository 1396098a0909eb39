"""What a mail says: who sent it, whether a person did, which block it fills in, and every line with its kind.

- read_mail    the one way in; it never raises, whatever the bytes
- ReadMail     the answer
- Limits, Line, Block, plain: from the neighbouring modules, offered here for those who call

Nothing here is believed: the sender is what the mail claims, the date is what its program wrote, the token
has yet to be compared. Reading only takes apart.
"""

import hashlib
import re

from msgspec import Struct
from msgspec.structs import replace

from referee.mail.opening import (
    STANDARD,
    Fields,
    Limits,
    Opened,
    clean_text,
    header_fields,
    header_text,
    open_body,
    raw_problem,
)
from referee.mail.quoting import Block, Line, Sheet, plain, read_sheet, tag_block

__all__ = ["STANDARD", "Block", "Limits", "Line", "ReadMail", "plain", "read_mail"]


class ReadMail(Struct, frozen=True):
    """A mail, taken apart; "" stands for whatever is missing or unusable."""

    digest: str  # SHA-256 of the raw bytes, in hex
    message_id: str  # in angle brackets
    sender: str  # the address in From, in lower case
    sender_name: str
    reply_to_ids: tuple[str, ...]  # References and its own id; safe to write into a header
    subject: str
    date: str  # as its program wrote it: kept, and never believed
    robot: str  # why nobody must be answered; "" for a person
    block: Block
    lines: tuple[Line, ...]
    problem: str  # for the player, why the mail cannot be used; no line is then an "order"


def read_mail(raw: bytes, *, own_address: str = "", limits: Limits = STANDARD) -> ReadMail:
    """Take a mail apart. Never raises, and is quick, whatever the bytes.

    A mail with a problem still names its sender and block where they can be seen, so that it can be answered.
    """
    fields = header_fields(raw, limits)
    subject = header_text(_only(fields, "subject"))
    sender, sender_name = _sender(_only(fields, "from"))
    problem = raw_problem(raw, limits) or _doubled_field(fields)
    opened = Opened(problem=problem) if problem else open_body(raw, limits)
    sheet = _sheet(opened, subject)
    message_id = _message_id(_only(fields, "message-id"))
    return ReadMail(
        digest=hashlib.sha256(raw).hexdigest(),
        message_id=message_id,
        sender=sender,
        sender_name=sender_name,
        reply_to_ids=_reply_to_ids(fields, message_id),
        subject=subject,
        date=header_text(_first(fields, "date")),
        robot=_robot(fields, sender, own_address.strip().lower()),
        block=sheet.block,
        lines=sheet.lines,
        problem=sheet.problem,
    )


# The text.

_HTML_ONLY = (
    "Your mail came only as HTML, which Bugyo does not read, because it can show one thing and say another. "
    'Please send it as plain text: the setting is called "Plain text mode" in Gmail (the three dots below '
    'the mail), "Format Text: Plain Text" in Outlook, and "Make Plain Text" in Apple Mail.'
)
_EMPTY = "The mail has no text. Please write the orders in the mail itself; attachments are not read."
_TWO_TEXTS = (
    "The mail holds two versions of its text, and their orders differ, so what you saw is not what Bugyo "
    "would read. Please send the orders as plain text only."
)


def _sheet(opened: Opened, subject: str) -> Sheet:
    """The text with its lines and the block; without a readable text, at least the block."""
    if any(line.strip() for line in opened.lines):
        sheet = read_sheet(opened.lines, subject)
        return _refused(sheet, opened.problem or sheet.problem or _two_texts(sheet, opened))
    if opened.problem:
        return Sheet(tag_block(subject), (), opened.problem, False, ())
    seen = any(line.strip() for line in opened.html)
    block = read_sheet(opened.html, subject).block
    return Sheet(block, (), _HTML_ONLY if seen else _EMPTY, False, ())


def _refused(sheet: Sheet, problem: str) -> Sheet:
    if not problem:
        return sheet
    lines = tuple(replace(line, kind="text") if line.kind == "order" else line for line in sheet.lines)
    return replace(sheet, lines=lines, problem=problem)


def _two_texts(sheet: Sheet, opened: Opened) -> str:
    """A block elsewhere in the mail must say the same; by words, since programs wrap the two differently."""
    for lines in (opened.html, *opened.others):
        other = read_sheet(lines)
        if other.is_whole and other.said and _words(other) != _words(sheet):
            return _TWO_TEXTS
    return ""


def _words(sheet: Sheet) -> list[str]:
    return " ".join(sheet.said).split()


# The fields.

_SINGLE_FIELDS = (
    *("From", "To", "Subject", "Message-ID", "Date"),
    *("Content-Type", "Content-Transfer-Encoding", "MIME-Version"),
)
_ID = re.compile(r"<[!-;=?-~]{1,500}>")
_MOST_IDS = 50


def _doubled_field(fields: Fields) -> str:
    for name in _SINGLE_FIELDS:
        if len(_all(fields, name.lower())) > 1:
            return (
                f'The mail has the header field "{name}" more than once, so that two programs may read it '
                "differently. Please send it again from your usual mail program."
            )
    return ""


def _all(fields: Fields, name: str) -> list[str]:
    return [value for field, value in fields if field == name]


def _first(fields: Fields, name: str) -> str:
    return next(iter(_all(fields, name)), "")


def _only(fields: Fields, name: str) -> str:
    """The value of a field that comes once; of two nobody knows which is meant."""
    values = _all(fields, name)
    return values[0] if len(values) == 1 else ""


def _message_id(value: str) -> str:
    return value if _ID.fullmatch(value) else ""


def _reply_to_ids(fields: Fields, message_id: str) -> tuple[str, ...]:
    """The thread, oldest first; of a long one the beginning and the newest, as RFC 5322 has it."""
    found = [one for value in _all(fields, "references") for one in _ID.findall(value)]
    ids = tuple(dict.fromkeys([*found, message_id] if message_id else found))
    return ids if len(ids) <= _MOST_IDS else (ids[0], *ids[1 - _MOST_IDS :])


# The sender, read by our own patterns: the library's parser recurses into nested comments until it breaks.

_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
_COMMENT = re.compile(r"\(([^()]*)\)")
_ADDRESS = re.compile(r"[!#-'*+\-./0-9=?^-~A-Z]{1,64}@[A-Za-z0-9.-]{1,190}")
_LONGEST_FROM = 2000


def _sender(value: str) -> tuple[str, str]:
    """Address and name; ("", "") for none, for several, and for what cannot be told."""
    if len(value) > _LONGEST_FROM:
        return "", ""
    bare = _COMMENT.sub(" ", _QUOTED.sub(" ", value)).strip()
    name, bracket, rest = bare.rpartition("<")
    if bracket and not rest.endswith(">"):
        return "", ""
    address = rest.removesuffix(">").strip() if bracket else bare
    if not _ADDRESS.fullmatch(address) or "@" in name or "(" in bare:
        return "", ""
    return address.lower(), _sender_name(value, address)


def _sender_name(value: str, address: str) -> str:
    name, bracket, _ = value.rpartition("<")
    if not bracket:
        comment = _COMMENT.search(value.replace(address, " ", 1))
        return header_text(comment[1]) if comment else ""
    unquoted = _QUOTED.sub(lambda found: re.sub(r"\\(.)", r"\1", found[1]), name)
    return header_text(unquoted)


# Robots [RFC 3834].

_MACHINES = ("mailer-daemon", "postmaster")
_PRECEDENCES = ("bulk", "junk", "list", "auto_reply")


def _robot(fields: Fields, sender: str, own_address: str) -> str:
    """Why nobody must be answered, or "" for a person."""

    def said(name: str) -> list[str]:
        return [clean_text(value).split(";")[0].strip().lower() for value in _all(fields, name)]

    reasons = {
        "our own": bool(own_address) and sender == own_address,
        "loop": any(_is_our_loop(value, own_address) for value in said("x-loop")),
        "bounce": "<>" in said("return-path")
        or "multipart/report" in said("content-type")
        or sender.partition("@")[0] in _MACHINES,
        "list": bool(_all(fields, "list-id")),
        "auto-submitted": any(value != "no" for value in said("auto-submitted")),
        "precedence": any(value in _PRECEDENCES for value in said("precedence")),
        "auto-response-suppress": any(value != "none" for value in said("x-auto-response-suppress")),
    }
    return next((reason for reason, holds in reasons.items() if holds), "")


def _is_our_loop(value: str, own_address: str) -> bool:
    return value.startswith("bugyo") or (bool(own_address) and own_address in value)
