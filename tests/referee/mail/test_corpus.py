"""Mails as people really send them: 53 programs and languages, each in up to six shapes, and many more.

`fixtures/mails` holds each mail with what is known of it, line by line: it was written down by whoever made
the mail, not by the reader. No order is lost, no old order is taken.
"""

from __future__ import annotations

import base64
import binascii
import json
import quopri
from pathlib import Path

import pytest

from referee.mail.reading.quoting import undressed
from referee.mail.reading.reading import Line, ReadMail, plain, read_mail
from tests.referee.mail.corpus.write import FOLDER, corpus

MAILS = sorted(FOLDER.glob("*.eml"))
LETTERS = {"token": "k", "question": "e"}
OLD = "place go-uesugi in iga"
OUR_OWN = "place go-hojo in kii"


def read(path: Path) -> ReadMail:
    return read_mail(path.read_bytes(), own_address="referee@bugyo.invalid")


def kinds(mail: ReadMail) -> str:
    return "".join(LETTERS.get(line.kind, line.kind[0]) for line in mail.lines)


def orders(mail: ReadMail) -> list[str]:
    return [undressed(plain(line.text)) for line in mail.lines if line.kind == "order"]


def test_there_are_enough_of_them() -> None:
    assert len(MAILS) >= 350
    assert sorted(path.stem for path in MAILS) == sorted(path.stem for path in FOLDER.glob("*.json"))


def test_the_files_are_what_the_generator_writes() -> None:
    for name, raw, said in corpus():
        assert (FOLDER / f"{name}.eml").read_bytes() == raw, name
        assert json.loads((FOLDER / f"{name}.json").read_text()) == said, name


@pytest.mark.parametrize("path", MAILS, ids=[path.stem for path in MAILS])
def test_every_line_is_what_it_was_written_as(path: Path) -> None:
    said = json.loads(path.with_suffix(".json").read_text())
    mail = read(path)
    assert mail.robot == said["robot"]
    assert said["problem"] in mail.problem
    assert bool(said["problem"]) == bool(mail.problem)
    assert orders(mail) == said["orders"]
    if said["kinds"] != "*":
        assert kinds(mail) == said["kinds"]
    if "held" in said:
        assert (mail.looks_quoted and not mail.in_block) == said["held"]
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
    for path in MAILS:
        raw = path.read_bytes()
        taken = [line for line in read(path).lines if line.kind == "order"]
        for line in taken:
            assert 0 < line.start < line.end <= len(raw), path.stem
            if "html" not in path.stem:
                short = line.end - line.start < len(raw) / 2
                assert short or len(taken) == 1 or "utf-16" in path.stem, path.stem
                assert leads_back(raw, line), (path.stem, line, raw[line.start : line.end])
