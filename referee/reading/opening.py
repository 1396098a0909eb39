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
from functools import partial
from itertools import accumulate
from typing import TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee.reading.charsets import CODECS
from referee.reading.passages import LONGEST_ARMOUR, armour_of

Mail: TypeAlias = "Message[str, str]"
Span = tuple[int, int]
"""First byte and the byte after the last, counted from 0."""

AGAIN = "Please send the orders as a plain text mail without attachments."


class Unusable(Exception):
    """The mail cannot be read; its text is a sentence for the player."""


class Text(Struct, frozen=True):
    """The lines of a text, and for each the bytes of the raw mail that made it.

    `doubt` says why some signs could not be read; each of them is U+FFFD then. `joined` has the pieces of
    lines that format=flowed has put together. `more` is how many there were, where others are left out.
    """

    lines: tuple[str, ...] = ()
    spans: tuple[Span, ...] = ()
    doubt: str = ""
    joined: dict[int, tuple[str, ...]] = {}
    more: int = 0


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
    joined: dict[int, tuple[str, ...]] = {}
    if named.get("format", "").lower() == "flowed":
        rows = list(_unflowed(lines, spans, named.get("delsp", "").lower() == "yes"))
        lines, spans = [line for line, _, _ in rows], [span for _, span, _ in rows]
        joined = {place: tuple(pieces) for place, (_, _, pieces) in enumerate(rows) if len(pieces) > 1}
    return Text(tuple(lines), tuple(spans), doubt, joined)


def decoded(part: Mail, body: bytes) -> str:
    """The text of a part, as one string. Raises `Unusable`."""
    return _as_text(_undone(part, body).data, parameters(part))[0]


def parameters(part: Mail) -> dict[str, str]:
    """Those of Content-Type, names in lower case."""
    found = part.get_params() or []
    # A parameter in the style of RFC 2231 is (charset, language, value).
    return {name.lower(): value[2] if isinstance(value, tuple) else value for name, value in found[1:]}


# Transfer encodings.

_AS_IT_IS = ("", "7bit", "7bits", "8bit", "8bits", "binary", "none", "utf8", "usascii", "ascii")
_BESIDE = re.compile(r"[;(].*|[^a-z0-9]", re.DOTALL)
"""What stands in the field beside its word, or within it: "7-bit", "quoted-printable;"."""


def _undone(part: Mail, body: bytes) -> _Bytes:
    encoding = str(part.get("content-transfer-encoding", "")).strip()
    kind = _BESIDE.sub("", encoding.lower())
    if kind in ("quotedprintable", "qp"):
        return _unquoted(body)
    if kind == "base64":
        return _unpacked(body)
    if kind not in _AS_IT_IS:
        raise Unusable(f'Bugyo does not know the transfer encoding "{printable(encoding)}". {AGAIN}')
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


_DIGITS = re.compile(rb"[A-Za-z0-9+/]*={0,2}")


