"""Texts that people have written, made safe to show in a mail: no program makes a line of ours out of them.

A reader's program may break a line where it likes, and take the sign of quotation away with it; and whoever
writes press can reckon where. What is on record stays as it was written.
"""

import re
from collections.abc import Iterator

from domain.kit.likeness import program_of
from projections.language.messages import _, plain, somebody, wrap
from referee.reading.quoting import DASHES

BEFORE = "  | "
"""What stands before each line that somebody has written: no reader takes it for an order."""

NARROW = 68
"""Columns that are left as they are by programs which break lines at 72, also where an answer to an answer
quotes them."""

_FENCE = re.compile(rf"(?<![-{DASHES}])[-{DASHES}]+(?=\s*(?:BEGIN|END)\b)", re.IGNORECASE)
_MARKS = (
    re.compile(r"(?<=TOKEN)\s+(?=\S)"),
    re.compile(r"(?:(?<=TOKEN)|(?<=TOKEN:))\s+(?=[A-Z0-9]{4}[- ]*[A-Z0-9]{4})", re.IGNORECASE),
    re.compile(r"(?:(?<=HEAD)|(?<=HEAD:))\s+(?=\d{1,12}\s+[0-9a-f]{4})", re.IGNORECASE),
    re.compile(r"(?:(?<=CONFIRM)|(?<=CONFIRM:))\s+(?=(?:[A-Z2-7]{4}[- ]*){6})", re.IGNORECASE),
    re.compile(r"(?<=trusted)\s+(?=comment:)", re.IGNORECASE),
    re.compile(r"(?:(?<=^end)|(?<=\send))\s+(?=press|dispute|appeal)", re.IGNORECASE),
)
_HOOK = re.compile(r"(notices\s+to\s+<?https?://[^\s/?#]*)(\S+)", re.IGNORECASE)
"""An address that whoever knows it can write to."""

_DOT = "·"


def defused(text: str) -> str:
    """The text in one line. Where it has no such thing in it, it is as it was."""
    text = plain(text)
    for mark in (_FENCE, *_MARKS):
        text = mark.sub(lambda found: _DOT * len(found[0]), text)
    return _HOOK.sub(lambda found: found[1] + _DOT * len(found[2]), text)


def quoted(text: str, before: str = BEFORE) -> Iterator[str]:
    """Each of its lines, wrapped."""
    for line in text.splitlines():
        yield from wrap(defused(" ".join(line.split())), before, before, NARROW)


def named(person: str) -> str:
    """“Your account is locked” may be one: somebody has chosen it. Nobody chooses that of a program."""
    return somebody(person) if program_of(person) else _("“{name}”").format(name=defused(person))


def named_at(person: str, address: str) -> str:
    """Of his address, which may be "", nobody is told more than the domain."""
    domain = address.rpartition("@")[2]
    said = _("{name} at {domain}") if domain else "{name}"
    return said.format(name=named(person), domain=domain)


def the_referee(desk: str) -> str:
    return _("the referee at {domain}").format(domain=desk.rpartition("@")[2])
