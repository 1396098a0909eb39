"""The diaries that their writers have opened, beside the replay of a game that is over. They are no part of
the record: nothing proves them, and the page says so."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from msgspec import Struct

from projections.language.messages import _, plain


class Entry(Struct, frozen=True):
    """A note: after which event it was written, that in words, at what time, by whom."""

    event: int
    when: str
    at: str
    who: str
    text: str


class Opened(Struct, frozen=True):
    """What is open of the diary of a seat; `more` says where the rest is."""

    seat: str
    entries: Sequence[Entry]
    more: str = ""


def section(diaries: Sequence[Opened]) -> str:
    """As markup; "" where none is open."""
    if not diaries:
        return ""
    says = _(
        "What people wrote for themselves during the game, and have opened now. It is no part of the record, "
        "and nothing proves it."
    )
    each = "".join(map(_diary, diaries))
    head = f'<h2 id="diaries-say">{_text(_("Diaries"))}</h2><p>{_text(says)}</p>'
    return f'<section id="diaries" aria-labelledby="diaries-say">\n{head}\n{each}</section>\n'


def _diary(one: Opened) -> str:
    notes = "".join(f"<li>{_note(entry)}</li>\n" for entry in one.entries)
    more = f"<p>{_text(one.more)}</p>" if one.more else ""
    return f"<details>\n<summary>{_text(one.seat)}</summary>\n<ol>\n{notes}</ol>{more}</details>\n"


def _note(entry: Entry) -> str:
    head = (
        f'<a href="#{entry.event}">{_text(entry.when)}</a> <span>{_text(entry.at)}, {_text(entry.who)}</span>'
    )
    return f"{head}\n<blockquote>{_written(entry.text)}</blockquote>"


def _written(text: str) -> str:
    return escape("\n".join(map(plain, text.splitlines())))


def _text(words: str) -> str:
    return escape(plain(words))
