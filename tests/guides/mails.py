"""The mails that docs/player.md shows, out of the session `guide`.

A place for a mail is marked `<!-- mail: out 9 -->` … `<!-- /mail -->`: the ninth mail that went out, or one
that came in (`in 4`). `from “TEXT”` and `until “TEXT”` leave out what stands before and after such a line.
"""

from __future__ import annotations

import re
from email.message import EmailMessage
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from projections.locale.sentences import ROOT
from referee.mail.html.dress import dresser
from referee.telling.line_help import help_lines
from referee.transport.letters import DRAWN
from tests.referee.mail.golden.session import DESK, FOLDER, Session, script
from tests.referee.mail.test_desk_world import parse

PLAYER = ROOT / "docs" / "player.md"
PROOFS = ROOT / "docs" / "proofs.md"
SHOWN = ("From", "To", "Subject")
CUT = "[…]"

_MAIL = re.compile(
    r"(<!-- mail: (in|out) (\d+)(?: from “([^”]+)”)?(?: until “([^”]+)”)? -->\n).*?(<!-- /mail -->)",
    re.DOTALL,
)
_LINES = re.compile(r"(<!-- lines -->\n).*?(<!-- /lines -->)", re.DOTALL)


@cache
def mails(which: str) -> tuple[str, ...]:
    """The mails of the session that came `in` or went `out`, as text."""
    return tuple(_seen(mail) for mail in _session()[which])


def page(number: int) -> str:
    """A mail that went out, as HTML; its picture is named in it by what is drawn."""
    body = _session()["out"][number - 1].get_body(("html",))
    assert body is not None
    return str(body.get_content())


def drawing(number: int) -> bytes:
    """The board of such a mail, b"" where it has none."""
    for part in _session()["out"][number - 1].walk():
        drawn = part.get_payload(decode=True)
        if part.get_content_type() == DRAWN and isinstance(drawn, bytes):
            return drawn
    return b""


@cache
def _session() -> dict[str, list[EmailMessage]]:
    with TemporaryDirectory() as path:
        dress = dresser(DESK, lambda trouble: pytest.fail(str(trouble)))
        session = Session(Path(path), script(FOLDER / "guide"), dress).run()
        session.record.close()
    return {"in": [parse(raw) for _, raw in session.came], "out": [parse(raw) for _, raw in session.went]}


def _seen(mail: EmailMessage) -> str:
    head = "".join(f"{name}: {mail[name]}\n" for name in SHOWN)
    body = mail.get_body(("plain",))
    assert body is not None
    return f"{head}\n{body.get_content().rstrip()}\n"


def excerpt(which: str, number: int, begin: str, end: str) -> str:
    lines = mails(which)[number - 1].splitlines()
    first = next(place for place, line in enumerate(lines) if line.startswith(begin)) if begin else 0
    last = (
        next(place for place, line in enumerate(lines) if place > first and line.startswith(end))
        if end
        else None
    )
    shown = [*([CUT] if first else []), *lines[first:last], *([CUT] if last else [])]
    return "```text\n" + "\n".join(shown) + "\n```\n"


def current() -> str:
    """The guide as it should be."""
    text = _MAIL.sub(
        lambda m: m[1] + excerpt(m[2], int(m[3]), m[4] or "", m[5] or "") + m[6], PLAYER.read_text("utf-8")
    )
    return _LINES.sub(lambda m: m[1] + _lines() + m[2], text)


def _lines() -> str:
    """All that the desk knows, as a table."""
    rows: list[list[str]] = []
    for line in help_lines("")[1:]:
        if line.startswith("      "):
            rows[-1].append(line.strip())
        else:
            rows.append([line.strip().replace("|", "\\|")])
    body = "".join(f"| `{form}` | {' '.join(said)} |\n" for form, *said in rows)
    return f"| line | what it does |\n|---|---|\n{body}"


__all__ = ["DESK", "PLAYER", "PROOFS", "current", "drawing", "excerpt", "mails", "page"]
