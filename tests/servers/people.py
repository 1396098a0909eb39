"""People who answer the mails of the desk in ways of their own, never with the block as printed.

Each knows the newest mail that it was sent, and which orders it wants to give; how that is written is its
way.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Sequence
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
_MARKS = ("-----", "TOKEN ", "HEAD ")


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
    """Whether it is his move; a mail that says “nothing to do for you” may have a block as well."""
    return mail["X-Bugyo-State"] in ("your-move", "joining") and BLOCK.search(text_of(mail)) is not None


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


def quoted(mail: EmailMessage, orders: Sequence[str] = ()) -> str:
    """The text of a mail with a sign before each line; orders in the empty line of its block."""
    return "\n".join(f"> {line}".rstrip() for line in _filled(mail, orders).split("\n"))


def _filled(mail: EmailMessage, orders: Sequence[str]) -> str:
    """The text of a mail, with orders in the empty line of its block."""
    said = text_of(mail).rstrip("\n")
    if orders:
        block = BLOCK.search(said)
        assert block, said
        said = said.replace(block[0], block[0].replace("\n\n", "\n{}\n".format("\n".join(orders)), 1), 1)
    return said


def on_top(mail: EmailMessage, answer: EmailMessage, orders: Sequence[str]) -> None:
    """The answer above the quotation, from a telephone, with a greeting and a signature."""
    above = "Hi,\n\n{}\n\nBest regards\nAnna\n\nSent from my iPhone\n".format("\n".join(orders))
    answer.set_content(f"{above}\n> On 22 Nov 2026, at 18:00, Bugyo <{DESK}> wrote:\n>\n{quoted(mail)}\n")


def in_quote(mail: EmailMessage, answer: EmailMessage, orders: Sequence[str]) -> None:
    """The answer in the quoted block, behind the signs of quoting."""
    answer.set_content(
        f"Am 22.11.26 um 18:00 schrieb Bugyo:\n{quoted(mail, orders)}\n", cte="quoted-printable"
    )


def in_html(mail: EmailMessage, answer: EmailMessage, orders: Sequence[str]) -> None:
    """The quotation is of the text of the mail: a reader who has switched pictures and styles off."""
    said = _filled(mail, orders).split("\n")
    lines = "".join(f"<div>{html.escape(line) or '<br>'}</div>" for line in said)
    answer.set_content(PAGE.format(desk=DESK, lines=lines), subtype="html")


def by_tap(mail: EmailMessage, answer: EmailMessage, orders: Sequence[str]) -> None:
    """The link of that order; where it has none, the link of a part, with the order below its example."""
    (order,) = orders
    to, subject, body = min(_filled_links(mail), key=lambda link: _far(link[2], order))
    if f"\n{order}\n" not in body:
        assert "\n; " in body, f"No link is of {order}, and none is to be completed."
        body = body.replace("\n\n-----END", f"\n{order}\n-----END", 1)
    answer.set_content(body)
    assert to == DESK
    del answer["Subject"], answer["In-Reply-To"], answer["References"]  # a link makes a new mail
    answer["Subject"] = subject


def taps(mail: EmailMessage) -> list[str]:
    """The orders that its links give, and the examples of those that are completed."""
    lines = [line for _to, _subject, body in _filled_links(mail) for line in body.splitlines()]
    return [line.removeprefix("; ") for line in lines if line and not line.startswith(_MARKS)]


def _filled_links(mail: EmailMessage) -> list[tuple[str, str, str]]:
    links = [html.unescape(link) for link in _LINK.findall(page_of(mail))]
    filled = [fields(link) for link in links if "BEGIN ORDERS" in unquote(link)]
    assert filled, "A mail that asks has links."
    return filled


def _far(body: str, order: str) -> int:
    """How much of an order has to be typed into what a link gives."""
    verb = order.partition(" ")[0]
    near = (f"\n{order}\n", f"\n; {order}\n", f"\n; {verb} ", "\n; ")
    return next((far for far, line in enumerate(near) if line in body), len(near))


def fields(link: str) -> tuple[str, str, str]:
    """To, subject and body of a mailto link, as a mail program takes them."""
    parts = urlsplit(link)
    asked = parse_qs(parts.query.replace("+", "%2B"), keep_blank_values=True)
    return unquote(parts.path), asked["subject"][0], asked["body"][0].replace("\r\n", "\n")


Way = Callable[[EmailMessage, EmailMessage, Sequence[str]], None]
"""Fills an answer to a mail with orders."""
