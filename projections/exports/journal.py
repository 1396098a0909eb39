"""Notes from the journals of others: what can be told of each entry, and every byte of the file.

What cannot be told stays as it was written: the texts of all notes, one after the other, are the file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from hashlib import sha256

from msgspec import Struct
from msgspec.structs import replace

from domain.game.entries.people import Note, Noted
from projections.language.messages import _

ACTS, TEXT = "acts", "text"

NOTE, UNPARSED = "note", "unparsed"
"""What kind of note it is; that of an ACTS entry is its title."""

MOST_NOTES, MOST_BYTES = 200, 60_000
"""Of one event of the record; a longer file becomes several."""

LONGEST = 5_000_000
"""Bytes of the longest journal."""

LONGEST_LINE = 10_000
"""Signs of a line. Longer ones are written by programs: a saved game of VASSAL is a single one."""

FOREIGN = 5
"""Of so many bytes one may be no ASCII, where a text is not in UTF-8: in Latin-1 few signs are. What has more
is in another alphabet's encoding, or no text at all."""

COLUMNS, WIDEST = 5, 100
"""Of an entry of ACTS before its text: number, time, turn, player, title; and signs in each of them."""

_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
"""In no text; an escape may be, where a terminal was copied."""

_GAP = re.compile(r"\s*\|\s*|\t+|\s{2,}")
_TIMES = (
    "%m/%d/%Y %I:%M:%S %p",
    "%m/%d/%Y %H:%M:%S",
    "%Y-%m-%d %H:%M:%S",
    "%Y-%m-%dT%H:%M:%S",
    "%Y-%m-%d %H:%M",
)
_SPOKEN = re.compile(
    r"\s*(?:\[?(?P<at>\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d)?)\]?[ ,:]*)?"
    r"(?:\[?(?P<turn>(?:T|[Tt]urn )\d+(?:\.\d+)*)\]?[ ,:]*)?"
    r"(?:(?P<who>[^:\n]{1,60}):(?=\s))?"
)

Names = dict[str, str]
"""Seats by every name that they go by, folded: the seat's own and that of its person."""


class NotAJournal(Exception):
    """The file cannot be kept as notes; the sentence says why."""


class Journal(Struct, frozen=True):
    """A file as notes. `source` says how it was read, `digest` is the SHA-256 of its bytes."""

    source: str
    digest: str
    notes: tuple[Note, ...]

    def noted(self, person: str) -> list[Noted]:
        """The events that hold the notes, each of a size that a record takes."""
        return [Noted(person, self.source, self.digest, tuple(some)) for some in _portions(self.notes)]

    def unparsed(self) -> int:
        return sum(note.kind == UNPARSED for note in self.notes)


def read_journal(raw: bytes, source: str, names: Names) -> Journal:
    """The notes of a file. Raises `NotAJournal` for one that is empty, too long, no text, or has no entry
    of ACTS though it should be of there."""
    if not raw.strip():
        raise NotAJournal(_("The journal is empty."))
    if len(raw) > LONGEST:
        raise NotAJournal(_("The journal is longer than {most:,} bytes.").format(most=LONGEST))
    if found := _CONTROL.search(raw):
        said = _(
            "This is no text in UTF-8: byte {at} is a control sign. Save what you read in it as text, "
            "and import that."
        )
        raise NotAJournal(said.format(at=found.start() + 1))
    text, encoding = _decoded(raw)
    lines = re.findall(r"[^\n]*\n|[^\n]+", text)
    _check_lines(lines)
    read = _acts if source == ACTS else _text
    notes = tuple(part for note in read(lines, names) for part in _halved(note))
    journal = Journal(f"{source}{encoding}", sha256(raw).hexdigest(), notes)
    if source == ACTS and journal.unparsed() == len(notes):
        raise NotAJournal(_("No line is an entry of ACTS: number, time, turn, player, title. Try --as text."))
    return journal


def _check_lines(lines: Sequence[str]) -> None:
    for number, line in enumerate(lines, 1):
        if len(line.strip()) > LONGEST_LINE:
            said = _(
                "Line {number} has {signs:,} signs: that is no log which people read. Save what you read in "
                "it as text, and import that."
            )
            raise NotAJournal(said.format(number=number, signs=len(line.strip())))


