"""From a recorded event back to the bytes of the mail that ordered it."""

from __future__ import annotations

import re

from msgspec import Struct

from projections.language.messages import _, plain
from referee.reading.reading import read_mail
from referee.record.record import Record

_REFERENCE = re.compile(r"([0-9a-f]{64}):(\d{1,4})")


class Origin(Struct, frozen=True):
    """A line of a stored mail: its number and text as its sender saw them, and its bytes `[start, end)` in
    the raw mail, `raw`, as they came (before any transfer encoding was undone)."""

    digest: str
    number: int
    text: str
    start: int
    end: int
    raw: bytes

    def sentence(self) -> str:
        """For whoever asks where an order comes from."""
        said = _("It came in line {number} of the mail {digest}…, bytes {start} to {end} of it: {text}")
        return said.format(
            number=self.number, digest=self.digest[:16], start=self.start, end=self.end, text=plain(self.text)
        )


def origin_of(record: Record, reference: str) -> Origin | None:
    """The line that the reference of an act names ("DIGEST:LINE"); None where it names none, or where the
    mail is not in this store."""
    found = _REFERENCE.fullmatch(reference)
    raw = record.mail(found[1]) if found else None
    if found is None or raw is None:
        return None
    lines = read_mail(raw).lines
    number = int(found[2])
    if not 0 < number <= len(lines):
        return None
    line = lines[number - 1]
    return Origin(found[1], number, line.text, line.start, line.end, raw[line.start : line.end])
