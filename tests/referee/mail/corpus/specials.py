"""Mails that stand alone: what one program or server does, or nobody should do."""

from __future__ import annotations

import base64
import quopri
from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

from tests.referee.mail.corpus.programs import Program
from tests.referee.mail.corpus.writing import (
    BEGIN,
    END,
    MARKS,
    NAMES,
    OLD_BLOCK,
    ORDERS,
    Row,
    Rows,
    block,
    cited,
    crlf,
    head,
    mail,
    multipart,
    ours,
    part,
    rows,
)

PLAIN = Program(
    "special", ("On Fri, 20 Nov 2026 at 10:00, Bugyo <referee@bugyo.invalid> wrote:", ""), encoding="8bit"
)
TEXTS = tuple(row.text for row in block())
FILLED = "\n".join(TEXTS) + "\n"


class Special(NamedTuple):
    """A mail, and what it says: the kinds of its lines ("" where nobody may read any, "*" where they are not
    compared), its orders, what is wrong with it or who sent it, and whether it is held until it is confirmed
    (None where that is not asked)."""

    name: str
    raw: bytes
    kinds: str
    orders: tuple[str, ...] = ORDERS
    problem: str = ""
    robot: str = ""
    is_held: bool | None = None


def kinds(lines: Rows) -> str:
    return "".join(row.kind for row in lines)


def named(name: str) -> Program:
    return PLAIN._replace(name=name)


def simple(
    name: str, lines: Rows, orders: Sequence[str] = ORDERS, *, problem: str = "", **fields: str
) -> Special:
    return Special(name, mail(named(name), lines, **fields), kinds(lines), tuple(orders), problem)


def bytes_as(name: str, charset: str, data: bytes, encoding: str = "8bit") -> bytes:
    kind = f"Content-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: {encoding}\n\n"
    return crlf(head(named(name)).encode() + kind.encode() + data)


def page(name: str, html: str) -> bytes:
    data = quopri.encodestring(html.encode())
    kind = "Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n"
    return crlf(head(named(name)).encode() + kind.encode() + data)


def divs(lines: Sequence[str], tag: str = "div") -> str:
    return "".join(f"<{tag}>{escape(line) or '<br>'}</{tag}>" for line in lines)


def specials() -> tuple[Special, ...]:
    return (
        *_typography(),
        *_charsets(),
        *_pages(),
        *_parts(),
        *_grammar(),
        *_refused(),
        *_robots(),
    )


def _typography() -> Iterator[Special]:
    written = {
        "nbsp": ("place\u00a0go-hojo in\u00a0ise", "pass"),
        "dashes": ("place go–hojo in ise", "pass"),
        "hyphens": ("place go‑hojo in ise", "pass"),
        "capitals": ("Place Go-hojo in Ise", "Pass"),
        "zero-width": ("place go\u200b-hojo in ise\ufeff", "pass"),
        "tabs": ("\tplace   go-hojo\tin ise", "  pass  "),
        "wide-blanks": ("place\u3000go-hojo\u2003in ise", "pass"),
    }
    for name, lines in written.items():
        said = ("Place Go-hojo in Ise", "Pass") if name == "capitals" else ORDERS
        yield simple(f"typography-{name}", (*block(lines),), said)
        yield simple(f"typography-{name}-plain", rows("o", *lines), said)
    dressed = {
        "bullets": ("* place go-hojo in ise", "- pass"),
        "dots": ("• place go-hojo in ise", "• pass"),
        "numbers": ("1. place go-hojo in ise", "2) pass"),
        "bold": ("*place go-hojo in ise*", "*pass*"),
        "links": ("place go-hojo<http://go-hojo/> in ise", "pass <mailto:pass@example.org>"),
    }
    for name, lines in dressed.items():
        yield simple(f"dressed-{name}", rows("o", *lines))


