"""Replies to a mail of ours, as mail programs make them, filled in five ways; and what must never be played.

- WAYS      the five ways of filling
- reply     the mail that a program makes of ours, filled in a way
- pages     the same as HTML alone, by eight programs
- decoys    what looks like an order, and is none that is meant now
"""

from __future__ import annotations

import quopri
import re
import textwrap
from collections.abc import Iterator, Sequence
from email.message import EmailMessage
from html import escape
from typing import NamedTuple

from tests.referee.mail.corpus.programs import PROGRAMS, Program
from tests.referee.mail.corpus.writing import crlf, part

WAYS = ("block above", "quoted block with signs", "quoted block without", "greeting above it", "lines above")
GREETINGS = (
    "Hello!",
    "Hi Bugyo,",
    "Bonjour à tous,",
    "Здравствуйте!",
    "Guten Tag, hier sind meine Befehle:",
    "Buongiorno,",
    "Here are my orders:",
    "こんにちは",
)
CLOSINGS = (
    ("Thanks!",),
    ("Best regards,", "Cara"),
    ("Merci et bonne journée,", "Cara"),
    ("С уважением,", "Кара"),
    (),
)
COLUMNS = 72

_BLOCK = re.compile(r"-----BEGIN ORDERS [^\n]*\n.*?-----END ORDERS [^\n]*-----", re.DOTALL)

FORWARDING = "forwarded"
"""How the names of programs begin that do not answer, but pass on."""

ANSWERING = tuple(program for program in PROGRAMS if not program.name.startswith(FORWARDING))


class Ours(NamedTuple):
    """A mail of ours as it came: its id, subject and text, and how its reader sees its page."""

    id: str
    subject: str
    text: str
    page: str
    to: str

    @property
    def block(self) -> str:
        found = _BLOCK.search(self.text)
        assert found is not None
        return found[0]


def ours(mail: EmailMessage) -> Ours:
    text, page = mail.get_body(("plain",)), mail.get_body(("html",))
    assert text is not None
    said = str(text.get_content())
    shown = str(page.get_content()) if page else _as_page(said)
    return Ours(str(mail["Message-ID"]), str(mail["Subject"]), said, shown, str(mail["To"]))


def _as_page(text: str) -> str:
    """What a program shows of a mail without HTML."""
    return "<br>\n".join(escape(line) for line in text.splitlines())


# ---- as text


VARIANTS = PLAIN, WRAPPED, NO_ID, COMBED = "", ", wrapped", ", naming no mail", ", wrapped without signs"
"""What else a program does to a reply: nothing; breaks long lines; does not say which mail is answered."""


def reply(
    program: Program, mail: Ours, way: str, orders: Sequence[str], nth: int = 0, variant: str = PLAIN
) -> bytes:
    """What comes of it; `nth` is which greeting and closing."""
    lines = filled(program, mail, way, orders, nth)
    if variant in (WRAPPED, COMBED):
        has_signs = variant == WRAPPED or program.flowed
        lines = wrap(lines, program.sign, program.sign if has_signs else "")
    fields = {"In_Reply_To": "", "References": ""} if variant == NO_ID else {}
    return sent(program, mail, lines, f"{way}.{nth}.{VARIANTS.index(variant)}", **fields)


def filled(program: Program, mail: Ours, way: str, orders: Sequence[str], nth: int = 0) -> list[str]:
    quoted = mail.text.splitlines()
    ends, greeting, closing = (
        list(program.ends),
        GREETINGS[nth % len(GREETINGS)],
        CLOSINGS[nth % len(CLOSINGS)],
    )
    end = next(place for place, line in enumerate(quoted) if line.startswith("-----END ORDERS"))
    within = [*quoted[:end], *orders, *quoted[end:]]
    match way:
        case "block above":
            block = mail.block.splitlines()
            own = [*block[:-1], *orders, block[-1], *ends, ""]
            return [*own, *program.above, *_signed(program, quoted)]
        case "quoted block without":
            return [*ends, "", *program.above, *_signed(program, within, bare=orders)]
        case "greeting above it":
            return [greeting, *ends, "", *program.above, *_signed(program, within)]
        case "lines above":
            own = [
                *([greeting, ""] if nth % 2 else []),
                *orders,
                *(["", *closing] if closing else []),
                *ends,
                "",
            ]
            return [*own, *program.above, *_signed(program, quoted)]
        case _:
            return [*ends, "", *program.above, *_signed(program, within)]


def _signed(program: Program, lines: Sequence[str], bare: Sequence[str] = ()) -> Iterator[str]:
    """The lines as they are quoted; those that somebody has written in between, as he has."""
    for line in lines:
        yield line if line in bare else (program.sign + line).rstrip()


