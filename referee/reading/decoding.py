"""From the bytes of a text part to its lines, each with the bytes of the raw mail that made it."""

import binascii
import codecs
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from email.message import Message
from itertools import accumulate
from typing import TypeAlias

from msgspec import Struct

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
    placed = _spans(opened, text, codec, len(lines))
    spans = [(min(body[0] + first, body[1]), min(body[0] + end, body[1])) for first, end in placed]
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


def _spans(opened: _Bytes, text: str, codec: str, count: int) -> list[Span]:
    """Where each line of the text stood before the transfer encoding; where that cannot be told, the
    whole."""
    ends = [found.end() for found in re.finditer(b"\n", opened.data)]
    if codec.startswith(("utf-16", "utf-32")) or len(ends) != text.count("\n"):
        return [opened.place(0, len(opened.data))] * count
    starts = [0, *ends]
    return [opened.place(*span) for span in zip(starts, [*ends, len(opened.data)], strict=True)][:count]


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
