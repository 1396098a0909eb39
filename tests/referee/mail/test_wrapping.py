"""Random orders, wrapped in random programs, encodings and parts, come back as they were; no line is lost."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.reading.quoting import undressed
from referee.reading.reading import ReadMail, plain, read_mail
from tests.referee.mail.corpus.programs import PROGRAMS, Program
from tests.referee.mail.corpus.writing import (
    BEGIN,
    END,
    SHAPES,
    Row,
    Rows,
    Shape,
    crlf,
    encoded,
    flow,
    head,
    html,
    mail,
    multipart,
    part,
    shaped,
)

WORDS = (
    "attack",
    "oda",
    "in",
    "ise",
    "with",
    "mori",
    "2",
    "go-hojo",
    "1207",
    "to",
    "ninja",
    "Kōfu",
    "армия",
    "織田",
    "x",
)
ORDERS = st.lists(
    st.lists(st.sampled_from(WORDS), min_size=2, max_size=14).map(lambda words: " ".join(["move", *words])),
    min_size=1,
    max_size=5,
)
ENCODINGS = ("7bit", "8bit", "quoted-printable", "base64")
CHARSETS = (
    "us-ascii",
    "utf-8",
    "koi8-r",
    "windows-1251",
    "iso-2022-jp",
    "shift_jis",
    "euc-jp",
    "gb18030",
)


@st.composite
def programs(draw: st.DrawFn) -> Program:
    """A program with an encoding that is not the one of its language."""
    program = draw(st.sampled_from(PROGRAMS))
    return program._replace(
        encoding=draw(st.sampled_from(ENCODINGS[1:])),
        charset=draw(st.sampled_from(CHARSETS)),
        flowed=draw(st.booleans()) and program.sign in ("> ", ">"),
        html="",
    )


def fits(program: Program, lines: Rows) -> bool:
    """Whether the charset can say it."""
    try:
        "".join(row.text for row in lines).encode(program.charset)
    except UnicodeEncodeError:
        return False
    return True


def wrapped(program: Program, lines: Rows, how: str) -> bytes:
    """The mail in one part, or in several of which one is the text."""
    text = part(program, [row.text for row in lines])
    if how == "alone":
        return mail(program, lines)
    page = b"Content-Type: text/html; charset=utf-8\n\n" + html(program, lines).encode()
    footer = b"Content-Type: text/plain\n\n_______\nlist of games\n"
    file = b"Content-Type: application/pdf; name=map.pdf\nContent-Transfer-Encoding: base64\n\nJVBERi0=\n"
    both = multipart("", "alternative", text, page).replace(b"corpus", b"inner")
    inner = {
        "alternative": (text, page),
        "footer": (text, footer),
        "file": (text, file),
        "nested": (both, file),
    }
    kind = "alternative" if how == "alternative" else "mixed"
    return crlf(multipart(head(program), kind, *inner[how]))


WRAPPINGS = ("alone", "alternative", "footer", "file", "nested")


def orders_of(read: ReadMail) -> list[str]:
    return [undressed(plain(line.text)) for line in read.lines if line.kind == "order"]


def check_nothing_lost(program: Program, lines: Rows, read: ReadMail) -> None:
    """Every line of the text is there, in its order, each with a kind."""
    texts = [plain(line.text).replace("> ", ">").strip("> ") for line in read.lines]
    wanted = [plain(row.text).replace("> ", ">").strip("> ") for row in lines]
    if not program.flowed:
        assert texts[: len(wanted)] == wanted
    assert [line.number for line in read.lines] == list(range(1, len(read.lines) + 1))


def check(program: Program, shape: Shape, orders: Sequence[str], how: str) -> None:
    lines = shaped(shape.name, program, orders)
    if program.how not in shape.how or not fits(program, lines):
        return
    read = read_mail(wrapped(program, lines, how), own_address="referee@bugyo.invalid")
    assert (read.problem, read.robot) == ("", "")
    assert orders_of(read) == list(orders)
    assert (read.looks_quoted and not read.in_block) == shape.is_held
    check_nothing_lost(program, lines, read)


@settings(max_examples=150, deadline=None)
@given(programs(), st.sampled_from(SHAPES), ORDERS, st.sampled_from(WRAPPINGS))
def test_orders_come_back_out_of_whatever_they_were_wrapped_in(
    program: Program, shape: Shape, orders: list[str], how: str
) -> None:
    check(program, shape, orders, how)


@pytest.mark.soak
@settings(max_examples=1500, deadline=None)
@given(programs(), st.sampled_from(SHAPES), ORDERS, st.sampled_from(WRAPPINGS))
def test_orders_come_back_out_of_whatever_they_were_wrapped_in_long(
    program: Program, shape: Shape, orders: list[str], how: str
) -> None:
    """1,500 mails."""
    check(program, shape, orders, how)


@pytest.mark.parametrize("program", PROGRAMS, ids=[program.name for program in PROGRAMS])
def test_each_program_in_each_encoding(program: Program) -> None:
    random = Random(program.name)
    for encoding in ENCODINGS[1:]:
        for shape in SHAPES:
            orders = [f"move {random.choice(WORDS[:6])} to {random.choice(WORDS[:6])}" for _ in range(3)]
            check(program._replace(encoding=encoding, html=""), shape, orders, random.choice(WRAPPINGS))


def test_flowed_text_is_what_was_written() -> None:
    text = ["move " + "oda " * 30, "> quoted " + "words " * 20, " indented", "From ise", "-- ", "Cara"]
    data = "".join(f"{line}\n" for line in flow(text)).encode()
    raw = b"From: a@b.org\nContent-Type: text/plain; format=flowed\n\n" + encoded(data, "8bit")
    assert [line.text.rstrip() for line in read_mail(raw).lines] == [line.rstrip() for line in text]


def test_lines_of_a_block_are_numbered_as_in_the_mail() -> None:
    lines = (Row("Hello!", "t"), Row(BEGIN, "f"), Row("pass", "o"), Row(END, "f"))
    read = read_mail(mail(PROGRAMS[0]._replace(html=""), lines))
    assert json.dumps([(line.number, line.kind) for line in read.lines]) == (
        '[[1, "text"], [2, "fence"], [3, "order"], [4, "fence"]]'
    )
