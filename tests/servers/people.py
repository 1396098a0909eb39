"""People who answer the mails of the desk in ways of their own, never with the block as printed.

Each knows the newest mail that it was sent, and which order it wants to give; how that is written is its way.

on_top     above the quotation, from a telephone, with a greeting and a signature
in_quote   in the quoted block, behind the signs of quoting
in_html    in the quoted block of a mail that has no text, as a webmail sends it
by_tap     by a link of the mail, or one that is completed
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from email.message import EmailMessage
from email.utils import make_msgid
from urllib.parse import parse_qs, unquote, urlsplit

from tests.referee.mail.players import BLOCK
from tests.servers.machines import DOMAIN

DESK = f"bugyo@{DOMAIN}"
PAGE = (
    '<div dir="ltr">Bonjour,</div><br><div class="gmail_quote">'
    "<div>Le dim. 22 nov. 2026 à 18:00, Bugyo &lt;{desk}&gt; a écrit :<br></div>"
    '<blockquote class="gmail_quote" style="margin:0 0 0 .8ex;border-left:1px #ccc solid">'
    "{lines}</blockquote></div>"
)
"""What a webmail makes of a quotation that its writer has filled in."""

_LINK = re.compile(r'href="(mailto:[^"]+)"')


def text_of(mail: EmailMessage) -> str:
    """The plain text of a mail of the desk."""
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def page_of(mail: EmailMessage) -> str:
    """Its HTML; "" where it has none."""
    part = mail.get_body(("html",))
    return str(part.get_content()) if part else ""


def asks(mail: EmailMessage) -> bool:
    """Whether it has a block to fill in."""
    return BLOCK.search(text_of(mail)) is not None


def reply_to(mail: EmailMessage, user: str, name: str) -> EmailMessage:
    """The header of an answer, as all programs write it."""
    answer = EmailMessage()
    subject = str(mail["Subject"])
    answer["From"] = f"{name} <{user}@{DOMAIN}>"
    answer["To"] = DESK
    answer["Subject"] = subject if subject.startswith("Re: ") else f"Re: {subject}"
    answer["Message-ID"] = make_msgid(domain=DOMAIN)
    answer["In-Reply-To"] = mail["Message-ID"]
    answer["References"] = f"{mail['References'] or ''} {mail['Message-ID']}".strip()
    return answer


def quoted(mail: EmailMessage, fill: str = "") -> str:
    """The text of a mail with a sign before each line; `fill` in the empty line of its block."""
    said = text_of(mail).rstrip("\n")
    if fill:
        block = BLOCK.search(said)
        assert block, said
        said = said.replace(block[0], block[0].replace("\n\n", f"\n{fill}\n", 1), 1)
    return "\n".join(f"> {line}".rstrip() for line in said.split("\n"))


def on_top(mail: EmailMessage, answer: EmailMessage, order: str) -> None:
    above = f"Hi,\n\n{order}\n\nBest regards\nAnna\n\nSent from my iPhone\n"
    answer.set_content(f"{above}\n> On 22 Nov 2026, at 18:00, Bugyo <{DESK}> wrote:\n>\n{quoted(mail)}\n")


def in_quote(mail: EmailMessage, answer: EmailMessage, order: str) -> None:
    answer.set_content(
        f"Am 22.11.26 um 18:00 schrieb Bugyo:\n{quoted(mail, order)}\n", cte="quoted-printable"
    )


def in_html(mail: EmailMessage, answer: EmailMessage, order: str) -> None:
    """The quotation is of the text of the mail: a reader who has switched pictures and styles off."""
    block = BLOCK.search(text_of(mail))
    assert block
    said = text_of(mail).replace(block[0], block[0].replace("\n\n", f"\n{order}\n", 1), 1)
    lines = "".join(f"<div>{html.escape(line) or '<br>'}</div>" for line in said.rstrip("\n").split("\n"))
    answer.set_content(PAGE.format(desk=DESK, lines=lines), subtype="html")


def by_tap(mail: EmailMessage, answer: EmailMessage, order: str) -> None:
    """The link of that order; where it has none, the link of a part, with the order in the place of what it
    gives as an example."""
    links = [html.unescape(link) for link in _LINK.findall(page_of(mail))]
    filled = [(fields(link), link) for link in links if "BEGIN ORDERS" in unquote(link)]
    assert filled, "A mail that asks has links."
    exact = next((body for (_to, _subject, body), _link in filled if f"\n{order}\n" in body), "")
    if not exact:
        (_to, _subject, body), _link = filled[0]
        block = BLOCK.search(body)
        assert block, body
        kept = [line for line in block[4].splitlines() if line.startswith(("TOKEN", "HEAD"))]
        exact = body.replace(block[4], "\n".join((*kept, order, "")), 1)
    answer.set_content(exact)
    (to, subject, _body), _link = filled[0]
    assert to == DESK
    del answer["Subject"], answer["In-Reply-To"], answer["References"]  # a link makes a new mail
    answer["Subject"] = subject


def fields(link: str) -> tuple[str, str, str]:
    """To, subject and body of a mailto link, as a mail program takes them."""
    parts = urlsplit(link)
    asked = parse_qs(parts.query.replace("+", "%2B"), keep_blank_values=True)
    return unquote(parts.path), asked["subject"][0], asked["body"][0].replace("\r\n", "\n")


Way = Callable[[EmailMessage, EmailMessage, str], None]
"""Fills an answer to a mail with an order."""