def wrap(lines: Sequence[str], sign: str, again: str) -> list[str]:
    """As programs do that break long lines; `again` is the sign before the pieces behind the first."""
    found: list[str] = []
    for line in lines:
        before = sign if sign and line.startswith(sign.rstrip()) else ""
        width = COLUMNS - len(before)
        pieces = textwrap.wrap(line[len(before) :], width, break_long_words=False, break_on_hyphens=False)
        first, rest = pieces[:1], pieces[1:]
        is_long = len(line) > COLUMNS
        found += (
            [before + first[0], *((again if before else "") + one for one in rest)] if is_long else [line]
        )
    return found


def sent(program: Program, mail: Ours, lines: Sequence[str], name: str, **fields: str) -> bytes:
    charset = program.charset if _fits(lines, program.charset) else "utf-8"
    encoding = program.encoding if charset == program.charset else "8bit"
    return crlf(
        _head(mail, f"{program.name}.{name}", **fields).encode()
        + part(program._replace(charset=charset, encoding=encoding), lines)
    )


def _fits(lines: Sequence[str], charset: str) -> bool:
    try:
        "\n".join(lines).encode(charset)
    except UnicodeEncodeError:
        return False
    return True


def _head(mail: Ours, name: str, **fields: str) -> str:
    made = {
        "From": f"Cara <{mail.to}>",
        "To": "Bugyo <referee@bugyo.invalid>",
        "Subject": f"Re: {mail.subject}",
        "Date": "Fri, 20 Nov 2026 10:30:00 +0100",
        "Message-ID": f"<{re.sub('[^a-zA-Z0-9.]', '-', name)}.{mail.id.strip('<>').partition('@')[0]}@x.org>",
        "In-Reply-To": mail.id,
        "References": mail.id,
    } | {key.replace("_", "-"): value for key, value in fields.items()}
    return "".join(f"{key}: {value}\n" for key, value in made.items() if value) + "MIME-Version: 1.0\n"


# ---- as HTML alone


class Web(NamedTuple):
    """A program that writes HTML: what stands before and behind the mail that it answers, and its lines."""

    name: str
    before: str
    behind: str
    line: str = "<div>{}</div>"


_GROUP = (
    "<b>From:</b> Bugyo &lt;referee@bugyo.invalid&gt;<br><b>Sent:</b> Friday, November 20, 2026 10:00<br>"
    "<b>To:</b> Cara &lt;cara@example.org&gt;<br><b>Subject:</b> [winter T1 kii] Shinobi"
)
WEBS = (
    Web(
        "gmail",
        '<br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Fri, Nov 20, 2026 at 10:00 Bugyo '
        '&lt;<a href="mailto:referee@bugyo.invalid">referee@bugyo.invalid</a>&gt; wrote:<br></div>'
        '<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid #ccc">',
        "</blockquote></div>",
    ),
    Web(
        "outlook.com",
        '<div><br></div><hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg" dir="ltr">'
        f"<font>{_GROUP}</font><div>&nbsp;</div></div><div>",
        "</div>",
    ),
    Web(
        "outlook",
        f'<div style="border:none;border-top:solid #E1E1E1 1.0pt"><p class=MsoNormal>{_GROUP}</p></div>'
        "<p class=MsoNormal>&nbsp;</p>",
        "",
        "<p class=MsoNormal>{}</p>",
    ),
    Web(
        "apple",
        '<div><br><blockquote type="cite"><div>On 20 Nov 2026, at 10:00, Bugyo &lt;referee@bugyo.invalid&gt; '
        'wrote:</div><br class="Apple-interchange-newline"><div>',
        "</div></blockquote></div>",
    ),
    Web(
        "yahoo",
        '<br><div id="ydp1" class="yahoo_quoted"><div><div>On Friday, 20 November 2026 at 10:00:00 '
        "AM GMT+1, Bugyo &lt;referee@bugyo.invalid&gt; wrote:</div><div><br></div><div>",
        "</div></div></div>",
    ),
    Web(
        "thunderbird",
        '<div class="moz-cite-prefix">On 20/11/2026 10:00, Bugyo wrote:<br></div><blockquote type="cite" '
        'cite="mid:x@bugyo.invalid">',
        "</blockquote>",
        "<p>{}</p>",
    ),
    Web(
        "proton",
        '<div class="protonmail_quote">------- Original Message -------<br>On Friday, November 20th, 2026 at '
        '10:00, Bugyo &lt;referee@bugyo.invalid&gt; wrote:<br><br><blockquote class="protonmail_quote" '
        'type="cite">',
        "</blockquote></div>",
    ),
    Web(
        "gmx",
        '<div>&nbsp;<div name="quote" style="margin:10px 5px 5px 10px; border-left:2px solid #C3D9E5;"><div>'
        "<b>Gesendet:</b>&nbsp;Freitag, 20. November 2026 um 10:00 Uhr<br/><b>Von:</b>&nbsp;Bugyo "
        "&lt;referee@bugyo.invalid&gt;<br/><b>An:</b>&nbsp;cara@example.org<br/><b>Betreff:</b>&nbsp;Shinobi</div>"
        '<div name="quoted-content">',
        "</div></div></div>",
    ),
)