def _unpacked(body: bytes) -> _Bytes:
    """Base64: three bytes of text stand in four signs. Damage is refused, never guessed at; but a server may
    have put lines in plain text below, which are left out."""
    rows = body.splitlines(keepends=True)
    stripped = [row.strip() for row in rows]
    if any(not _DIGITS.fullmatch(row) for row in stripped):
        followed = zip(stripped, [*stripped[1:], b""], strict=True)
        ends = (n for n, (row, below) in enumerate(followed, 1) if row.endswith(b"=") or (row and not below))
        stripped = stripped[: next(ends, 0)]
        rows = rows[: len(stripped)]
    try:
        payload = binascii.a2b_base64(b"".join(stripped), strict_mode=True)
    except binascii.Error:
        raise Unusable(f"The text of the mail was damaged on its way (broken base64). {AGAIN}") from None
    signs = [0, *accumulate(len(row.strip()) for row in rows)]
    starts = [0, *accumulate(map(len, rows))]

    def sign(number: int) -> int:
        row = min(bisect_right(signs, number) - 1, len(rows) - 1)
        return starts[row] + number - signs[row] if row >= 0 else 0

    return _Bytes(
        payload,
        lambda first, end: (sign(first // 3 * 4), sign(max(first, end - 1) // 3 * 4 + 3) + 1),
    )


# Character sets.

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
        found = codecs.lookup(CODECS.get(low, low))
        "".encode(found.name)  # refuses rot13, base64 and their like
    except (LookupError, UnicodeError):
        return ""
    return "" if found.name in _NOT_CHARSETS else found.name


def printable(label: str) -> str:
    """A name out of a mail, fit to stand in an answer."""
    return "".join(sign for sign in label[:40] if sign.isprintable())


# format=flowed [RFC 3676].


_HEAD = re.compile(r"HEAD \d+ [0-9a-f]{4}")


def _unflowed(
    lines: Iterable[str], spans: Iterable[Span], deletes_space: bool
) -> Iterator[tuple[str, Span, Sequence[str]]]:
    """The lines as the player sees them: soft breaks joined, stuffed spaces taken away; and of what."""
    pieces: list[str] = []
    signs, is_open, begun, end = 0, False, 0, 0
    for line, span in zip(lines, spans, strict=True):
        rest = line.lstrip(">")
        depth = len(line) - len(rest)
        rest = rest.removeprefix(" ")
        if pieces and not (is_open and depth == signs and not _stands_alone(rest)):
            yield _quoted(signs, pieces), (begun, end), pieces
            pieces = []
        is_open = rest.endswith(" ") and not _stands_alone(rest)
        begun, end = (begun if pieces else span[0]), span[1]
        pieces.append(rest[:-1] if is_open and deletes_space else rest)
        signs = depth
    if pieces:
        yield _quoted(signs, pieces), (begun, end), pieces


def _quoted(signs: int, pieces: list[str]) -> str:
    return ">" * signs + (" " if signs else "") + "".join(pieces)


def _stands_alone(line: str) -> bool:
    """A signature mark, fence, TOKEN or whole HEAD line: never joined, whatever blanks stand behind it."""
    return line == "-- " or line.startswith(("-----", "TOKEN ")) or bool(_HEAD.match(line))


_SEALED = ("application/pkcs7-mime", "application/x-pkcs7-mime", "application/pgp-encrypted")

_SEALED_UP = (
    "Your mail is encrypted, or sealed in a way that Bugyo cannot open: it has no key. Please send it again "
    "without encryption."
)
_LONE_CR = re.compile(rb"\r(?!\n)")
_DAMAGE = re.compile(rb"\0|\r(?!\n)")
_DAMAGED = f"The mail contains NUL bytes, or line breaks of a damaged kind (a CR without its LF). {AGAIN}"
"""What stands in no header and in no text; an attachment may have it."""

T = TypeVar("T")
Fields = tuple[tuple[str, str], ...]


class Limits(Struct, frozen=True):
    """The largest mail that is read; a mail at a limit is read, one past it is refused."""

    mail_bytes: int = 1024 * 1024
    header_bytes: int = 256 * 1024
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
    found = guarded(lambda: [(name.lower(), str(value)) for name, value in parse(clean).raw_items()], nothing)
    return tuple(
        (name, re.sub(r"[\r\n]+", "", value).strip())
        for name, value in found
        if len(value) <= limits.field_bytes or name in _WEIGHTY
    )


RESULTS = "authentication-results"
TRACE = ("received", RESULTS)
"""Fields that mail servers add, each above those before it."""

SINGLE = (
    *("From", "To", "Subject", "Message-ID", "Date"),
    *("Content-Type", "Content-Transfer-Encoding", "MIME-Version"),
)
_WEIGHTY = frozenset((*map(str.lower, SINGLE), *TRACE, "auto-submitted", "list-id", "return-path")) - {"to"}
"""Where one of these is too long, nobody can tell what it says, and the mail is refused; others are passed
over then."""


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
    head = _header_block(raw)
    if _DAMAGE.search(head):
        return _DAMAGED
    if len(head) > limits.header_bytes:
        return f"The mail's header has {len(head):,} bytes; at most {limits.header_bytes:,} are read. {AGAIN}"
    fields = re.split(rb"\r?\n(?![ \t])", head.rstrip(b"\r\n"))
    if len(fields) > limits.fields:
        return f"The mail has {len(fields)} header fields; at most {limits.fields} are read. {AGAIN}"
    weighty = (
        len(one) for one in fields if one[:40].partition(b":")[0].decode("latin-1").lower() in _WEIGHTY
    )
    longest = max(weighty, default=0)
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
    flow: int  # the text that it is a piece of: programs go on behind a picture in another part


def open_body(raw: bytes, limits: Limits) -> Opened:
    """The texts of a mail whose bytes have passed `raw_problem`."""
    try:
        return guarded(lambda: _open(raw, limits), Opened(problem=_BROKEN))
    except Unusable as refusal:
        return Opened(problem=str(refusal))


def _open(raw: bytes, limits: Limits) -> Opened:
    whole = _LONE_CR.sub(b" ", raw)  # the library would begin a line there
    leaves = _leaves(BytesParser(policy=compat32).parsebytes(whole), whole, limits)
    shown = [leaf for leaf in leaves if leaf.is_shown]
    found: dict[int, Text] = {}  # each of the parts that belong together
    for leaf in shown:
        if leaf.kind == "text/plain":
            if _DAMAGE.search(raw[slice(*leaf.body)]):
                raise Unusable(_DAMAGED)
            text = text_of(leaf.part, leaf.body, raw)
            before = found.get(leaf.flow)
            if before and not _RULE.match("\n".join(text.lines[:9])):
                found[leaf.flow] = _followed(before, text)
            else:  # the first, or the footer of a mailing list
                found[leaf.body[0] if before else leaf.flow] = text
    pages = [leaf for leaf in shown if leaf.kind == "text/html"]
    html = _page([leaf for leaf in pages if leaf.flow == pages[0].flow], raw, limits) if pages else None
    others = [leaf for leaf in leaves if not leaf.is_shown]
    if not shown and (sealed := next((leaf for leaf in leaves if leaf.kind in _SEALED), None)):
        return _unsealed(sealed, limits)
    return Opened(
        tuple(_shortened(text, limits) for text in found.values()),
        html,
        tuple(_name(leaf) for leaf in others if not _armour(leaf)),
        tuple(armour for leaf in others if (armour := _armour(leaf))),
    )


_RULE = re.compile(r"\s*[_=*-]{5,}\n(?!\*?\S{1,16} ?:)")


def _followed(text: Text, more: Text) -> Text:
    """Two pieces as one."""
    behind = {place + len(text.lines): pieces for place, pieces in more.joined.items()}
    spans = text.spans + more.spans
    return Text(text.lines + more.lines, spans, text.doubt or more.doubt, text.joined | behind)


def _unsealed(leaf: _Leaf, limits: Limits) -> Opened:
    """What is within a signature, or that nobody can tell. Every line of it came out of the whole part."""
    from referee.reading.smime import content_of  # few mails need it

    data = leaf.part.get_payload(decode=True)
    inner = content_of(data) if isinstance(data, bytes) else None
    if inner is None or (problem := raw_problem(inner, limits)):
        return Opened(problem=_SEALED_UP if inner is None else problem)
    found = _open(inner, replace(limits, depth=limits.depth - 1))
    texts = tuple(replace(text, spans=(leaf.body,) * len(text.lines)) for text in found.texts)
    html = found.html and replace(found.html, spans=(leaf.body,) * len(found.html.lines))
    return replace(found, texts=texts, html=html)


def _leaves(root: Mail, raw: bytes, limits: Limits) -> list[_Leaf]:
    """The parts in their order, each body found in the raw mail after the one before."""
    found: list[_Leaf] = []
    waiting, place, flows, seen = [(root, 0, 0, True)], 0, 0, set[int]()
    while waiting:
        part, flow, depth, is_shown = waiting.pop()
        if depth > limits.depth:
            raise Unusable(f"The mail is nested too deep; at most {limits.depth} levels are read. {AGAIN}")
        if part.is_multipart():
            is_shown = is_shown and part.get_content_maintype() == "multipart"
            inner = [one for one in part.get_payload() if isinstance(one, Message)]
            of = [flow] * len(inner)
            if part.get_content_subtype() == "alternative":  # each a text by itself
                of[1:], flows = range(-flows - len(inner) + 1, -flows), flows + len(inner)
            waiting += [(one, n, depth + 1, is_shown) for one, n in zip(inner, of, strict=True)][::-1]
            continue
        if len(found) == limits.parts:
            raise Unusable(f"The mail has too many parts; at most {limits.parts} are read. {AGAIN}")
        body = _body(part, raw, place)
        place = body[1]
        if bare := _UNPARTED.match(str(part.get("content-type", ""))):
            part.replace_header("content-type", f"{bare[1]}; {bare.string[bare.end() :]}")
        kind = part.get_content_type()
        said = str(part.get("content-disposition", "")).strip().lower()
        # a text with a name is the body all the same, where there is no other before it
        is_attached = depth > 0 if said.startswith("attachment") else "filename" in said and flow in seen
        is_text = is_shown and kind in ("text/plain", "text/html") and not is_attached
        seen.update([flow] if is_text else [])
        found.append(_Leaf(part, kind, body, is_text, flow))
    return found


_UNPARTED = re.compile(r"\s*(text/[a-z]+)[ \t\r\n,]+(?=[a-z*-]+=)", re.IGNORECASE)
"""A type whose parameters follow without a semicolon."""


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


def _armour(leaf: _Leaf) -> str:
    """A personal signature that came as an attachment; "" for any other."""
    data = leaf.part.get_payload(decode=True) if leaf.body[1] - leaf.body[0] <= LONGEST_ARMOUR else None
    return armour_of(data) if isinstance(data, bytes) else ""


def _shortened(text: Text, limits: Limits) -> Text:
    """The lines that are read, each with a sign more than it may have where it is too long."""
    lines = tuple(line[: limits.line_chars + 1] for line in text.lines[: limits.lines])
    left = any(line.strip() and not line.startswith(">") for line in text.lines[limits.lines :])
    joined = {place: pieces for place, pieces in text.joined.items() if place < limits.lines}
    return Text(lines, text.spans[: limits.lines], text.doubt, joined, len(text.lines) * left)


def _page(leaves: Sequence[_Leaf], raw: bytes, limits: Limits) -> Text | None:
    """What the page shows; every line of it came out of a whole part."""
    from referee.reading.pages import page_lines  # with libraries that a mail without HTML does not need

    found, nothing = Text(), tuple[str, ...]()
    for leaf in leaves:
        text = decoded(leaf.part, raw[slice(*leaf.body)])
        lines = guarded(partial(page_lines, text), nothing)
        found = _followed(found, Text(lines, (leaf.body,) * len(lines)))
    return _shortened(found, limits)
