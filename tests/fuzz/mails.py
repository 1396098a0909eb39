"""Mails broken at random, from a seed: those of the corpus with bytes changed, pieces moved, parts mixed."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.referee.mail.corpus.mails import corpus

PIECES = (
    *(
        b"\r",
        b"\n",
        b"\r\n",
        b"\0",
        b"\xff\xfe",
        b"\x1b$B",
        b"\x1b(B",
        b">",
        b"> ",
        b"<",
        b"=",
        b"=?utf-8?q?",
        b"?=",
    ),
    *(
        b'"',
        b";",
        b":",
        b"--",
        b"-----",
        b"\r\n\r\n",
        b"--=_corpus_boundary\r\n",
        b"--=_corpus_boundary--\r\n",
    ),
    *(
        b"\xe2\x80\xae",
        b"\xc2\xa0",
        b"\xef\xbb\xbf",
        b"&#x202e;",
        b"<blockquote>",
        b"</blockquote>",
        b"<!--",
        b"<div hidden>",
    ),
    b"Content-Type: multipart/mixed; boundary=x\r\n",
    b"Content-Type: text/html; charset=utf-7\r\n",
    b"Content-Type: text/plain; charset*=utf-8''x; format=flowed; delsp=yes\r\n",
    b"Content-Transfer-Encoding: base64\r\n",
    b"Content-Transfer-Encoding: quoted-printable\r\n",
    b"Content-Transfer-Encoding: x-uuencode\r\n",
    b"From: a@b.org\r\n",
    b"Subject: =?utf-8?b?////?=\r\n",
    b"Authentication-Results: mx.example.net; dkim=pass (((\r\n",
    b"DKIM-Signature: v=1; h=; d=;\r\n",
    b"-----BEGIN ORDERS winter T1 kii-----\r\n",
    b"-----END ORDERS-----\r\n",
    b"-----BEGIN SSH SIGNATURE-----\r\n",
    b"untrusted comment: x\r\n",
    b"trusted comment: bugyo-order\r\n",
    b"-----BEGIN RECEIPT winter kii 17-----\r\n",
    b"press to iga\r\n",
    b"end press\r\n",
    b"On 20 Nov 2026 at 10:00, Bugyo <b@example.net> wrote:\r\n",
    b"-----Original Message-----\r\n",
    b"CONFIRM ABCD-ABCD-ABCD-ABCD-ABCD-ABCD\r\n",
    b"TOKEN ABCD-EFGH\r\nHEAD 1 abcd\r\n",
)

SEEDS = tuple(made.raw for made in sorted(corpus(), key=lambda made: made.name))


def _insert(raw: bytes, random: Random) -> bytes:
    at = random.randint(0, len(raw))
    return raw[:at] + random.choice(PIECES) + raw[at:]


def _change(raw: bytes, random: Random) -> bytes:
    at = random.randrange(max(1, len(raw)))
    return raw[:at] + bytes((random.randrange(256),)) + raw[at + 1 :]


def _cut(raw: bytes, random: Random) -> bytes:
    at = random.randint(0, len(raw))
    return raw[:at] + raw[at + random.choice((1, 3, 10, 100, 1000)) :]


def _repeat(raw: bytes, random: Random) -> bytes:
    at = random.randint(0, len(raw))
    piece = raw[at : at + random.choice((5, 50, 300))]
    return raw[:at] + piece * random.choice((2, 3, 30)) + raw[at:]


def _splice(raw: bytes, random: Random) -> bytes:
    other = random.choice(SEEDS)
    return raw[: random.randint(0, len(raw))] + other[random.randint(0, len(other)) :]


def _lines(raw: bytes, random: Random) -> bytes:
    lines = raw.split(b"\r\n")
    one, other = random.randrange(len(lines)), random.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return b"\r\n".join(lines)


def _bare(raw: bytes, random: Random) -> bytes:
    return raw.replace(b"\r\n", random.choice((b"\n", b"\r\n\r\n", b"\n\r")), random.randint(1, 20))


CHANGES: tuple[Callable[[bytes, Random], bytes], ...] = (
    *(_insert, _insert, _insert, _change, _change, _cut, _repeat, _splice, _lines, _bare),
)


def broken(random: Random) -> bytes:
    """A mail after one to six changes."""
    raw = random.choice(SEEDS)
    for _ in range(random.randint(1, 6)):
        raw = random.choice(CHANGES)(raw, random)
    return raw
