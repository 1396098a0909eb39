"""Opens a raw mail within limits: its header fields, its text, its character sets.

- Limits         how large, how many and how deep a mail may be
- header_fields  name and value of each field, unfolded
- header_text    a field's value for people: decoded, without control characters
- raw_problem    what is wrong with the bytes, before any library sees them
- open_body      the text part, line by line, the other texts, and the HTML part as lines

`email` is given only bytes whose size, parts and nesting have been bounded, and only under the compat32
policy: the modern policy fell over at sixteen places in three minutes of fuzzing.
"""

import codecs
import re
import unicodedata
from collections.abc import Callable, Iterator
from email.header import decode_header
from email.message import Message
from email.parser import BytesHeaderParser, BytesParser
from email.policy import compat32
from html import unescape
from typing import TypeAlias, TypeVar

from msgspec import Struct

T = TypeVar("T")
Fields = tuple[tuple[str, str], ...]
_Mail: TypeAlias = "Message[str, str]"


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
    """The body of a mail: the text that is read, and what is only compared with it."""

    lines: tuple[str, ...] = ()
    others: tuple[tuple[str, ...], ...] = ()  # further text parts
    html: tuple[str, ...] = ()  # what the HTML part shows
    problem: str = ""


class Unusable(Exception):
    """The mail cannot be read; its text is a sentence for the player."""


_AGAIN = "Please send the orders as a plain text mail without attachments."
_BROKEN = f"The mail is damaged and cannot be taken apart. {_AGAIN}"


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
    parse = BytesHeaderParser(policy=compat32).parsebytes
    nothing: list[tuple[str, str]] = []
    found = guarded(lambda: [(name, str(value)) for name, value in parse(clean).raw_items()], nothing)
    return tuple((name.lower(), re.sub(r"[\r\n]+", "", value).strip()) for name, value in found)


def _header_block(raw: bytes) -> bytes:
    end = re.search(rb"(?:\A|\n)\r?\n", raw)
    return raw[: end.start() + 1] if end else raw


def header_text(value: str) -> str:
    """The value as people read it: encoded words decoded, no control characters, no line breaks."""
    # The parser keeps raw 8-bit bytes as surrogates; most programs that send them mean UTF-8.
    text = value.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    pieces = guarded(lambda: [_header_piece(*piece) for piece in decode_header(text)], [text])
    return clean_text("".join(pieces))


def _header_piece(piece: str | bytes, charset: str | None) -> str:
    if isinstance(piece, str):
        return piece
    if charset is None:
        return piece.decode("raw-unicode-escape", "replace")
    return guarded(lambda: piece.decode(_codec(charset) or "utf-8", "replace"), "?")


