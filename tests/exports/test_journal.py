"""Journals of others: what is read in them, and that no byte of them is lost."""

from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.game.entries.people import Note
from projections.exports.journal import (
    ACTS,
    LONGEST,
    LONGEST_LINE,
    MOST_BYTES,
    MOST_NOTES,
    TEXT,
    UNPARSED,
    Journal,
    NotAJournal,
    names_of,
    read_journal,
)

CONTROL = {*range(32), 127} - set(b"\t\n\x0b\x0c\r\x1b")

NAMES = names_of([("takeda", "Anna"), ("uesugi", "Boris B.")])

HEAD = "Entry # | Time | Turn | Player | Title | Entry |\n"
THIRTY = "30 | 9/4/2025 10:24:00 PM | Summer 1561 | Anna | Play Strategy card as Operations |\n"
CARD = "#37: 2 / Ashigaru\nMessage from Anna: I cross at 0304.\n\nYour move.\n"
DICE = "29\t9/4/2025 11:28:00 AM\tSummer 1561\tUesugi\tDie roll request\tRequest: d6 x 4\r\n6 1 2 2\r\n"


def test_an_acts_journal_is_read_entry_by_entry() -> None:
    journal = read_journal(f"{HEAD}{THIRTY}{CARD}{DICE}".encode(), ACTS, NAMES)
    assert journal.notes == (
        Note(1, HEAD, kind=UNPARSED),
        Note(
            2,
            THIRTY + CARD,
            "2025-09-04T22:24:00",
            "Summer 1561",
            "takeda",
            "Play Strategy card as Operations",
        ),
        Note(7, DICE, "2025-09-04T11:28:00", "Summer 1561", "uesugi", "Die roll request"),
    )
    assert (journal.source, journal.unparsed()) == ("acts", 1)
    assert journal.digest == sha256(f"{HEAD}{THIRTY}{CARD}{DICE}".encode()).hexdigest()


# what is wrong with a line that begins like an entry
NO_ENTRIES = [
    "30 | yesterday | Summer 1561 | Anna | Message |\n",
    "30 | 9/4/2025 10:24:00 PM | Summer 1561 | Anna\n",
    "x | 9/4/2025 10:24:00 PM | Summer 1561 | Anna | Message |\n",
    "30, 9/4/2025 10:24:00 PM, Summer 1561, Anna, Message\n",
    f"30 | 9/4/2025 10:24:00 PM | Summer 1561 | Anna | {'x' * 101} |\n",
]


@pytest.mark.parametrize("line", NO_ENTRIES)
def test_what_is_no_entry_is_kept_as_it_is(line: str) -> None:
    before = read_journal(f"{line}{THIRTY}".encode(), ACTS, NAMES).notes
    assert before[0] == Note(1, line, kind=UNPARSED)
    after = read_journal(f"{THIRTY}{line}".encode(), ACTS, NAMES).notes
    assert [note.text for note in after] == [THIRTY + line]


@pytest.mark.parametrize("line", NO_ENTRIES)
def test_a_file_without_an_entry_is_no_journal_of_acts(line: str) -> None:
    with pytest.raises(NotAJournal, match="No line is an entry of ACTS"):
        read_journal(line.encode(), ACTS, NAMES)
    assert read_journal(line.encode(), TEXT, NAMES).notes


def test_a_player_whom_nobody_knows_keeps_the_name() -> None:
    (note,) = read_journal(THIRTY.replace("Anna", "Union").encode(), ACTS, NAMES).notes
    assert note.seat == "Union"


def test_a_plain_log_says_when_in_which_turn_and_who() -> None:
    log = (
        "Game log\n\n"
        "[2026-03-01 18:30] T5 takeda: I march on 0304.\n  And then I stop.\n\n"
        "Boris B.: no reaction\n"
        "Turn 6, anna: on\n"
        "note: this is nobody\n"
        "\nLater\n"
    )
    journal = read_journal(log.encode(), TEXT, NAMES)
    assert journal.notes == (
        Note(1, "Game log\n\n", kind=UNPARSED),
        Note(
            3,
            "[2026-03-01 18:30] T5 takeda: I march on 0304.\n  And then I stop.\n\n",
            "2026-03-01T18:30:00",
            "T5",
            "takeda",
        ),
        Note(6, "Boris B.: no reaction\n", seat="uesugi"),
        Note(7, "Turn 6, anna: on\nnote: this is nobody\n\n", turn="Turn 6", seat="takeda"),
        Note(10, "Later\n", kind=UNPARSED),
    )


def text_of(journal: Journal) -> bytes:
    """The file again, out of the events that hold it."""
    encoding = "latin-1" if journal.source.endswith("/latin-1") else "utf-8"
    return "".join(note.text for event in journal.noted("Rei") for note in event.notes).encode(encoding)


