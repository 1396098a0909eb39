"""Lines of a mail."""

from __future__ import annotations

import unicodedata
from random import Random

import pytest

from projections.language import messages
from projections.language.catalogues import Reader, written_for
from projections.language.messages import COLUMNS, columns, listed, minute, plain, wrap


@pytest.mark.parametrize(
    ("text", "expected"), [("", 0), ("iga", 3), ("Уэсуги", 6), ("伊賀", 4), ("e\u0301", 1), ("ｉ", 2)]
)
def test_columns(text: str, expected: int) -> None:
    assert columns(text) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [((), ""), (("a",), "a"), (("a", "b"), "a and b"), (("a", "b", "c"), "a, b and c")],
)
def test_listed(words: tuple[str, ...], expected: str) -> None:
    assert listed(words) == expected


def test_times_are_utc_to_the_minute() -> None:
    assert minute(1_773_316_859_999) == "2026-03-12 12:00 UTC"


def test_what_a_terminal_would_obey_is_gone() -> None:
    assert plain("a\x1b[31mb\u202ec\nd") == "a [31mb c d"


@pytest.mark.parametrize("word", ["go-hojo", "伊賀上野", "x" * 200, "伊" * 90, "Го-Ходзё"])
def test_no_line_is_wider_than_a_mail(word: str) -> None:
    text = " ".join([word] * 30)
    lines = wrap(text, "  401  ", "       ")
    assert max(columns(line) for line in lines) <= COLUMNS
    assert lines[0].startswith("  401  ")
    assert all(line.startswith("       ") for line in lines[1:])
    assert "".join("".join(lines).split()).removeprefix("401") == "".join(text.split())


def test_a_line_is_filled_to_its_last_column() -> None:
    assert wrap("x" * 70 + " abc", "1234  ", "      ") == ["1234  " + "x" * 70, "      abc"]
    assert wrap("x" * 68 + " abc", "1234  ", "") == ["1234  " + "x" * 68 + " abc"]
    assert wrap("", "  ") == [""]


def test_signs_that_are_seen_to_be_narrow_take_one_column() -> None:
    narrow = [sign for sign in map(chr, range(0x3000)) if messages._NARROW.fullmatch(sign)]
    assert len(narrow) > 900
    assert not [sign for sign in narrow if unicodedata.combining(sign)]
    assert not [sign for sign in narrow if unicodedata.east_asian_width(sign) in "WF"]


WORDS = (
    *("a", "bc", "word", "sentence", "go-hojo", ":", "; ", "«", "»", "!x", "?", "« »", "a«", "“ab”", "—"),
    *("x" * 30, "y" * 70, "z" * 71, "q" * 78, "r" * 90, "Уэсуги", "\xa0", "\t\x1b"),
)
"""What lines are filled with; the longest are longer than a line."""


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("before", [("", ""), ("  401  ", "       "), (" " * 12, ""), ("", "  | ")])
def test_narrow_texts_are_filled_like_all_others(
    language: str, before: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    random = Random(f"{language} {before}")
    given = [" ".join(random.choices(WORDS[: random.choice((5, 16, 23))], k=n % 30)) for n in range(300)]
    with written_for(Reader(language)):
        cut = [wrap(text, *before) for text in given]
        monkeypatch.setattr(messages, "_is_narrow", lambda text: False)
        assert [wrap(text, *before) for text in given] == cut
    assert max(columns(line) for lines in cut for line in lines) == COLUMNS


def test_french_signs_stay_with_their_words() -> None:
    text = "x" * 71 + " voici : " + "y" * 61 + " « mot » !"
    with written_for(Reader("fr")):
        assert wrap(text) == ["x" * 71, "voici : " + "y" * 61, "« mot » !"]
    assert wrap(text) == ["x" * 71 + " voici", ": " + "y" * 61 + " « mot » !"]