def _charsets() -> Iterator[Special]:
    greeting = {"ru": "Здравствуйте! Мой ход:", "ja": "こんにちは、命令です。", "fr": "Voilà, à bientôt :"}
    fitting = {
        "koi8-r": ("ru", "koi8-r", "8bit"),
        "windows-1251": ("ru", "windows-1251", "8bit"),
        "iso-2022-jp": ("ja", "iso-2022-jp", "7bit"),
        "shift_jis": ("ja", "shift_jis", "8bit"),
        "euc-jp": ("ja", "euc-jp", "8bit"),
        "iso-8859-1": ("fr", "iso-8859-1", "8bit"),
        "utf-7": ("fr", "utf-7", "7bit"),
    }
    for label, (language, charset, encoding) in fitting.items():
        data = f"{greeting[language]}\n{FILLED}".encode(charset)
        yield Special(f"charset-{label}", bytes_as(f"charset-{label}", label, data, encoding), "tfkkoof")
    wrong = {
        "koi8-as-utf-8": ("ru", "koi8-r", "utf-8"),
        "koi8-as-ascii": ("ru", "koi8-r", "us-ascii"),
        "koi8-as-1251": ("ru", "koi8-r", "windows-1251"),
        "1251-as-koi8": ("ru", "windows-1251", "koi8-r"),
        "1251-as-latin-1": ("ru", "windows-1251", "iso-8859-1"),
        "1251-as-utf-8": ("ru", "windows-1251", "utf-8"),
        "utf-8-as-latin-1": ("fr", "utf-8", "iso-8859-1"),
        "utf-8-as-koi8": ("ru", "utf-8", "koi8-r"),
        "utf-8-as-nothing": ("ja", "utf-8", "x-unknown"),
        "iso-2022-jp-as-ascii": ("ja", "iso-2022-jp", "us-ascii"),
        "iso-2022-jp-as-latin-1": ("ja", "iso-2022-jp", "iso-8859-1"),
        "shift_jis-as-iso-2022-jp": ("ja", "shift_jis", "iso-2022-jp"),
        "shift_jis-as-utf-8": ("ja", "shift_jis", "utf-8"),
        "latin-1-as-utf-8": ("fr", "iso-8859-1", "utf-8"),
        "latin-1-as-ascii": ("fr", "iso-8859-1", "us-ascii"),
    }
    for name, (language, charset, label) in wrong.items():
        data = f"{greeting[language]}\n{FILLED}".encode(charset)
        yield Special(f"mislabelled-{name}", bytes_as(f"mislabelled-{name}", label, data), "tfkkoof")
    order = FILLED.replace("go-hojo", "го-ходзё").encode("koi8-r")
    why = 'character set "utf-8", which does not agree with its text'
    yield Special("mislabelled-order", bytes_as("mislabelled-order", "utf-8", order), "tfkkttf"[1:], (), why)
    wide = base64.encodebytes(FILLED.replace("\n", "\r\n").encode("utf-16"))
    yield Special("charset-utf-16", bytes_as("charset-utf-16", "utf-16", wide, "base64"), "fkkoof")
    marked = b"\xef\xbb\xbf" + FILLED.encode()
    yield Special("charset-byte-order-mark", bytes_as("charset-byte-order-mark", "utf-8", marked), "fkkoof")
    soft = (
        quopri.encodestring(FILLED.encode()).replace(b"go-hojo", b"go-=\nhojo").replace(b"pass", b"pa=\n=73s")
    )
    yield Special("soft-breaks", bytes_as("soft-breaks", "utf-8", soft, "quoted-printable"), "fkkoof")
    spaced = b"From: an Anfang\n" + FILLED.replace("go-hojo in", "go-hojo \nin").encode()
    yield Special(
        "flowed-delsp",
        bytes_as("flowed-delsp", "utf-8; format=flowed; delsp=no", spaced),
        "tfkkoof",
    )


def _pages() -> Iterator[Special]:
    quoted = f"<blockquote type=cite>{divs(OLD_BLOCK)}</blockquote>"
    hidden = "<div style='display:none'>{}</div><span style='font-size:0px'>{}</span>".format(
        divs(OLD_BLOCK), escape("place go-uesugi in iga")
    )
    whole = {
        "divs": divs(TEXTS),
        "paragraphs": f"<head><style>p.M {{margin:0}}</style></head>{divs(TEXTS, 'p')}",
        "breaks": "<br>".join(map(escape, TEXTS)),
        "pre": f"<pre>{escape(FILLED)}</pre>",
        "quoted-below": divs(TEXTS) + quoted,
        "hidden": hidden + divs(TEXTS),
        "marked-up": divs(TEXTS).replace("go-hojo", "<b>go-</b><a href='http://x'>hojo</a>"),
        "nbsp": divs(TEXTS).replace("place go", "place&nbsp;go"),
        "quoted": f"<blockquote>{divs(TEXTS)}</blockquote>",
        "list": divs(TEXTS[:3]) + f"<ul><li>{ORDERS[0]}</li><li>{ORDERS[1]}</li></ul>" + divs(TEXTS[5:]),
    }
    for name, html in whole.items():
        yield Special(f"html-only-{name}", page(f"html-only-{name}", f"<html>{html}</html>"), "*", ORDERS)
    broken = {
        "no-block": divs(ORDERS),
        "no-end": divs(TEXTS[:-1]),
        "one-line": f"<p>{escape(FILLED)}</p>",
        "hidden-end": divs(TEXTS[:-1]) + f"<div hidden>{END}</div>",
    }
    for name, html in broken.items():
        raw = page(f"html-only-{name}", f"<html>{html}</html>")
        yield Special(f"html-only-{name}", raw, "", (), "came only as HTML")


