"""The words that people read, in their language: English, until a catalogue of another one is installed."""

from __future__ import annotations

import gettext
import unicodedata
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

CATALOGUES = Path(__file__).resolve().parent / "locale"

COLUMNS = 78
"""How wide a plain-text mail may be."""

_translation = gettext.translation("bugyo", CATALOGUES, fallback=True)
_ = _translation.gettext
_n = _translation.ngettext

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def listed(words: Sequence[str]) -> str:
    """The words as in a sentence: "iga, ise and kii"."""
    if len(words) < 2:
        return "".join(words)
    return _("{some} and {last}").format(some=", ".join(words[:-1]), last=words[-1])


def minute(at: int) -> str:
    """A time of the record, milliseconds since 1970, to the minute."""
    return f"{_EPOCH + timedelta(milliseconds=at):%Y-%m-%d %H:%M} UTC"


def columns(text: str) -> int:
    """How many columns a text takes: an ideograph takes two, a combining accent none."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(sign) else 1 + (unicodedata.east_asian_width(sign) in "WF")
        for sign in text
    )


def plain(text: str) -> str:
    """The text in one line, without signs that a terminal or a mail program would obey."""
    return "".join(sign if sign.isprintable() else " " for sign in text)


def wrap(text: str, first: str = "", rest: str = "") -> list[str]:
    """Lines of at most 78 columns, the first after `first` and the others after `rest`."""
    lines, begun, empty = [], first, True
    for word in _words(plain(text), COLUMNS - max(columns(first), columns(rest))):
        if not empty and columns(begun) + 1 + columns(word) > COLUMNS:
            lines.append(begun)
            begun, empty = rest, True
        begun, empty = begun + " " * (not empty) + word, False
    return [line.rstrip() for line in (*lines, begun)]


def _words(text: str, room: int) -> Iterator[str]:
    """The words of a text; one that no line could hold is cut."""
    for word in text.split():
        while columns(word) > room:
            size = next(n for n in range(1, len(word) + 1) if columns(word[: n + 1]) > room)
            yield word[:size]
            word = word[size:]
        yield word
