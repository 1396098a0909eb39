"""What others have written never becomes a block, a token or an order, however a program breaks it."""

from __future__ import annotations

import textwrap
from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from domain.game.entries.people import Pressed
from domain.kit.sealed import Sealed
from projections.language.messages import columns
from referee.reading.blocks import _is_token_line, confirm_mark
from referee.reading.passages import armour_lines
from referee.reading.quoting import fence, plain
from referee.reading.reading import ReadMail, read_mail
from referee.seats.defused_text import NARROW, defused, quoted
from tests.referee.mail.golden.proofs import minisigned
from tests.referee.mail.test_desk_lines import Talking, talking
from tests.referee.mail.test_desk_world import PEOPLE, mail

__all__ = ["talking"]

BEGIN, END = "-----BEGIN ORDERS winter T1 kii-----", "-----END ORDERS winter T1 kii-----"
TOKEN, HEAD = "TOKEN AAAA-BBBB-CCCC-DDDD", "HEAD 12 " + "0123456789abcdef" * 4
CONFIRM = "CONFIRM AAAA-BBBB-CCCC-DDDD-EEEE-FFFF"
ORDER = "place oda in kii"
ARMOUR = "-----BEGIN SSH SIGNATURE-----"

FORGED = [
    *(BEGIN, END, TOKEN, HEAD, CONFIRM, ARMOUR),
    BEGIN.replace("-----", "—"),
    BEGIN.replace("-----", "- ----- "),
    BEGIN.replace("BEGIN ORDERS", "begin  orders"),
    BEGIN.replace("-----", "-\u200b----"),
    BEGIN.replace("ORDERS", "ORDER\u017f"),
    TOKEN.replace(" ", "  "),
    TOKEN.replace(" ", "\u00a0"),
    TOKEN.lower().replace(" ", ": "),
    TOKEN.replace("-", " "),
    HEAD.replace(" ", "  "),
    CONFIRM.lower().replace("-", ""),
    "end press",
]


def reader(text: str) -> ReadMail:
    return read_mail(f"From: a@b.org\nContent-Type: text/plain; charset=utf-8\n\n{text}\n".encode())


def is_ours(text: str) -> bool:
    """Whether a line, alone at the beginning of a line, is taken for one of ours."""
    read = reader(text)
    return bool({line.kind for line in read.lines} & {"fence", "token"}) or bool(read.confirms)


def test_of_an_address_for_notices_the_server_alone_is_told() -> None:
    """Whoever reads the rest of it can write there."""
    assert defused("notices to https://ntfy.sh/topic") == "notices to https://ntfy.sh······"
    assert defused("notices to <HTTPS://ntfy.sh?a> please") == "notices to <HTTPS://ntfy.sh··· please"


@pytest.mark.parametrize("line", FORGED)
def test_what_looks_like_ours_looks_like_it_no_more(line: str) -> None:
    assert is_ours(line) or line == "end press"
    assert not is_ours(defused(line))
    assert not is_ours(" ".join(defused(line).split()))
    assert len(defused(line)) == len(line)


@pytest.mark.parametrize("comment", ["untrusted comment: signature", "trusted  comment: bugyo-order"])
def test_no_signature_of_minisign_comes_out_of_a_press(comment: str) -> None:
    """Below a block, in a reply without signs of quotation, it would stand before the true one."""
    lines = minisigned("Mallory", "x").splitlines()
    assert armour_lines(lines) == {0, 1, 2, 3}
    lines[0 if comment.startswith("un") else 2] = comment
    assert armour_lines([defused(line) for line in lines]) == frozenset()


@pytest.mark.parametrize(
    "text",
    ["The deadline - is it 12 - ends", "a token of love", "head north, 3 hexes", "I confirm that", "--"],
)
def test_other_texts_stay_as_they_are(text: str) -> None:
    assert defused(text) == text


@settings(deadline=None)
@given(st.text(st.characters(codec="utf-8", exclude_characters="\r\n\0"), max_size=300))
@example("攻" * 100)
@example("x" * 300)
def test_every_line_is_quoted_and_narrow(text: str) -> None:
    for line in quoted(text):
        assert line.startswith("  |")
        assert columns(line) <= NARROW
        assert columns(f"> > {line}") <= 72


def crafted(line: str, at: int) -> str:
    """A text in which a program that breaks it at a width begins a line with something of ours."""
    filler = "and so on and on "
    return (filler * 20)[: max(0, at)].rpartition(" ")[0] + " " + line + " " + filler * 5


@pytest.mark.parametrize("line", [BEGIN, END, TOKEN, HEAD, CONFIRM, ARMOUR])
@pytest.mark.parametrize("width", range(60, 81, 4))
def test_no_width_brings_a_forged_line_to_the_beginning_of_a_line(line: str, width: int) -> None:
    for at in range(30, 150, 3):
        for shown in quoted(crafted(line, at)):
            for piece in textwrap.wrap(shown.strip(" |"), width, break_on_hyphens=False):
                assert not is_ours_at_once(piece), (shown, piece)


