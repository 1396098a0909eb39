"""The lines of a mail that ask for something, as the grammars read them: orders, questions, press."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from referee.games.order_sheet import Line
from referee.reading.blocks import ASKED
from referee.reading.blocks import Line as Mailed
from referee.reading.passages import END_PRESS, NOTE, PREVIEW, press_goes_on
from referee.reading.quoting import plain, undressed

_GOES_ON = (
    (re.compile(r"commit .*"), re.compile(r"[0-9a-f]{64}(?: [0-9a-f]{64})*")),
    (re.compile(r"(?:cell|spent) .*"), re.compile(r"[A-Za-z0-9+/=]{64,1400}(?: [A-Za-z0-9+/=]{64,1400})*")),
    (re.compile(r"root [0-9a-f]{64}"), re.compile(r"[1-9]\d{0,3}")),
    (re.compile(r"root"), re.compile(r"[0-9a-f]{64}(?: [1-9]\d{0,3})?")),
)
"""How a line begins that mail programs break, and what goes on with it: no order is such a word."""


def order_lines(lines: Sequence[Mailed]) -> tuple[Line, ...]:
    """Each with its number in the mail.

    Commitments and cells go on over lines: mail programs break those that are longer than a screen. A press
    that goes on to its end is one line, with the breaks in its text; what is tried or noted goes on to the
    last line. A line "asked" belongs to the one below it.
    """
    found: list[Line] = []
    is_press, answers = False, ""
    asked = [line for line in lines if line.kind in ASKED or line.kind == "asked"]
    texts = [undressed(plain(line.text)) for line in asked]
    for place, (line, text) in enumerate(zip(asked, texts, strict=True)):
        is_press = is_press and line.kind == "press"
        if line.kind == "asked":
            answers = text.partition(" ")[2]
        elif found and NOTE.match(found[-1].text):
            found[-1] = Line(found[-1].number, f"{found[-1].text}\n{line.text.rstrip()}")
        elif found and PREVIEW.match(found[-1].text):
            found[-1] = Line(found[-1].number, f"{found[-1].text}\n{text}")
        elif is_press:
            is_press = not END_PRESS.fullmatch(text)
            if is_press:
                found[-1] = Line(found[-1].number, f"{found[-1].text}\n{line.text.rstrip()}")
        elif found and _goes_on(found[-1].text, text):
            found[-1] = Line(found[-1].number, f"{found[-1].text} {text}")
        else:
            is_press = line.kind == "press" and press_goes_on(text, _below(asked, texts, place))
            received = line.text.lstrip()
            if before := _BEFORE_TEXT.match(received):  # what it says to people stays as they wrote it
                text = f"{plain(before[1])} {received[before.end() :].strip()}".rstrip()
            text = text if ":" in text or not is_press else f"{text}:"
            found.append(Line(line.number, text, answers))
            answers = ""
    return tuple(found)


def _goes_on(before: str, text: str) -> bool:
    return any(begins.fullmatch(before) and rest.fullmatch(text) for begins, rest in _GOES_ON)


def _below(asked: Sequence[Mailed], texts: Sequence[str], place: int) -> Iterator[str]:
    """The lines of press that follow directly."""
    following = takewhile(lambda at: asked[at].kind == "press", range(place + 1, len(asked)))
    return (texts[at] for at in following)


_BEFORE_TEXT = re.compile(
    r"(?:[*•·‣▪◦-]\s+|\d{1,2}[.)]\s+)?[*_]?"
    r"((?:anonymous\s+)?press\b[^:]*:|note(?:\s+(?:to|for)\s+my\s+successor)?\s*:|dispute\b(?:[\s,]*\d+\b)*[\s,]*(?:\[[^\]\s]{1,40}\])?(?:\s*:)?"
    r"|appeal\b[\s:]*\d{1,6}\b(?:\s*:)?|resign\s+seat\b(?:\s*:)?|take\s+back\b(?:\s+to\s+(?:event\s+)?\d{1,6}\b)?)",
    re.IGNORECASE,
)
"""What stands in a line before the text that people are to read."""
