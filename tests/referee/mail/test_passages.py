"""What people write to people is kept character for character, on its way from a mail to the record."""

from __future__ import annotations

import base64
import quopri
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from domain.game.entries.people import Pressed, SeatLeft
from domain.game.entries.rulings import Disputed, TakeBackProposed
from domain.kit.sealed import Sealed
from referee.games.press import as_kept as kept
from referee.reading.line_words import Appeal, Dispute, Press, ResignSeat, TakeBack, read_line
from referee.reading.order_lines import order_lines
from referee.reading.passages import END_PRESS
from referee.reading.reading import read_mail
from tests.pace import rounds
from tests.referee.mail.test_desk_lines import Talking
from tests.referee.mail.test_desk_world import PEOPLE, mail

SEATS = ("iga", "ise", "kii")
BEGIN, END = "-----BEGIN ORDERS winter T1 kii-----", "-----END ORDERS winter T1 kii-----"


def written(*lines: str, in_block: bool = True, head: str = "") -> list[str]:
    """The lines that ask for something, of a mail with these."""
    block = [BEGIN, "TOKEN AAAA-BBBB-CCCC-DDDD", *lines, END] if in_block else list(lines)
    raw = "From: cara@example.org\nContent-Type: text/plain; charset=utf-8" + head + "\n\n" + "\n".join(block)
    read = read_mail((raw + "\n").encode())
    assert read.problem == ""
    return [line.text for line in order_lines(read.lines)]


TEXTS = [
    "Deadline is 31. December.",
    "I move 3) to B and 4. to C - not more.",
    "“Smart” ‘quotes’, – dashes —, and … dots",
    "two  blanks,   three,\tand a tab",
    "*bold* and _under_ and *all of it*",
    "* a star at the start",
    "- a dash at the start",
    "1. a number at the start",
    "see my page <https://club.example/x> or <mailto:a@b.example>",
    "a no-break\u00a0blank, a soft\u00adhyphen, a zero\u200bwidth",
    "ﬁ Å é e\u0301 — as they came",
    "a colon: and another: end",
    ":-) smiles",
    "what, where and when",
    "place oda in ise",
    "press on with the attack",
    "; no comment",
    "攻城は四月、三河にて。",
    "🎲🎲",
    "TOKEN AAAA-BBBB-CCCC-DDDD",
]


@pytest.mark.parametrize("text", TEXTS)
def test_a_press_of_a_line_says_what_was_written(text: str) -> None:
    for in_block in (True, False):
        (line,) = written(f"press to iga: {text}", in_block=in_block)
        assert read_line(line, SEATS) == Press(("iga",), text)
    (line,) = written(f"- Press  to   iga:{text}")
    assert read_line(line, SEATS) == Press(("iga",), text)


@pytest.mark.parametrize("text", [text for text in TEXTS if not text.startswith(("1", ":"))])
def test_so_do_disputes_and_reasons(text: str) -> None:
    lines = written(
        f"dispute 41: {text}", f"appeal 2 {text}", f"take back to 7 {text}", f"resign seat {text}"
    )
    dispute, appeal, back, resign = (read_line(line, SEATS) for line in lines)
    assert isinstance(dispute, Dispute)
    assert dispute.parts() == ((41,), "", "", text)
    assert isinstance(appeal, Appeal)
    assert appeal.parts() == (2, "", text)
    assert back == TakeBack(7, text)
    assert resign == ResignSeat(text)


AS_THEY_ARE = [
    "> quoted, by hand",
    ">> and deeper",
    "| a | table |",
    ":-) a smile first",
    "AB> initials",
    "; a comment",
    "# a heading",
    "    indented",
    "* a star",
    "3. December",
    "-- ",
    "Sent from my iPhone",
    "On Monday, Boris wrote:",
    "-----Original Message-----",
    "From: Boris",
    "Sent: Monday",
    "To: Cara",
    "Subject: x",
    "________________________",
    "TOKEN AAAA-BBBB-CCCC-DDDD",
    "HEAD 12 abcdef0123",
    "MAIL -",
    "-----BEGIN SSH SIGNATURE-----",
    "untrusted comment: x",
    "what",
    "place oda in ise",
    "press on",
    "",
    "CONFIRM AAAA-BBBB-CCCC-DDDD-EEEE-FFFF",
]


def test_a_press_of_several_lines_is_all_of_them() -> None:
    (line, order) = written("press to all", *AS_THEY_ARE, "end press", "place oda in kii")
    said = read_line(line, SEATS)
    assert isinstance(said, Press)
    assert kept(said.text) == "\n".join(one.rstrip() for one in AS_THEY_ARE)
    assert order == "place oda in kii"


@pytest.mark.parametrize("text", AS_THEY_ARE)
def test_each_of_them_alone_as_well(text: str) -> None:
    for lines in (("dispute 41", "The first line.", text, "The last."), ("press to all", "a", text, "b")):
        end = f"end {lines[0].split()[0]}"
        line, order = written(*lines, end, "place oda in kii")
        assert line.split("\n")[1:] == [one.rstrip() for one in lines[1:]]
        assert order == "place oda in kii"


def test_the_token_of_a_mail_is_never_out_of_what_it_tells_people() -> None:
    raw = f"From: a@b.org\n\n{BEGIN}\npress to all\nTOKEN ZZZZ-ZZZZ-ZZZZ-ZZZZ\nend press\n{END}\n"
    assert read_mail(raw.encode()).block.token == ""


def test_outside_of_a_block_what_a_program_quotes_is_no_part_of_a_press() -> None:
    quoted = "-----Original Message-----\nFrom: Bugyo\nSent: Monday\nTo: Cara\nSubject: x\n\nOld.\nend press"
    read = read_mail(f"From: a@b.org\n\npress to all\nHello.\n\n{quoted}\n".encode())
    assert "has no end" in read.problem
    assert order_lines(read.lines) == ()


