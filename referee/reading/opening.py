"""Opens a raw mail within limits: its header fields, its parts.

`email` is given only bytes whose size, parts and nesting have been bounded, and only under the compat32
policy: the modern policy fell over at sixteen places in three minutes of fuzzing.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from email.header import decode_header
from email.message import Message
from email.parser import BytesHeaderParser, BytesParser
from email.policy import compat32
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee.reading.decoding import AGAIN, Mail, Span, Text, Unusable, codec_of, decoded, text_of
from referee.reading.pages import page_lines

T = TypeVar("T")
Fields = tuple[tuple[str, str], ...]


class Limits(Struct, frozen=True):
    """The largest mail that is read; a mail at a limit is read, one past it is refused."""

    mail_bytes: int = 1024 * 1024
    header_bytes: int = 64 * 1024
    fields: int = 200
    field_bytes: int = 8 * 1024
    parts: int = 30
    depth: int = 6  # multiparts and mails within each other
    lines: int = 2000
    line_chars: int = 2000


STANDARD = Limits()


class Opened(Struct, frozen=True):
    """The body of a mail.

    `texts` are the text parts in their order, `html` what the first HTML part shows; `attached` names what
    was not opened, `armoured` are signatures that came as attachments.
    """

    texts: tuple[Text, ...] = ()
    html: Text | None = None
    attached: tuple[str, ...] = ()
    armoured: tuple[str, ...] = ()
    problem: str = ""


_BROKEN = f"The mail is damaged and cannot be taken apart. {AGAIN}"


def guarded(call: Callable[[], T], otherwise: T) -> T:
    """What the library answers, or `otherwise` where it breaks."""
    try:
        return call()
    except Unusable:
        raise
    # The library throws IndexError, TypeError, LookupError, RecursionError and more at hostile mails, and
    # nobody has the whole list. A mail that breaks it is refused; it must not stop the desk.
    except Exception:  # noqa: BLE001
        return otherwise


# Header fields.


def header_fields(raw: bytes, limits: Limits) -> Fields:
    """The fields in their order, names in lower case, values unfolded but not decoded.

    Reads at most the header limit, so that a mail that is refused can still be answered.
    """
    head = _header_block(raw[: limits.header_bytes])
    # A bare CR would begin a new field for the library, and so hide a second From in a Subject.
    clean = re.sub(rb"\r(?!\n)|\0", b" ", head)
    clean = _BLANK_NAME.sub(rb"\1:", clean)
    parse = BytesHeaderParser(policy=compat32).parsebytes
    nothing: list[tuple[str, str]] = []
    found = guarded(lambda: [(name, str(value)) for name, value in parse(clean).raw_items()], nothing)
    return tuple((name.lower(), re.sub(r"[\r\n]+", "", value).strip()) for name, value in found)


_BLANK_NAME = re.compile(
    rb"^(?!received|authentication-results)([!-9;-~]+)[ \t]+:", re.IGNORECASE | re.MULTILINE
)
"""Blanks before the colon: the library takes such a line for no field, other programs for what it says. What
our server writes, it writes without."""


def _header_block(raw: bytes) -> bytes:
    end = re.search(rb"(?:\A|\n)\r?\n", raw)
    return raw[: end.start() + 1] if end else raw


def header_text(value: str) -> str:
    """The value as people read it: encoded words decoded, no control characters, no line breaks."""
    # The parser keeps raw 8-bit bytes as surrogates; most programs that send them mean UTF-8.
    text = value.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    if "=?" not in text:  # as encoded words begin
        return clean_text(text)
    pieces = guarded(lambda: [_header_piece(*piece) for piece in decode_header(text)], [text])
    return clean_text("".join(pieces))


def _header_piece(piece: str | bytes, charset: str | None) -> str:
    if isinstance(piece, str):
        return piece
    if charset is None:
        return piece.decode("raw-unicode-escape", "replace")
    return guarded(lambda: piece.decode(codec_of(charset) or "utf-8", "replace"), "?")


def clean_text(text: str) -> str:
    """Without controls, invisible signs, half characters; every run of blanks is one space."""
    spaced = " ".join(text.split())
    return "".join(c for c in spaced if unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Zl", "Zp")).strip()


# Before any library sees the body.


def raw_problem(raw: bytes, limits: Limits) -> str:
    """What is wrong with the bytes themselves; quick, whatever they are."""
    if len(raw) > limits.mail_bytes:
        return size_problem(len(raw), limits)
    if b"\0" in raw:
        return f"The mail contains NUL bytes. {AGAIN}"
    if re.search(rb"\r(?!\n)", raw):
        return f"The mail contains line breaks of a damaged kind (a CR without its LF). {AGAIN}"
    return _header_problem(raw, limits) or _structure_problem(raw, limits)


def size_problem(count: int, limits: Limits) -> str:
    """Why a mail of so many bytes is not read."""
    return f"The mail has {count:,} bytes; Bugyo reads at most {limits.mail_bytes:,}. {AGAIN}"


def _header_problem(raw: bytes, limits: Limits) -> str:
    head = _header_block(raw)
    if len(head) > limits.header_bytes:
        return f"The mail's header has {len(head):,} bytes; at most {limits.header_bytes:,} are read. {AGAIN}"
    fields = re.split(rb"\r?\n(?![ \t])", head.rstrip(b"\r\n"))
    if len(fields) > limits.fields:
        return f"The mail has {len(fields)} header fields; at most {limits.fields} are read. {AGAIN}"
    longest = max(len(field) for field in fields)
    if longest > limits.field_bytes:
        return f"A header field has {longest:,} bytes; at most {limits.field_bytes:,} are read. {AGAIN}"
    return ""


# Every container needs such a line, so their number bounds the depth before the parser recurses into it.
_CONTAINER = re.compile(rb"^content-type:\s*(?:multipart|message)/", re.IGNORECASE | re.MULTILINE)
_BOUNDARY = re.compile(rb"^--\S", re.MULTILINE)
_PART_FIELD = re.compile(rb"^content-[a-z-]*:[^\n]*(?:\n[ \t][^\n]*)*", re.IGNORECASE | re.MULTILINE)
_MOST_BOUNDARIES = 1000


def _structure_problem(raw: bytes, limits: Limits) -> str:
    if len(_CONTAINER.findall(raw)) > limits.parts:
        return f"The mail is nested too deep: more than {limits.parts} mails or multiparts within it. {AGAIN}"
    # Only a bound on the parser's work; the parts themselves are counted when they are known.
    if len(_BOUNDARY.findall(raw)) > max(_MOST_BOUNDARIES, 2 * limits.parts):
        return f"The mail has too many parts; at most {limits.parts} are read. {AGAIN}"
    if any(len(field.group()) > limits.field_bytes for field in _PART_FIELD.finditer(raw)):
        return f"A part of the mail has a field of more than {limits.field_bytes:,} bytes. {AGAIN}"
    return ""


# The parts.


class _Leaf(Struct, frozen=True):
    """A part that holds no others, and where its body stands in the raw mail."""

    part: Mail
    kind: str  # "text/plain"
    body: Span
    is_shown: bool  # not attached, not inside an attached mail


def open_body(raw: bytes, limits: Limits) -> Opened:
    """The texts of a mail whose bytes have passed `raw_problem`."""
    try:
        return guarded(lambda: _open(raw, limits), Opened(problem=_BROKEN))
    except Unusable as refusal:
        return Opened(problem=str(refusal))


def _open(raw: bytes, limits: Limits) -> Opened:
    leaves = _leaves(BytesParser(policy=compat32).parsebytes(raw), raw, limits)
    shown = [leaf for leaf in leaves if leaf.is_shown]
    texts = [text_of(leaf.part, leaf.body, raw) for leaf in shown if leaf.kind == "text/plain"]
    pages = [leaf for leaf in shown if leaf.kind == "text/html"]
    html = _page(pages[0], raw, limits) if pages else None
    others = [leaf for leaf in leaves if not leaf.is_shown]
    return Opened(
        tuple(_shortened(text, limits) for text in texts),
        html,
        tuple(_name(leaf) for leaf in others if not _armour(leaf, raw)),
        tuple(armour for leaf in others if (armour := _armour(leaf, raw))),
        _lines_problem(texts[0].lines if texts else (), limits),
    )


def _leaves(root: Mail, raw: bytes, limits: Limits) -> list[_Leaf]:
    """The parts in their order, each body found in the raw mail after the one before."""
    found: list[_Leaf] = []
    waiting, place = [(root, 0, True)], 0
    while waiting:
        part, depth, is_shown = waiting.pop()
        if depth > limits.depth:
            raise Unusable(f"The mail is nested too deep; at most {limits.depth} levels are read. {AGAIN}")
        if part.is_multipart():
            is_shown = is_shown and part.get_content_maintype() == "multipart"
            inner = [one for one in part.get_payload() if isinstance(one, Message)]
            waiting.extend((one, depth + 1, is_shown) for one in reversed(inner))
            continue
        if len(found) == limits.parts:
            raise Unusable(f"The mail has too many parts; at most {limits.parts} are read. {AGAIN}")
        body = _body(part, raw, place)
        place = body[1]
        kind = part.get_content_type()
        disposition = str(part.get("content-disposition", "")).strip().lower()
        is_attached = disposition.startswith("attachment") or "filename" in disposition
        is_text = kind in ("text/plain", "text/html")
        found.append(_Leaf(part, kind, body, is_shown and is_text and not is_attached))
    return found


def _body(part: Mail, raw: bytes, place: int) -> Span:
    """Where the body of a part stands: its bytes as they came, first of all after `place`."""
    encoding = part["content-transfer-encoding"]
    del part["content-transfer-encoding"]
    payload = part.get_payload(decode=True)
    if encoding is not None:
        part["content-transfer-encoding"] = encoding
    data = payload if isinstance(payload, bytes) else b""
    first = raw.find(data, place) if data else place
    if first < 0:
        raise Unusable(_BROKEN)
    return first, first + len(data)


def _name(leaf: _Leaf) -> str:
    """What an attachment is called, for people."""
    named = guarded(lambda: leaf.part.get_filename(""), "")
    return (header_text(str(named)) or header_text(leaf.kind))[:60]


_ARMOUR = re.compile(
    rb"\s*(-----BEGIN SSH SIGNATURE-----[A-Za-z0-9+/=\s]{1,8000}-----END SSH SIGNATURE-----"
    rb"|untrusted comment:[^\r\n]{0,1024}\r?\n[A-Za-z0-9+/]{99}=\r?\n"
    rb"trusted comment:[^\r\n]{0,8192}\r?\n[A-Za-z0-9+/]{86}==)\s*"
)


def _armour(leaf: _Leaf, raw: bytes) -> str:
    """A personal signature that came as an attachment; "" for any other."""
    if leaf.body[1] - leaf.body[0] > 20_000:
        return ""
    data = leaf.part.get_payload(decode=True)
    found = _ARMOUR.fullmatch(data) if isinstance(data, bytes) else None
    return found[1].decode("utf-8", "replace") if found else ""


def _lines_problem(lines: Sequence[str], limits: Limits) -> str:
    if len(lines) > limits.lines:
        return f"The mail has {len(lines):,} lines; at most {limits.lines:,} are read. {AGAIN}"
    for number, line in enumerate(lines, 1):
        if len(line) > limits.line_chars:
            size = f"{len(line):,} characters; at most {limits.line_chars:,} are read"
            return f"Line {number} has {size}. Please write one order on a line."
        if "\0" in line or "\r" in line:
            return f"Line {number} contains NUL or CR characters. {AGAIN}"
    return ""


def _shortened(text: Text, limits: Limits) -> Text:
    lines = tuple(line[: limits.line_chars] for line in text.lines[: limits.lines])
    return replace(text, lines=lines, spans=text.spans[: limits.lines])


def _page(leaf: _Leaf, raw: bytes, limits: Limits) -> Text | None:
    """What the page shows; every line of it came out of the whole part."""
    text = decoded(leaf.part, raw[slice(*leaf.body)])
    nothing: tuple[str, ...] = ()
    lines = guarded(lambda: page_lines(text), nothing)
    return _shortened(Text(lines, (leaf.body,) * len(lines)), limits)