@pytest.mark.parametrize("source", [ACTS, TEXT])
@given(raw=st.binary(min_size=1, max_size=400))
def test_every_byte_of_any_file_is_found_again(source: str, raw: bytes) -> None:
    journal = taken(raw, source)
    assert journal is None or text_of(journal) == raw


def is_foreign(raw: bytes) -> bool:
    """In no encoding that we read: no UTF-8, and many signs that Latin-1 seldom has."""
    try:
        return not raw.decode()
    except UnicodeDecodeError:
        return 5 * sum(byte > 0x7F for byte in raw) > len(raw)


def taken(raw: bytes, source: str) -> Journal | None:
    """None only for what is no text, or has no entry."""
    try:
        return read_journal(raw, source, NAMES)
    except NotAJournal:
        assert source == ACTS or not raw.strip() or CONTROL.intersection(raw) or is_foreign(raw)
        return None


PIECES = [
    HEAD,
    THIRTY,
    CARD,
    DICE,
    "T5 takeda: x\n",
    "\n",
    "\r\n",
    "plain\r",
    "\ufeff",
    "\x00",
    "é日本\u202e\n",
    "\u2028\x0b\x0c\x85",
]


@pytest.mark.parametrize("source", [ACTS, TEXT])
@given(pieces=st.lists(st.sampled_from(PIECES), min_size=1), encoding=st.sampled_from(["utf-8", "utf-16"]))
def test_every_byte_of_a_journal_is_found_again(source: str, pieces: list[str], encoding: str) -> None:
    raw = "".join(pieces).encode(encoding)
    journal = taken(raw, source)
    if journal is None:
        return
    assert text_of(journal) == raw
    text = raw.decode("latin-1" if journal.source.endswith("/latin-1") else "utf-8")
    for note in journal.notes:
        assert "\n".join(text.split("\n")[note.line - 1 :]).startswith(note.text)


def test_a_long_journal_becomes_several_events() -> None:
    lines = [f"T5 takeda: {number}\n" for number in range(MOST_NOTES + 1)]
    events = read_journal("".join(lines).encode(), TEXT, NAMES).noted("Rei")
    assert [len(event.notes) for event in events] == [MOST_NOTES, 1]
    assert {(event.person, event.source, len(event.digest)) for event in events} == {("Rei", "text", 64)}


@pytest.mark.parametrize("sign", ["x", "é", "日", "😀"])
def test_a_note_that_is_too_long_is_cut_and_nothing_of_it_lost(sign: str) -> None:
    lines = [sign * LONGEST_LINE] * (MOST_BYTES // LONGEST_LINE)
    raw = "\n".join(["T5 takeda:", *lines, "T6 uesugi: y\n"]).encode()
    journal = read_journal(raw, TEXT, NAMES)
    events = journal.noted("Rei")
    assert text_of(journal) == raw
    assert all(sum(len(note.text.encode()) for note in event.notes) <= MOST_BYTES for event in events)
    assert [note.kind for note in journal.notes].count("note") == 2
    assert (journal.notes[0].seat, journal.notes[-1].line) == ("takeda", len(lines) + 2)


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b" \n\r\n", "empty"),
        (b"x" * (LONGEST + 1), "longer than 5,000,000"),
        (b"PK\x03\x04\x14\x00 savedGame", "no text in UTF-8: byte 3"),
        ("T5 takeda: x\n".encode("utf-16"), "no text in UTF-8: byte 4"),
        (b"T5 takeda: x\x7f\n", "byte 13"),
        (b"on\n" + b"x" * (LONGEST_LINE + 1) + b"\n", "Line 2 has 10,001 signs"),
        ("Такеда: вперёд\n".encode("cp1251"), "nor in Latin-1"),
    ],
)
def test_what_is_no_journal(raw: bytes, why: str) -> None:
    with pytest.raises(NotAJournal, match=why):
        read_journal(raw, TEXT, NAMES)


@pytest.mark.parametrize("sign", [b"\t", b"\x0b", b"\x0c", b"\x1b", b"\x85", b"\x92", b"\xff"])
def test_signs_that_stand_in_texts_are_no_reason_to_refuse(sign: bytes) -> None:
    raw = b"T5 takeda: x" + sign + b"y\n"
    assert text_of(read_journal(raw, TEXT, NAMES)) == raw


def test_the_longest_journal_is_read_in_time() -> None:
    """In linear time: five million bytes of short lines, none of them understood."""
    raw = b"abcd\n" * (LONGEST // 5)
    journal = read_journal(raw, TEXT, NAMES)
    assert sum(len(note.text) for note in journal.notes) == LONGEST
    assert journal.unparsed() == len(journal.notes)
