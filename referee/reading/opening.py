"""Opens a raw mail within limits: its header fields, its parts, and the lines of each, with the bytes of the
raw mail that made them.

`email` is given only bytes whose size, parts and nesting have been bounded, and only under the compat32
policy: the modern policy fell over at sixteen places in three minutes of fuzzing.
"""

import binascii
import codecs
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from email.header import decode_header
from email.message import Message
from email.parser import BytesHeaderParser, BytesParser
from email.policy import compat32
from itertools import accumulate
from typing import TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

Mail: TypeAlias = "Message[str, str]"
Span = tuple[int, int]
"""First byte and the byte after the last, counted from 0."""

AGAIN = "Please send the orders as a plain text mail without attachments."


class Unusable(Exception):
    """The mail cannot be read; its text is a sentence for the player."""


class Text(Struct, frozen=True):
    """The lines of a text part, and for each the bytes of the raw mail that made it.

    `doubt` says why some signs could not be read; each of them is U+FFFD then.
    """

    lines: tuple[str, ...] = ()
    spans: tuple[Span, ...] = ()
    doubt: str = ""


class _Bytes(Struct, frozen=True):
    """Bytes after the transfer encoding is undone; `place` says which bytes before made [a, b)."""

    data: bytes
    place: Callable[[int, int], Span]


def text_of(part: Mail, body: Span, raw: bytes) -> Text:
    """The lines of a text part whose body is `raw[body]`. Raises `Unusable`."""
    named = parameters(part)
    opened = _undone(part, raw[slice(*body)])
    text, codec, doubt = _as_text(opened.data, named)
    lines = [line.rstrip("\r") for line in text.split("\n")]
    lines = lines if lines[-1] else lines[:-1]
    ends = [found.end() for found in re.finditer(b"\n", opened.data)]
    if codec.startswith(("utf-16", "utf-32")) or len(ends) != text.count("\n"):
        placed = [opened.place(0, len(opened.data))] * len(lines)  # nobody can tell where each stood
    else:
        starts = [0, *ends]
        placed = [opened.place(*span) for span in zip(starts, [*ends, len(opened.data)], strict=True)]
    spans = [(min(body[0] + a, body[1]), min(body[0] + b, body[1])) for a, b in placed[: len(lines)]]
    if named.get("format", "").lower() == "flowed":
        joined = list(_unflowed(lines, spans, named.get("delsp", "").lower() == "yes"))
        lines, spans = [line for line, _ in joined], [span for _, span in joined]
    return Text(tuple(lines), tuple(spans), doubt)


def decoded(part: Mail, body: bytes) -> str:
    """The text of a part, as one string. Raises `Unusable`."""
    return _as_text(_undone(part, body).data, parameters(part))[0]


def parameters(part: Mail) -> dict[str, str]:
    """Those of Content-Type, names in lower case."""
    found = part.get_params() or []
    # A parameter in the style of RFC 2231 is (charset, language, value).
    return {name.lower(): value[2] if isinstance(value, tuple) else value for name, value in found[1:]}


# Transfer encodings.

_ENCODINGS = ("", "7bit", "8bit", "binary", "quoted-printable", "base64")


def _undone(part: Mail, body: bytes) -> _Bytes:
    encoding = str(part.get("content-transfer-encoding", "")).strip().lower()
    if encoding not in _ENCODINGS:
        raise Unusable(f'Bugyo does not know the transfer encoding "{printable(encoding)}". {AGAIN}')
    if encoding == "quoted-printable":
        return _unquoted(body)
    if encoding == "base64":
        return _unpacked(part, body)
    return _Bytes(body, lambda first, end: (first, end))


def _unquoted(body: bytes) -> _Bytes:
    """Quoted-printable, line by line: a soft break joins the bytes of two lines."""
    rows = body.splitlines(keepends=True)
    pieces = [binascii.a2b_qp(row) for row in rows]
    return _Bytes(b"".join(pieces), _by_rows(pieces, rows))


def _by_rows(pieces: Sequence[bytes], rows: Sequence[bytes]) -> Callable[[int, int], Span]:
    """Whole rows: where in a row a byte stands is not told apart."""
    made = [0, *accumulate(map(len, pieces))]
    taken = [0, *accumulate(map(len, rows))]

    def place(first: int, end: int) -> Span:
        last = bisect_right(made, max(first, end - 1)) - 1
        return taken[min(bisect_right(made, first) - 1, len(rows))], taken[min(last + 1, len(rows))]

    return place


