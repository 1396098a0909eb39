"""A game that is played with an owner's names is told with them in his language, and nowhere else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import copy
from typing import Any

import pytest
from msgspec.structs import replace

from domain.kit.own_names import OwnNames
from domain.kit.sealed import REFEREE
from domain.titles import TITLES
from projections.language.catalogues import Reader, named_by, written_for
from projections.language.messages import term
from projections.own_names import naming_of, printed
from projections.reference.pages import answer
from projections.references import Asked
from projections.replay import Replay
from projections.telling.boards import drawn
from projections.telling.boards import text as board
from projections.telling.explain import explain
from projections.telling.log import log
from tests.languages.rendering import replay_of
from tests.titles.short import Short, short

OTHERS = {
    "rising_sun": {"Sun", "Fox"},  # the title of the game, the headings of its rules
    "twilight_shogun": {"Yokohama", "Chugoku", "Kyushu", "Kyo", "Bakufu Navy", "Katsu Kaishu"},
    "kawanakajima": {"Kaizu", "Shingen", "Kenshin"},
    "clan_war": {"Dragon", "Crab", "Crane"},  # the numbered units of an army
}
"""Names that are words of the rules too, and stand in their sentences and headings as such."""


def french(own: dict[str, str]) -> OwnNames:
    return (("fr", tuple(own.items())),)


def named_so(title: str) -> tuple[Short, dict[str, str]]:
    """A finished game in which each thing has a name of its own in French."""
    played = copy(short(title))
    own = {name: f"Zz{nth}" for nth, name in enumerate(printed(title, played.data))}
    played.data = replace(played.data, own_names=french(own))
    return played, own


def texts(replay: Replay, language: str) -> Iterator[str]:
    """The log, and as of the end the board, the drawing and what explains the last events."""
    with written_for(Reader(language)):
        yield from (line.text for line in log(replay, REFEREE))
        yield from (explain(replay, at, REFEREE) for at in range(max(1, len(replay) - 40), len(replay) + 1))
        yield board(replay, len(replay), REFEREE)
        picture = drawn(replay, len(replay), REFEREE)
        yield picture.title
        for part in picture.parts:
            yield from re.findall(r">([^<>]+)<", part.content)


@pytest.mark.parametrize("title", TITLES)
def test_a_game_is_told_with_the_names_in_the_language_that_has_them(title: str) -> None:
    played, own = named_so(title)
    told = "\n".join(re.sub(r"(ordonne|règle) :.*", "", text) for text in texts(replay_of(played), "fr"))
    known = {name: re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", told) for name in own}
    assert {name for name, found in known.items() if found} <= OTHERS.get(title, set())
    assert len({*re.findall(r"Zz\d+", told)}) > 3
    assert max(map(len, board_lines(played))) <= 78


def board_lines(played: Short) -> list[str]:
    with written_for(Reader("fr")):
        return board(replay_of(played), len(played.entries), REFEREE).splitlines()


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("title", TITLES)
def test_in_other_languages_nothing_is_otherwise(title: str, language: str) -> None:
    played, _own = named_so(title)
    assert list(texts(replay_of(played), language)) == list(texts(replay_of(short(title)), language))


@pytest.mark.parametrize("title", TITLES)
def test_long_names_break_no_board(title: str) -> None:
    played, own = named_so(title)
    played.data = replace(played.data, own_names=french(dict.fromkeys(own, "W" * 40)))
    assert max(map(len, board_lines(played))) <= 78


def test_words_of_the_rules_cannot_be_named_anew() -> None:
    played, _own = named_so("kawanakajima")
    data = replace(played.data, own_names=french({"attack": "fuite", "Turn": "Zz", "Hara": "Hara le Vieux"}))
    naming = naming_of("kawanakajima", data)
    assert naming is not None
    with written_for(Reader("fr")), named_by(naming):
        assert term("attack") == "attaque"
        assert term("Hara") == "Hara le Vieux"
    with written_for(Reader("fr")):
        assert term("Hara") == "Hara"


@pytest.mark.parametrize(
    ("title", "order", "own"),
    [
        ("twilight_shogun", "court kyo-scoring", "court affaires de Kyoto"),
        ("twilight_shogun", "influence satsuma 2", "influence principauté-de-satsuma 2"),
        ("kawanakajima", "march G", "march Hara-le-Vieux"),
    ],
)
def test_an_order_is_read_with_the_names_too(title: str, order: str, own: str) -> None:
    rules, data = TITLES[title], short(title).data
    called = {
        "Affairs of Kyo": "Affaires de Kyoto",
        "Satsuma": "Principauté de Satsuma",
        "Hara": "Hara le Vieux",
    }
    seats = short(title).game().seats
    notation = rules.notation(replace(data, own_names=french(called)), seats)
    assert notation.read(own) == notation.read(order)


@pytest.mark.parametrize("title", TITLES)
def test_a_data_set_with_names_is_hashed_as_one_without(title: str) -> None:
    """Some titles keep at hand what follows from a data set."""
    played, _own = named_so(title)
    assert is_hashed(played.data) == is_hashed(short(title).data)


def is_hashed(data: Any) -> bool:
    try:
        return hash(data) is not None
    except TypeError:
        return False


def test_the_reference_answers_with_the_names() -> None:
    played, own = named_so("twilight_shogun")
    asked = Asked(played.rules, played.data, {}, played.rules.notation(played.data, ()))
    with written_for(Reader("fr")):
        assert own["Plan to kill Harris"] in "\n".join(answer(asked, "cards", ""))
