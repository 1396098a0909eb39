"""The texts of cards, which the program makes of their effects, in the language of the reader."""

from __future__ import annotations

import re

import pytest

from domain.titles import TITLES
from domain.twilight_shogun.card_text import text_of
from projections.language.catalogues import LANGUAGES, Reader, written_for
from projections.language.messages import _
from projections.twilight_shogun.board import card_text
from referee.games.datasets import read_files

TABLES = TITLES["twilight_shogun"].read_data(read_files("twilight_shogun"))
TEXTS = [text_of(TABLES, card) for card in TABLES.cards.values()]
ENGLISH = re.compile(r"\b(the|each|reach|remove|anywhere|has|plays|with|from|draws|and)\b", re.IGNORECASE)
NAMES = re.compile("|".join(sorted((re.escape(card.name) for card in TABLES.cards.values()), key=len)[::-1]))
"""Of cards; they stay as they are printed."""


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_the_text_of_a_card_is_in_the_language_of_its_reader(language: str) -> None:
    with written_for(Reader(language)):
        said = [card_text(text) for text in TEXTS]
    assert [text for text in said if ENGLISH.search(NAMES.sub("", text))] == []
    assert len(said) > 110


CHOICES = [
    (
        "fr",
        "Le joueur choisit hitotsubashi (le joueur +1 en Mito et Fukui) ou nanki "
        "(le joueur +1 en Kii et Hikone).",
    ),
    (
        "fr",
        "Le joueur choisit attendance (placer 2 (le joueur), clans puissants, au plus 1 dans chacun) ou army "
        "(le joueur a 3 PA pour réalignement).",
    ),
    (
        "ru",
        "Игрок выбирает hitotsubashi (игрок +1 в Mito и Fukui) или nanki (игрок +1 в Kii и Hikone).",
    ),
]


@pytest.mark.parametrize(("language", "choice"), CHOICES)
def test_the_ways_of_a_choice_have_the_names_that_orders_give(language: str, choice: str) -> None:
    with written_for(Reader(language)):
        assert any(card_text(text).startswith(choice) for text in TEXTS)


OWN = [
    ("The player chooses.", "The player chooses."),
    ("The player chooses a (b (c)) or d (e).", "Le joueur choisit a (b (c)) ou d (e)."),
    (
        "The player chooses a (my own words) or b (nothing).",
        "Le joueur choisit a (my own words) ou b (rien).",
    ),
]


@pytest.mark.parametrize(("text", "said"), OWN)
def test_what_an_owner_has_written_is_not_lost(text: str, said: str) -> None:
    with written_for(Reader("fr")):
        assert card_text(text) == said


def test_in_english_it_is_as_the_rules_say_it() -> None:
    assert [card_text(text) for text in TEXTS] == TEXTS


def test_an_empty_text_is_not_the_head_of_the_catalogue() -> None:
    with written_for(Reader("fr")):
        assert _("{name}.").format(name="") == "."
