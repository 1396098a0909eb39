"""Lines of a mail."""

from __future__ import annotations

import pytest

from projections.texts import COLUMNS, columns, listed, minute, plain, wrap


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