def _parts() -> Iterator[Special]:
    text = part(PLAIN, TEXTS)
    other = part(PLAIN, [line.replace("ise", "iga") for line in TEXTS])
    footer = part(PLAIN, ("_______________", "Games mailing list", "https://lists.example.org/games"))
    image = (
        b"Content-Type: image/png\nContent-Disposition: inline\nContent-Transfer-Encoding: base64\n\n"
        b"iVBORw0=\n"
    )
    tnef = (
        b"Content-Type: application/ms-tnef; name=winmail.dat\nContent-Transfer-Encoding: base64\n"
        b"Content-Disposition: attachment; filename=winmail.dat\n\neJ8+Ig==\n"
    )
    attached = part(PLAIN, TEXTS).replace(
        b"\n\n", b"\nContent-Disposition: attachment; filename=orders.txt\n\n", 1
    )
    forwarded = b"Content-Type: message/rfc822\n\n" + head(PLAIN).encode() + text
    pgp = b"Content-Type: application/pgp-signature; name=signature.asc\n\n-----BEGIN PGP SIGNATURE-----\n"
    body = "fkkoof"
    made = {
        "list-footer": ("mixed", (text, footer), body + "ttt", ORDERS, ""),
        "image-between": ("mixed", (part(PLAIN, ("Hello!",)), image, text), "t" + body, ORDERS, ""),
        "the-same-twice": ("alternative", (text, text), body + "fkkttf", ORDERS, ""),
        "two-versions": ("alternative", (text, other), "fkkttf" * 2, (), "two versions of its text"),
        "winmail-dat": ("mixed", (text, tnef), body, ORDERS, ""),
        "only-winmail-dat": ("mixed", (part(PLAIN, ("",)), tnef), "", (), "came as winmail.dat"),
        "only-attached": ("mixed", (part(PLAIN, ("",)), attached), "", (), "The mail has no text"),
        "attached-too": ("mixed", (text, attached), body, ORDERS, ""),
        "forwarded-mail": (
            "mixed",
            (part(PLAIN, ("For your information",)), forwarded),
            "o",
            ("For your information",),
            "",
        ),
        "signed-pgp-mime": ("signed", (text, pgp), body, ORDERS, ""),
    }
    for name, (kind, parts, expected, orders, problem) in made.items():
        raw = crlf(multipart(head(named(f"parts-{name}")), kind, *parts))
        yield Special(f"parts-{name}", raw, expected, tuple(orders), problem)


def _grammar() -> Iterator[Special]:
    yield simple("alone", rows("o", *ORDERS))
    yield simple("alone-with-signature", (*rows("o", *ORDERS), *rows("s", "-- ", "Cara")))
    yield simple("alone-with-comments", (*rows("c", "; my plan"), *rows("o", *ORDERS), *rows("c", "# done")))
    yield simple("block-alone", block())
    yield simple("block-with-words-around", (*rows("t", "Hello,"), *block(), *rows("t", "Best, Cara")))
    yield simple(
        "questions", rows("e", "what", "show 12", "log since 10", "help press", "explain 3", "held"), ()
    )
    yield simple("orders-and-questions", (*rows("o", ORDERS[0]), *rows("e", "Show"), *rows("o", ORDERS[1])))
    yield simple("press-of-a-line", (*rows("p", "press to iga: Truce; until fall?"), *rows("o", *ORDERS)))
    press = (
        Row("press to iga, ise", "p"),
        Row("Truce until fall?", "p"),
        Row("", "p"),
        Row("pass", "p"),
        Row("end press", "p"),
    )
    yield simple("press-of-lines", (*press, *rows("o", *ORDERS)))
    inside = (*rows("f", BEGIN), *rows("k", *MARKS), *press, *rows("o", *ORDERS), *rows("f", END))
    yield simple("press-in-a-block", inside)
    people = (
        "wait",
        "release",
        "vacation 2026-12-01 to 2026-12-10",
        "delegate to anna until 2026-12-10",
        "resign seat",
    )
    yield simple("people", rows("o", *people), people)
    empty = (*rows("f", BEGIN), *rows("k", *MARKS), *rows("f", END))
    yield simple("above-the-empty-block", (*rows("o", *ORDERS), *rows("b", ""), *empty))
    yield simple("nothing-but-the-quoted-mail", cited(PLAIN, ours()), ())
    head_cut = (
        *rows("f", BEGIN),
        *rows("k", MARKS[0], "HEAD 17", "1a2b3c4d5e6f70819a"),
        *rows("o", *ORDERS),
        *rows("f", END),
    )
    yield simple("head-line-broken", head_cut)
    dashed = tuple(Row(row.text.replace("-----", "—–-"), row.kind) for row in block())
    yield simple("fences-with-long-dashes", dashed)


