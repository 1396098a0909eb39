"""Games in every language: what stands in the sources and in no translation is nowhere to be read."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from domain.titles import TITLES
from tests.languages.rendering import Pair, english, mailed, told, written_in
from tests.languages.test_catalogues import TRANSLATED
from tests.referee.mail.golden.session import folders
from tests.titles.play import finished
from tests.titles.short import GAMES, short

NAMES = {("flags", "stand"), ("the", "court"), ("coup", "of"), ("of", "the"), ("a", "bushi"), ("a", "daimyo")}
"""Of cards, and of troops behind a French verb."""

FEW = ("guide", "rising-sun")
"""Sessions that every run reads; the long proofs read all."""


def strange(texts: Iterable[str], language: str, own: frozenset[Pair] = frozenset()) -> dict[Pair, str]:
    """English pairs of words, each with a text in which it stands; `own` are those that people wrote."""
    return {pair: text for text in texts for pair in english(text, language) - NAMES - own}


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("title", sorted(TITLES))
def test_a_game_is_told_in_the_language_of_its_reader(title: str, language: str) -> None:
    """What these short games do not show is told in the long proofs; its sentences in `test_boards`."""
    texts = [text for nth in range(GAMES) for text in told(short(title, nth), language)]
    assert len(texts) > 300
    assert strange(texts, language) == {}


@pytest.mark.soak
@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("title", sorted(TITLES))
def test_more_games_are_told_in_the_language_of_their_reader(title: str, language: str) -> None:
    for seed in range(4):
        assert strange(told(finished(title, seed), language, alike=3), language) == {}


SESSIONS = [
    pytest.param(folder, id=folder.name, marks=[] if folder.name in FEW else [pytest.mark.soak])
    for folder in folders()
]


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("folder", SESSIONS)
def test_mails_are_in_the_language_of_their_reader(folder: Path, language: str, tmp_path: Path) -> None:
    texts = list(mailed(folder, language, tmp_path))
    assert len(texts) > 10
    assert strange(texts, language, written_in(folder)) == {}


def test_what_is_english_is_found() -> None:
    assert ("a", "province") in english("Attendu : a province: iga", "fr")
    assert ("line", "ends") in english("La partie. The line ends too early.", "fr")
    assert english("« The line ends too early. » [turn/home] Joué", "fr") == set()
