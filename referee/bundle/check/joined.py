"""The page that checks a bundle as one file, under a policy that lets nothing in; its check as one script."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from hashlib import sha256
from pathlib import Path

HERE = Path(__file__).resolve().parent

PARTS = (
    *("texts", "bytes", "canonical", "zip", "signatures", "record", "entries", "course"),
    *("faces", "first", "second", "ledger", "steps", "drawn", "checking", "report"),
)
"""The parts of the check; what runs as a part is read stands behind what it needs."""

NAMES = "check, stepsOf, say, plain, element, drawn"
"""What another page may call."""


@cache
def check_html() -> bytes:
    """The whole page."""
    style, script = _file("check.css"), f"{check_script()}{_file('page.js')}"
    policy = (
        f"default-src 'none'; script-src '{_digest(script)}'; style-src '{_digest(style)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    page = _file("check.html")
    for name, text in (("policy", policy), ("style", style), ("script", script)):
        page = page.replace(f"{{{name}}}", text, 1)
    return page.encode()


@cache
def check_script() -> str:
    """The check without its page: `bugyoCheck.check(bytes, lines or text, {given})` promises a report.

    One constant is all that it adds to a script that it stands in.
    """
    parts = "".join(_file(f"{name}.js") for name in PARTS)
    return f'"use strict";\nconst bugyoCheck = (() => {{\n{parts}\nreturn {{ {NAMES} }};\n}})();\n'


def _digest(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


@cache
def _file(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")