def clean_text(text: str) -> str:
    """Without controls, invisible signs, half characters; every run of blanks is one space."""
    spaced = " ".join(text.split())
    return "".join(c for c in spaced if unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Zl", "Zp")).strip()


# Before any library sees the body.


def raw_problem(raw: bytes, limits: Limits) -> str:
    """What is wrong with the bytes themselves; quick, whatever they are."""
    if len(raw) > limits.mail_bytes:
        return f"The mail has {len(raw):,} bytes; Bugyo reads at most {limits.mail_bytes:,}. {_AGAIN}"
    if b"\0" in raw:
        return f"The mail contains NUL bytes. {_AGAIN}"
    if re.search(rb"\r(?!\n)", raw):
        return f"The mail contains line breaks of a damaged kind (a CR without its LF). {_AGAIN}"
    return _header_problem(raw, limits) or _structure_problem(raw, limits)


def _header_problem(raw: bytes, limits: Limits) -> str:
    head = _header_block(raw)
    if len(head) > limits.header_bytes:
        return (
            f"The mail's header has {len(head):,} bytes; at most {limits.header_bytes:,} are read. {_AGAIN}"
        )
    fields = re.split(rb"\r?\n(?![ \t])", head.rstrip(b"\r\n"))
    if len(fields) > limits.fields:
        return f"The mail has {len(fields)} header fields; at most {limits.fields} are read. {_AGAIN}"
    longest = max(len(field) for field in fields)
    if longest > limits.field_bytes:
        return f"A header field has {longest:,} bytes; at most {limits.field_bytes:,} are read. {_AGAIN}"
    return ""


# Every container needs such a line, so their number bounds the depth before the parser recurses into it.
_CONTAINER = re.compile(rb"^content-type:\s*(?:multipart|message)/", re.IGNORECASE | re.MULTILINE)
_BOUNDARY = re.compile(rb"^--\S", re.MULTILINE)
_PART_FIELD = re.compile(rb"^content-[a-z-]*:[^\n]*(?:\n[ \t][^\n]*)*", re.IGNORECASE | re.MULTILINE)
_MOST_BOUNDARIES = 1000


def _structure_problem(raw: bytes, limits: Limits) -> str:
    if len(_CONTAINER.findall(raw)) > limits.parts:
        return (
            f"The mail is nested too deep: more than {limits.parts} mails or multiparts within it. {_AGAIN}"
        )
    # Only a bound on the parser's work; the parts themselves are counted when they are known.
    if len(_BOUNDARY.findall(raw)) > max(_MOST_BOUNDARIES, 2 * limits.parts):
        return f"The mail has too many parts; at most {limits.parts} are read. {_AGAIN}"
    if any(len(field.group()) > limits.field_bytes for field in _PART_FIELD.finditer(raw)):
        return f"A part of the mail has a field of more than {limits.field_bytes:,} bytes. {_AGAIN}"
    return ""


# The parts.


def open_body(raw: bytes, limits: Limits) -> Opened:
    """The texts of a mail whose bytes have passed `raw_problem`."""
    try:
        return guarded(lambda: _open(raw, limits), Opened(problem=_BROKEN))
    except Unusable as refusal:
        return Opened(problem=str(refusal))


def _open(raw: bytes, limits: Limits) -> Opened:
    texts: list[_Mail] = []
    pages: list[_Mail] = []
    for part in _readable_parts(BytesParser(policy=compat32).parsebytes(raw), limits):
        kind = part.get_content_type()
        if kind in ("text/plain", "text/html"):
            (texts if kind == "text/plain" else pages).append(part)
    html = _html_lines(pages[0], limits) if pages else ()
    lines = _text_lines(texts[0]) if texts else ()
    problem = _lines_problem(lines, limits)
    lines = tuple(line[: limits.line_chars] for line in lines[: limits.lines])
    return Opened(lines, tuple(_other_lines(texts[1:], limits)), html, problem)


def _readable_parts(root: _Mail, limits: Limits) -> list[_Mail]:
    """Leaves that are shown in the mail: not attached, not inside an attached mail; in their order."""
    shown: list[_Mail] = []
    count = 0
    waiting = [(root, 0, True)]
    while waiting:
        part, depth, is_shown = waiting.pop()
        if depth > limits.depth:
            raise Unusable(f"The mail is nested too deep; at most {limits.depth} levels are read. {_AGAIN}")
        if part.is_multipart():
            is_shown = is_shown and part.get_content_maintype() == "multipart"
            inner = [one for one in part.get_payload() if isinstance(one, Message)]
            waiting.extend((one, depth + 1, is_shown) for one in reversed(inner))
            continue
        count += 1
        if count > limits.parts:
            raise Unusable(f"The mail has too many parts; at most {limits.parts} are read. {_AGAIN}")
        if is_shown and not _is_attached(part):
            shown.append(part)
    return shown


def _is_attached(part: _Mail) -> bool:
    disposition = str(part.get("content-disposition", "")).strip().lower()
    return disposition.startswith("attachment") or "filename" in disposition


def _lines_problem(lines: tuple[str, ...], limits: Limits) -> str:
    if len(lines) > limits.lines:
        return f"The mail has {len(lines):,} lines; at most {limits.lines:,} are read. {_AGAIN}"
    for number, line in enumerate(lines, 1):
        if len(line) > limits.line_chars:
            size = f"{len(line):,} characters; at most {limits.line_chars:,} are read"
            return f"Line {number} has {size}. Please write one order on a line."
        if "\0" in line or "\r" in line:
            return f"Line {number} contains NUL or CR characters. {_AGAIN}"
    return ""


def _other_lines(parts: list[_Mail], limits: Limits) -> Iterator[tuple[str, ...]]:
    for part in parts:
        yield tuple(line[: limits.line_chars] for line in _text_lines(part)[: limits.lines])


def _text_lines(part: _Mail) -> tuple[str, ...]:
    parameters = _parameters(part)
    text = _decoded(part, parameters)
    if parameters.get("format", "").lower() == "flowed":
        return tuple(_unflowed(text, parameters.get("delsp", "").lower() == "yes"))
    return tuple(_split(text))


def _split(text: str) -> list[str]:
    lines = [line.rstrip("\r") for line in text.split("\n")]
    return lines[:-1] if not lines[-1] else lines


def _parameters(part: _Mail) -> dict[str, str]:
    found = part.get_params() or []
    # A parameter in the style of RFC 2231 is (charset, language, value).
    return {name.lower(): value[2] if isinstance(value, tuple) else value for name, value in found[1:]}


# Character sets and transfer encodings.

_ENCODINGS = ("", "7bit", "8bit", "binary", "quoted-printable", "base64")
_CODECS = {
    "windows-874": "cp874",
    "x-windows-874": "cp874",
    "win-1251": "cp1251",
    "windows1251": "cp1251",
    "x-cp1251": "cp1251",
    "win1252": "cp1252",
    "windows1252": "cp1252",
    "x-cp1252": "cp1252",
    "koi8": "koi8-r",
    "koi-8-r": "koi8-r",
    "x-sjis": "shift_jis",
    "x-gbk": "gbk",
    "x-euc-jp": "euc_jp",
    "x-mac-cyrillic": "mac_cyrillic",
    "macintosh": "mac_roman",
    "iso-8859-8-i": "iso-8859-8",
    "unicode-1-1-utf-7": "utf-7",
    "utf8mb4": "utf-8",
    "ansi_x3.4-1968": "ascii",
    # As all browsers do: what calls itself Latin-1 and has bytes 80-9F means the Windows set.
    "iso-8859-1": "cp1252",
    "latin1": "cp1252",
}
_NOT_CHARSETS = {"idna", "punycode", "unicode-escape", "raw-unicode-escape", "undefined", "mbcs", "oem"}


def _decoded(part: _Mail, parameters: dict[str, str]) -> str:
    encoding = str(part.get("content-transfer-encoding", "")).strip().lower()
    if encoding not in _ENCODINGS:
        raise Unusable(f'Bugyo does not know the transfer encoding "{clean_text(encoding[:40])}". {_AGAIN}')
    payload = part.get_payload(decode=True)
    if any("Base64" in type(defect).__name__ for defect in part.defects):
        raise Unusable(f"The text of the mail was damaged on its way (broken base64). {_AGAIN}")
    data = payload if isinstance(payload, bytes) else b""
    return _as_text(data, parameters.get("charset", "us-ascii").strip(" '\""))


def _as_text(data: bytes, label: str) -> str:
    name = _codec(label)
    for codec in (name, "utf-8"):
        text = _strictly(data, codec) if codec else None
        if text is not None:
            return text.removeprefix("\ufeff")
    said = clean_text(label[:40])
    unknown = "does not agree with its text" if name else "Bugyo does not know"
    raise Unusable(
        f'The mail names the character set "{said}", which {unknown}. Please send it as UTF-8 (Unicode).'
    )


def _codec(label: str) -> str:
    """The codec for a charset label; "" for one unknown, or for a codec that is not a charset."""
    low = label.lower()
    if not re.fullmatch(r"[a-z0-9_.:+-]{1,40}", low):
        return ""
    try:
        found = codecs.lookup(_CODECS.get(low, low))
        "".encode(found.name)  # refuses rot13, base64 and their like
    except (LookupError, UnicodeError):
        return ""
    return "" if found.name in _NOT_CHARSETS else found.name


def _strictly(data: bytes, codec: str) -> str | None:
    try:
        text = data.decode(codec)
        text.encode("utf-8")  # utf-7 can bring in half characters
    except UnicodeError:
        return None
    return text


# format=flowed [RFC 3676].


def _unflowed(text: str, deletes_space: bool) -> Iterator[str]:
    """The lines as the player sees them: soft breaks joined, stuffed spaces taken away."""
    pieces: list[str] = []
    signs, is_open = 0, False
    for line in _split(text):
        rest = line.lstrip(">")
        depth = len(line) - len(rest)
        rest = rest.removeprefix(" ")
        if pieces and not (is_open and depth == signs and not _stands_alone(rest)):
            yield _quoted(signs, pieces)
            pieces = []
        is_open = rest.endswith(" ") and not _stands_alone(rest)
        pieces.append(rest[:-1] if is_open and deletes_space else rest)
        signs = depth
    if pieces:
        yield _quoted(signs, pieces)


def _quoted(signs: int, pieces: list[str]) -> str:
    return ">" * signs + (" " if signs else "") + "".join(pieces)


def _stands_alone(line: str) -> bool:
    """A signature mark, fence, TOKEN or HEAD line: never joined, whatever blanks a program left behind it."""
    return line == "-- " or line.startswith(("-----", "TOKEN ", "HEAD "))


# HTML, of which only the block is looked for. The library's parser is quadratic on unclosed tags (minutes for
# 256 KiB of "<a "), so the tags are told apart by one pattern that cannot look at a character twice.

_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)([^<>]*)>|<[!?/][^<>]*>|(?:[^<]+|<(?![^<>]*>))+|<")
_LINE_TAGS = frozenset({"br", "p", "div", "tr", "li", "ul", "ol", "hr", "pre", "table", "h1", "h2", "h3"})
_UNSEEN = frozenset({"script", "style", "head", "title", "template"})
_WITHOUT_END = frozenset({"br", "hr", "img", "input", "link", "meta", "col", "area", "base", "wbr"})


