"""Greetings and farewells, and where they end: what is one is never read as an order, nor an order as one."""

from __future__ import annotations

import pytest

from referee.reading.courtesies import greets, takes_leave

GREETINGS = [
    ("Hello", True),
    ("Hello Anna", True),
    ("Hello Anna Maria Weber", True),
    ("Hello Anna Maria Weber Meier", False),  # more than people are called
    ("Hello Anna attack", False),
    ("Hello attack Anna", False),
    ("Hello Anna, hello Bela", True),
    ("Hello Anna?", False),
]


@pytest.mark.parametrize(("text", "is_one"), GREETINGS)
def test_a_greeting_is_made_of_its_words_and_a_few_names(text: str, is_one: bool) -> None:
    assert greets(text) is is_one


@pytest.mark.parametrize(
    ("text", "is_one"), [("Best regards, Anna", True), ("Best regards, Anna attack", False), ("Anna", False)]
)
def test_a_farewell_likewise(text: str, is_one: bool) -> None:
    assert takes_leave(text) is is_one