def names_of(seats: Sequence[tuple[str, str]]) -> Names:
    """The names of (seat, person) pairs."""
    return {name.casefold(): seat for seat, person in seats for name in (person, seat)}


def _decoded(raw: bytes) -> tuple[str, str]:
    """The text, and what else than UTF-8 it is written in. Both ways every byte is found again. Raises
    `NotAJournal`."""
    try:
        return raw.decode("utf-8"), ""
    except UnicodeDecodeError:
        if FOREIGN * sum(byte > 0x7F for byte in raw) > len(raw):
            said = _("This is no text in UTF-8, nor in Latin-1. Save it as UTF-8, and import that.")
            raise NotAJournal(said) from None
        return raw.decode("latin-1"), "/latin-1"


def _acts(lines: Sequence[str], names: Names) -> Iterator[Note]:
    """An entry goes from its numbered line to the next one; what stands before the first is unparsed."""
    return _gathered(lines, lambda line: _acts_entry(line, names))


def _acts_entry(line: str, names: Names) -> Note | None:
    parts = _GAP.split(line.strip(), COLUMNS)
    if len(parts) < COLUMNS or not parts[0].isdecimal() or max(map(len, parts[:COLUMNS])) > WIDEST:
        return None
    at = _moment(parts[1])
    return (
        Note(0, "", at, parts[2], names.get(parts[3].casefold(), parts[3]), parts[4] or NOTE) if at else None
    )


def _moment(text: str) -> str:
    """A time as ISO 8601 writes it; a journal does not say in which zone. "" where it is none."""
    for form in _TIMES:
        try:
            return datetime.strptime(text, form).isoformat()
        except ValueError:
            continue
    return ""


def _text(lines: Sequence[str], names: Names) -> Iterator[Note]:
    """A line that says when, in which turn or who begins a note; others belong to it until one is empty."""
    return _gathered(lines, lambda line: _text_entry(line, names), until_empty=True)


def _text_entry(line: str, names: Names) -> Note | None:
    found = _SPOKEN.match(line)
    assert found is not None, "Nothing in it has to be there."
    at, turn, who = found["at"] or "", found["turn"] or "", (found["who"] or "").strip()
    seat = names.get(who.casefold(), "")
    if not (at or turn or seat):
        return None
    return Note(0, "", _moment(at.replace("T", " ")) if at else "", turn, seat, NOTE)


def _gathered(
    lines: Sequence[str], entry: Callable[[str], Note | None], *, until_empty: bool = False
) -> Iterator[Note]:
    """Notes of consecutive lines, each with the number of its first."""
    head, text = Note(0, "", kind=UNPARSED), list[str]()
    for number, line in enumerate(lines, 1):
        found = entry(line)
        if found is not None and text:
            yield replace(head, text="".join(text))
            text = []
        if not text:
            head = replace(found or Note(0, "", kind=UNPARSED), line=number)
        text.append(line)
        if until_empty and head.kind != UNPARSED and not line.strip():
            yield replace(head, text="".join(text))
            text = []
    if text:
        yield replace(head, text="".join(text))


def _halved(note: Note) -> Iterator[Note]:
    """The note, in parts where its text is too long for one event; the later ones are unparsed."""
    if len(note.text.encode()) <= MOST_BYTES:
        yield note
        return
    size = MOST_BYTES // 4  # signs; none has more than four bytes
    line = note.line
    for at in range(0, len(note.text), size):
        text = note.text[at : at + size]
        yield replace(note, text=text) if not at else Note(line, text, kind=UNPARSED)
        line += text.count("\n")


def _portions(notes: Sequence[Note]) -> Iterator[list[Note]]:
    portion: list[Note] = []
    size = 0
    for note in notes:
        length = len(note.text.encode())
        if portion and (len(portion) == MOST_NOTES or size + length > MOST_BYTES):
            yield portion
            portion, size = [], 0
        portion.append(note)
        size += length
    if portion:
        yield portion
