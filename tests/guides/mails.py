"""The mails that docs/player.md shows, out of the session `guide`.

A place for a mail is marked `<!-- mail: out 9 -->` … `<!-- /mail -->`: the ninth mail that went out, or one
that came in (`in 4`). `from “TEXT”` and `until “TEXT”` leave out what stands before and after such a line.
"""

from __future__ import annotations

import re
from email import message_from_bytes, policy
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from projections.locale.sentences import ROOT
from referee.mail.desk.line_words import help_lines
from tests.referee.mail.golden.session import DESK, FOLDER, files

PLAYER = ROOT / "docs" / "player.md"
SHOWN = ("From", "To", "Subject")
CUT = "[…]"

_MAIL = re.compile(
    r"(<!-- mail: (in|out) (\d+)(?: from “([^”]+)”)?(?: until “([^”]+)”)? -->\n).*?(<!-- /mail -->)",
    re.DOTALL,
)
_LINES = re.compile(r"(<!-- lines -->\n).*?(<!-- /lines -->)", re.DOTALL)


@cache
def mails(which: str) -> tuple[str, ...]:
    """The mails of the session that came `in` or went `out`, as a reader sees them."""
    parts = re.split(r"^======== .*\n", _session()[f"{which}.txt"], flags=re.MULTILINE)[1:]
    return tuple(_seen(part) for part in parts)


@cache
def _session() -> dict[str, str]:
    with TemporaryDirectory() as path:
        return files(FOLDER / "guide", Path(path))


def _seen(raw: str) -> str:
    parsed = message_from_bytes(raw.encode(), policy=policy.default)
    head = "".join(f"{name}: {parsed[name]}\n" for name in SHOWN)
    body = parsed.get_body(("plain",))
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
    forms = "```text\n" + "\n".join(help_lines("")[1:]) + "\n```\n"
    return _LINES.sub(lambda m: m[1] + forms + m[2], text)


__all__ = ["DESK", "PLAYER", "current", "excerpt", "mails"]
