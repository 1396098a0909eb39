"""Replies as different mail programs write them, to the last header."""

from __future__ import annotations

import base64
import quopri
from collections.abc import Callable, Sequence
from datetime import datetime
from email.header import Header
from email.utils import format_datetime
from html import escape

from msgspec import Struct


class Reply(Struct, frozen=True):
    """What a player wants to send, before his program has written it.

    `block` is the order block filled in; `orders` the lines in it; `original` the text that is answered.
    """

    name: str
    address: str
    to: str
    subject: str
    at: datetime
    id: str
    answers: str
    greeting: str
    block: tuple[str, ...]
    orders: tuple[str, ...]
    original: tuple[str, ...]


Program = Callable[[Reply], bytes]


def gmail(reply: Reply) -> bytes:
    """Two versions, quoted-printable, the answer above the quotation."""
    when = reply.at.strftime("%a, %b %d, %Y at %I:%M %p")
    attribution = f"On {when} Bugyo <{reply.to}> wrote:"
    text = [reply.greeting, "", *reply.block, "", attribution, "", *_quoted(reply.original)]
    html = [f'<div dir="ltr">{escape(line) or "<br>"}</div>' for line in text]
    parts = (
        ("text/plain", "UTF-8", "quoted-printable", text),
        ("text/html", "UTF-8", "quoted-printable", html),
    )
    return _multipart(reply, "0000000000009d2f1c06", parts)


def thunderbird(reply: Reply) -> bytes:
    """Plain text, the orders typed between the quoted lines of the block."""
    when = reply.at.strftime("%d/%m/%Y à %H:%M")
    text = [f"Le {when}, Bugyo a écrit :"]
    for line in _quoted(reply.original):
        if line.startswith("> -----END ORDERS"):
            text += list(reply.orders)
        text.append(line)
    text += ["", reply.greeting, "", "-- ", "Chloé – envoyé depuis Thunderbird"]
    extra = ["User-Agent: Mozilla Thunderbird", "Content-Language: fr"]
    return _single(reply, "text/plain; charset=UTF-8; format=flowed", "8bit", "UTF-8", text, extra)


def outlook(reply: Reply) -> bytes:
    """Windows line habits: no quotation marks, a group of headers before the old text."""
    text = [
        reply.greeting,
        "",
        *reply.block,
        "",
        "-----Original Message-----",
        f"From: Bugyo <{reply.to}>",
        f"Sent: {reply.at.strftime('%A, %B %d, %Y %I:%M %p')}",
        f"To: {reply.name} <{reply.address}>",
        f"Subject: {reply.subject}",
        "",
        *reply.original,
    ]
    extra = ["X-Mailer: Microsoft Outlook 16.0", "Thread-Index: AQHaV0000000000000000000000000000000"]
    kind = 'text/plain; charset="iso-8859-1"'
    return _single(reply, kind, "quoted-printable", "iso-8859-1", text, extra)


def mail_ru(reply: Reply) -> bytes:
    """KOI8-R in base64, a Russian attribution."""
    when = reply.at.strftime("%d.%m.%Y %H:%M")
    text = [
        *reply.block,
        "",
        reply.greeting,
        "",
        f"{when}, Bugyo пишет:",
        *_quoted(_encodable(reply.original, "koi8-r")),
        "",
        "--",
        "Борис",
    ]
    return _single(
        reply, "text/plain; charset=koi8-r", "base64", "koi8-r", text, ["X-Mailer: Mail.Ru Mailer 1.0"]
    )


def mutt(reply: Reply) -> bytes:
    """Plain lines, no quotation at all, a signature."""
    text = [*reply.block, "", "-- ", f"{reply.name}", reply.greeting]
    return _single(
        reply, "text/plain; charset=us-ascii", "7bit", "us-ascii", text, ["User-Agent: Mutt/2.2.9"]
    )


def _quoted(lines: Sequence[str]) -> list[str]:
    return [f"> {line}".rstrip() for line in lines]


def _encodable(lines: Sequence[str], charset: str) -> list[str]:
    return [line.encode(charset, "replace").decode(charset) for line in lines]


def _headers(reply: Reply) -> list[str]:
    name = Header(reply.name, "utf-8").encode() if not reply.name.isascii() else reply.name
    return [
        f"From: {name} <{reply.address}>",
        f"To: Bugyo <{reply.to}>",
        f"Subject: {reply.subject}",
        f"Date: {format_datetime(reply.at)}",
        f"Message-ID: {reply.id}",
        f"In-Reply-To: {reply.answers}",
        f"References: {reply.answers}",
        "MIME-Version: 1.0",
    ]


def _single(
    reply: Reply, kind: str, encoding: str, charset: str, text: Sequence[str], extra: Sequence[str]
) -> bytes:
    head = [*_headers(reply), *extra, f"Content-Type: {kind}", f"Content-Transfer-Encoding: {encoding}"]
    return "\r\n".join([*head, "", ""]).encode("ascii") + _encoded(text, charset, encoding)


def _multipart(reply: Reply, boundary: str, parts: Sequence[tuple[str, str, str, Sequence[str]]]) -> bytes:
    head = [*_headers(reply), f'Content-Type: multipart/alternative; boundary="{boundary}"', "", ""]
    body = "\r\n".join(head).encode("ascii")
    for kind, charset, encoding, text in parts:
        line = f'--{boundary}\r\nContent-Type: {kind}; charset="{charset}"\r\n'
        body += f"{line}Content-Transfer-Encoding: {encoding}\r\n\r\n".encode("ascii")
        body += _encoded(text, charset, encoding) + b"\r\n"
    return body + f"--{boundary}--\r\n".encode("ascii")


def _encoded(text: Sequence[str], charset: str, encoding: str) -> bytes:
    raw = "\r\n".join([*text, ""]).encode(charset, "replace")
    if encoding == "base64":
        return base64.encodebytes(raw).replace(b"\n", b"\r\n")
    if encoding == "quoted-printable":
        lines = raw.split(b"\r\n")
        return b"\r\n".join(
            quopri.encodestring(line).rstrip(b"\n").replace(b"=\n", b"=\r\n") for line in lines
        )
    return raw
