"""Mails as bytes: what the library would make of the same fields."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email import policy
from email.message import EmailMessage
from email.utils import format_datetime

import pytest

from referee.transport.letters import REPLIED, Letter, compose, content_id, message_id

pytestmark = pytest.mark.of_files

NOW = 1_795_000_000_000
ANNA, BELA, DESK = "anna@example.org", "bela@example.org", "referee@example.org"


def as_the_library_writes(letter: Letter, address: str, at: int) -> bytes:
    message = EmailMessage(policy.default.clone(max_line_length=998, cte_type="8bit"))
    game = letter.about.get("Game", "-")
    message["From"] = f'"Bugyo, for {game}" <{address}>' if game != "-" else f"Bugyo <{address}>"
    message["Reply-To"] = address
    message["To"] = letter.to
    message["Subject"] = letter.subject
    message["Date"] = format_datetime(datetime.fromtimestamp(at // 1000, UTC))
    message["Message-ID"] = message_id(letter.name, address)
    if letter.answers:
        message["In-Reply-To"] = letter.answers
    if letter.thread:
        message["References"] = " ".join(letter.thread)
    message["Auto-Submitted"] = letter.kind
    message["X-Auto-Response-Suppress"] = "All"
    message["X-Loop"] = f"bugyo {address}"
    for name, value in letter.about.items():
        message[f"X-Bugyo-{name}"] = value
    if letter.unsubscribe:
        wanted = "mails%20only%20my%20turn"
        message["List-Unsubscribe"] = f"<mailto:{address}?subject={wanted}&body={wanted}>"
    message.set_content(letter.body, cte="7bit" if letter.body.isascii() else "8bit")
    if letter.html:
        message.make_alternative()
        message.attach(dressed(letter, address))
    if letter.checkpoint:
        message.add_attachment(letter.checkpoint, cte="8bit", filename="checkpoint.txt")
    boundaries = re.findall(rb'boundary="([0-9a-f]{32})"', compose(letter, address, at))
    parts = [part for part in message.walk() if part.is_multipart()]
    assert len(set(boundaries)) == len(parts)
    for part, boundary in zip(parts, boundaries, strict=True):
        part.set_boundary(boundary.decode())
    return message.as_bytes()


def dressed(letter: Letter, address: str) -> EmailMessage:
    """The HTML with its picture."""
    page = EmailMessage(policy.default.clone(max_line_length=76, cte_type="8bit"))
    page.set_content(letter.html, "html", cte="quoted-printable")
    if letter.picture:
        cid = f"<{content_id(letter.picture, address)}>"
        page.add_related(letter.picture, "image", "svg+xml", cid=cid)
    del page["MIME-Version"]
    return page


SUBJECTS = (
    *("[winter T5 iga] Shinobi: War of the Clans", "", " a  b ", "Bugyo: новости 3 игр", "Бугё " * 60),
    *("=?utf-8?q?a?= b", "x " * 600),
)
ODD = ("From me\n.\n..\n", "a\r\nb\rc\n", "a\x0bb\x85c\u2028d\n", "“игра” 伊賀\n", "x" * 2000 + "\n")
BODIES = ("", "\n", "pass\n", "no end", *ODD)
THREADS: tuple[tuple[str, ...], ...] = ((), ("<1@x>",), ("<a!#$%&'*+-/?=^_`{|}~.@x>", "<b..c@[d]>"))
LETTERS = [
    *(Letter(ANNA, subject, "pass\n", "winter.3.iga.turn.0123") for subject in SUBJECTS),
    *(
        Letter("a..b'=c@x", "s", text, "n", checkpoint=noted)
        for text in BODIES
        for noted in ("", "bugyo/g\n— b\n")
    ),
    Letter(ANNA, "s", "b\n", "n", about={"Game": "winter", "Due": "-"}, unsubscribe=True),
    *(Letter(BELA, "s", "b\n", "n", REPLIED, thread, "<1@x>", "c\n") for thread in THREADS),
    *(
        Letter(ANNA, "s", text, "n", html=html, picture=picture, checkpoint=noted)
        for text in ("b\n", "“игра”\n")
        for html in ("<p>a</p>\n", f"<p>{'é… ' * 99}=\u0085\u2028\n.\nFrom me {'x' * 99}</p>\n")
        for picture in (b"", b"<svg/>", bytes(range(256)))
        for noted in ("", "c\n")
    ),
]


@pytest.mark.parametrize("letter", LETTERS)
def test_a_mail_is_to_the_byte_what_the_library_would_write(letter: Letter) -> None:
    made = compose(letter, DESK, NOW)
    assert made == as_the_library_writes(letter, DESK, NOW)


@pytest.mark.parametrize("subject", ["a\nBcc: evil@example.org", "a\r\n\r\nb", "é\rb", "a\u2028b"])
def test_no_line_break_gets_into_a_header(subject: str) -> None:
    with pytest.raises(ValueError, match="linefeed or carriage return"):
        compose(Letter(ANNA, subject, "b\n", "n"), DESK, NOW)