def page(web: Web, mail: Ours, way: str, orders: Sequence[str], nth: int = 0) -> bytes:
    """A reply in HTML, without a text beside it."""
    shown = mail.page
    greeting, closing = GREETINGS[nth % len(GREETINGS)], CLOSINGS[nth % len(CLOSINGS)]
    own: Sequence[str] = ()
    if way == "block above":
        block = mail.block.splitlines()
        own = [*block[:-1], *orders, block[-1]]
    elif way == "lines above":
        own = [*orders, "", *closing]
    else:
        own = [greeting] if way == "greeting above it" else ()
        shown = shown.replace(
            "-----END ORDERS", "".join(f"{escape(order)}<br>" for order in orders) + "-----END ORDERS"
        )
    above = "".join(web.line.format(escape(line) or "<br>") for line in own)
    html = (
        f"<html><head><meta charset=utf-8></head><body>{above}{web.before}{shown}{web.behind}</body></html>"
    )
    return as_page(mail, html, f"{web.name}.{way}.{nth}")


def as_page(mail: Ours, html: str, name: str, **fields: str) -> bytes:
    kind = "Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n"
    return crlf(
        _head(mail, f"html.{name}", **fields).encode() + kind.encode() + quopri.encodestring(html.encode())
    )


# ---- decoys


def decoys(program: Program, mail: Ours, orders: Sequence[str], other: str) -> Iterator[tuple[str, bytes]]:
    """Each with its name. None of them may be played; `other` is another legal order."""
    quoted = list(_signed(program, mail.text.splitlines()))
    block = mail.block.splitlines()
    own = [*block[:-1], *orders, block[-1]]  # what the person has sent before
    again = [*program.above, *_signed(program, own)]
    older = {"In_Reply_To": "<own.mail@example.org>", "References": f"{mail.id} <own.mail@example.org>"}

    def made(name: str, *lines: str, **fields: str) -> tuple[str, bytes]:
        return name, sent(program, mail, lines, name, **fields)

    yield made("own block beside a new line", other, "", *again, **older)
    yield made("own block beside please ignore", "Please ignore this one.", "", *again, **older)
    yield made("own block beside did you get it", "Did you get my move?", "", *again, **older)
    yield made("own block alone", "", *again, **older)
    yield made("own block with a new one", *block[:-1], other, block[-1], "", *again, **older)
    yield made(
        "order below the closing", "Hello!", "", "Best regards,", orders[0], "", *program.above, *quoted
    )
    yield made("ignore beside a block", "Please ignore this one.", *own, "", *program.above, *quoted)
    yield made("question beside a block", *own, "Did you get my move?", "", *program.above, *quoted)
    yield made("order beside a block", other, "", *own, "", *program.above, *quoted)
    yield made(
        "sentence with an order in it", f"I could {orders[0]}, could I not?", "", *program.above, *quoted
    )
    yield made("order and a question", orders[0], "Or is that a bad idea?", "", *program.above, *quoted)
    yield made("order and ignore", orders[0], "Please ignore this one", "", *program.above, *quoted)
    yield made("struck out", f"~~{orders[0]}~~", "", *program.above, *quoted)
    yield made("quoted twice", "", *program.above, *_deeper(program, mail, orders))
    yield made(
        "vacation",
        "I am away until Monday.",
        "",
        *_within(program, mail, orders),
        Auto_Submitted="auto-replied",
    )
    yield made(
        "forwarded",
        "FYI",
        "",
        "Begin forwarded message:",
        "",
        *_within(program._replace(sign="> > "), mail, orders),
    )
    yield made(
        "press with fences", "press to all", *own[:1], *own[3:], "end press", "", *program.above, *quoted
    )
    yield made("press with the block", "press to all", *own, "end press", "", *program.above, *quoted)


def _within(program: Program, mail: Ours, orders: Sequence[str]) -> list[str]:
    return filled(program._replace(ends=()), mail, "quoted block with signs", orders)


def _deeper(program: Program, mail: Ours, orders: Sequence[str]) -> list[str]:
    return [f"> > {line}".rstrip() for line in _within(program._replace(sign="", above=()), mail, orders)]