def _refused() -> Iterator[Special]:
    open_block = tuple(Row(row.text, "t" if row.kind == "o" else row.kind) for row in block()[:-1])
    yield simple("no-end", open_block, (), problem="has no end")
    both = (*block(), *block(("pass",)))
    refused = tuple(Row(row.text, "t" if row.kind == "o" else row.kind) for row in both)
    yield simple("two-blocks", refused, (), problem="two order blocks that differ")
    yield simple(
        "press-without-end",
        rows("t", "press to iga", "Truce?", "pass"),
        (),
        problem="The text that begins at line 1",
    )
    yield simple("bidi", rows("t", "place \u202ego-hojo in ise"), (), problem="invisible signs")
    old = tuple(Row(text, kind) for text, kind in zip(OLD_BLOCK, "fkof", strict=True))
    yield simple("block-of-another-turn", old, ("place go-uesugi in iga",))
    yield Special("empty", mail(named("empty"), rows("b", "")), "", (), "The mail has no text")
    doubled = mail(named("two-subjects"), block()).replace(b"Subject:", b"Subject: x\r\nSubject:", 1)
    yield Special("two-subjects", doubled, "", (), '"Subject" more than once')
    nul = mail(named("nul"), block()).replace(b"pass", b"pa\0ss")
    yield Special("nul", nul, "", (), "NUL bytes")


def _robots() -> Iterator[Special]:
    tag = f"[{NAMES}]"
    fields: dict[str, tuple[str, dict[str, str]]] = {
        "vacation-rfc3834": ("auto-submitted", {"Auto-Submitted": "auto-replied"}),
        "vacation-exchange": ("auto-response-suppress", {"X-Auto-Response-Suppress": "DR, OOF, AutoReply"}),
        "vacation-outlook-de": ("vacation", {"Subject": f"Automatische Antwort: {tag}"}),
        "vacation-fr": ("vacation", {"Subject": f"Réponse automatique : {tag}"}),
        "vacation-ru": ("vacation", {"Subject": "=?utf-8?b?0JDQstGC0L7QvtGC0LLQtdGC?= x"}),
        "vacation-old": ("precedence", {"Precedence": "auto_reply"}),
        "autoresponder": ("vacation", {"X-Autoreply": "yes"}),
        "mailing-list": ("list", {"List-Id": "<games.lists.example.org>"}),
        "bulk": ("precedence", {"Precedence": "bulk"}),
        "bounce-null-sender": ("bounce", {"Return-Path": "<>"}),
        "bounce-daemon": ("bounce", {"From": "Mail Delivery System <MAILER-DAEMON@example.org>"}),
        "bounce-exim": ("bounce", {"X-Failed-Recipients": "referee@bugyo.invalid"}),
        "no-reply": ("bounce", {"From": "noreply@example.org"}),
        "our-own": ("our own", {"From": "referee@bugyo.invalid"}),
        "loop": ("loop", {"X-Loop": "bugyo referee@bugyo.invalid"}),
    }
    for name, (robot, more) in fields.items():
        raw = mail(
            named(f"robot-{name}"), block(), **{key.replace("-", "_"): value for key, value in more.items()}
        )
        yield Special(f"robot-{name}", raw, "*", ORDERS, "", robot)
    status = (
        b"Content-Type: message/delivery-status\n\n"
        b"Final-Recipient: rfc822; cara@example.org\nAction: failed\n"
    )
    report = multipart(
        head(named("robot-dsn")), "report; report-type=delivery-status", part(PLAIN, ("Sorry.",)), status
    )
    yield Special("robot-dsn", crlf(report), "*", ("Sorry.",), "", "bounce")