def _html_lines(part: _Mail, limits: Limits) -> tuple[str, ...]:
    """What the page shows, with "> " before the lines of a quotation."""
    page = _Page()
    for found in _TAG.finditer(_without_comments(_decoded(part, _parameters(part)))):
        if found[2]:
            page.tag(found[2].lower(), found[3], is_end=bool(found[1]))
        elif not (found[0].endswith(">") and found[0].startswith(("<!", "<?", "</"))):
            page.text(found[0])
    lines = "".join(page.pieces).split("\n")[: limits.lines]
    return tuple(line[: limits.line_chars].strip() for line in lines)


def _without_comments(html: str) -> str:
    first, *rest = html.split("<!--")
    return first + "".join(piece.partition("-->")[2] for piece in rest)


class _Page:
    """A page as it fills up: its pieces, how deep in quotations, and within which unseen elements."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.quotations = 0
        self.unseen: list[str] = []

    def text(self, data: str) -> None:
        if not self.unseen:
            self.pieces.append(re.sub(r"\s+", " ", unescape(data)))

    def tag(self, name: str, attributes: str, *, is_end: bool) -> None:
        if name == "body" and self.unseen[:1] == ["head"]:
            self.unseen.clear()  # a head that was never closed
        self._cover(name, attributes, is_end)
        if name == "blockquote":
            self.quotations = max(0, self.quotations + (-1 if is_end else 1))
        if not self.unseen and (name in _LINE_TAGS or name == "blockquote"):
            self.pieces.append("\n" + "> " * min(self.quotations, 9))

    def _cover(self, name: str, attributes: str, is_end: bool) -> None:
        is_inside = name in self.unseen[-1:]
        if is_end and is_inside:
            self.unseen.pop()
        elif not is_end and name not in _WITHOUT_END:
            is_hidden = "display:none" in "".join(attributes.lower().split())
            if is_inside or is_hidden or name in _UNSEEN:
                self.unseen.append(name)
