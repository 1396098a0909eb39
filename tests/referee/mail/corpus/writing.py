"""Writes mails as mail programs do, with what each of their lines is known to be.

What a line is, is said where it is written, before any program has quoted, wrapped or encoded it; the reader
is never asked. `python -m tests.referee.mail.corpus FOLDER` writes all mails to a folder, to be read.
"""

from __future__ import annotations

import base64
import binascii
import quopri
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import NamedTuple

from referee.seats.tokens import shown
from tests.referee.mail.corpus.programs import BARE, SIGNS, Program
from tests.tokens import token

KEY = bytes(range(32))
TOKEN = shown(token(KEY, "winter", "kii", "T1"))
OLD_TOKEN = shown(token(KEY, "winter", "kii", "T0"))
NAMES = "winter T1 kii"
BEGIN, END = f"-----BEGIN ORDERS {NAMES}-----", f"-----END ORDERS {NAMES}-----"
MARKS = (f"TOKEN {TOKEN}", "HEAD 17 1a2b3c4d5e6f70819a")
ORDERS = ("place go-hojo in ise", "pass")
OLD_BLOCK = (
    "-----BEGIN ORDERS winter T0 kii-----",
    f"TOKEN {OLD_TOKEN}",
    "place go-uesugi in iga",
    "-----END ORDERS winter T0 kii-----",
)
SIGNATURE = "qqgNJD0Nt969PEYTHQhvr/2Wm9m7t9ILtwOGPr4RlA+ATL/zTDD3BhlWmGktOoqQuP"
BEFORE = (
    ":: Game: winter  Title: shinobi  Turn: T1  Seat: kii",
    ":: Mail: turn  Event: 17  State: your-move  Due: -",
    "",
    "It is your turn.",
    "",
    "You may order:",
    "  place go-hojo in iga   place go-hojo in kii",
    "  pass",
    "",
    "Answer with your orders between these lines:",
    "",
)
AFTER = (
    "",
    "-----BEGIN RECEIPT winter kii 17-----",
    "MAIL -",
    "HEAD 17 de06d538d44da28ff23c9fe07881e44f482f189df95a3b28",
    f"SIGNATURE {SIGNATURE}",
    "-----END RECEIPT-----",
)


class Row(NamedTuple):
    """A line and what it is: Order, Text, Quoted, Signature, Blank, Fence, toKen, Comment, Press or a
    quEstion."""

    text: str
    kind: str


Rows = tuple[Row, ...]


def rows(kind: str, *texts: str) -> Rows:
    return tuple(Row(text, kind if text else "b") for text in texts)


def block(lines: Sequence[str] = ORDERS) -> Rows:
    return (*rows("f", BEGIN), *rows("k", *MARKS), *rows("o", *lines), *rows("f", END))


def ours(*within: Row) -> Rows:
    """The mail that comes back, before anybody quotes it, with rows of the player in its block."""
    return (
        *rows("k", *BEFORE[:2]),
        *rows("q", *BEFORE[2:]),
        *rows("f", BEGIN),
        *rows("k", *MARKS),
        *within,
        *rows("f", END),
        *rows("q", AFTER[0]),
        *rows("k", *AFTER[1:]),
    )


def cited(program: Program, cited_rows: Iterable[Row], *, older: bool = True) -> Rows:
    """What a program makes of the mail that it answers; rows of the player stay as they are."""
    old = tuple(Row(text, "q") for text in OLD_BLOCK) if older and program.how == SIGNS else ()
    return (
        *_introduced(program),
        *_signed(program.sign, cited_rows),
        *_signed(program.sign.rstrip() + "> ", _kinds(old)),
    )


def _introduced(program: Program) -> Rows:
    sign = "> " if program.quotes_attribution else ""
    return tuple(Row((sign + text).rstrip(" "), "q" if text or sign else "b") for text in program.above)


def _signed(sign: str, given: Iterable[Row]) -> Iterator[Row]:
    for row in given:
        if row.kind in "otecp" or not sign:
            yield row if row.text or row.kind in "otecp" else Row("", "b")
        else:
            yield Row((sign + row.text).rstrip(), "q" if row.kind == "b" else row.kind)


def _kinds(old: Rows) -> Rows:
    kinds = "fkqf"
    return tuple(Row(row.text, kind) for row, kind in zip(old, kinds, strict=False))


class Shape(NamedTuple):
    """How a player answers, and whether that needs a word of confirmation."""

    name: str
    is_held: bool
    how: tuple[str, ...]


SHAPES = (
    Shape("above", True, (SIGNS, BARE)),
    Shape("block-above", False, (SIGNS, BARE)),
    Shape("inside", False, (SIGNS, BARE)),
    Shape("below", True, (SIGNS,)),
    Shape("between", True, (SIGNS,)),
    Shape("block-below", False, (SIGNS,)),
)