def _unpacked(part: Mail, body: bytes) -> _Bytes:
    """Base64: three bytes of text stand in four signs. Damage is refused, never guessed at."""
    payload = part.get_payload(decode=True)
    if any("Base64" in type(defect).__name__ for defect in part.defects):
        raise Unusable(f"The text of the mail was damaged on its way (broken base64). {AGAIN}")
    rows = body.splitlines(keepends=True)
    signs = [0, *accumulate(len(row.strip()) for row in rows)]
    starts = [0, *accumulate(map(len, rows))]

    def sign(number: int) -> int:
        row = min(bisect_right(signs, number) - 1, len(rows) - 1)
        return starts[row] + number - signs[row] if row >= 0 else 0

    return _Bytes(
        payload if isinstance(payload, bytes) else b"",
        lambda first, end: (sign(first // 3 * 4), sign(max(first, end - 1) // 3 * 4 + 3) + 1),
    )


# Character sets.

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
    "x-sjis": "cp932",
    "shift_jis": "cp932",  # as all browsers do: NEC's and IBM's signs are in what calls itself Shift_JIS
    "shift-jis": "cp932",
    "sjis": "cp932",
    "windows-31j": "cp932",
    "iso-2022-jp": "iso-2022-jp-ext",  # half-width katakana, which Japanese programs send under this name
    "x-gbk": "gbk",
    "gb2312": "gb18030",  # likewise
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


def _as_text(data: bytes, named: dict[str, str]) -> tuple[str, str, str]:
    """The text, the codec that it was read by, and what is in doubt.

    The codec is the one that is named, or UTF-8, which cannot be mistaken for another. Where neither fits,
    the ASCII in the bytes still says what it says.
    """
    label = named.get("charset", "us-ascii").strip(" '\"")
    name = codec_of(label)
    for codec in _tried(data, name):
        with suppress(UnicodeError):
            text = data.decode(codec)
            text.encode("utf-8")  # utf-7 can bring in half characters
            return text.removeprefix("\ufeff"), codec, ""
    said = printable(label)
    unknown = "does not agree with its text" if name else "Bugyo does not know"
    doubt = f'The mail names the character set "{said}", which {unknown}. Please send it as UTF-8 (Unicode).'
    return data.decode("ascii", "replace"), "ascii", doubt


def _tried(data: bytes, name: str) -> Iterator[str]:
    """The codecs in the order in which they are tried.

    A label for one byte a sign fits any bytes. But bytes that are UTF-8, with signs beyond ASCII in it, are
    UTF-8 whatever the label says, and escape sequences of ISO-2022-JP are nothing else.
    """
    one_byte = not name or name == "ascii" or name.startswith(("cp12", "iso8859", "koi8", "mac", "latin"))
    if one_byte and not data.isascii():
        yield "utf-8"
    if one_byte and re.search(rb"\x1b\$[@B]", data):
        yield "iso2022_jp_ext"
    if name:
        yield name
    yield "utf-8"


def codec_of(label: str) -> str:
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


def printable(label: str) -> str:
    """A name out of a mail, fit to stand in an answer."""
    return "".join(sign for sign in label[:40] if sign.isprintable())


# format=flowed [RFC 3676].


_HEAD = re.compile(r"HEAD \d+ [0-9a-f]{4}")


def _unflowed(lines: Iterable[str], spans: Iterable[Span], deletes_space: bool) -> Iterator[tuple[str, Span]]:
    """The lines as the player sees them: soft breaks joined, stuffed spaces taken away."""
    pieces: list[str] = []
    signs, is_open, begun, end = 0, False, 0, 0
    for line, span in zip(lines, spans, strict=True):
        rest = line.lstrip(">")
        depth = len(line) - len(rest)
        rest = rest.removeprefix(" ")
        if pieces and not (is_open and depth == signs and not _stands_alone(rest)):
            yield _quoted(signs, pieces), (begun, end)
            pieces = []
        is_open = rest.endswith(" ") and not _stands_alone(rest)
        begun, end = (begun if pieces else span[0]), span[1]
        pieces.append(rest[:-1] if is_open and deletes_space else rest)
        signs = depth
    if pieces:
        yield _quoted(signs, pieces), (begun, end)


def _quoted(signs: int, pieces: list[str]) -> str:
    return ">" * signs + (" " if signs else "") + "".join(pieces)


def _stands_alone(line: str) -> bool:
    """A signature mark, fence, TOKEN or whole HEAD line: never joined, whatever blanks stand behind it."""
    return line == "-- " or line.startswith(("-----", "TOKEN ")) or bool(_HEAD.match(line))


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
    head = _header_block(raw)
    if len(head) > limits.header_bytes:
        return f"The mail's header has {len(head):,} bytes; at most {limits.header_bytes:,} are read. {AGAIN}"
    fields = re.split(rb"\r?\n(?![ \t])", head.rstrip(b"\r\n"))
    if len(fields) > limits.fields:
        return f"The mail has {len(fields)} header fields; at most {limits.fields} are read. {AGAIN}"
    longest = max(len(field) for field in fields)
    if longest > limits.field_bytes:
        return f"A header field has {longest:,} bytes; at most {limits.field_bytes:,} are read. {AGAIN}"
    if len(_CONTAINER.findall(raw)) > limits.parts:
        return f"The mail is nested too deep: more than {limits.parts} mails or multiparts within it. {AGAIN}"
    # Only a bound on the parser's work; the parts themselves are counted when they are known.
    if len(_BOUNDARY.findall(raw)) > max(_MOST_BOUNDARIES, 2 * limits.parts):
        return f"The mail has too many parts; at most {limits.parts} are read. {AGAIN}"
    if any(len(field.group()) > limits.field_bytes for field in _PART_FIELD.finditer(raw)):
        return f"A part of the mail has a field of more than {limits.field_bytes:,} bytes. {AGAIN}"
    return ""


def size_problem(count: int, limits: Limits) -> str:
    """Why a mail of so many bytes is not read."""
    return f"The mail has {count:,} bytes; Bugyo reads at most {limits.mail_bytes:,}. {AGAIN}"


# Every container needs such a line, so their number bounds the depth before the parser recurses into it.
_CONTAINER = re.compile(rb"^content-type:\s*(?:multipart|message)/", re.IGNORECASE | re.MULTILINE)
_BOUNDARY = re.compile(rb"^--\S", re.MULTILINE)
_PART_FIELD = re.compile(rb"^content-[a-z-]*:[^\n]*(?:\n[ \t][^\n]*)*", re.IGNORECASE | re.MULTILINE)
_MOST_BOUNDARIES = 1000


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
    from referee.reading.pages import page_lines  # with libraries that a mail without HTML does not need

    text = decoded(leaf.part, raw[slice(*leaf.body)])
    nothing: tuple[str, ...] = ()
    lines = guarded(lambda: page_lines(text), nothing)
    return _shortened(Text(lines, (leaf.body,) * len(lines)), limits)