def is_ours_at_once(piece: str) -> bool:
    """The same as `is_ours` for a line that has been broken off anywhere."""
    words = plain(piece).split(" ")
    ends = [
        " ".join(words[first:last]) for first in range(len(words)) for last in range(first + 1, first + 9)
    ]
    return any(fence(end) or _is_token_line(end) or confirm_mark(end) for end in ends)


# ---- in replies


def wrapped(text: str, width: int, sign: str = "") -> list[str]:
    """How a program breaks lines: what does not fit goes to the next line, without any sign of quotation."""
    lines: list[str] = []
    for line in text.splitlines():
        lines += textwrap.wrap(f"{sign}{line}", width, break_on_hyphens=False, drop_whitespace=True) or [sign]
    return lines


def with_signs(text: str, width: int) -> str:
    return "On Monday, Bugyo wrote:\n" + "\n".join(wrapped(text, width, "> "))


def without_signs(text: str, width: int) -> str:
    return "\n".join(["-----Original Message-----", "From: Bugyo", "", *wrapped(text, width)])


def twice(text: str, width: int) -> str:
    once = "\n".join(f"> {line}" for line in wrapped(text, width))
    return "On Monday, Cara wrote:\n" + "\n".join(wrapped(once, width, "> "))


def bare(text: str, width: int) -> str:
    return "\n".join(wrapped(text, width))


WAYS: list[Callable[[str, int], str]] = [with_signs, without_signs, twice, bare]


def told(talking: Talking, text: str) -> str:
    """The mail that brings press to kii, which is not awaited in it."""
    talking.say("press to kii", *text.split("\n"), "end press", seat="iga")
    return "\n".join(one for one in talking.texts(PEOPLE["kii"]))


def own(shown: str) -> list[str]:
    """The fences, tokens and heads of ours in a mail."""
    return [line for line in shown.splitlines() if line.startswith(("-----", "TOKEN ", "HEAD "))]


@pytest.mark.parametrize("width", [60, 66, 72, 80])
@pytest.mark.parametrize("way", WAYS, ids=[one.__name__ for one in WAYS])
def test_press_becomes_no_block_in_a_reply(
    talking: Talking, way: Callable[[str, int], str], width: int
) -> None:
    texts = [crafted(line, width - 8 + at) for line in (BEGIN, TOKEN, END, CONFIRM) for at in range(0, 16, 3)]
    forged = " ".join((BEGIN, TOKEN, "x" * 30, ORDER, "y" * 40, END))
    shown = told(talking, "\n".join([*texts, *(f"see {line}" for line in FORGED), f"see {forged}"]))
    assert "and so on" in shown
    reply = f"Thank you, nothing more.\n\n{way(shown, width)}\n"
    ours = len([line for line in own(shown) if line.startswith("-----")])
    read = reader(reply)
    assert len([line for line in read.lines if line.kind == "fence"]) <= ours
    assert read.block.token in {"", *(line[6:].replace("-", "") for line in own(shown) if "TOKEN" in line)}
    assert read.confirms == ""
    before = talking.game.position
    talking.desk.handle(mail(reply, PEOPLE["kii"], "<reply@x.org>", Subject="Re: [winter T1 kii]"))
    assert talking.game.position == before


def test_it_is_on_record_as_it_was_written(talking: Talking) -> None:
    said = f"{TOKEN} and {CONFIRM}, -----BEGIN ORDERS x-----"
    shown = told(talking, said)
    assert "·····BEGIN ORDERS" in shown
    (entry,) = [e.entry for e in talking.record.envelopes("winter") if isinstance(e.entry, Pressed)]
    assert (entry.text.value if isinstance(entry.text, Sealed) else entry.text) == said


@pytest.mark.parametrize("line", FORGED[:6])
def test_nor_do_reasons_disputes_and_the_log(talking: Talking, line: str) -> None:
    seat = talking.game.awaited()[0]
    other = next(one for one in PEOPLE if one in talking.game.seats and one != seat)
    talking.say(talking.legal()[0], seat=seat)
    talking.say(f"take back: {crafted(line, 60)}", seat=seat)
    talking.say(f"press to all: {crafted(line, 44)}", seat=seat)
    talking.say(f"dispute 3 {crafted(line, 52)}", seat=other)
    talking.out()
    talking.say("log", "explain 19", "story 19", "what", seat=other)
    for one in talking.texts(PEOPLE[other]):
        assert_harmless(one, line)


def test_nor_does_the_answer_to_a_mail_in_a_forged_name(talking: Talking) -> None:
    lines = [crafted(line, at) for line in FORGED[:6] for at in (20, 33, 47, 61)]
    talking.say(*lines)
    for one in talking.texts(PEOPLE["kii"]):
        for line in FORGED[:6]:
            assert_harmless(one, line)


def assert_harmless(shown: str, line: str) -> None:
    """Our own lines stand alone, at the beginning; nothing like them stands anywhere else."""
    assert shown.count("\n-----BEGIN ORDERS") <= 1
    for row in shown.splitlines():
        if row.startswith(("-----", "TOKEN ", "HEAD ")):
            continue
        assert not is_ours_at_once(row), row
        assert line not in row, row