def shaped(shape: str, program: Program, orders: Sequence[str] = ORDERS) -> Rows:
    """The lines of a mail in a shape."""
    own = rows("o", *orders)
    ends = rows("s", *program.ends)
    match shape:
        case "above":
            return (*own, *ends, *rows("b", ""), *cited(program, ours()))
        case "block-above":
            return (*rows("t", "Hello!"), *block(orders), *ends, *rows("b", ""), *cited(program, ours()))
        case "inside":
            return (*ends, *rows("b", ""), *cited(program, ours(*own), older=False))
        case "below":
            return (*cited(program, ours()), *rows("b", ""), *own, *rows("b", ""), *rows("s", "-- ", "Cara"))
        case "between":
            theirs = ours()
            first, rest = theirs[:4], theirs[4:]
            return (
                *_introduced(program),
                *_signed(program.sign, first),
                *own[:1],
                *_signed(program.sign, rest),
                *own[1:],
            )
        case _:
            return (*cited(program, ours()), *rows("b", ""), *block(orders))


# ---- bytes


def head(program: Program, subject: str = f"Re: [{NAMES}] Shinobi: War of the Clans", **fields: str) -> str:
    made = {
        "Return-Path": "<cara@example.org>",
        "Received": "from mail.example.org (mail.example.org [192.0.2.7]) by mx.example.net;\n"
        " Fri, 20 Nov 2026 10:31:00 +0100",
        "From": "Cara <cara@example.org>",
        "To": "Bugyo <referee@bugyo.invalid>",
        "Subject": subject,
        "Date": "Fri, 20 Nov 2026 10:30:00 +0100",
        "Message-ID": f"<{program.name}.{binascii.crc32(subject.encode())}@example.org>",
        "In-Reply-To": "<winter.17.kii.turn.0123456789abcdef@bugyo.invalid>",
        "References": "<winter.1.kii.opening.00@bugyo.invalid>\n"
        " <winter.17.kii.turn.0123456789abcdef@bugyo.invalid>",
    }
    if program.mailer:
        made["X-Mailer"] = program.mailer
    made |= {name.replace("_", "-"): value for name, value in fields.items()}
    return "".join(f"{name}: {value}\n" for name, value in made.items() if value) + "MIME-Version: 1.0\n"


def mail(program: Program, lines: Rows, **fields: str) -> bytes:
    """The whole mail as the program sends it."""
    text = part(program, [row.text for row in lines])
    if not program.html:
        return crlf(head(program, **fields).encode() + text)
    page = (
        b"Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n"
        + quopri.encodestring(html(program, lines).encode())
    )
    return crlf(multipart(head(program, **fields), "alternative", text, page))


def part(program: Program, lines: Sequence[str]) -> bytes:
    flowed = "; format=flowed" if program.flowed else ""
    given = list(flow(lines)) if program.flowed else lines
    data = "".join(f"{line}\n" for line in given).encode(program.charset)
    kind = f"Content-Type: text/plain; charset={program.charset}{flowed}\n"
    return f"{kind}Content-Transfer-Encoding: {program.encoding}\n\n".encode() + encoded(
        data, program.encoding
    )


def encoded(data: bytes, encoding: str) -> bytes:
    if encoding == "base64":
        return base64.encodebytes(data.replace(b"\n", b"\r\n"))
    return quopri.encodestring(data) if encoding == "quoted-printable" else data


def flow(lines: Iterable[str]) -> Iterator[str]:
    """format=flowed: long lines are broken behind a blank, others lose theirs."""
    for line in lines:
        rest = line.lstrip(">")
        signs = line[: len(line) - len(rest)]
        rest = rest.removeprefix(" ") if signs else rest
        words = rest.rstrip().split(" ") if rest != "-- " else [rest]
        pieces = [" ".join(words)] if rest == "-- " or len(rest) <= 40 else list(_broken(words))
        for place, piece in enumerate(pieces):
            stuffed = " " if signs or piece.startswith((" ", ">", "From ")) else ""
            yield signs + stuffed + piece + (" " if place < len(pieces) - 1 else "")


def _broken(words: Sequence[str]) -> Iterator[str]:
    line = ""
    for word in words:
        if line and len(line) + len(word) > 40:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    yield line


def multipart(header: str, kind: str, *parts: bytes) -> bytes:
    mark = "=_corpus_boundary"
    inner = b"".join(f"\n--{mark}\n".encode() + one for one in parts)
    return (
        f'{header}Content-Type: multipart/{kind}; boundary="{mark}"\n'.encode()
        + inner
        + f"\n--{mark}--\n".encode()
    )


def html(program: Program, lines: Rows) -> str:
    """The page that the program sends beside the text: quotations are set apart by marks, not by signs."""
    shown_lines = []
    for row in lines:
        text = escape(row.text.removeprefix(program.sign) if program.sign else row.text)
        is_cited = program.sign and row.text.startswith(program.sign.strip())
        inner = f"<blockquote><div>{text}</div></blockquote>" if is_cited else f"<div>{text or '<br>'}</div>"
        shown_lines.append(f"<p class=MsoNormal>{text}</p>" if program.html == "outlook" else inner)
    style = "<style>.MsoNormal {margin:0}</style>" if program.html == "outlook" else ""
    return f"<html><head>{style}</head><body>{''.join(f'{line}' for line in shown_lines)}</body></html>"


def crlf(raw: bytes) -> bytes:
    return raw.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