def test_a_fence_ends_every_text() -> None:
    raw = f"From: a@b.org\n\n{BEGIN}\npress to all\nHello.\n{END}\nend press\n"
    read = read_mail(raw.encode())
    assert "has no end" in read.problem


def test_many_beginnings_take_no_time() -> None:
    start = time.process_time()
    for line in ("press to all", "press to all: x", "dispute 1", "end press"):
        read_mail(("From: a@b.org\n\n" + f"{line}\n" * 1990).encode())
    assert rounds(time.process_time() - start) < 270


def test_a_list_mark_is_dropped_from_the_start_of_an_order_alone() -> None:
    assert written("1. place oda in ise", "- place oda in kii") == ["place oda in ise", "place oda in kii"]
    assert written("move 3. to 4) at - once") == ["move 3. to 4) at - once"]


_TURNING = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
LINES = st.text(
    st.characters(codec="utf-8", exclude_characters=f"\r\n\0\ufffd{_TURNING}"), max_size=60
).filter(lambda line: not (END_PRESS.search(line) or re.search(r"(BEGIN|END).ORDERS", line, re.IGNORECASE)))


@pytest.mark.soak
@settings(deadline=None)
@given(LINES)
@example("  31. December ")
@example("*x*")
def test_whatever_is_written_in_a_line_is_recorded(text: str) -> None:
    if not kept(text).strip():
        return
    (line,) = written(f"press to iga, ise: {text}")
    said = read_line(line, SEATS)
    assert isinstance(said, Press)
    assert kept(said.text) == kept(text.strip())


SEVERAL = st.lists(LINES, min_size=1, max_size=6)


@pytest.mark.budget(150, "a mail for each of fifteen texts")
@settings(deadline=None, max_examples=15)
@given(SEVERAL)
@example(["a", "> b", "-- ", "On Monday, Boris wrote:", "c"])
def test_whatever_is_written_in_several_lines_is_recorded(texts: list[str]) -> None:
    assert_recorded(texts)


@pytest.mark.soak
@settings(deadline=None, max_examples=300)
@given(SEVERAL)
def test_whatever_is_written_in_many_times_several_lines_is_recorded(texts: list[str]) -> None:
    assert_recorded(texts)


def assert_recorded(texts: list[str]) -> None:
    if not kept("\n".join(texts)).strip():
        return
    (line,) = written("press to all:", *texts, "end press")
    said = read_line(line, SEATS)
    assert isinstance(said, Press)
    assert kept(said.text) == kept("\n".join(texts))


@pytest.mark.parametrize("encoding", ["quoted-printable", "base64", "flowed"])
def test_however_a_program_packs_it(encoding: str) -> None:
    text = "Deadline is 31. December — “firm”,  and two blanks; " * 6
    line = f"press to iga: {text.strip()}"
    if encoding == "flowed":
        cut = [line[:49], line[49:145], line[145:]]
        assert [one[-1] for one in cut[:2]] == [" ", " "]
        stuffed = [f" {one}" if one.startswith(" ") else one for one in cut]
        (read,) = written(*stuffed, head="; format=flowed")
    else:
        pack = {"quoted-printable": quopri.encodestring, "base64": base64.encodebytes}[encoding]
        body = "\n".join([BEGIN, line, END, ""]).encode()
        head = "From: a@b.org\nContent-Type: text/plain; charset=utf-8\n"
        head += f"Content-Transfer-Encoding: {encoding}\n\n"
        (read,) = (one.text for one in order_lines(read_mail(head.encode() + pack(body)).lines))
    assert read_line(read, SEATS) == Press(("iga",), text.strip())


# ---- on record


@pytest.fixture
def talking(tmp_path: Path) -> Iterator[Talking]:
    made = Talking(tmp_path)
    yield made
    made.record.close()


def test_press_disputes_and_reasons_are_on_record_as_they_were_written(talking: Talking) -> None:
    text = "Deadline is 31. December – “firm”,  see <https://club.example/x>. *So be it*"
    talking.say(f"press to iga: {text}", "press to all", "> " + text, ": 2. " + text, "end press")
    talking.say(f"dispute 3 {text}", seat="iga")
    talking.say("dispute 3", "1. " + text, "> 2) so", "end dispute", seat="iga")
    talking.say(f"resign seat {text}", seat="ise")
    entries = [one.entry for one in talking.record.envelopes("winter")]
    texts = [opened(one.text) for one in entries if isinstance(one, Pressed | Disputed)]
    assert texts == [text, f"> {text}\n: 2. {text}", text, f"1. {text}\n> 2) so"]
    assert [one.reason for one in entries if isinstance(one, SeatLeft)] == [text]


def test_so_is_the_reason_of_a_take_back(talking: Talking) -> None:
    text = "I meant  “3. B”, - not C"
    seat = talking.game.awaited()[0]
    talking.say(talking.legal()[0], seat=seat)
    talking.say(f"take back: {text}", seat=seat)
    entries = [one.entry for one in talking.record.envelopes("winter")]
    assert [one.reason for one in entries if isinstance(one, TakeBackProposed)] == [text]


def test_the_same_mail_with_other_quotes_is_the_same_mail(talking: Talking) -> None:
    raw = mail(talking.block("kii", "press to iga: It is “so”."), PEOPLE["kii"], "<1@x.org>")
    talking.desk.handle(raw)
    before = talking.game.position
    handled = talking.desk.handle(raw.replace("“so”".encode(), b'"so"'))
    assert handled.exit == 0
    assert talking.game.position == before


def opened(text: Sealed[str] | str) -> str:
    return text.value if isinstance(text, Sealed) else text
