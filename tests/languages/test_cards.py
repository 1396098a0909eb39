"""The texts of cards, which the program makes of their effects, in the language of the reader."""

from __future__ import annotations

import re

import pytest

from domain.titles import TITLES
from domain.twilight_shogun.wording import text_of
from projections.texts import _
from projections.tongues import LANGUAGES, Reader, written_for
from projections.twilight_shogun.board import card_text
from referee.datasets import read_files

TABLES = TITLES["twilight_shogun"].read_data(read_files("twilight_shogun"))
TEXTS = [text_of(TABLES, card) for card in TABLES.cards.values()]
ENGLISH = re.compile(r"\b(the|each|reach|remove|anywhere|has|plays|with|from|draws|and)\b", re.IGNORECASE)
NAMES = re.compile(r"Coup of the eighteenth")
"""Of a card; it stays as it is printed."""


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_the_text_of_a_card_is_in_the_language_of_its_reader(language: str) -> None:
    """But for the ways that a card lets a player choose from: an order names them as they are written."""
    with written_for(Reader(language)):
        said = [card_text(text) for text in TEXTS if " chooses " not in text]
    assert [text for text in said if ENGLISH.search(NAMES.sub("", text))] == []
    assert len(said) > 110


def test_in_english_it_is_as_the_rules_say_it() -> None:
    assert [card_text(text) for text in TEXTS] == TEXTS


def test_an_empty_text_is_not_the_head_of_the_catalogue() -> None:
    with written_for(Reader("fr")):
        assert _("{name}.").format(name="") == "."
