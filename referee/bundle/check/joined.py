"""The page that checks a bundle as one file, under a policy that lets nothing in; its check as one script."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path

import msgspec

from projections.language.catalogues import CHECK, translated
from projections.page.look import CREST, LOADS, icon, look

HERE = Path(__file__).resolve().parent

LANGUAGES = ("en", "fr", "ru")
"""Those in which the page speaks; the first where a reader asks for another."""

PARTS = (
    *("bytes", "canonical", "zip", "signatures", "record", "entries", "conduct", "course"),
    *("faces", "first", "second", "dice", "ledger", "people", "docket", "signing"),
    *("steps", "drawn", "checking", "report"),
)
"""The parts of the check, behind what it says; what runs as a part is read stands behind what it needs."""

WITHOUT_SCRIPTS = "page_no_scripts"
"""What stands in the page for a browser that runs none: the script needs it not."""

NAMES = "check, stepsOf, say, speak, plain, element, drawn"
"""What another page may call."""


@cache
def check_html() -> bytes:
    """The whole page."""
    style, script = look() + _file("check.css"), f"{_script(LANGUAGES)}{_file('page.js')}"
    policy = (
        f"default-src 'none'; {LOADS}; script-src '{_digest(script)}'; style-src '{_digest(style)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    page = _file("check.html")
    parts = ("policy", policy), ("without", _without_scripts()), ("style", style), ("script", script)
    for name, text in (("icon", icon()), ("crest", CREST), *parts):
        page = page.replace(f"{{{name}}}", text, 1)
    return page.encode()


def check_script(language: str = LANGUAGES[0]) -> str:
    """The check without its page: `bugyoCheck.check(bytes, lines or text, {given})` promises a report.

    It speaks this language, or English. One constant is all that it adds to a script that it stands in.
    """
    return _script((language if language in LANGUAGES else LANGUAGES[0],))


@cache
def _script(languages: tuple[str, ...]) -> str:
    texts = "".join(map(_texts, languages))
    parts = f"{_file('saying.js')}{texts}{''.join(_file(f'{name}.js') for name in PARTS)}"
    return f'"use strict";\nconst bugyoCheck = (() => {{\n{parts}\nspeak();\nreturn {{ {NAMES} }};\n}})();\n'


def texts(language: str) -> dict[str, str]:
    """All that the page says in a language, by its names."""
    english = msgspec.toml.decode(_file("texts.toml"), type=dict[str, str])
    return {name: translated(language, f"{CHECK} {name}", text) for name, text in english.items()}


def _texts(language: str) -> str:
    """As the script has them: none of them ends it."""
    said = {name: text for name, text in texts(language).items() if name != WITHOUT_SCRIPTS}
    written = msgspec.json.encode(said).decode().replace("</", "<\\/")
    return f"TEXTS.{language} = {written};\n"


def _without_scripts() -> str:
    said = ((language, escape(texts(language)[WITHOUT_SCRIPTS], quote=False)) for language in LANGUAGES)
    return "\n".join(f'<p lang="{language}">{text}</p>' for language, text in said)


def _digest(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


@cache
def _file(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")
