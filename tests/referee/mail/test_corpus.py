"""Mails as people really send them: 53 programs and languages, each in up to six shapes, and many more.

What a mail says is known line by line to whoever composes it, and is not asked of the reader. No order is
lost, no old order is taken.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import quopri

import pytest

from referee.reading.quoting import undressed
from referee.reading.reading import Line, ReadMail, plain, read_mail
from tests.referee.mail.corpus.mails import corpus
from tests.referee.mail.corpus.specials import Special

MAILS = corpus()
MADE = "ede6c2ba2452a2c3661d556578c94dca018fe6b68df607d28d286d71e4887e4b"
"""The SHA-256 of all their bytes. It changes with what a program is known to write, and with nothing else."""

LETTERS = {"token": "k", "question": "e"}
OLD = "place go-uesugi in iga"
OUR_OWN = "place go-hojo in kii"


def read(made: Special) -> ReadMail:
    return read_mail(made.raw, own_address="referee@bugyo.invalid")


def kinds(mail: ReadMail) -> str:
    return "".join(LETTERS.get(line.kind, line.kind[0]) for line in mail.lines)


def orders(mail: ReadMail) -> list[str]:
    return [undressed(plain(line.text)) for line in mail.lines if line.kind == "order"]


def test_there_are_enough_of_them() -> None:
    assert len({made.name for made in MAILS}) == len(MAILS) >= 350


def test_their_bytes_are_those_that_were_agreed() -> None:
    assert hashlib.sha256(b"".join(made.raw for made in MAILS)).hexdigest() == MADE


@pytest.mark.parametrize("made", MAILS, ids=[made.name for made in MAILS])
def test_every_line_is_what_it_was_written_as(made: Special) -> None:
    mail = read(made)
    assert mail.robot == made.robot
    assert made.problem in mail.problem
    assert bool(made.problem) == bool(mail.problem)
    assert orders(mail) == list(made.orders)
    if made.kinds != "*":
        assert kinds(mail) == made.kinds
    if made.is_held is not None:
        assert (mail.looks_quoted and not mail.in_block) == made.is_held
        assert not {OLD, OUR_OWN} & set(orders(mail))


def undone(raw: bytes) -> bytes:
    """The bytes of a line before its transfer encoding, whichever that was."""
    made = [raw, quopri.decodestring(raw)]
    for cut in range(4):
        try:
            made.append(base64.b64decode(b"".join(raw.split())[cut:] + b"==="))
        except binascii.Error:
            continue
    return b"\n".join(made)


CHARSETS = ("utf-8", "utf-16-le", "cp1251")


def leads_back(raw: bytes, line: Line) -> bool:
    """Whether the bytes that a line names hold all its words; words of a flowed line may stand in two."""
    found = undone(raw[line.start : line.end])
    words = line.text.replace("\ufeff", " ").split()
    return any(all(word.encode(one) in found for word in words) for one in CHARSETS)


def test_every_order_leads_back_to_bytes_of_the_mail() -> None:
    for made in MAILS:
        raw, name = made.raw, made.name
        taken = [line for line in read(made).lines if line.kind == "order"]
        for line in taken:
            assert 0 < line.start < line.end <= len(raw), name
            if "html" not in name:
                short = line.end - line.start < len(raw) / 2
                assert short or len(taken) == 1 or "utf-16" in name, name
                assert leads_back(raw, line), (name, line, raw[line.start : line.end])
